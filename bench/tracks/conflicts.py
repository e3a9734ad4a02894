"""Statements that change over time, and late rumours: what is so now, and what was so before a change."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..outcomes import counted
from ..reading import read_lines
from ..rivals import UpTo
from ..scoring import Outcome, any_at, rumour_on_top, stale_on_top

_DEPTH = 5
_NOW, _THEN = "now", "before the change"
_WORDS, _SLOTS, _TEXT = "in words", "by slots", "text only"


async def run(file: str, conditions: Conditions) -> list[Measure]:
    """All statements in one store, told in their order, none naming what it replaces: with their slots, each slot
    exclusive, and in another store as text alone."""
    (record,) = read_lines(conditions.data / file)
    statements = sorted(record["statements"], key=lambda statement: statement["ts"])
    asked = [q for q in record["questions"] if q["type"] == "single_hop"]
    slotted, plain = [slotted_item(s) for s in statements], [text_item(s) for s in statements]
    with_slots = [question for q in asked for question in _questions(q, slotted)]
    as_text = [_now(q, _TEXT, {}) for q in asked]
    measures = await _measured("with slots", slotted, with_slots, conditions)
    return measures + await _measured(_TEXT, plain, as_text, conditions)


async def _measured(
    label: str, items: Sequence[Item], questions: Sequence[Question], conditions: Conditions
) -> list[Measure]:
    async with conditions.serving() as served:
        await conditions.store(served, items)
        outcome = Outcome(await conditions.ask(served, questions, [UpTo(items)], _DEPTH), conditions.seed)
        refused = conditions.refused(served, f"{label}: refused calls")
        return [*_measures(outcome), *counted(f"{label}, outcome", served), refused]


def slots_of(statement: dict[str, Any]) -> dict[str, str]:
    """Subject and relation; where the set gives both in one, all of it is the subject."""
    if "slot" in statement:
        return {"subject": statement["slot"], "relation": "is"}
    return {"subject": statement["s"], "relation": statement["r"]}


def text_item(statement: dict[str, Any]) -> Item:
    """A statement as text alone, with its time, its confidence, and its source if that is not the user."""
    source = {} if statement["source"] == "user" else {"source": statement["source"]}
    more = {"when": statement["ts"], "confidence": statement["conf"]}
    return Item(str(statement["id"]), statement["text"], more=more | source)


def slotted_item(statement: dict[str, Any]) -> Item:
    """The same with its slots, one value of which holds at a time."""
    plain = text_item(statement)
    slots = {**slots_of(statement), "object": statement["value"], "exclusive": True}
    return Item(plain.id, plain.text, more={**plain.more, **slots})


def by_slots(item: Item) -> dict[str, Any]:
    """How to ask for what fills the slots of an item, without a word."""
    return {"query": "", "subject": item.more["subject"], "relation": item.more["relation"]}


def _questions(asked: dict[str, Any], items: Sequence[Item]) -> list[Question]:
    """One question about now and one for each time before a change, all in words and by the slots of the answer."""
    answer = next(item for item in items if item.id in _ids(asked["gold"]))
    made: list[Question] = []
    for way, more in ((_WORDS, {}), (_SLOTS, by_slots(answer))):
        made.append(_now(asked, way, more))
        for then in asked["asof"].values():
            at = {**more, "as_of": _just_before(then["ts"])}
            made.append(Question(asked["question"], _ids(then["gold"]), kind=f"{_THEN}, {way}", more=at))
    return made


def _now(asked: dict[str, Any], way: str, more: dict[str, Any]) -> Question:
    return Question(
        asked["question"],
        _ids(asked["gold"]),
        kind=f"{_NOW}, {way}",
        stale=_ids(asked["stale"]),
        rumour=_ids(asked["rumour"]),
        more=more,
    )


def _ids(numbers: Sequence[int]) -> frozenset[str]:
    return frozenset(map(str, numbers))


def _just_before(change: str) -> str:
    """The second before a change: the sets name the moment of the change itself, at which the new already holds."""
    return (datetime.fromisoformat(change) - timedelta(seconds=1)).isoformat()


def _measures(outcome: Outcome) -> list[Measure]:
    measures: list[Measure] = []
    for kind in dict.fromkeys(a.question.kind for a in outcome.asked):
        asked = outcome.only(lambda question, kind=kind: question.kind == kind)
        if kind.startswith(_THEN):
            measures += asked.mean(f"{kind}: first is gold", any_at(1))
            continue
        measures += asked.mean(f"{kind}: current on top", any_at(1))
        measures += asked.mean(f"{kind}: stale on top", stale_on_top)
        told = asked.only(lambda question: bool(question.rumour))
        measures += told.mean(f"{kind}: rumour on top, of those with one", rumour_on_top)
    return measures


def track(file: str, about: str) -> Track:
    """The track of one set."""
    return Track(about, [file], functools.partial(run, file))
