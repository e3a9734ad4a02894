"""Long English conversations: find the turns that answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..conditions import Conditions, Track
from ..items import Asked, Item, group_questions
from ..measures import Measure
from ..reading import by_field, english_time, read_lines
from ..rivals import Bm25
from ..scoring import Outcome, first_is_gold, recall_at, reciprocal_rank

FILE = "ret_en_locomo.jsonl"
_DEPTH = 10


async def run(conditions: Conditions) -> list[Measure]:
    """Each conversation in a store of its own, as it is one user's, each turn one memory."""
    return await _measured(conditions, [[group] for group in read_lines(conditions.data / FILE)])


async def run_shared(conditions: Conditions) -> list[Measure]:
    """All conversations in one store, each in a scope of its own: words are weighed by the whole store."""
    return await _measured(conditions, [read_lines(conditions.data / FILE)])


async def _measured(conditions: Conditions, stores: Sequence[Sequence[dict[str, Any]]]) -> list[Measure]:
    asked: list[Asked] = []
    refused: list[Measure] = []
    for groups in stores:
        items = [item for group in groups for item in items_of(group)]
        async with conditions.serving() as served:
            await conditions.store(served, items)
            questions = [question for group in groups for question in group_questions(group)]
            asked += await conditions.ask(served, questions, [Bm25(items)], _DEPTH)
            refused.append(conditions.refused(served))
    every = Outcome(asked, conditions.seed)
    outcome = every.with_gold()
    return [
        *outcome.mean("R@5", recall_at(5)),
        *outcome.mean("R@10", recall_at(10)),
        *outcome.mean("MRR", reciprocal_rank),
        *every.auroc("AUROC of found: first is gold", first_is_gold),
        Measure("refused calls", sum(r.value for r in refused), sum(r.n for r in refused)),
    ]


def items_of(group: dict[str, Any]) -> list[Item]:
    """The turns of a conversation, each one memory, an event of its session, in a scope of the conversation."""
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


TRACK = Track("long English conversations: turns that answer, in the first ten", [FILE], run)
SHARED = Track("the same conversations, all in one store", [FILE], run_shared)
