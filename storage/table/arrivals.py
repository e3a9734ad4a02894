"""Memories that come in from an export: whatever is current here and there, each lineage has one head, and nothing
is said twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise

from ..ids import compose_id
from ..memory import Memory

_STANDS = ("current", "superseded")  # what was hidden or undone takes no other's place


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Rows as they come in, and current rows that are there, each with the row that takes its place."""

    opens: Sequence[Memory]
    closes: Sequence[tuple[Memory, Memory]]


def near(new: Iterable[Memory]) -> set[str]:
    """Ids of rows that may be heads beside these: all versions before, and the next."""
    return {compose_id(m.lineage, v) for m in new for v in range(1, m.version + 2)} | {
        i for m in new for i in m.supersedes
    }


def fitted(new: Sequence[Memory], there: Iterable[Memory], said: Collection[str], at: datetime) -> Arrivals:
    """`new` rows as they fit among those that are `there`; `said`: digests that are current already.

    A row that comes in as current though a later one takes its place, or another says the same, comes in as
    superseded, closed when the later was recorded, or at `at`.
    """
    theirs = list(there)
    after = _after([*theirs, *new])
    opens: list[Memory] = []
    taken = set(said)
    for memory in new:
        follower = after.get(memory.id)
        if memory.status == "current" and (follower or memory.digest in taken):
            memory = replace(memory, status="superseded", closed_at=follower.recorded_at if follower else at)
        elif memory.status == "current" and memory.digest:
            taken.add(memory.digest)
        opens.append(memory)
    closes = [(m, after[m.id]) for m in theirs if m.status == "current" and m.id in after]
    return Arrivals(opens, closes)


def _after(rows: Iterable[Memory]) -> Mapping[str, Memory]:
    """Which row takes the place of which, by id: what names it as superseded, or the next version."""
    after: dict[str, Memory] = {}
    lineages: defaultdict[str, list[Memory]] = defaultdict(list)
    for row in rows:
        if row.status in _STANDS:
            lineages[row.lineage].append(row)
            after.update(dict.fromkeys(row.supersedes, row))
    for versions in lineages.values():
        versions.sort(key=lambda m: m.version)
        for one, next_ in pairwise(versions):
            after[one.id] = next_
    return after
