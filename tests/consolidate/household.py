"""A small store with something to tidy in it, and what a model that judges rightly says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simonides.storage.llm.task import Material
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Script, merged_as, sentences, slots, verdicts

CATS, MORE_CATS = "Ines keeps two grey cats.", "Ines has a pair of grey cats, Miso and Nori."
ALL_CATS = "Ines keeps two grey cats, Miso and Nori."
SHANGHAI, CHENGDU = "王芳在上海的一家书店上班。", "王芳辞了书店的工作，去成都教钢琴。"
FLAT = "Mira has a flat in Berlin."
NUTS = "Ada is allergic to nuts."
NEUTRAL = "The dentist asked for the form."
TIDE = "The ferry waits for the tide."
SESSION = "spring"
TOLD: tuple[tuple[str, Mapping[str, str]], ...] = (
    (CATS, {}),
    (MORE_CATS, {}),
    (FLAT, {}),
    (NUTS, {}),
    (NEUTRAL, {}),
    (TIDE, {}),
    ("Quinces keep all winter.", {}),
    ("Oscar repairs clocks.", {}),
    ("Greta sings alto.", {}),
    ("Slate is quarried near Voss.", {}),
    ("小林每天早上喝豆浆。", {}),
    ("阳台上的茉莉开花了。", {}),
    ("The urn stands by the bed.", {}),
    ("Bread is baked on Fridays.", {}),
    (SHANGHAI, {"scope": "work"}),
    (CHENGDU, {"scope": "work"}),
)


async def told(at: Bench) -> dict[str, str]:
    """Tell all of it; the ids by content."""
    return {content: await at.tell(content, session=SESSION, **more) for content, more in TOLD}


def importance(material: Material) -> Mapping[str, Any]:
    """All as usual but what somebody's health depends on."""
    rated = {s["id"]: 0.9 if s["text"] == NUTS else None for s in material.data["statements"]}
    return {"ratings": [{"id": i, "importance": r} for i, r in rated.items() if r is not None]}


def rightly() -> dict[str, Script]:
    """Every task, answered as it should be."""
    return {
        "claims": slots({FLAT: ("Mira", "has a flat in", "Berlin", None)}),
        "pairs": verdicts({(CATS, MORE_CATS): "same", (SHANGHAI, CHENGDU): "updates"}),
        "merging": merged_as(ALL_CATS),
        "importance": importance,
        "summary": _summary,
    }


def _summary(material: Material) -> Mapping[str, Any]:
    sources = [s["id"] for s in material.data["statements"] if s["text"] == TIDE]
    return {"sentences": [{"text": TIDE, "sources": sources}]}


def invented_summary(text: str) -> Script:
    """A summary whose only sentence cites what it is not from."""
    return sentences(text)
