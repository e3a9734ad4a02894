"""Long English conversations: find the turns that answer."""

from __future__ import annotations

from typing import Any

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import by_field, english_time, read_lines
from ..rivals import Bm25
from ..scoring import Outcome, first_is_gold, recall_at, reciprocal_rank

_FILE = "ret_en_locomo.jsonl"
_DEPTH = 10


async def run(conditions: Conditions) -> list[Measure]:
    """Each conversation in a scope of its own, each turn one memory."""
    groups = read_lines(conditions.data / _FILE)
    items = [item for group in groups for item in _items(group)]
    questions = [question for group in groups for question in _questions(group)]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        asked = await conditions.ask(served, questions, [Bm25(items)], _DEPTH)
    every = Outcome(asked, conditions.seed)
    outcome = every.with_gold()
    return [
        *outcome.mean("R@5", recall_at(5)),
        *outcome.mean("R@10", recall_at(10)),
        *outcome.mean("MRR", reciprocal_rank),
        *every.auroc("AUROC of found: first is gold", first_is_gold),
        conditions.refused(served),
    ]


def _items(group: dict[str, Any]) -> list[Item]:
    name = group["group"]
    return [
        Item(
            f"{name}/{turn['id']}",
            f"{turn['speaker']}: {turn['text']}",
            name,
            {"kind": "event", "session": f"{name}-{turn['session']}", "when": english_time(turn["ts"])},
        )
        for turn in by_field(group)
    ]


def _questions(group: dict[str, Any]) -> list[Question]:
    name = group["group"]
    return [
        Question(q["question"], frozenset(f"{name}/{turn}" for turn in q["gold"]), name, q["category"])
        for q in group["questions"]
    ]


TRACK = Track("long English conversations: turns that answer, in the first ten", [_FILE], run)
