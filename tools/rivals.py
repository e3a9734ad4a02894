"""Contested statements among what was found: each before those it outranks, and who stands against whom now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from ..storage.belief.rules import outranks
from ..storage.memory import Memory
from ..storage.table.filters import holds
from .fuse import Ranked
from .mind import Mind
from .weigh import WINDOW

# Both bear on the question where one has this share of what the other bears; tuned on the development data of bench/.
BOTH_MATCH = 0.3


async def ordered(mind: Mind, ranked: Sequence[Ranked], now: datetime) -> list[Ranked]:
    """Ranked candidates with the contested among the first `WINDOW` behind those that stand before them. Nothing is
    pushed behind what does not match the question as well, nor what holds its very word behind what does not."""
    by_id = {r.candidate.id: r for r in ranked}
    rows = await mind.reader.seen(r.candidate.id for r in ranked[:WINDOW])
    against = [i for m in rows.values() for i in _rivals(m, now) if i in by_id and i not in rows]
    rows = rows | (await mind.reader.seen(against) if against else {})

    def matches(one: str, other: str) -> bool:
        first, second = by_id[one], by_id[other]
        worse = second.candidate.literal and not first.candidate.literal
        return not worse and first.bearing >= BOTH_MATCH * second.bearing

    order = lifted([r.candidate.id for r in ranked], rows, now, matches)
    made: list[Ranked] = []
    for id_ in reversed(order):  # what was lifted has at least the score of what comes after it
        one = by_id[id_]
        made.append(replace(one, score=max(one.score, made[-1].score)) if made else one)
    return made[::-1]


def in_order(rows: Sequence[Memory], now: datetime) -> list[Memory]:
    """Memories found by filters alone, the contested behind those that stand before them."""
    by_id = {m.id: m for m in rows}
    return [by_id[i] for i in lifted(list(by_id), by_id, now, lambda one, other: True)]


def lifted(
    order: list[str], rows: Mapping[str, Memory], now: datetime, matches: Callable[[str, str], bool]
) -> list[str]:
    """The ids with each that outranks one before it, which it contests, lifted to directly before that."""
    order = list(order)
    against = {i: set(_rivals(m, now)) for i, m in rows.items()}
    for id_ in [i for i in order if i in rows] if any(against.values()) else ():
        at = order.index(id_)
        weaker = [
            n
            for n, other in enumerate(order[:at])
            if other in rows
            and (id_ in against[other] or other in against[id_])
            and matches(id_, other)
            and outranks(rows[id_], rows[other], now)
        ]
        if weaker:
            order.insert(weaker[0], order.pop(at))
    return order


def _rivals(memory: Memory, now: datetime) -> tuple[str, ...]:
    """What a memory stands against, and while its time has yet to come, whose place it takes then."""
    return (*memory.contests, *memory.supersedes) if memory.began > now else memory.contests


async def unsettled(mind: Mind, memories: Sequence[Memory], now: datetime, scope: str = "") -> list[Memory]:
    """The memories, each with what it stands against now, as far as a scope can see: of what it did, something may be
    settled, or over."""
    against = [i for m in memories for i in m.contests]
    rows = await mind.reader.seen(against) if against else {}
    there = {i: row.scope for i, row in rows.items() if row.status == "current" and holds(row, now)}
    read = mind.scopes_read(scope)
    return [
        replace(m, contests=tuple(i for i in m.contests if there.get(i, "") in (m.scope, *read))) if m.contests else m
        for m in memories
    ]
