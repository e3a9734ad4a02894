# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The open tables of a store, and their caches, which are let go now and then.

The engine caches every index it ever opened by its size alone, each with an open file: a small store that is
written to for a week would run out of file descriptors.
"""

from __future__ import annotations

from pathlib import Path

import lancedb
from lancedb.table import AsyncTable

from . import schema
from .making import table_path

_METADATA_CACHE_BYTES = 16 << 20
# Of indexes at least so much, and room for all there are twice over: what does not fit is read anew by every query, which
# takes half a second for the keys of 100,000 claims. Not more: what is cached of a small store are old indexes.
_INDEX_CACHE_BYTES, _MOST_INDEX_CACHE_BYTES = 16 << 20, 512 << 20


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
            index_cache_size_bytes=_index_cache_bytes(self._folder), metadata_cache_size_bytes=_METADATA_CACHE_BYTES
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


def _index_cache_bytes(folder: str) -> int:
    there = sum(_size(file) for file in Path(table_path(folder, schema.MEMORIES), "_indices").rglob("*"))
    return min(max(_INDEX_CACHE_BYTES, 2 * there), _MOST_INDEX_CACHE_BYTES)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # another process tidied up
        return 0
