# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The open tables of a store, and their caches, which are let go now and then.

The engine caches every index it ever opened by its size alone, each with an open file: a small store that is
written to for a week would run out of file descriptors.
"""

from __future__ import annotations

import lancedb
from lancedb.table import AsyncTable

from . import schema

_INDEX_CACHE_BYTES, _METADATA_CACHE_BYTES = 16 << 20, 16 << 20


class Tables:
    """Handles on the tables in `folder`; `memories` is the writer's, `reading` the readers'.

    They look for newer versions only when told to (`checkout_latest`): a look lists every version there is,
    which costs each query a millisecond for a thousand of them.
    """

    memories: AsyncTable
    reading: AsyncTable
    lists: AsyncTable

    def __init__(self, folder: str) -> None:
        self._folder = folder

    async def open(self) -> None:
        """Open them all, with new caches. Handles in use stay good until they are dropped. Call it under the lock,
        once the tables are used."""
        session = lancedb.Session(
            index_cache_size_bytes=_INDEX_CACHE_BYTES, metadata_cache_size_bytes=_METADATA_CACHE_BYTES
        )
        opened = await lancedb.connect_async(self._folder, session=session)
        memories = await opened.open_table(schema.MEMORIES)
        reading = await opened.open_table(schema.MEMORIES)
        lists = await opened.open_table(schema.LISTS)
        self.memories, self.reading, self.lists = memories, reading, lists

    def close(self) -> None:
        """Let them go. What was committed is already on disk."""
        for table in (self.memories, self.reading, self.lists):
            table.close()
