# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Reading memories: by id, and by filter."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from lancedb.query import ColumnOrdering
from lancedb.table import AsyncTable

from ..memory import Memory
from .digests import MOST
from .filters import Filter, Statement, naming, quoted, saying, versions_of, with_ids
from .looking import Ask, Looking
from .opening import Store
from .rows import READ, from_row, intact
from .schema import Arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Weigh = Callable[[Mapping[str, "Array"]], "Array"]
# What rows can be weighed by; times in microseconds since 1970, in floats, and NaN where there is none.
WEIGHED = ("id", "kind", "trust", "importance", "confidence", "recorded_at", "valid_from")
_MOST_KEPT = 2_000  # rows kept between two changes of the table
_SCAN = 10_000  # rows fetched at once when a whole table is read


class Reader:
    """Reads of one table. Every call sees what any process has committed so far."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = Looking(store)
        self._kept: dict[str, Memory] = {}
        self._kept_version = -1

    @property
    def _table(self) -> AsyncTable:
        return self._store.reading

    async def get(self, ids: Iterable[str]) -> dict[str, Memory]:
        """The rows with these ids, whatever their status; unknown ids are left out."""
        await self._looking.now()
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
        table = await self._looking.now()
        if (version := await table.version()) != self._store.digests.version and await self.count() <= MOST:
            found = await self._looking.arrow(lambda t: t.query().select(["digest"]))
            self._store.digests.learn(version, found["digest"].to_pylist())

    async def _kept_now(self) -> dict[str, Memory]:
        """The rows kept for the version last looked at. A reader holds on to this very dictionary: while it
        waits, others may have put another in its place."""
        version = await self._table.version()
        if version != self._kept_version or len(self._kept) > 2 * _MOST_KEPT:
            self._kept, self._kept_version = {}, version
        return self._kept

    async def _memories(self, ask: Ask) -> list[Memory]:
        """The memories a query over all of `READ` finds. What is damaged on the disk is left out, and said."""
        found: list[Memory] = []
        for row in (await self._looking.arrow(ask)).to_pylist():
            if intact(row):
                found.append(from_row(row))
            else:
                self._store.alarms.sound(
                    f"memory {row['id']}", "damaged on the disk, left out of answers: restore it from a backup"
                )
        return found

    async def holding(self, statement: Statement) -> tuple[str, int]:
        """The id of the current row that says the same, empty if there is none, and the version looked at."""
        table = await self._looking.now()
        version = await table.version()
        if self._store.digests.rule_out(statement.digest, version):
            return "", version
        rows = (await self._looking.arrow(lambda t: t.query().where(saying(statement)).select(["id"]))).to_pylist()
        return min((str(r["id"]) for r in rows), default=""), version

    async def version(self) -> int:
        """The number of the newest version of the table: as long as it stands, what was read stands."""
        return await (await self._looking.now()).version()

    async def of_slots(self, wanted: Filter, keys: Iterable[str]) -> list[Memory]:
        """The rows a filter admits that say something of one of these slots (`keys.slot_keys`), oldest first.

        The ids are asked first: mostly there are none, and a row has thirty columns more.
        """
        tests = [f"array_has(claim_keys, {quoted(k)})" for k in dict.fromkeys(keys)]
        if not tests:
            return []
        sql = f"({' OR '.join(tests)}) AND {wanted.sql()}"
        await self._looking.now()
        found = await self._looking.arrow(lambda t: t.query().where(sql).select(["id"]))
        rows = await self.seen(found["id"].to_pylist())
        return sorted(rows.values(), key=lambda m: (m.recorded_at, m.id))

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

        await self._looking.now()
        return await self._memories(ask)

    async def find(self, wanted: Filter, *, limit: int, offset: int = 0, oldest_first: bool = False) -> list[Memory]:
        """Rows by filter alone, newest first unless asked otherwise; ties by id."""
        order = [
            ColumnOrdering(column_name="recorded_at", ascending=oldest_first),
            ColumnOrdering(column_name="id", ascending=oldest_first),
        ]
        sql = wanted.sql()
        await self._looking.now()
        return await self._memories(
            lambda t: t.query().where(sql).order_by(order).select(list(READ)).limit(limit).offset(offset)
        )

    async def best(self, wanted: Filter, weigh: Weigh, *, limit: int, offset: int = 0) -> list[Memory]:
        """Rows by filter alone, the heaviest first; ties by when they were recorded, then by id. `weigh` is given
        columns, one array for each of `WEIGHED`, and returns one number for each row."""
        sql = wanted.sql()
        await self._looking.now()
        light = await self._looking.arrow(lambda t: t.query().where(sql).select(list(WEIGHED)))
        columns = {n: _weighable(light[n]) for n in WEIGHED}
        order = np.lexsort((columns["id"], columns["recorded_at"], weigh(columns)))[::-1][offset : offset + limit]
        ids: list[str] = columns["id"][order].tolist()
        rows = await self.seen(ids)
        return [rows[i] for i in ids if i in rows]

    async def there(self, ids: Iterable[str]) -> set[str]:
        """Which of these ids there are, whatever their status."""
        test = with_ids(ids)
        await self._looking.now()
        found = await self._looking.arrow(lambda t: t.query().where(test).select(["id"]))
        return set(found["id"].to_pylist())

    async def ids(self, sql: str) -> list[str]:
        """The ids of the rows a predicate admits, the newest first: of many rows, where few are read afterwards."""
        await self._looking.now()
        found = await self._looking.arrow(lambda t: t.query().where(sql).select(["id", "recorded_at"]))
        order = found.sort_by([("recorded_at", "descending"), ("id", "descending")])
        return [str(i) for i in order["id"].to_pylist()]

    async def count(self, sql: str | None = None) -> int:
        """How many rows a predicate admits; all without one."""
        await self._looking.now()
        return await self._looking.looked(lambda: self._table.count_rows(sql))

    async def sizes(self, column: str, sql: str = "") -> Counter[str]:
        """How many current rows, of those a predicate admits, have each value of a text column."""
        test = f"status = 'current' AND ({sql})" if sql else "status = 'current'"
        await self._looking.now()
        found = await self._looking.arrow(lambda t: t.query().where(test).select([column]))
        return Counter(str(v) for v in found[column].to_pylist() if v)

    async def ids_like(self, start: str, *, limit: int) -> list[str]:
        """Ids of current rows that begin with `start`, newest first."""
        order = [ColumnOrdering(column_name="id", ascending=False)]
        test = f"status = 'current' AND starts_with(id, {quoted(start)})"
        await self._looking.now()
        found = await self._looking.arrow(lambda t: t.query().where(test).order_by(order).select(["id"]).limit(limit))
        return [str(i) for i in found["id"].to_pylist()]

    async def every(self) -> list[Memory]:
        """Every row there is, in the order of ids."""
        return [m async for page in self.pages() for m in page]

    async def pages(self, at_once: int = _SCAN) -> AsyncGenerator[list[Memory]]:
        """Every row there is, in the order of ids, some thousands at a time; none is skipped for what others write
        meanwhile."""
        order = [ColumnOrdering(column_name="id", ascending=True)]
        last = ""
        while page := await self._page(f"id > {quoted(last)}", order, at_once):
            yield page
            last = page[-1].id

    async def _page(self, after: str, order: list[ColumnOrdering], at_once: int) -> list[Memory]:
        await self._looking.now()
        return await self._memories(lambda t: t.query().where(after).order_by(order).select(list(READ)).limit(at_once))

    async def pending(self, limit: int) -> list[Memory]:
        """Rows that still wait for their vector."""
        return await self.where("pending = true", limit=limit)


def _weighable(column: Arrow) -> Array:
    """A column as an array: text as it is, numbers and times as floats."""
    if str(column.type).startswith("timestamp"):
        column = column.cast("int64")
    values = column.to_numpy()
    return values.astype(str) if values.dtype == object else values.astype(float)


def began(columns: Mapping[str, Array]) -> Array:
    """When what each row states began, as far as known."""
    return np.where(np.isnan(columns["valid_from"]), columns["recorded_at"], columns["valid_from"])
