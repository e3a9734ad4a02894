# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Erasing: rows off the disk, with every file that ever held them.

A row that Lance deletes stays where it was: in its data file, beside a list of deleted rows; in the indexes; in
every older version. So an erase writes everything that is left into new files, builds all indexes anew, and
removes the rest. What is to go is noted before anything is done, so that whoever opens the store after a
crash carries it on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio

from ..errors import StoreUnavailable
from ..memory import Memory
from . import reserve, sums
from .commit import Commits
from .engine import Fault, engine
from .filters import with_ids
from .healing import DAMAGED
from .making import STAGING, rebuild_indexes, table_path
from .manifest import DELETIONS, Torn, named
from .opening import BACKUPS, Store
from .reembed import BESIDE
from .reserve import make_room
from .residue import drop_versions, files_below, left_of, units
from .schema import ATOMS, LISTS, PROFILES

UNDER_WAY = "erasing.json"
_PASSES = 12  # of compaction; two or three are what it takes
_NOTHING_CHANGED = re.compile("[:;] nothing was changed")  # of a step that was taken back; the erase was not


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erase did: how many rows went, and how many files that held them are left (0, or it failed)."""

    count: int
    residue: int


class Eraser:
    """Erases rows of one store. Other processes go on reading; their writes wait.

    `beside`: takes what was said of rows, by their ids, out of files beside the tables; it may be done twice.
    """

    def __init__(self, store: Store, beside: Callable[[Collection[str]], None]) -> None:
        self._store = store
        self._beside = beside
        self._commits = Commits(store)
        self._note = os.path.join(store.folder, UNDER_WAY)

    async def erase(self, choose: Callable[[], Awaitable[Sequence[Memory]]], at: datetime) -> Erased:
        """Erase the rows `choose` names, which it does inside the lock.

        Raises StoreUnavailable when it cannot be carried through; what is noted is carried on at the next
        opening, or by the next erase. Cancellation waits for the end.
        """
        self._store.refuse_if_read_only()
        with anyio.CancelScope(shield=True):
            async with self._store.lock:
                await self._commits.latest()
                await self._settle()
                rows = await choose()
                if not rows:
                    return Erased(0, 0)
                return await self._guarded(lambda: self._begin(rows, at))
        raise AssertionError("a shielded scope ends by its own return")  # for the type checker

    async def resume(self) -> Erased | None:
        """Carry on an erase that was interrupted, whoever began it; None when there is none."""
        if self._store.read_only:
            return None
        if not self._under_way():  # perhaps somebody else carried through what was begun here
            self._store.alarms.lower("erase")
            return None
        with anyio.CancelScope(shield=True):
            async with self._store.lock:
                if not self._under_way():  # somebody else was faster
                    self._store.alarms.lower("erase")
                    return None
                return await self._guarded(self._carry_on)
        raise AssertionError("a shielded scope ends by its own return")  # for the type checker

    async def _guarded(self, work: Callable[[], Awaitable[Erased]]) -> Erased:
        try:
            with engine():
                done = await work()
        except (OSError, Fault, Torn, StoreUnavailable) as broken:
            why = _NOTHING_CHANGED.split(str(broken))[0][:200]
            self._store.alarms.sound("erase", f"an erase is not complete, and is tried again: {why}")
            raise StoreUnavailable(
                f"The erase was begun and is not complete ({why}). It is carried on by itself; "
                "if it lasts, look with `simonides doctor`."
            ) from broken
        if not done.residue:
            self._store.alarms.lower("erase")
        return done

    async def _begin(self, rows: Sequence[Memory], at: datetime) -> Erased:
        store = self._store

        def note() -> None:
            make_room(store.folder, store.disk)
            store.tombstones.add(rows, at)
            waiting = self._noted() if self._under_way() else []
            ids = sorted({*waiting, *(m.id for m in rows)})
            store.disk.write_whole(self._note, json.dumps({"ids": ids}).encode())

        await store.lane.run(note)
        return await self._carry_on()

    def _under_way(self) -> bool:
        return os.path.exists(self._note)

    def _noted(self) -> list[str]:
        try:
            return [str(i) for i in json.loads(Path(self._note).read_bytes())["ids"]]
        except (ValueError, KeyError, TypeError) as broken:
            raise Torn(f"{self._note} cannot be read: erase the same memories again, if they are there") from broken

    async def _carry_on(self) -> Erased:
        store, folder = self._store, self._store.durable.table
        ids = await store.lane.run(self._noted)
        await self._commits.latest()
        await self._settle()
        await store.lane.run(lambda: make_room(store.folder, store.disk))
        before = await store.lane.run(lambda: units(folder))
        gone: Any = await self._commits.table.delete(with_ids(ids))
        await self._settle()
        await self._rewrite()
        await store.lane.run(lambda: drop_versions(folder, keep=1))  # room for the indexes
        await rebuild_indexes(self._commits.table)
        await self._rest()
        await store.lane.run(lambda: self._beside(ids))
        left = await self._clear(before)
        await store.tables.open()  # the caches of the old handles hold what was erased
        if not left:
            await store.lane.run(self._close)
        else:
            store.alarms.sound("erase", f"{len(left)} files that held erased text are left: {left[0]}")
        return Erased(int(gone.num_deleted_rows), len(left))

    async def _rewrite(self) -> None:
        """Bring what is left into new files.

        Compaction leaves a file alone of which a tenth or less is deleted, unless there is a second small one to
        merge it with. Touching any row makes that second one.
        """
        table = self._commits.table
        for _ in range(_PASSES):
            rows = await table.query().select(["id"]).limit(1).to_list()
            if rows:
                await table.update(where=with_ids([rows[0]["id"]]), updates_sql={"pending": "pending"})
                await self._settle()
            await self._rest()
            if not any(p.startswith(DELETIONS) for p in named(self._store.durable.table, await table.version())):
                return
        raise Torn("deleted rows stay in their files however often these are merged")

    async def _rest(self) -> None:
        """Compact until there is nothing to compact; every step is on the disk before the next."""
        for _ in range(_PASSES):
            if not await self._commits.optimize():
                return
            await self._store.lane.run(lambda: make_room(self._store.folder, self._store.disk))

    async def _clear(self, before: set[str]) -> list[str]:
        """Remove every older version and what nothing names; what is left of before, which is to be nothing."""
        store = self._store
        await self._commits.copy()
        await self._clear_lists()

        def finish() -> list[str]:
            drop_versions(store.durable.table, keep=2)
            sums.prune(store.durable.table, store.disk)
            mine = [os.path.join(store.folder, own) for own in (BACKUPS, DAMAGED, STAGING)]
            mine += [table_path(store.folder, table) for table in (BESIDE, ATOMS, PROFILES)]
            for own in mine:  # made by ourselves; they may hold what was erased
                shutil.rmtree(own, ignore_errors=True)
            store.disk.sync(store.folder)
            return [*left_of(store.durable.table, before), *(file for own in mine for file in files_below(own))]

        left = await store.lane.run(finish)
        await store.durable.settle_removals()
        return left

    async def _clear_lists(self) -> None:
        """Pending lists name what was listed, by ids: those that were confirmed are deleted, and go as well."""
        lists = self._store.lists
        await lists.checkout_latest()
        await lists.add(await lists.query().to_arrow(), mode="overwrite")
        path = table_path(self._store.folder, LISTS)
        await self._store.lane.run(lambda: drop_versions(path, keep=1))

    def _close(self) -> None:
        self._store.disk.remove(self._note)
        reserve.hold(self._store.folder, self._store.disk)

    async def _settle(self) -> None:
        await self._commits.settle()
