# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Vectors of another model: built beside the old ones, and put in their place by one commit.

The table that is built beside is no part of the store: it can be thrown away at any moment, and an erase does.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import anyio
import lancedb
import numpy as np
import pyarrow as pa
from lancedb.query import ColumnOrdering
from lancedb.table import AsyncTable

from ..errors import StoreUnavailable
from .commit import Commits
from .engine import Fault, engine, unavailable
from .filters import quoted, with_ids
from .making import Identity, ensure_key, identity_in, rebuild_indexes, said_of, table_path
from .opening import Store
from .schema import Arrow, memories_schema

if TYPE_CHECKING:
    from ..memory import Matrix

BESIDE = "reembedding"  # the name of the table
_PAGE = 4_000  # rows rewritten at a time


def throw_away(folder: str) -> None:
    """Drop what was built beside: it is built anew when it is asked for again."""
    shutil.rmtree(table_path(folder, BESIDE), ignore_errors=True)


def _is_there(folder: str) -> bool:
    return os.path.isdir(table_path(folder, BESIDE))


class Beside:
    """The vectors of another model for the rows of a store, as far as they are there."""

    def __init__(self, store: Store, to: Identity, table: AsyncTable) -> None:
        self._store, self._to, self._table = store, to, table

    @classmethod
    async def open(cls, store: Store, to: Identity) -> Beside:
        """What was built so far for this model; begun anew where it was another one, or is damaged."""
        store.refuse_if_read_only()
        db = await lancedb.connect_async(store.folder)
        if _is_there(store.folder):
            try:
                with engine():
                    table = await db.open_table(BESIDE)
                    if identity_in(await table.schema()) == to:
                        await table.count_rows("vector IS NULL")
                        return cls(store, to, table)
            except Fault:
                pass
            throw_away(store.folder)
        columns = pa.schema(
            [pa.field("id", pa.string(), nullable=False), pa.field("vector", pa.list_(pa.float16(), to.dimension))],
            metadata=said_of(to),
        )
        with unavailable():
            return cls(store, to, await db.create_table(BESIDE, schema=columns))

    async def there(self, ids: Sequence[str]) -> set[str]:
        """Which of these rows have their vector."""
        with unavailable():
            found = await self._table.query().where(with_ids(ids)).select(["id"]).to_arrow()
        return set(found["id"].to_pylist())

    async def add(self, ids: Sequence[str], vectors: Matrix) -> None:
        """Keep vectors for rows that have none yet; those that were erased meanwhile are left out.

        Raises StoreUnavailable when another process threw away what was built: it erased, or embedded anew itself.
        """
        async with self._store.lock:
            await self._still_there()
            commits = Commits(self._store)
            await commits.latest()
            there = await commits.there(ids)
            kept = [at for at, i in enumerate(ids) if i in there]
            rows = {"id": [ids[at] for at in kept], "vector": list(vectors[kept].astype(np.float16))}
            with unavailable():
                await self._table.add(pa.table(rows, schema=await self._table.schema()))

    async def _still_there(self) -> None:
        if not await self._store.lane.run(lambda: _is_there(self._store.folder)):
            raise StoreUnavailable(
                "What was embedded so far was thrown away: another process erased memories, or embedded the store anew. "
                "Run simonides reembed again."
            )

    async def switch(self) -> int:
        """Put the vectors in the place of the old ones, and the model in the place of the old model, by one commit;
        how many rows have none yet and wait for it. Writers wait meanwhile; cancellation waits for the end."""
        with anyio.CancelScope(shield=True):
            async with self._store.lock:
                await self._still_there()
                return await self._switch()
        raise AssertionError("a shielded scope ends by its own return")  # for the type checker

    async def _switch(self) -> int:
        store, commits = self._store, Commits(self._store)
        before = await commits.latest()
        await commits.settle()
        columns = memories_schema(self._to.dimension).with_metadata(said_of(self._to))
        rewritten = _Rewritten(commits.table, self._table, columns, asyncio.get_running_loop())
        with unavailable():
            await rewritten.begin()
            rows = pa.RecordBatchReader.from_batches(columns, rewritten.batches())
            # "null": rows told meanwhile have no vector yet
            await commits.table.add(rows, mode="overwrite", on_bad_vectors="null")
            store.digests.advance(before, await commits.table.version())
            await ensure_key(commits.table)
            await rebuild_indexes(commits.table)
        await commits.settle()
        await store.lane.run(lambda: throw_away(store.folder))
        return rewritten.pending


class _Rewritten:
    """All rows with their new vectors, page by page in the order of ids. The engine asks for them in a thread of its
    own, while the loop waits for it: the loop reads them."""

    def __init__(
        self, memories: AsyncTable, beside: AsyncTable, columns: Arrow, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._memories, self._beside, self._columns, self._loop = memories, beside, columns, loop
        self._first: list[Any] = []
        self._last = ""
        self.pending = 0

    async def begin(self) -> None:
        """Read the first page: the engine looks at it before it leaves the loop."""
        self._first = await self._page()

    def batches(self) -> Iterator[Any]:
        """The pages, for the engine's thread."""
        page = self._first
        while page:
            yield from page
            page = asyncio.run_coroutine_threadsafe(self._page(), self._loop).result()

    async def _page(self) -> list[Any]:
        order = [ColumnOrdering(column_name="id", ascending=True)]
        after = f"id > {quoted(self._last)}"
        rows: Any = await self._memories.query().where(after).order_by(order).limit(_PAGE).to_arrow()
        if not rows.num_rows:
            return []
        ids: list[str] = rows["id"].to_pylist()
        test = f"id >= {quoted(ids[0])} AND id <= {quoted(ids[-1])}"
        made: Any = await self._beside.query().where(test).to_arrow()
        vectors = dict(zip(made["id"].to_pylist(), made["vector"].combine_chunks(), strict=True))
        found = [vectors.get(i) for i in ids]
        waiting = [v is None for v in found]
        kept = rows.select([n for n in self._columns.names if n not in ("vector", "pending")])
        kept = kept.append_column("vector", pa.array(found, self._columns.field("vector").type))
        kept = kept.append_column("pending", pa.array(waiting))
        self._last, self.pending = ids[-1], self.pending + sum(waiting)
        return kept.select(self._columns.names).cast(self._columns).to_batches()
