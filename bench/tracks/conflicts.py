"""Statements that change over time, and late rumours: what is so now, and what was so before a change."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from ..conditions import Conditions, Track
from ..items import Answer, Item, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import UpTo
from ..scoring import Outcome, any_at, rank_of
from ..served import Served

_DEPTH = 5
_SECOND_OF_TWO = 2  # the version that replaces the first; the third is a rumour and replaces nothing
_NOW, _THEN = "now", "before the change"
_WAYS = ("in words", "by slots")


async def run(file: str, conditions: Conditions) -> list[Measure]:
    """All statements in one store, told in their order; each change names what it replaces."""
    (record,) = read_lines(conditions.data / file)
    statements = sorted(record["statements"], key=lambda statement: statement["ts"])
    items = [_item(statement) for statement in statements]
    questions = [q for asked in record["questions"] if asked["type"] == "single_hop" for q in _questions(asked, items)]
    async with conditions.serving() as served:
        await _store(served, items, statements, conditions)
        outcome = Outcome(await conditions.ask(served, questions, [UpTo(items)], _DEPTH), conditions.seed)
        contested = Measure("contested statements", served.outcomes["contested"], len(items))
        return [*_measures(outcome), contested, conditions.refused(served)]


def _slots(statement: dict[str, Any]) -> dict[str, str]:
    """Subject and relation; where the set gives both in one, all of it is the subject."""
    if "slot" in statement:
        return {"subject": statement["slot"], "relation": "is"}
    return {"subject": statement["s"], "relation": statement["r"]}


def _item(statement: dict[str, Any]) -> Item:
    source = {} if statement["source"] == "user" else {"source": statement["source"]}
    more = {"object": statement["value"], "exclusive": True, "when": statement["ts"], "confidence": statement["conf"]}
    return Item(str(statement["id"]), statement["text"], more={**_slots(statement), **more, **source})


async def _store(
    served: Served, items: Sequence[Item], statements: Sequence[dict[str, Any]], conditions: Conditions
) -> None:
    conditions.steps.expect(len(items))
    before: dict[tuple[str, ...], str] = {}
    for item, statement in zip(items, statements, strict=True):
        slot = tuple(_slots(statement).values())
        replaced = {"replaces": served.ids_of(before[slot])} if statement["version"] == _SECOND_OF_TWO else {}
        await served.remember(replace(item, more={**item.more, **replaced}))
        before[slot] = item.id
        conditions.steps.done()
    await served.settled()


def _questions(asked: dict[str, Any], items: Sequence[Item]) -> list[Question]:
    """One question about now and one for each time before a change, all in words and by the slots of the answer."""
    gold, stale = _ids(asked["gold"]), _ids(asked["stale"])
    answer = next(item for item in items if item.id in gold)
    by_slots = {"query": "", "subject": answer.more["subject"], "relation": answer.more["relation"]}
    made: list[Question] = []
    for way, more in zip(_WAYS, ({}, by_slots), strict=True):
        made.append(Question(asked["question"], gold, kind=f"{_NOW}, {way}", stale=stale, more=more))
        for then in asked["asof"].values():
            at = {**more, "as_of": _just_before(then["ts"])}
            made.append(Question(asked["question"], _ids(then["gold"]), kind=f"{_THEN}, {way}", more=at))
    return made


def _ids(numbers: Sequence[int]) -> frozenset[str]:
    return frozenset(map(str, numbers))


def _just_before(change: str) -> str:
    """The second before a change: the sets name the moment of the change itself, at which the new already holds."""
    return (datetime.fromisoformat(change) - timedelta(seconds=1)).isoformat()


def _measures(outcome: Outcome) -> list[Measure]:
    measures: list[Measure] = []
    for kind in (f"{time}, {way}" for time in (_THEN, _NOW) for way in _WAYS):
        asked = outcome.only(lambda question, kind=kind: question.kind == kind)
        measures += asked.mean(f"{kind}: first is gold", any_at(1))
        if kind.startswith(_NOW):
            measures += asked.mean(f"{kind}: stale first", _stale_first)
    return measures


def _stale_first(question: Question, answer: Answer) -> float:
    return float(rank_of(question.stale, answer) == 1)


def track(file: str, about: str) -> Track:
    """The track of one set."""
    return Track(about, [file], functools.partial(run, file))
