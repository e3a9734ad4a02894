# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Reading memories: by id, by filter, by meaning, by words."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from lancedb.query import ColumnOrdering
from lancedb.table import AsyncTable

from ..errors import StoreUnavailable
from ..memory import Kind, Memory
from .filters import Filter, quoted, with_ids
from .rows import COLUMNS, from_row
from .schema import Arrow

if TYPE_CHECKING:
    from ..memory import Matrix, Vector

POOL = 100  # candidates a channel hands to fusion
_SCAN = 10_000  # rows fetched at once when a whole table is read


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row some channel proposed. `cosine` is None while it has no vector or none was asked for."""

    id: str
    kind: Kind
    recorded_at: datetime
    cosine: float | None
    words: float
    read: Callable[[], Memory]


class Reader:
    """Reads of one table. Every call sees what any process has committed so far."""

    def __init__(self, memories: AsyncTable) -> None:
        self._table = memories

    async def get(self, ids: Iterable[str]) -> dict[str, Memory]:
        """The rows with these ids, whatever their status; unknown ids are left out."""
        wanted = list(dict.fromkeys(ids))
        return {m.id: m for m in await self.where(with_ids(wanted))} if wanted else {}

    async def versions(self, lineages: Iterable[str]) -> list[Memory]:
        """Every version of these lineages, oldest first in each."""
        ranges = [f"(id >= {quoted(n + '.')} AND id < {quoted(n + '/')})" for n in dict.fromkeys(lineages)]
        rows = await self.where(" OR ".join(ranges)) if ranges else []
        return sorted(rows, key=lambda m: (m.lineage, m.version))

    async def successors(self, ids: Iterable[str]) -> list[Memory]:
        """Rows that say they supersede one of these."""
        return await self._naming("supersedes", ids)

    async def derived(self, ids: Iterable[str]) -> list[Memory]:
        """Rows derived from one of these."""
        return await self._naming("derived_from", ids)

    async def _naming(self, column: str, ids: Iterable[str]) -> list[Memory]:
        wanted = list(dict.fromkeys(ids))
        tests = " OR ".join(f"array_has({column}, {quoted(i)})" for i in wanted)
        return await self.where(tests) if wanted else []

    async def where(self, sql: str) -> list[Memory]:
        """All rows a predicate from `filters` admits."""
        found = await self._arrow(self._table.query().where(sql).select(list(COLUMNS)))
        return [from_row(row) for row in found.to_pylist()]

    async def find(self, wanted: Filter, *, limit: int, offset: int = 0, oldest_first: bool = False) -> list[Memory]:
        """Rows by filter alone, newest first unless asked otherwise; ties by id."""
        order = [
            ColumnOrdering(column_name="recorded_at", ascending=oldest_first),
            ColumnOrdering(column_name="id", ascending=oldest_first),
        ]
        query = self._table.query().where(wanted.sql()).order_by(order).select(list(COLUMNS))
        return [from_row(row) for row in (await self._arrow(query.limit(limit).offset(offset))).to_pylist()]

    async def count(self, sql: str | None = None) -> int:
        """How many rows a predicate admits; all without one."""
        try:
            return await self._table.count_rows(sql)
        except (RuntimeError, OSError) as broken:
            raise _unreadable(broken) from broken

    async def sizes(self, column: str) -> Counter[str]:
        """How many current rows have each value of a text column."""
        found = await self._arrow(self._table.query().where("status = 'current'").select([column]))
        return Counter(str(v) for v in found[column].to_pylist() if v)

    async def ids_like(self, start: str, *, limit: int) -> list[str]:
        """Ids of current rows that begin with `start`, newest first."""
        order = [ColumnOrdering(column_name="id", ascending=False)]
        test = f"status = 'current' AND starts_with(id, {quoted(start)})"
        found = await self._arrow(self._table.query().where(test).order_by(order).select(["id"]).limit(limit))
        return [str(i) for i in found["id"].to_pylist()]

    async def every(self) -> list[Memory]:
        """Every row there is, in the order of ids."""
        rows: list[Memory] = []
        while True:
            order = [ColumnOrdering(column_name="id", ascending=True)]
            query = self._table.query().order_by(order).select(list(COLUMNS)).limit(_SCAN).offset(len(rows))
            page = (await self._arrow(query)).to_pylist()
            rows += [from_row(row) for row in page]
            if len(page) < _SCAN:
                return rows

    async def pending(self, limit: int) -> list[Memory]:
        """Rows that still wait for their vector."""
        found = await self._arrow(self._table.query().where("pending = true").select(list(COLUMNS)).limit(limit))
        return [from_row(row) for row in found.to_pylist()]

    async def search(self, vector: Vector | None, query_grams: str, wanted: Filter) -> list[Candidate]:
        """Candidates of both channels under one filter: the nearest by cosine and the best by BM25.

        `vector` is a unit vector or None, `query_grams` tokens or empty. Where both are asked, a candidate
        of either channel carries its exact cosine; a candidate outside the words channel's pool has words 0.
        """
        sql, columns = wanted.sql(), [*COLUMNS, "vector"]
        near, word = await asyncio.gather(
            self._near(vector, sql, columns) if vector is not None else _nothing(),
            self._words(query_grams, sql, columns) if query_grams else _nothing(),
        )
        scored: dict[str, Candidate] = {}
        for table, score in ((word, "_score"), (near, "")):
            if table is None:
                continue
            cosines = _cosines(table, vector)
            rows = zip(
                table["id"].to_pylist(),
                table["kind"].to_pylist(),
                table["recorded_at"].to_pylist(),
                cosines,
                strict=True,
            )
            words: Sequence[float] = table[score].to_pylist() if score else [0.0] * table.num_rows
            for at, (id_, kind, recorded_at, cosine) in enumerate(rows):
                if id_ not in scored:
                    scored[id_] = Candidate(id_, kind, recorded_at, cosine, words[at], _row_reader(table, at))
        return list(scored.values())

    async def _near(self, vector: Vector, sql: str, columns: list[str]) -> Arrow:
        query = self._table.query().nearest_to(vector).distance_type("cosine").where(sql)
        return await self._arrow(query.select([*columns, "_distance"]).limit(POOL))

    async def _words(self, tokens: str, sql: str, columns: list[str]) -> Arrow:
        query = self._table.query().nearest_to_text(tokens, columns=["grams"]).where(sql)
        return await self._arrow(query.select([*columns, "_score"]).limit(POOL))

    async def _arrow(self, query: Any) -> Arrow:
        try:
            return await query.to_arrow()
        except (RuntimeError, OSError) as broken:
            raise _unreadable(broken) from broken


async def _nothing() -> Arrow | None:
    return None


def _unreadable(broken: Exception) -> StoreUnavailable:
    return StoreUnavailable(f"The store cannot be read: {str(broken)[:300]}")


def _row_reader(table: Arrow, at: int) -> Callable[[], Memory]:
    """Reads one row when asked: of two hundred candidates a page shows eight."""
    return lambda: from_row(table.select(list(COLUMNS)).slice(at, 1).to_pylist()[0])


def _cosines(table: Arrow, vector: Vector | None) -> list[float | None]:
    """The exact cosine of each row's vector with `vector`; None where there is no vector."""
    if vector is None or not table.num_rows:
        return [None] * table.num_rows
    column = table["vector"].combine_chunks()
    there = column.is_valid().to_numpy(zero_copy_only=False)
    flat: Matrix = column.flatten().to_numpy(zero_copy_only=False).astype(np.float32).reshape(-1, len(vector))
    lengths = np.linalg.norm(flat, axis=1)
    values = iter((flat @ vector / np.where(lengths > 0, lengths, 1.0)).tolist())
    return [next(values) if valid else None for valid in there]
