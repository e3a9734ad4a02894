"""Memories that come in from an export: whatever is current here and there, each lineage has one head, and nothing
is said twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from ..ids import compose_id, lineage_of
from ..memory import Memory
from . import undo
from .filters import holds, versions_of, with_ids

_STANDS = ("current", "superseded")  # what was hidden or undone takes no other's place


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Rows as they come in, and current rows that are there, each with the row that takes its place."""

    opens: Sequence[Memory]
    closes: Sequence[tuple[Memory, Memory]]


def beside(rows: Iterable[Memory]) -> list[str]:
    """Predicates of rows one step away from these in a chain of what takes whose place: their other versions, and
    the versions of whose they take. What names them as superseded is asked apart (`Commits.following`)."""
    rows = list(rows)
    whole = {m.lineage for m in rows if m.version > 1} | {lineage_of(i) for m in rows for i in m.supersedes}
    tests = [versions_of(whole)] if whole else []
    if first := [compose_id(m.lineage, 2) for m in rows if m.lineage not in whole]:
        tests.append(with_ids(first))
    return tests


def fitted(new: Sequence[Memory], there: Iterable[Memory], said: Iterable[Memory], at: datetime) -> Arrivals:
    """`new` rows as they fit among those that are `there`; `said`: current rows that say the same as some of them.

    What was current there and has a later head comes in closed by the one that follows it, as if that had closed it
    here; what says the same as another comes in as superseded at `at`. Rows that have ended say nothing.
    """
    theirs = list(there)
    after = _after([*theirs, *new], at)
    closes = [(m, after[m.id]) for m in theirs if m.status == "current" and _headed(m, after)]
    closed = {m.id for m, _ in closes}
    taken = {m.digest for m in said if m.id not in closed and holds(m, at)}
    opens: list[Memory] = []
    for memory in new:
        if memory.status == "current" and _headed(memory, after):
            opens.append(_closed(memory, after[memory.id]))
        elif memory.status == "current" and memory.digest and holds(memory, at):
            twin = memory.digest in taken
            opens.append(_twin(memory, at) if twin else memory)
            taken.add(memory.digest)
        else:
            opens.append(memory)
    return Arrivals(opens, closes)


def closing(memory: Memory, by: Memory, *, correction: bool = False) -> dict[str, Any]:
    """What changes of a row when another takes its place: it ended where that one begins, or, corrected, was never
    true."""
    ended = memory.began if correction else max(memory.began, by.began)
    earlier = memory.valid_to is not None and memory.valid_to < ended
    return {"status": "superseded", "closed_at": by.recorded_at, "valid_to": memory.valid_to if earlier else ended}


def _closed(memory: Memory, by: Memory) -> Memory:
    return _put(memory, closing(memory, by) | {"closed_by": by.opened_by}, by.opened_by, by.recorded_at)


def _twin(memory: Memory, at: datetime) -> Memory:
    """What says the same as another comes in closed, and never holds beside it."""
    return _put(memory, {"status": "superseded", "closed_at": at, "valid_to": memory.began}, memory.opened_by, at)


def _put(memory: Memory, put: dict[str, Any], receipt: str, at: datetime) -> Memory:
    """A row after a change, which it remembers."""
    was = {name: undo.undo_value(getattr(memory, name)) for name in put}
    return replace(memory, **put, undo=(*memory.undo, undo.entry(receipt, was, at)))


def _after(rows: Iterable[Memory], at: datetime) -> Mapping[str, Memory]:
    """Which row takes the place of which, by id: what names it as superseded, or the next version. What has yet to
    begin at `at` takes none."""
    after: dict[str, Memory] = {}
    lineages: defaultdict[str, list[Memory]] = defaultdict(list)
    for row in rows:
        if row.status in _STANDS:
            lineages[row.lineage].append(row)
            after.update(dict.fromkeys(row.supersedes if row.began <= at else (), row))
    for versions in lineages.values():
        versions.sort(key=lambda m: m.version)
        after.update({one.id: next_ for one, next_ in pairwise(versions)})
    return after


def _headed(memory: Memory, after: Mapping[str, Memory]) -> bool:
    """Whether what takes the place of a row, and what takes the place of that, ends in a current one. While that
    has not come in, the row stays the head."""
    seen, at = {memory.id}, memory
    while (next_ := after.get(at.id)) is not None and next_.id not in seen:
        seen.add(next_.id)
        at = next_
    return at is not memory and at.status == "current"
