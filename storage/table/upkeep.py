# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What the table needs besides being written: vectors for pending rows, and compaction.

A table that is never compacted answers in 20 ms at 100 commits and in 360 ms at 2,000.
"""

from __future__ import annotations

import logging
from datetime import timedelta

import anyio

from ..errors import EmbeddingFailed, StoreUnavailable
from ..text.embedding import Encoder
from .opening import Store
from .reader import Reader
from .writer import Writer

log = logging.getLogger(__name__)

COMMITS_BETWEEN = 32  # commits of this process between two compactions
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
                    self._commits = 0
                    await self.compact()
            except (StoreUnavailable, EmbeddingFailed) as fault:
                log.warning("upkeep: %s", fault)

    async def embed_pending(self, reader: Reader, writer: Writer) -> int:
        """Give every pending row its vector, if the encoder is ready; how many got one."""
        done = 0
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
        """Merge small files, bring indexes up to date and drop old versions. No query waits for it."""
        for table in (self._store.memories, self._store.lists):
            async with self._store.lock:
                try:
                    await table.optimize(cleanup_older_than=KEEP_VERSIONS)
                except (RuntimeError, OSError) as fault:  # the store is whole without it: next time
                    log.info("compaction put off: %s", str(fault)[:200])
