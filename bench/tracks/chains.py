"""Questions that go along several facts: by the path given, and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import Bm25, MeaningAlone
from ..scoring import Outcome, all_at, any_at
from .conflicts import text_item

_DEPTH = 10
_PATH, _WORDS = "path given", "in words"
# How a statement of the set that ends before its value is put into subject and relation.
_SLOT_FORMS = (
    (re.compile(r"^The (?P<r>.+?) of (?P<s>.+) is$"), "{r}"),
    (re.compile(r"^The \w+ that (?P<r>\w+) (?P<s>.+) is$"), "was {r} by"),
    (re.compile(r"^(?P<s>.+)'s (?P<r>[\w ]+) is$"), "{r}"),
    (re.compile(r"^(?P<s>.+?) (?P<r>(?:is|was|are|were) (?:a |the )?.+)$"), "{r}"),
    (re.compile(r"^(?P<s>.+?) (?P<r>(?:plays|works|worked|died|speaks|worships|belongs|follows)\b.*)$"), "{r}"),
)


async def _two_hops(conditions: Conditions) -> list[Measure]:
    (record,) = read_lines(conditions.data / "rel_zh_2hop.jsonl")
    triples: list[list[str]] = record["triples"]
    items = [_triple(n, t) for n, t in enumerate(triples)]
    at: dict[tuple[str, str], list[str]] = {}
    for item, (s, r, _) in zip(items, triples, strict=True):
        at.setdefault((s, r), []).append(item.id)
    measures: list[Measure] = []
    questions = [(q, frozenset(at[q["bridge"], q["path"][1]])) for q in record["questions"]]
    by_path = [Question(q["question"], gold, kind=_PATH, more=_path(q)) for q, gold in questions]
    in_words = [Question(q["question"], gold, kind=_WORDS) for q, gold in questions]
    rivals = [Bm25(items), MeaningAlone(items)]
    async with conditions.serving() as served:
        await conditions.store(served, items, at_once=4)
        outcome = Outcome(await conditions.ask(served, [*by_path, *in_words], rivals, _DEPTH), conditions.seed)
        for kind in (_PATH, _WORDS):
            one = outcome.only(lambda q, kind=kind: q.kind == kind)
            measures += one.mean(f"{kind}: a second fact in ten", any_at(_DEPTH))
        return [*measures, conditions.refused(served)]


def _triple(number: int, triple: Sequence[str]) -> Item:
    subject, relation, object_ = triple
    slots = {"subject": subject, "relation": relation, "object": object_[:300], "exclusive": False}
    return Item(str(number), f"{subject}的{relation}是{object_}。", more=slots)


def _path(question: dict[str, Any]) -> dict[str, Any]:
    return {"query": "", "subject": question["start"], "relation": " > ".join(question["path"])}


async def _four_hops(conditions: Conditions) -> list[Measure]:
    (record,) = read_lines(conditions.data / "conflict_en_mquake.jsonl")
    statements = sorted(record["statements"], key=lambda s: s["ts"])
    items = [_slotted(s) for s in statements]
    questions = [
        Question(q["question"], frozenset(map(str, q["gold"]))) for q in record["questions"] if q["type"] == "multi_hop"
    ]
    rivals = [Bm25(items), MeaningAlone(items)]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        outcome = Outcome(await conditions.ask(served, questions, rivals, _DEPTH), conditions.seed)
        return [*outcome.mean("all evidence in ten", all_at(_DEPTH)), conditions.refused(served)]


def _slotted(statement: dict[str, Any]) -> Item:
    """A statement with the slots a model would read out of it: the set gives subject and relation in one."""
    plain = text_item(statement)
    for form, relation in _SLOT_FORMS:
        if found := form.match(statement["slot"]):
            slots = {"subject": found["s"], "relation": relation.format(r=found["r"])}
            break
    else:
        slots = {"subject": statement["slot"], "relation": "is"}
    return Item(plain.id, plain.text, more={**plain.more, **slots, "object": statement["value"], "exclusive": True})


TWO_HOPS = Track("Chinese questions over two facts", ("rel_zh_2hop.jsonl",), _two_hops)
FOUR_HOPS = Track("English questions over four facts that change", ("conflict_en_mquake.jsonl",), _four_hops)
