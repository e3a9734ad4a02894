"""Chinese daily messages: find those that answer, among two hundred of other people."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ..conditions import Conditions, Track
from ..items import GLOBAL, Item, group_questions
from ..measures import Measure
from ..reading import by_field, chinese_time, read_lines
from ..rivals import Bm25
from ..scoring import Outcome, all_at, recall_at, reciprocal_rank

FILE = "ret_zh_memdaily.jsonl"
_DEPTH = 10
_FOREIGN = 200  # messages of other groups that every question sees
_SAMPLE = 300  # groups asked about, unless all are


async def run(conditions: Conditions) -> list[Measure]:
    """Each group in a scope of its own, the messages of groups not asked about in the global one."""
    groups = read_lines(conditions.data / FILE)
    lenders, asked_about = drawn(groups, conditions)
    foreign = _foreign(lenders, asked_about, conditions.seed)
    items = [*foreign, *(item for group in asked_about for item in items_of(group, group["group"]))]
    questions = [question for group in asked_about for question in group_questions(group)]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        asked = await conditions.ask(served, questions, [Bm25(items)], _DEPTH)
    outcome = Outcome(asked, conditions.seed).with_gold()
    return [
        *outcome.mean("R@5", recall_at(5)),
        *outcome.mean("R@10", recall_at(10)),
        *outcome.mean("all gold in ten", all_at(10)),
        *outcome.mean("MRR", reciprocal_rank),
        conditions.refused(served),
    ]


def drawn(groups: Sequence[dict[str, Any]], conditions: Conditions) -> tuple[list[Any], list[Any]]:
    """Groups that lend the foreign messages, twice as many as are needed, and groups asked about; both drawn."""
    order = random.Random(conditions.seed).sample(groups, len(groups))
    count = lent = 0
    while lent < 2 * _FOREIGN and count < len(order) // 2:
        lent += len(order[count]["items"])
        count += 1
    rest = order[count:]
    return order[:count], rest if conditions.full else rest[:_SAMPLE]


def _foreign(lenders: Sequence[dict[str, Any]], asked_about: Sequence[dict[str, Any]], seed: int) -> list[Item]:
    """Messages drawn from the lenders; one worded as a message of a group asked about would answer as well."""
    own = {message["text"] for group in asked_about for message in by_field(group)}
    pool = {item.text: item for group in lenders for item in items_of(group, GLOBAL) if item.text not in own}
    return random.Random(seed).sample(list(pool.values()), min(_FOREIGN, len(pool)))


def items_of(group: dict[str, Any], scope: str) -> list[Item]:
    """The messages of a group, each one memory, an event of its conversation."""
    name = group["group"]
    return [
        Item(
            f"{name}/{message['id']}",
            message["text"],
            scope,
            {"kind": "event", "session": name, "when": chinese_time(message["ts"])},
        )
        for message in by_field(group)
    ]


TRACK = Track("Chinese daily messages among 200 foreign ones, in the first ten", [FILE], run)
