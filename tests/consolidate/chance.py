"""Statements out of few words, and a model that judges them by the throw of a dice."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from simonides.storage.llm.task import A, Material, Task

_NAMES = ("Ada", "Bruno", "Chloe", "Dora")
_PLACES = ("Oslo", "Rome", "Bergen", "Turin")
_WORDS = (
    "{0} lives in {1}.",
    "{0} moved to {1}.",
    "{0} keeps bees near {1}.",
    "Near {1} there are bees that {0} keeps.",
)
_VERDICTS = ("same", "updates", "contradicts", "refines", "unrelated", "unrelated")
ALIKE = tuple({"content": words.format("Dora", "Turin"), "session": "a"} for words in _WORDS[2:])  # can be merged
QUERIES = ("Where does Ada live?", "Who keeps bees near Rome?", "Bruno", "Chloe moved", "Turin")


@st.composite
def statements(draw: st.DrawFn) -> dict[str, Any]:
    """What one call stores, as arguments of `remember`, and how far it is trusted."""
    name, place = draw(st.sampled_from(_NAMES)), draw(st.sampled_from(_PLACES))
    words = draw(st.sampled_from(_WORDS))
    told: dict[str, Any] = {"content": words.format(name, place)}
    if "bees" not in words and draw(st.booleans()):
        told |= {"subject": name, "relation": "lives in", "object": place}
        told |= {"exclusive": draw(st.sampled_from([True, None]))}
    told |= draw(st.sampled_from([{}, {}, {}, {"trust": "user"}, {"source": "a letter"}]))
    told |= draw(st.sampled_from([{}, {}, {}, {"when": "2024-05"}, {"when": "2025-01-03"}]))
    told |= draw(st.sampled_from([{}, {}, {}, {"scope": "work"}]))
    told |= draw(st.sampled_from([{"session": "a"}, {"session": "b"}]))
    return told | {"confidence": draw(st.sampled_from([0.4, 0.8, 0.9]))}


class Dice:
    """A model that answers in the right form whatever comes, the same to the same question."""

    name = "dice"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def answer(self, task: Task[A], material: Material) -> A:
        """By chance."""
        dice = random.Random(f"{self._seed}/{task.name}/{json.dumps(material.data)}")
        given = getattr(self, f"_{task.name}")(dice, material.data, list(material.ids))
        return task.form.model_validate(given, context={"ids": material.ids})

    def _pairs(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        told = [
            (p["id"], _verdict(dice, p["earlier"]["text"], p["later"]["text"]))
            for p in data["pairs"]
            if dice.random() < 0.8
        ]
        return {"judgements": [{"id": i, "reason": "", "verdict": v, "confidence": 0.9} for i, v in told]}

    def _claims(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        told = [s for s in data["statements"] if any(n in s["text"] for n in _NAMES) and dice.random() < 0.7]
        return {"claims": [_claim(dice, s) for s in told]}

    def _merging(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        texts = [s["text"] for s in data["statements"]]
        return {"text": dice.choice([" ".join(texts), texts[0], texts[-1]]), "sources": ids}

    def _importance(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        return {"ratings": [{"id": i, "importance": round(dice.random(), 2)} for i in ids if dice.random() < 0.6]}

    def _summary(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        some = dice.sample(data["statements"], dice.randint(1, min(3, len(data["statements"]))))
        return {"sentences": [{"text": s["text"].split("\n")[0], "sources": [s["id"]]} for s in some]}

    def _procedure(self, dice: random.Random, data: Mapping[str, Any], ids: Sequence[str]) -> Any:
        return {"goal": "", "succeeded": [], "steps": []}


def _verdict(dice: random.Random, early: str, late: str) -> str:
    """By chance, and rather that it is the same where it is about the same."""
    alike = all((word in early) == (word in late) for word in (*_NAMES, *_PLACES))
    return "same" if alike and dice.random() < 0.7 else dice.choice(_VERDICTS)


def _claim(dice: random.Random, shown: Mapping[str, Any]) -> Any:
    text = shown["text"]
    name = next(n for n in _NAMES if n in text)
    place = next(p for p in _PLACES if p in text)
    exclusive = dice.choice([True, True, None, False])
    return {
        "id": shown["id"],
        "subject": name,
        "relation": "lives in",
        "object": place,
        "exclusive": exclusive,
        "when": "",
        "confidence": dice.choice([0.6, 0.9, 1.0]),
    }
