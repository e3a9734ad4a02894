# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Reading memories: by id, by filter, by meaning, by words."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from lancedb.query import ColumnOrdering
from lancedb.table import AsyncTable

from ..errors import StoreUnavailable
from ..memory import Kind, Memory
from .digests import MOST
from .engine import Fault, engine
from .filters import Filter, Statement, naming, quoted, saying, versions_of, with_ids
from .manifest import is_newest
from .opening import Store
from .rows import READ, Row, from_row, intact
from .schema import Arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..memory import Matrix, Vector

    Array = NDArray[Any]

T = TypeVar("T")
Ask = Callable[[AsyncTable], Any]  # makes a query
Weigh = Callable[[Mapping[str, "Array"]], "Array"]
POOL = 100  # candidates a channel hands to fusion
_LIGHT = ("id", "kind", "recorded_at")  # what ranking needs; a row has thirty columns more
# What rows can be weighed by; times in microseconds since 1970, in floats, and NaN where there is none.
WEIGHED = ("id", "kind", "trust", "importance", "confidence", "recorded_at", "valid_from")
_MOST_KEPT = 2_000  # rows kept between two changes of the table
_SCAN = 10_000  # rows fetched at once when a whole table is read
_LOOKS = 5  # at a table whose files go away under a question, because somebody erases


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row some channel proposed: what ranking needs of it. `cosine` is None while it has no vector or none
    was asked for; `literal`: it holds the question to the letter. The row itself is read by id once it is known
    which are shown."""

    id: str
    kind: Kind
    recorded_us: int  # microseconds since 1970: two hundred datetimes are slow to make and only compared
    cosine: float | None
    words: float
    literal: bool = False


class Reader:
    """Reads of one table. Every call sees what any process has committed so far."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, Memory] = {}
        self._kept_version = -1

    @property
    def _table(self) -> AsyncTable:
        return self._store.reading

    async def get(self, ids: Iterable[str]) -> dict[str, Memory]:
        """The rows with these ids, whatever their status; unknown ids are left out."""
        await self._now()
        return await self.seen(ids)

    async def seen(self, ids: Iterable[str]) -> dict[str, Memory]:
        """The same as of the last look at the table: for rows that a search just proposed.

        Rows read before are kept until the table changes, by whatever process: reading thirty-odd columns
        takes a third of the time of a recall, and what is recalled once is recalled again.
        """
        wanted = list(dict.fromkeys(ids))
        kept = await self._kept_now()
        if missing := [i for i in wanted if i not in kept]:
            found = await self._memories(lambda t: t.query().where(with_ids(missing)).select(list(READ)))
            kept.update({m.id: m for m in found})
        return {i: kept[i] for i in wanted if i in kept}

    async def warm(self) -> None:
        """Read ahead, in a pause: which statements there are, and all current rows, where they are few enough
        to be kept."""
        await self.learn()
        if await self.count("status = 'current'") <= _MOST_KEPT:
            kept = await self._kept_now()
            kept.update({m.id: m for m in await self.where("status = 'current'")})

    async def learn(self) -> None:
        """Take in which statements there are, unless that is known."""
        table = await self._now()
        if (version := await table.version()) != self._store.digests.version and await self.count() <= MOST:
            found = await self._arrow(lambda t: t.query().select(["digest"]))
            self._store.digests.learn(version, found["digest"].to_pylist())

    async def _kept_now(self) -> dict[str, Memory]:
        """The rows kept for the version last looked at. A reader holds on to this very dictionary: while it
        waits, others may have put another in its place."""
        version = await self._table.version()
        if version != self._kept_version or len(self._kept) > 2 * _MOST_KEPT:
            self._kept, self._kept_version = {}, version
        return self._kept

    async def _now(self) -> AsyncTable:
        """The table as it is now: one look for newer versions, for all that is then asked of it."""
        if not is_newest(self._store.durable.table, await self._table.version()):
            await self._looked(self._table.checkout_latest)
        return self._table

    async def _looked(self, look: Callable[[], Awaitable[T]]) -> T:
        """Do something with the table; once more on its newest version when its files went away meanwhile."""
        for attempt in range(1, _LOOKS + 1):
            try:
                with engine():
                    return await look()
            except Fault as fault:
                if not fault.vanished or attempt == _LOOKS:
                    raise _unreadable(fault) from fault
            with contextlib.suppress(Fault), engine():  # said by the next look, if it stays so
                await self._table.checkout_latest()
        raise AssertionError("the last look returns or raises")

    async def _memories(self, ask: Ask) -> list[Memory]:
        """The memories a query over all of `READ` finds. What is damaged on the disk is left out, and said."""
        found: list[Memory] = []
        for row in (await self._arrow(ask)).to_pylist():
            if intact(row):
                found.append(from_row(row))
            else:
                self._store.alarms.sound(
                    f"memory {row['id']}", "damaged on the disk, left out of answers: restore it from a backup"
                )
        return found

    async def holding(self, statement: Statement) -> tuple[str, int]:
        """The id of the current row that says the same, empty if there is none, and the version looked at."""
        table = await self._now()
        version = await table.version()
        if self._store.digests.rule_out(statement.digest, version):
            return "", version
        rows = (await self._arrow(lambda t: t.query().where(saying(statement)).select(["id"]))).to_pylist()
        return min((str(r["id"]) for r in rows), default=""), version

    async def versions(self, lineages: Iterable[str]) -> list[Memory]:
        """Every version of these lineages, oldest first in each."""
        wanted = list(lineages)
        rows = await self.where(versions_of(wanted)) if wanted else []
        return sorted(rows, key=lambda m: (m.lineage, m.version))

    async def successors(self, ids: Iterable[str]) -> list[Memory]:
        """Rows that say they supersede one of these."""
        return await self._naming("supersedes", ids)

    async def derived(self, ids: Iterable[str]) -> list[Memory]:
        """Rows derived from one of these."""
        return await self._naming("derived_from", ids)

    async def _naming(self, column: str, ids: Iterable[str]) -> list[Memory]:
        wanted = list(dict.fromkeys(ids))
        return await self.where(naming(column, wanted)) if wanted else []

    async def where(self, sql: str, *, limit: int = 0) -> list[Memory]:
        """The rows a predicate from `filters` admits: so many, or all."""

        def ask(table: AsyncTable) -> Any:
            found = table.query().where(sql).select(list(READ))
            return found.limit(limit) if limit else found

        await self._now()
        return await self._memories(ask)

    async def find(self, wanted: Filter, *, limit: int, offset: int = 0, oldest_first: bool = False) -> list[Memory]:
        """Rows by filter alone, newest first unless asked otherwise; ties by id."""
        order = [
            ColumnOrdering(column_name="recorded_at", ascending=oldest_first),
            ColumnOrdering(column_name="id", ascending=oldest_first),
        ]
        sql = wanted.sql()
        await self._now()
        return await self._memories(
            lambda t: t.query().where(sql).order_by(order).select(list(READ)).limit(limit).offset(offset)
        )

    async def best(self, wanted: Filter, weigh: Weigh, *, limit: int, offset: int = 0) -> list[Memory]:
        """Rows by filter alone, the heaviest first; ties by when they were recorded, then by id. `weigh` is given
        columns, one array for each of `WEIGHED`, and returns one number for each row."""
        sql = wanted.sql()
        await self._now()
        light = await self._arrow(lambda t: t.query().where(sql).select(list(WEIGHED)))
        columns = {n: _weighable(light[n]) for n in WEIGHED}
        order = np.lexsort((columns["id"], columns["recorded_at"], weigh(columns)))[::-1][offset : offset + limit]
        ids: list[str] = columns["id"][order].tolist()
        rows = await self.seen(ids)
        return [rows[i] for i in ids if i in rows]

    async def there(self, ids: Iterable[str]) -> set[str]:
        """Which of these ids there are, whatever their status."""
        test = with_ids(ids)
        await self._now()
        found = await self._arrow(lambda t: t.query().where(test).select(["id"]))
        return set(found["id"].to_pylist())

    async def count(self, sql: str | None = None) -> int:
        """How many rows a predicate admits; all without one."""
        await self._now()
        return await self._looked(lambda: self._table.count_rows(sql))

    async def sizes(self, column: str, sql: str = "") -> Counter[str]:
        """How many current rows, of those a predicate admits, have each value of a text column."""
        test = f"status = 'current' AND ({sql})" if sql else "status = 'current'"
        await self._now()
        found = await self._arrow(lambda t: t.query().where(test).select([column]))
        return Counter(str(v) for v in found[column].to_pylist() if v)

    async def ids_like(self, start: str, *, limit: int) -> list[str]:
        """Ids of current rows that begin with `start`, newest first."""
        order = [ColumnOrdering(column_name="id", ascending=False)]
        test = f"status = 'current' AND starts_with(id, {quoted(start)})"
        await self._now()
        found = await self._arrow(lambda t: t.query().where(test).order_by(order).select(["id"]).limit(limit))
        return [str(i) for i in found["id"].to_pylist()]

    async def every(self) -> list[Memory]:
        """Every row there is, in the order of ids."""
        return [m async for page in self.pages() for m in page]

    async def pages(self) -> AsyncGenerator[list[Memory]]:
        """Every row there is, in the order of ids, some thousands at a time; none is skipped for what others write
        meanwhile."""
        order = [ColumnOrdering(column_name="id", ascending=True)]
        page = await self._page(f"id > {quoted('')}", order)
        while page:
            yield page
            page = await self._page(f"id > {quoted(page[-1].id)}", order)

    async def _page(self, after: str, order: list[ColumnOrdering]) -> list[Memory]:
        await self._now()
        return await self._memories(lambda t: t.query().where(after).order_by(order).select(list(READ)).limit(_SCAN))

    async def pending(self, limit: int) -> list[Memory]:
        """Rows that still wait for their vector."""
        return await self.where("pending = true", limit=limit)

    async def search(
        self,
        asked: Callable[[], Awaitable[Vector | None]],
        query_grams: str,
        wanted: Filter,
        literal: frozenset[str] = frozenset(),
    ) -> list[Candidate]:
        """Candidates of both channels under one filter: the nearest by cosine and the best by BM25.

        `asked` gives the unit vector of the question, or None to go by words alone; the words are looked for
        while it is computed. `query_grams` are tokens, or empty. Where there is a vector, a candidate of
        either channel carries its exact cosine; one outside the pool of the words channel has words 0. Where
        rows hold all tokens of `literal`, the words channel proposes these alone.
        """
        sql = wanted.sql()
        await self._now()

        async def near() -> tuple[Vector | None, Arrow | None]:
            vector = await asked()
            return vector, await self._near(vector, sql) if vector is not None else None

        (vector, nearest), (worded, held) = await asyncio.gather(near(), self._words(query_grams, sql, literal))
        found: dict[str, Candidate] = {}
        if worded is not None:
            for row, cosine in zip(_light(worded), _cosines(worded, vector), strict=True):
                found[row["id"]] = Candidate(row["id"], row["kind"], row["recorded_us"], cosine, row["_score"], held)
        for row in _light(nearest) if nearest is not None else ():
            known = found.get(row["id"]) or Candidate(row["id"], row["kind"], row["recorded_us"], None, 0.0)
            if known.cosine is None:
                found[row["id"]] = replace(known, cosine=1.0 - row["_distance"])
        return list(found.values())

    async def _near(self, vector: Vector, sql: str) -> Arrow:
        def ask(table: AsyncTable) -> Any:
            near = table.query().nearest_to(vector).distance_type("cosine").where(sql)
            return near.select([*_LIGHT, "_distance"]).limit(POOL)

        return await self._arrow(ask)

    async def _words(self, tokens: str, sql: str, literal: frozenset[str]) -> tuple[Arrow | None, bool]:
        """The rows that share tokens, or those of them alone that hold all of `literal`; and whether they do."""
        if not tokens:
            return None, False

        def ask(table: AsyncTable) -> Any:
            worded = table.query().nearest_to_text(tokens, columns=["grams"]).where(sql)
            more = ["grams"] if literal else []
            return worded.select([*_LIGHT, *more, "vector", "_score"]).limit(POOL)

        found = await self._arrow(ask)
        held = [literal.issubset(row.split(" ")) for row in found["grams"].to_pylist()] if literal else []
        return (found.filter(held), True) if any(held) else (found, False)

    async def _arrow(self, ask: Ask) -> Arrow:
        """What a query finds, made anew for every look: the handle may be another by then."""
        return await self._looked(lambda: ask(self._table).to_arrow())


def _unreadable(fault: Fault) -> StoreUnavailable:
    return StoreUnavailable(
        f"The store cannot be read: {fault} Look with `simonides doctor`; a backup is put back "
        "with `simonides restore`."
    )


def _weighable(column: Arrow) -> Array:
    """A column as an array: text as it is, numbers and times as floats."""
    if str(column.type).startswith("timestamp"):
        column = column.cast("int64")
    values = column.to_numpy()
    return values.astype(str) if values.dtype == object else values.astype(float)


def began(columns: Mapping[str, Array]) -> Array:
    """When what each row states began, as far as known."""
    return np.where(np.isnan(columns["valid_from"]), columns["recorded_at"], columns["valid_from"])


def _light(table: Arrow) -> list[Row]:
    """The rows of a channel without their vectors, times as microseconds."""
    recorded = table["recorded_at"].cast("int64")
    left = [name for name in table.column_names if name not in ("vector", "recorded_at", "grams")]
    return table.select(left).append_column("recorded_us", recorded).to_pylist()


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
