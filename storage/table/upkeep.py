# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What the table needs besides being written: vectors for pending rows, tokens of today, and compaction.

A table that is never compacted answers in 20 ms at 100 commits and in 360 ms at 2,000.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import time
from datetime import timedelta

import anyio

from .. import heap
from ..disk import size_on_disk
from ..errors import SimonidesError, StoreUnavailable
from ..text.embedding import Encoder
from . import reserve, sums
from .commit import Commits
from .engine import Fault, engine
from .erase import Eraser
from .making import rebuild_indexes
from .manifest import DATA, Torn, named, versions
from .opening import Store
from .reader import Reader
from .residue import drop_versions
from .retoken import retoken
from .writer import Writer

log = logging.getLogger(__name__)

COMMITS_BETWEEN = 8  # commits of this process after which it looks how many pieces the table is in
MOST_PIECES = 32  # data files of one version: more are merged in any case
# After a pause it compacts sooner: a table in one piece answers three times as fast as one in thirty. What is
# small after few commits; compaction rewrites, so what is large waits for more.
QUIET_S, FEWEST_COMMITS, ROWS_PER_COMMIT = 1.0, 4, 2_000
_PASSES = 3
_COMPACTIONS_BETWEEN = 1
KEPT_S = 600.0  # old versions, where they take little room: a reader that is slow, a look back after a fault
_CROWDED = 1.25  # times the newest version: more than that is too much
_BATCH = 64  # rows embedded and written at once
_FAULTS_BEFORE_ALARM = 3
_ERASE_AGAIN_S = 30.0  # after a try that failed
_GROWTH, _GROWTH_BYTES = 4, 256 << 20  # an alarm when the table takes so much more than its newest version


class Upkeep:
    """Background work of one process, done when told that there may be some."""

    def __init__(self, store: Store, encoder: Encoder, eraser: Eraser) -> None:
        self._store = store
        self._encoder = encoder
        self._eraser = eraser
        self._table = Commits(store)
        self._commits = 0  # since the last compaction
        self._looked_at = 0
        self._faults = 0
        self._erase_again = 0.0  # not before then
        self._tokens_current = False  # whether every row is known to have tokens of this version
        self._swept = False  # whether old versions were dropped since the last merge, by whoever made it
        self._wake = anyio.Event()
        self._embedded = anyio.Event()  # set while no row of this store is known to wait for its vector

    def committed(self, pending: bool) -> None:
        """A commit was made; `pending` when it stored a row without its vector."""
        self._commits += 1
        if pending and self._embedded.is_set():
            self._embedded = anyio.Event()
        self._wake.set()

    def wake(self) -> None:
        """Something may have become possible: the encoder is ready, or never will be."""
        self._wake.set()

    async def caught_up(self, wait_s: float) -> bool:
        """Whether every row known here has its vector, waiting for that at most `wait_s` seconds."""
        with anyio.move_on_after(wait_s):
            await self._embedded.wait()
        return self._embedded.is_set()

    async def run(self, reader: Reader, writer: Writer) -> None:
        """Work for ever; faults are logged and tried again at the next commit."""
        if self._store.read_only:
            self._embedded.set()
            return
        await self._look_first(reader)
        while True:
            await self._wake.wait()
            self._wake = anyio.Event()
            try:
                await self._carry_on_erase()
                await self.embed_pending(reader, writer)
                if self._commits - self._looked_at >= COMMITS_BETWEEN and await self._pieces() >= MOST_PIECES:
                    await self.compact()
                    self._wake.set()  # a pause may follow at once, and is for reading ahead
                elif await self._quiet():
                    if await self._retokened(reader, writer):
                        continue  # a pause comes before the next rows, and whoever writes before both
                    if self._commits >= max(FEWEST_COMMITS, await reader.count() // ROWS_PER_COMMIT):
                        await self.compact()
                    elif not self._swept:  # a process that was stopped in a compaction left twice the table
                        await self._drop_old()
                    await reader.warm()
            except Exception as fault:  # the edge of a background task that must go on for the life of the process
                log.warning("upkeep, to be tried again: %s", str(fault)[:300])

    async def _carry_on_erase(self) -> None:
        """Carry on an erase that was interrupted; not at every commit, where it cannot be: it rewrites the table."""
        if time.monotonic() < self._erase_again:
            return
        self._erase_again = time.monotonic() + _ERASE_AGAIN_S
        with contextlib.suppress(StoreUnavailable):  # its alarm stands
            if (done := await self._eraser.resume()) is None or not done.residue:
                self._erase_again = 0.0

    async def _look_first(self, reader: Reader) -> None:
        """Read ahead, and do what whoever wrote last left undone."""
        try:
            await reader.learn()
            self._commits += await self._pieces()
            self._wake.set()
        except SimonidesError as fault:  # said by the first call that reads
            log.info("not read ahead: %s", str(fault)[:200])

    async def _quiet(self) -> bool:
        """Whether nobody writes for a while."""
        with anyio.move_on_after(QUIET_S):
            await self._wake.wait()
            return False
        return True

    async def _pieces(self) -> int:
        """In how many data files the newest version is, whoever wrote them."""
        self._looked_at = self._commits

        def count() -> int:
            table = self._store.durable.table
            try:
                return sum(path.startswith(DATA) for path in named(table, versions(table)[0]))
            except (OSError, Torn, IndexError):
                return 0  # cleaned up under us: somebody is at it

        return await self._store.lane.run(count)

    async def embed_pending(self, reader: Reader, writer: Writer) -> int:
        """Give every pending row its vector, if the encoder is ready; how many got one."""
        done = 0
        if self._embedded.is_set():
            return done
        while self._encoder.state == "ready" and (rows := await reader.pending(_BATCH)):
            vectors = await self._encoder.encode([m.searchable for m in rows])
            if vectors is None:
                break
            done += await writer.embed([m.id for m in rows], vectors)  # none where somebody else was faster
            if self._store.moved:  # to another model: these vectors are none of its
                break
        if self._encoder.state == "ready":
            self._embedded.set()
        return done

    async def _retokened(self, reader: Reader, writer: Writer) -> bool:
        """Bring the tokens of some rows up to this version, if an older one made them; whether there were any."""
        if self._tokens_current or not await retoken(reader, writer):
            self._tokens_current = True
            return False
        self.committed(pending=False)
        return True

    async def compact(self) -> None:
        """Merge small files, bring indexes up to date and drop old versions. No query waits for it; a write
        waits for one step at most."""
        self._commits = self._looked_at = 0
        self._swept = False
        store = self._store
        try:
            if not await self._has_room():
                return
            with engine():
                await self._merge()
                await self._drop_old()
                async with store.lock:
                    await store.lists.checkout_latest()
                    await store.lists.optimize(cleanup_older_than=timedelta(seconds=KEPT_S))
        except (Fault, Torn, StoreUnavailable) as fault:
            await self._failed(fault)
            return
        self._faults = 0
        async with store.lock:
            await store.tables.open()  # its caches hold files and memory of what was merged
        store.alarms.lower("maintenance")
        await store.lane.run(self._look_at_size)
        await store.lane.run(heap.give_back)

    async def _has_room(self) -> bool:
        """Whether there is room to write the memories anew, if need be by dropping old versions."""
        store = self._store

        def free() -> bool:
            return shutil.disk_usage(store.folder).free > 2 * reserve.live_bytes(store.durable.table)

        if await store.lane.run(free):
            store.alarms.lower("room")
            return True
        async with store.lock:
            await self._table.latest()
            await self._table.settle()
            await store.lane.run(lambda: drop_versions(store.durable.table, keep=2))
        store.alarms.sound("room", "there is no room on the disk to merge files: free some, or erase memories")
        return False

    async def _merge(self) -> None:
        """One pass leaves what was indexed and what was not apart, so passes go on until nothing changes."""
        for _ in range(_PASSES):
            async with self._store.lock:
                await self._table.latest()
                if not await self._table.optimize():
                    return

    async def _drop_old(self) -> None:
        """Drop versions older than ten minutes; all of them where they take more room than the table itself.

        Two are kept, of the same files: the newest to be used, and one to step back to.
        """
        store, path = self._store, self._store.durable.table
        async with store.lock:
            await self._table.latest()
            await self._table.settle()
            crowded = await store.lane.run(lambda: size_on_disk(path) > _CROWDED * reserve.live_bytes(path))
            if crowded:
                await self._table.copy()
            older_than_s = 0.0 if crowded else KEPT_S
            await store.lane.run(lambda: drop_versions(path, keep=2, older_than_s=older_than_s))
            await store.lane.run(lambda: sums.prune(path, store.disk))
            await store.durable.settle_removals()
        self._swept = True

    async def _failed(self, fault: Exception) -> None:
        """The store is whole without it: next time. An index that cannot be merged is built anew."""
        self._faults += 1
        log.info("compaction put off: %s", str(fault)[:200])
        if self._faults < _FAULTS_BEFORE_ALARM:
            return
        self._store.alarms.sound("maintenance", f"failed {_FAULTS_BEFORE_ALARM} times and more: {str(fault)[:200]}")
        async with self._store.lock:
            await self._table.latest()
            await rebuild_indexes(self._store.memories)
            await self._table.settle()

    def _look_at_size(self) -> None:
        table = self._store.durable.table
        live, all_ = reserve.live_bytes(table), size_on_disk(table)
        if all_ > _GROWTH * live + _GROWTH_BYTES:
            self._store.alarms.sound("growth", f"the table takes {all_ >> 20} MiB, its newest version {live >> 20}")
        else:
            self._store.alarms.lower("growth")
        reserve.hold(self._store.folder, self._store.disk)
