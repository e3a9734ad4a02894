"""Writing memories: one change, one receipt; what waits together is committed together.

Every change is the same steps inside one lock: read the rows it touches, refuse it if any is not what the
caller saw, write all rows at once, bring them to the disk. Change and receipt are one commit, so there is no
moment at which a memory is closed and its successor not yet there.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..errors import Changed
from ..memory import Change, Edit, Memory
from . import undo
from .arrivals import Arrivals, beside, closing, fitted
from .commit import Commits
from .edits import edited, next_of
from .filters import Statement, in_use, naming, quoted, with_ids
from .opening import Store
from .queue import Made, Queue
from .rows import Row, derived_columns, from_row, to_row
from .undo import undo_value
from .undoing import Against, beside_nothing, cascade, undone

if TYPE_CHECKING:
    from ..memory import Matrix

Build = Callable[[], Awaitable[Change]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Restored:
    """What taking in rows did: which came in, and how many were left out because they were erased once."""

    came: frozenset[str]
    erased: int

    @property
    def added(self) -> int:
        """How many came in."""
        return len(self.came)


class Writer:
    """The only way rows change, but for an erase.

    `after_commit` is told of every commit, and whether it left a row without a vector, for upkeep.
    """

    def __init__(self, store: Store, after_commit: Callable[[bool], None]) -> None:
        self._commits = Commits(store)
        self._tombstones, self._lane = store.tombstones, store.lane
        self._queue = Queue(self._commits)
        self._after_commit = after_commit

    async def commit(self, build: Build, *, unless: Statement | None = None, absent_at: int = -1) -> str:
        """Apply a change, all or nothing; the id of a current row that says the same, if there is one, instead.

        `build` makes the change inside the lock, from what it reads there: what it depends on cannot change
        between its reading and the commit. `unless` is the statement that must not be current already;
        `absent_at` the version of the table at which the caller saw that it was not.

        Raises Changed when a row to edit is not there with the status expected or an id to open is taken,
        StoreUnavailable when the table cannot be written or the disk does not take it. Cancellation waits for
        the commit under way.
        """
        left_pending = False

        async def make() -> Made:
            nonlocal left_pending
            change = await build()
            await self._refuse_taken(change)
            opens = [self._opened(memory, vector, change) for memory, vector in change.opens]
            edits = await self._edited(change.edits, change.receipt, change.at)
            left_pending = any(row["pending"] for row in (*opens, *edits))
            return Made(opens, edits, fresh=all(m.version == 1 for m, _ in change.opens))

        there = await self._queue.submit(make, unless, absent_at)
        self._after_commit(left_pending)
        return there

    async def settled(self, version: int) -> None:
        """See to it that a version somebody else wrote is on the disk: before it is answered from as known."""
        await self._queue.settled(version)

    async def undo(
        self, receipts: Sequence[str], by: Sequence[str], at: datetime, against: Against = beside_nothing
    ) -> list[Memory]:
        """Put back what these changes did, one after the other, as changes of their own with the receipts `by`.

        What was derived from rows that go out goes with them; `against` gives further edits for rows that come back.
        Returns the rows as they are now. Raises InvalidArgument for a receipt no row knows, and Changed when a row
        was changed since, naming the changes that must be undone first, or can no longer be current.
        """
        written: list[Row] = []

        async def make() -> Made:
            written[:] = await undone(self._commits, receipts, by, at, against)
            return Made([], written)

        await self._queue.submit(make)
        self._after_commit(any(row["pending"] for row in written))
        return [from_row(row) for row in written]

    async def cascade(self, receipt: str) -> list[str]:
        """The changes that came after this one and must be undone with it, the last first, and it itself at the end."""
        await self._commits.latest()
        return await cascade(self._commits, receipt)

    async def restore(
        self, memories: Sequence[Memory], at: datetime, *, vectors: Matrix | None = None, erased_too: bool = False
    ) -> Restored:
        """Take in rows of another store, or of an earlier time, as they are; those whose id is there already are
        left alone. `vectors`: one for each, or None where they are still to be embedded.

        Each lineage keeps one head: a row whose successor comes in is closed, as by that successor's own receipt,
        and a row comes in as superseded where its successor, or one that says the same, is there. Unless
        `erased_too`, what was erased once is left out; with it, that it was is forgotten.
        """
        done = Restored(frozenset(), 0)
        of = {} if vectors is None else {m.id: v for m, v in zip(memories, vectors, strict=True)}

        async def make() -> Made:
            nonlocal done
            by_id = {m.id: m for m in reversed(memories)}  # one record twice in a file is one record
            erased = set[str]() if erased_too else await self._lane.run(lambda: self._tombstones.naming(by_id.values()))
            coming = [m for i, m in by_id.items() if i not in erased]
            known = await self._commits.there(m.id for m in coming)
            new = [m for m in coming if m.id not in known]
            arrived = fitted(new, await self._family(new), await self._said(new), at)
            edits = await self._closing(arrived)
            done = Restored(frozenset(m.id for m in new), len(erased))
            if erased_too:
                await self._lane.run(lambda: self._tombstones.lift(new))
            return Made([to_row(m, of.get(m.id)) for m in arrived.opens], edits, fresh=True)

        await self._queue.submit(make)
        self._after_commit(vectors is None)
        return done

    async def _family(self, new: Iterable[Memory]) -> list[Memory]:
        """The rows that are there and hang together with these: which takes whose place is told by whole chains, part
        of which came in before."""
        family: dict[str, Memory] = {}
        wave = list(new)
        while wave:
            tests = beside(wave)
            if following := await self._commits.following({m.id for m in wave}):
                tests.append(with_ids(following))
            test = " OR ".join(f"({t})" for t in tests)
            found = [from_row(r) for r in await self._commits.read(test, to_write=False)] if tests else []
            wave = [m for m in found if m.id not in family]
            family.update({m.id: m for m in wave})
        return list(family.values())

    async def _said(self, new: Iterable[Memory]) -> list[Memory]:
        """The current rows that say the same as some of these."""
        version = await self._commits.latest()
        rule_out = self._commits.store.digests.rule_out
        asked = [m.digest for m in new if m.digest and m.status == "current" and not rule_out(m.digest, version)]
        test = f"status = 'current' AND digest IN ({', '.join(quoted(d) for d in asked)})"
        return [from_row(r) for r in await self._commits.read(test)] if asked else []

    async def _closing(self, arrived: Arrivals) -> list[Row]:
        """The rows whose place is taken, closed, and with them what was derived from them."""
        by = {row.id: follower for row, follower in arrived.closes}
        if not by:
            return []
        there = {r["id"]: r for r in await self._commits.read(with_ids(by))}
        rows: list[Row] = []
        for memory, follower in arrived.closes:
            edit = Edit(memory.id, "current", closing(memory, follower))
            rows += edited(there, [edit], follower.opened_by, follower.recorded_at)
        derived = await self._commits.read(f"{naming('derived_from', by)} AND status = 'current'")
        for row in (r for r in derived if r["id"] not in by):
            follower = by[next(i for i in row["derived_from"] if i in by)]
            edit = Edit(row["id"], "current", {"status": "superseded", "closed_at": follower.recorded_at})
            rows += edited({row["id"]: row}, [edit], follower.opened_by, follower.recorded_at)
        return rows

    async def embed(self, ids: Sequence[str], vectors: Matrix) -> int:
        """Give pending rows their vectors; rows that went or were embedded meanwhile are left alone."""
        by_id = dict(zip(ids, vectors, strict=True))
        count = 0

        async def make() -> Made:
            nonlocal count
            if self._commits.store.moved:
                return Made([], [])
            waiting = await self._commits.read(f"{with_ids(ids)} AND pending = true")
            count = len(waiting)
            given = [{"vector": by_id[r["id"]].astype("float16"), "pending": False} for r in waiting]
            return Made([], [next_of(row, put) for row, put in zip(waiting, given, strict=True)])

        await self._queue.submit(make)
        return count

    async def derive(self, ids: Sequence[str]) -> int:
        """Compute anew what follows from content and claims, where it differs: search tokens, claim keys."""
        count = 0

        async def make() -> Made:
            nonlocal count
            rows = await self._commits.read(with_ids(ids or [""]))
            fresh = [(row, derived_columns(from_row(row))) for row in rows]
            edits = [next_of(row, put) for row, put in fresh if any(row[k] != v for k, v in put.items())]
            count = len(edits)
            return Made([], edits)

        await self._queue.submit(make)
        return count

    async def use(
        self, ids: Mapping[str, datetime], sessions: Mapping[str, datetime], until: Callable[[datetime], datetime]
    ) -> None:
        """Note the last use of current rows that are kept by it, and until when that keeps them: of these, and of
        the working ones of these sessions."""

        async def make() -> Made:
            edits: list[Row] = []
            for row in await self._commits.read(in_use(ids, sessions)):
                at = max((t for t in (ids.get(row["id"]), sessions.get(row["session"] or "")) if t), default=None)
                if at and row["status"] == "current" and row["used_at"] < at < row["expires_at"]:
                    edits.append(next_of(row, {"used_at": at, "expires_at": until(at)}))
            return Made([], edits)

        await self._queue.submit(make)

    async def _refuse_taken(self, change: Change) -> None:
        """A version that is there, hidden perhaps, must not be written over."""
        new = [m.id for m, _ in change.opens if m.version > 1]
        if new and (taken := await self._commits.read(with_ids(new))):
            raise Changed(f"{taken[0]['id']} came to be meanwhile. recall it again, then retry.")

    def _opened(self, memory: Memory, vector: Any, change: Change) -> Row:
        was = {"status": "hidden", "closed_at": undo_value(change.at)}
        opening = undo.entry(change.receipt, was, change.at, why=change.why)
        return to_row(memory, vector) | {"opened_by": change.receipt, "undo": undo.kept([opening])}

    async def _edited(self, edits: Sequence[Edit], receipt: str, at: datetime) -> list[Row]:
        """The rows to edit, read now, with their new values and what undoing them needs."""
        there = {r["id"]: r for r in await self._commits.read(with_ids(e.id for e in edits))} if edits else {}
        return edited(there, edits, receipt, at)
