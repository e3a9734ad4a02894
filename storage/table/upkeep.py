# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What the table needs besides being written: vectors for pending rows, and compaction.

A table that is never compacted answers in 20 ms at 100 commits and in 360 ms at 2,000.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import anyio

from ..text.embedding import Encoder
from .opening import Store
from .reader import Reader
from .writer import Writer

log = logging.getLogger(__name__)

COMMITS_BETWEEN = 32  # commits of this process after which it compacts in any case
# After a pause it compacts sooner: a table in one piece answers three times as fast as one in thirty. What is
# small after few commits; compaction rewrites, so what is large waits for more.
QUIET_S, FEWEST_COMMITS, ROWS_PER_COMMIT = 1.0, 4, 2_000
_PASSES = 3
KEEP_VERSIONS = timedelta(minutes=10)  # a reader that is slow, or a look back after a fault
_BATCH = 64  # rows embedded and written at once


class Upkeep:
    """Background work of one process, done when told that there may be some."""

    def __init__(self, store: Store, encoder: Encoder) -> None:
        self._store = store
        self._encoder = encoder
        self._commits = 0
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
        while True:
            await self._wake.wait()
            self._wake = anyio.Event()
            try:
                await self.embed_pending(reader, writer)
                if self._commits >= COMMITS_BETWEEN:
                    await self._compact_now()
                elif await self._quiet():
                    if self._commits >= max(FEWEST_COMMITS, await reader.count() // ROWS_PER_COMMIT):
                        await self._compact_now()
                    await reader.warm()
            except Exception as fault:  # the edge of a background task that must go on for the life of the process
                log.warning("upkeep, to be tried again: %s", str(fault)[:300])

    async def _quiet(self) -> bool:
        """Whether nobody writes for a while."""
        with anyio.move_on_after(QUIET_S):
            await self._wake.wait()
            return False
        return True

    async def _compact_now(self) -> None:
        self._commits = 0
        await self.compact()

    async def embed_pending(self, reader: Reader, writer: Writer) -> int:
        """Give every pending row its vector, if the encoder is ready; how many got one."""
        done = 0
        if self._embedded.is_set():
            return done
        while self._encoder.state == "ready" and (rows := await reader.pending(_BATCH)):
            vectors = await self._encoder.encode([m.searchable for m in rows])
            if vectors is None:
                break
            if not (given := await writer.embed([m.id for m in rows], vectors)):
                break
            done += given
        if self._encoder.state == "ready":
            self._embedded.set()
        return done

    async def compact(self) -> None:
        """Merge small files, bring indexes up to date and drop old versions. No query waits for it.

        One pass leaves what was indexed and what was not apart, so passes go on until nothing changes.
        """
        for table in (self._store.memories, self._store.lists):
            try:
                for _ in range(_PASSES):
                    before = await table.version()
                    async with self._store.lock:
                        await table.checkout_latest()
                        await table.optimize(cleanup_older_than=KEEP_VERSIONS)
                    if await table.version() == before:
                        break
            except (RuntimeError, OSError, ValueError) as fault:  # the store is whole without it: next time
                log.info("compaction put off: %s", str(fault)[:200])
