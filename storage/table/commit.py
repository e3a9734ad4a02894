# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""One commit: rows to the table, whole or not at all, and from there to the disk.

Call everything here under the lock of the store.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence, Set
from datetime import timedelta
from typing import Any

import numpy as np
from lancedb.table import AsyncTable

from ..errors import Changed, StoreUnavailable
from . import reserve
from .engine import Fault, engine, full, unavailable, unwritable
from .filters import with_ids
from .healing import newest_whole, set_newer_aside
from .making import pass_numbers, same_again
from .manifest import Torn, is_newest
from .opening import Store
from .residue import drop_versions
from .rows import Row, intact, sealed
from .schema import arrow_table, memories_schema

_GREW_BY_ONE = "source.revision = target.revision + 1"
_NEVER = timedelta(days=36_500)


class Preempted(Exception):
    """Another process committed in between: look again, and try again."""


class Commits:
    """The rows of one store, read and written for a change."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def table(self) -> AsyncTable:
        """The writer's handle, as it is now."""
        return self.store.memories

    async def latest(self) -> int:
        """Look at the newest version; its number."""
        with unavailable():
            version = await self.table.version()
            if not is_newest(self.store.durable.table, version):
                await self.table.checkout_latest()
                version = await self.table.version()
                await self.store.notice_move(self.table)
        if version <= self.store.durable.taken:
            with contextlib.suppress(Fault), engine():  # a full disk: an erase must go on all the same
                version = await pass_numbers(self.table, self.store.durable.taken)
        return version

    async def copy(self) -> None:
        """Make a second version of the same rows: one to be used, one to step back to."""
        before = await self.table.version()
        await same_again(self.table)
        self.store.digests.advance(before, await self.table.version())
        await self.settle()

    async def optimize(self) -> bool:
        """Merge small files and bring indexes up to date, and that to the disk; whether there was anything to do.

        No version is dropped. Left to itself the engine drops those older than a week here, which on a store
        that was not used for so long are all there are, while those in their place are not on the disk yet.
        """
        before = await self.table.version()
        await self.table.optimize(cleanup_older_than=_NEVER)
        if (after := await self.table.version()) == before:
            return False
        self.store.digests.advance(before, after)
        await self.settle(after)
        return True

    async def read(self, sql: str, *, to_write: bool = True) -> list[Row]:
        """Rows a predicate admits, all columns. Raises StoreUnavailable when one that is to be written back is
        damaged: it would carry a checksum that is right of a text that is not."""
        with unavailable():
            found: Any = await self.table.query().where(sql).to_arrow()
        rows: list[Row] = found.to_pylist()
        for row in rows:
            if to_write and not intact(row):
                raise StoreUnavailable(f"{row['id']} is damaged on the disk and cannot be changed: restore a backup.")
            if row["vector"] is not None:  # a half float has no Python type: hand it back as what Arrow takes
                row["vector"] = np.asarray(row["vector"], dtype=np.float16)
        return rows

    async def there(self, ids: Iterable[str]) -> set[str]:
        """Which of these ids there are."""
        with unavailable():
            found: Any = await self.table.query().where(with_ids(ids)).select(["id"]).to_arrow()
        return set(found["id"].to_pylist())

    async def following(self, ids: Set[str]) -> list[str]:
        """The ids of rows that name one of these as superseded. Few rows name any, so they are looked through here:
        a predicate that names thousands of ids would be tried on every row."""
        with unavailable():
            test = "array_length(supersedes) > 0"
            found: Any = await self.table.query().where(test).select(["id", "supersedes"]).to_arrow()
        named = zip(found["id"].to_pylist(), found["supersedes"].to_pylist(), strict=True)
        return [id_ for id_, supersedes in named if not ids.isdisjoint(supersedes)]

    async def write(self, opens: Sequence[Row], edits: Sequence[Row], *, fresh: bool) -> None:
        """Commit rows and bring them to the disk. `fresh`: no id of `opens` was ever used, which lets them be
        added without a look for their like, five times as fast.

        Raises Preempted when it is to be tried again, StoreUnavailable when it cannot be done.
        """
        await self._room()
        before = await self.table.version()
        columns = memories_schema((*self.store.moved, self.store.identity)[0].dimension)
        if self.store.moved:  # new rows have vectors of a model that is no longer the table's
            opens = [r | {"vector": None, "pending": True} for r in opens]
        rows: list[Row] = [sealed(r) | {"written": before + 1} for r in (*edits, *opens)]
        table = arrow_table(rows, columns)
        try:
            with engine():
                if fresh and not edits:
                    after = (await self.table.add(table)).version
                else:
                    after = await self._merge(table, len(edits), len(opens))
        except Fault as broken:
            if not await self._landed(rows, broken):  # an error may come after the deed
                raise Preempted from broken
            after = await self.table.version()
        self.store.digests.advance(before, after, (r["digest"] or "" for r in rows))
        await self.settle(after)

    async def _merge(self, table: Any, edits: int, opens: int) -> int:
        merge = self.table.merge_insert("id").when_matched_update_all(where=_GREW_BY_ONE)
        merge = merge.when_not_matched_insert_all().use_index(False)
        # "null": rows that wait for their vector have none, and may be edited all the same
        done = await merge.execute(table, on_bad_vectors="null")
        if (done.num_updated_rows, done.num_inserted_rows) != (edits, opens):
            raise Changed(
                "Another process wrote to the store without its lock; the change was made in part. "
                "Is the store on a network drive? Look with `simonides doctor`."
            )
        return done.version

    async def _landed(self, rows: Sequence[Row], broken: Fault) -> bool:
        """Whether a commit that ended in an error was made after all. Raises StoreUnavailable when it was not
        and there is no point in trying again."""
        await self.latest()
        with unavailable():
            found: Any = await self.table.query().where(with_ids(r["id"] for r in rows)).to_arrow()
        there = {r["id"]: (r["revision"], r["checksum"]) for r in found.to_pylist()}
        if all(there.get(r["id"]) == (r["revision"], r["checksum"]) for r in rows):
            return True
        if broken.conflict:
            return False
        raise unwritable(broken) from broken

    async def settle(self, version: int | None = None) -> None:
        """Bring the newest version, which may be known to the caller, to the disk. Raises StoreUnavailable when
        that cannot be done: then nobody may be told that what it holds is safe."""
        try:
            await self.store.durable.settle(version or await self.table.version())
        except Torn as torn:
            with unavailable():
                await self.step_back()
            raise StoreUnavailable(
                f"The disk did not take what was written ({torn}); nothing was changed. Check the disk with "
                "`simonides doctor`, and make a backup elsewhere: simonides backup FILE."
            ) from torn
        except OSError as broken:
            self.store.alarms.sound("disk", f"what was written could not be synced: {broken}")
            raise StoreUnavailable(
                f"The change was written but could not be brought to the disk ({broken}). It may be there or not: "
                "recall before you repeat it, and check the disk."
            ) from broken
        self.store.alarms.lower("disk")

    async def step_back(self) -> None:
        """Go back to the newest version that is whole: the engine takes some faults of the disk for success, and
        then names a file that is not what it says. Call it under the lock.

        A version with the rows of that one is made, so that no number is used twice; where not even that can be
        written, the manifests of what is torn are set aside.
        """
        table, path = self.table, self.store.durable.table
        whole = await self.store.lane.run(lambda: newest_whole(path))
        torn = await table.version()
        self.store.alarms.sound("disk", f"version {torn} was not written whole; version {whole} is used")
        self.store.digests.version = -1
        try:
            with engine():
                await table.checkout(whole)
                await table.restore()
                await table.checkout_latest()
            await self.store.durable.settle(await table.version())
        except (Fault, Torn, OSError):
            self.store.durable.taken = torn
            await self.store.lane.run(lambda: set_newer_aside(path, whole, self.store.disk))
            with unavailable():
                await table.checkout_latest()

    async def _room(self) -> None:
        self.store.refuse_if_read_only()
        if reserve.lacking(self.store.folder) > 0:
            await self.settle()  # what replaces the old versions must be on the disk before these go
            await self.store.lane.run(lambda: drop_versions(self.store.durable.table, keep=2))
        if (lacking := reserve.lacking(self.store.folder)) > 0:
            # before somebody else takes the rest
            await self.store.lane.run(lambda: reserve.hold(self.store.folder, self.store.disk))
            raise full(lacking)
