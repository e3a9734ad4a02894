"""Dated events of one year: what somebody did most recently, as of a day."""

from __future__ import annotations

from typing import Any

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import UpTo
from ..scoring import Outcome, any_at

_FILE = "asof_en_icews14.jsonl"
_AT_ONCE = 8  # of thousands of stores; which of a day's events comes first does not matter


async def run(conditions: Conditions) -> list[Measure]:
    """Every event with its slots and its day in one store; asked by slots, and in words, for the first alone."""
    (record,) = read_lines(conditions.data / _FILE)
    items = _items(record)
    by_slots = [_question(q, {"query": "", "subject": q["s"], "relation": q["r"]}) for q in record["questions"]]
    in_words = [_question(q, {}) for q in record["questions"]]
    rival = UpTo(items)
    async with conditions.serving() as served:
        await conditions.store(served, items, _AT_ONCE)
        measures: list[Measure] = []
        for way, questions in (("by slots", by_slots), ("in words", in_words)):
            outcome = Outcome(await conditions.ask(served, questions, [rival], 1), conditions.seed)
            measures += outcome.mean(f"{way}: first is gold", any_at(1))
        return [*measures, conditions.refused(served)]


def _items(record: dict[str, Any]) -> list[Item]:
    events = [dict(zip(record["fields"], event, strict=True)) for event in record["events"]]
    return [
        Item(
            str(event["id"]),
            record["text_template"].format(**event),
            more={
                "subject": event["s"],
                "relation": event["r"],
                "object": event["o"],
                "kind": "event",
                "when": event["ts"],
            },
        )
        for event in events
    ]


def _question(question: dict[str, Any], more: dict[str, Any]) -> Question:
    gold = frozenset(str(event) for event in question["gold"])
    return Question(question["question"], gold, more={"as_of": question["asof"], **more})


TRACK = Track("dated events: the latest of its kind as of a day, by slots and in words", [_FILE], run)
