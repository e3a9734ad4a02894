# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Writing memories: one change, one commit, one receipt.

Every change is the same three steps inside one lock: read the rows it touches, refuse it if any is not
what the caller saw, write all rows at once. Change and receipt are one commit, so there is no moment at
which a memory is closed and its successor not yet there.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import numpy as np

from ..errors import Changed, InvalidArgument, StoreUnavailable
from ..memory import Change, Edit, Memory
from . import undo
from .filters import Statement, naming, quoted, saying, with_ids
from .opening import Store
from .rows import Row, from_row, redo_value, to_row, undo_value
from .schema import arrow_table, memories_schema

if TYPE_CHECKING:
    from ..memory import Matrix

T = TypeVar("T")
Build = Callable[[], Awaitable[Change]]
log = logging.getLogger(__name__)
_ATTEMPTS = 5  # a commit that another process preempted is read and tried again


class Writer:
    """The only way rows change. One commit at a time, in this process and among all on the store.

    `after_commit` is told of every commit, and whether it left a row without a vector, for upkeep.
    """

    def __init__(self, store: Store, after_commit: Callable[[bool], None]) -> None:
        self._table = store.memories
        self._columns = memories_schema(store.identity.dimension)
        self._lock = store.lock
        self._after_commit = after_commit

    async def commit(self, build: Build, *, unless: Statement | None = None, absent_at: int = -1) -> str:
        """Apply a change, all or nothing; the id of a current row that says the same, if there is one, instead.

        `build` makes the change inside the lock, from what it reads there: what it depends on cannot change
        between its reading and the commit. `unless` is the statement that must not be current already;
        `absent_at` the version of the table at which the caller saw that it was not.

        Raises Changed when a row to edit is not there with the status expected or an id to open is taken,
        StoreUnavailable when the table cannot be written. Cancellation waits for the commit under way.
        """
        left_pending, fresh = False, set[str]()

        async def rows() -> list[Row]:
            nonlocal left_pending
            change = await build()
            fresh.update(m.id for m, _ in change.opens)
            left_pending = any(vector is None for _, vector in change.opens)
            await self._refuse_taken(change)
            opened = [self._opened(memory, vector, change) for memory, vector in change.opens]
            return await self._edited(change.edits, change.receipt, change.at) + opened

        async def work() -> str:
            known = unless is None or await self._table.version() == absent_at
            there = "" if known or unless is None else await self._holding(unless)
            if not there:
                await self._write(rows, fresh)
            return there

        done = await self._alone(work)
        self._after_commit(left_pending)
        return done

    async def undo(self, receipt: str, by: str, at: datetime) -> list[Memory]:
        """Put back what the change `receipt` did, as a change of its own with the receipt `by`.

        What was derived from rows that go out goes with them. Returns the rows as they are now. Raises
        InvalidArgument for a receipt no row knows, and Changed when a row was changed since (that change must
        be undone first) or can no longer be current.
        """

        async def rows() -> list[Row]:
            held = await self._read(f"contains(undo, {quoted(json.dumps(receipt, ensure_ascii=False))})")
            touched = [(row, entry) for row in held if (entry := undo.find(undo.stack_of(row["undo"]), receipt))]
            if not touched:
                raise InvalidArgument("undo", f"knows no receipt {receipt[:40]!r}; every change answers with one.")
            for row, _ in touched:
                if first := undo.blocking(undo.stack_of(row["undo"]), receipt):
                    raise Changed(f"{row['id']} was changed again since; undo that first: forget(undo={first!r}).")
            edits = [Edit(row["id"], row["status"], entry["was"]) for row, entry in touched]
            await self._refuse_twins(
                [r for r, e in touched if _becomes(r, e) == "current"], {r["id"] for r, _ in touched}
            )
            leaving = [r["id"] for r, e in touched if r["status"] == "current" and _becomes(r, e) != "current"]
            derived = await self._read(naming("derived_from", leaving)) if leaving else []
            known = {r["id"] for r, _ in touched}
            put = {"status": "hidden", "closed_at": at}
            edits += [
                Edit(r["id"], "current", put) for r in derived if r["status"] == "current" and r["id"] not in known
            ]
            return await self._edited(edits, by, at, of=receipt)

        written = await self._alone(lambda: self._write(rows))
        self._after_commit(False)
        return [from_row(row) for row in written]

    async def delete(self, choose: Callable[[], Awaitable[Iterable[str]]]) -> int:
        """Take rows out of the table; how many went. `choose` names them inside the lock."""

        async def work() -> int:
            wanted = list(await choose())
            if not wanted:
                return 0
            gone: Any = await self._guarded(self._table.delete(with_ids(wanted)))
            return int(gone.num_deleted_rows)

        count = await self._alone(work)
        self._after_commit(False)
        return count

    async def restore(self, memories: Sequence[Memory]) -> int:
        """Insert rows exactly as they are, those whose id is there already left alone; how many came in."""

        async def work() -> int:
            by_id = {m.id: m for m in reversed(memories)}  # one record twice in a file is one record
            there = {r["id"] for r in await self._read(with_ids(by_id))} if by_id else set()
            new = [to_row(m, None) for i, m in by_id.items() if i not in there]
            if new:
                await self._guarded(self._table.add(arrow_table(new, self._columns)))
            return len(new)

        count = await self._alone(work)
        self._after_commit(True)
        return count

    async def embed(self, ids: Sequence[str], vectors: Matrix) -> int:
        """Give pending rows their vectors; rows that went or were embedded meanwhile are left alone."""
        by_id = dict(zip(ids, vectors, strict=True))

        async def rows() -> list[Row]:
            waiting = await self._read(f"{with_ids(ids)} AND pending = true")
            return [r | {"vector": by_id[r["id"]].astype("float16"), "pending": False} for r in waiting]

        return len(await self._alone(lambda: self._write(rows)))

    async def _alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run one write under the lock and to its end: cancellation waits for it."""
        with anyio.CancelScope(shield=True):
            async with self._lock:
                await self._guarded(self._table.checkout_latest())
                return await work()
        raise AssertionError("a shielded scope ends by its own return")  # for the type checker

    async def _holding(self, statement: Statement) -> str:
        rows = await self._guarded(self._table.query().where(saying(statement)).select(["id"]).to_list())
        return min((str(r["id"]) for r in rows), default="")

    async def _refuse_taken(self, change: Change) -> None:
        """A version that is there, hidden perhaps, must not be written over."""
        new = [m.id for m, _ in change.opens if m.version > 1]
        if new and (taken := await self._read(with_ids(new))):
            raise Changed(f"{taken[0]['id']} came to be meanwhile. recall it again, then retry.")

    async def _refuse_twins(self, back: Sequence[Row], touched: set[str]) -> None:
        """A row may not come back beside a current one that says the same, or without its sources."""
        for row in back:
            same = f"digest = {quoted(row['digest'])} AND status = 'current'" if row["digest"] else ""
            said = await self._read(same) if same else []
            if twin := next((r["id"] for r in said if r["id"] not in touched), ""):
                raise Changed(
                    f"{row['id']} cannot come back: {twin} says the same by now. Leave it, or hide that first."
                )
            sources = [i for i in row["derived_from"] or () if i not in touched]
            there = (
                {r["id"] for r in await self._read(with_ids(sources)) if r["status"] == "current"} if sources else set()
            )
            if gone := [i for i in sources if i not in there]:
                raise Changed(f"{row['id']} cannot come back: its source {gone[0]} is no longer current.")

    async def _read(self, sql: str) -> list[Row]:
        found = await self._guarded(self._table.query().where(sql).to_arrow())
        rows: list[Row] = found.to_pylist()
        for row in rows:  # a half float has no Python type: hand it back as what Arrow takes
            if row["vector"] is not None:
                row["vector"] = np.asarray(row["vector"], dtype=np.float16)
        return rows

    def _opened(self, memory: Memory, vector: Any, change: Change) -> Row:
        opening = undo.entry(change.receipt, {"status": "hidden", "closed_at": undo_value(change.at)})
        return to_row(memory, vector) | {"opened_by": change.receipt, "undo": undo.kept([opening])}

    async def _edited(self, edits: Sequence[Edit], receipt: str, at: datetime, of: str = "") -> list[Row]:
        """The rows to edit, read now, with their new values and what undoing them needs."""
        if not edits:
            return []
        there = {r["id"]: r for r in await self._read(with_ids(e.id for e in edits))}
        rows: list[Row] = []
        for edit in edits:
            row = there.get(edit.id)
            if row is None or row["status"] != edit.expects:
                now = "gone" if row is None else row["status"]
                raise Changed(f"{edit.id} is {now} by now, not {edit.expects}. recall it again, then retry.")
            put = {"closed_by": receipt, **{k: redo_value(k, v) for k, v in edit.put.items()}}
            was = {k: undo_value(row[k]) for k in put}
            stack = [*undo.stack_of(row["undo"]), undo.entry(receipt, was, of)]
            rows.append(row | put | {"undo": undo.kept(stack)})
        return rows

    async def _write(self, rows: Callable[[], Awaitable[list[Row]]], fresh: Collection[str] = ()) -> list[Row]:
        """Write what `rows` reads, in one commit, trying again when another process came between.

        `fresh` are ids nobody has: rows of which all are fresh are added, which is five times as fast.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            made = await rows()
            if not made:
                return []
            table = arrow_table(made, self._columns)
            try:
                if all(row["id"] in fresh for row in made):
                    await self._table.add(table)
                else:
                    merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
                    # "null": rows that wait for their vector have none, and may be edited all the same
                    await merge.use_index(False).execute(table, on_bad_vectors="null")
                return made
            except (RuntimeError, OSError) as broken:
                if "conflict" not in str(broken).lower() or attempt == _ATTEMPTS:
                    raise _unwritable(broken) from broken
                log.info("commit preempted, attempt %d", attempt)
                await self._guarded(self._table.checkout_latest())
        return []

    async def _guarded(self, work: Awaitable[Any]) -> Any:
        try:
            return await work
        except (RuntimeError, OSError) as broken:
            raise _unwritable(broken) from broken


def _becomes(row: Row, entry: undo.Entry) -> str:
    """The status of a row once this change of it is taken back."""
    return str(entry["was"].get("status", row["status"]))


def _unwritable(broken: Exception) -> StoreUnavailable:
    return StoreUnavailable(f"The store cannot be written; nothing was changed. {str(broken)[:300]}")
