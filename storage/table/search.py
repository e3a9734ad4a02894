# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Searching: by meaning, by words, by the time a question names, and what was said next to a hit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.compute as pc
from lancedb.query import ColumnOrdering
from lancedb.table import AsyncTable

from ..memory import Kind
from .filters import During, Filter, quoted_list, with_ids
from .looking import Looking
from .opening import Store
from .rows import Row
from .schema import Arrow

if TYPE_CHECKING:
    from ..memory import Matrix, Vector

POOL = 100  # candidates a channel hands to fusion
FEW = 3_000  # rows whose nearness to a new statement is looked at in a few milliseconds
_AS_MANY = 3  # times the rows wanted are looked at for some that a filter admits
_ADMITTING = ("status", "scope", "expires_at", "valid_to")  # what tells whether one does, and its kind
_LIGHT = ("id", "kind", "recorded_at")  # what ranking needs; a row has thirty columns more
_MOST_TOLD = 5_000  # events of all sessions looked at for what stands next to a hit


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row some channel proposed: what ranking needs of it. `cosine` is None while it has no vector or none
    was asked for; `literal`: it holds the question to the letter; `timely`: it is of a time the question names;
    `over`: another has taken its place since; `began_us`, microseconds since 1970, when it began as far as it says
    so, else when it was recorded, and `content`: where they were asked for.
    The row itself is read by id once it is known which are shown."""

    id: str
    kind: Kind
    recorded_us: int  # microseconds since 1970: two hundred datetimes are slow to make and only compared
    cosine: float | None
    words: float
    literal: bool = False
    timely: bool = False
    over: bool = False
    began_us: int = 0
    content: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as the words channel takes it: its tokens, and those all of which must be held to answer it to
    the letter, if it is a single word."""

    tokens: str
    literal: frozenset[str] = frozenset()


Asked = Callable[[], Awaitable["Vector | None"]]


class Finder:
    """Searches one table. Every search sees what any process has committed so far."""

    def __init__(self, store: Store) -> None:
        self._looking = Looking(store)

    async def search(
        self, asked: Asked, wording: Wording, wanted: Filter, during: Sequence[During] = ()
    ) -> list[Candidate]:
        """Candidates of all channels under one filter: the nearest by cosine and the best by BM25, and the same of
        what is of the times named, superseded since or not.

        `asked` gives the unit vector of the question, or None to go by words alone; the words are looked for
        while it is computed. Where there is a vector, a candidate of any channel carries its exact cosine; one
        outside the pool of the words channel has words 0. Where rows hold all that is `literal`, the words channel
        proposes these alone.
        """
        await self._looking.now()
        pending: asyncio.Task[Vector | None] = asyncio.ensure_future(_once(asked))
        try:
            more = ("status", "valid_from") if wanted.as_of else ()  # a column more is a tenth of a millisecond more
            found = self._channels(pending, wording, wanted.sql(), more)
            if not during:
                return await found
            timely = self._channels(pending, wording, replace(wanted, during=tuple(during)).sql(), more)
            plain, of_time = await asyncio.gather(found, timely)
        finally:
            pending.cancel()  # no effect but where the search was broken off
        known = {c.id: c for c in plain}
        for one in of_time:
            known[one.id] = replace(known.get(one.id, one), timely=True)
        return list(known.values())

    async def alike(self, asked: Asked, wording: Wording, wanted: Filter, most: int) -> list[Candidate]:
        """The `most` that share most words and the `most` nearest by cosine, with their content, in no order; in a table
        of more than `FEW` rows half as many, by words alone: nearness is computed for every row there is, which takes
        longer there than storing."""
        table = await self._looking.now()
        few = await self._looking.looked(table.count_rows) <= FEW
        pending: asyncio.Task[Vector | None] = asyncio.ensure_future(_once(asked))
        try:
            if few:
                return await self._channels(pending, wording, wanted.sql(), ("content", "valid_from"), most)
            return await self._best_worded(pending, wording, wanted, most // 2)
        finally:
            pending.cancel()

    async def _best_worded(
        self, pending: asyncio.Task[Vector | None], wording: Wording, wanted: Filter, most: int
    ) -> list[Candidate]:
        """Of the rows that share most words, those that are admitted; tested afterwards, since the engine takes a third longer
        when it does."""

        def ask(table: AsyncTable) -> Any:
            worded = table.query().nearest_to_text(wording.tokens, columns=["grams"])
            return worded.select([*_LIGHT, *_ADMITTING, "content", "valid_from", "vector", "_score"]).limit(
                _AS_MANY * most
            )

        if not wording.tokens:
            return []
        vector, found = await asyncio.gather(pending, self._looking.arrow(ask))
        rows = zip(_light(found), _cosines(found, vector), strict=True)
        return [_candidate(row, cosine, row["_score"]) for row, cosine in rows if wanted.admits(row)][:most]

    async def _channels(
        self,
        pending: asyncio.Task[Vector | None],
        wording: Wording,
        sql: str,
        more: tuple[str, ...],
        most: int = POOL,
    ) -> list[Candidate]:
        async def near() -> tuple[Vector | None, Arrow | None]:
            vector = await pending
            return vector, None if vector is None else await self._near(vector, sql, more, most)

        (vector, close), (worded, held) = await asyncio.gather(near(), self._words(wording, sql, more, most))
        found: dict[str, Candidate] = {}
        if worded is not None:
            for row, cosine in zip(_light(worded), _cosines(worded, vector), strict=True):
                found[row["id"]] = _candidate(row, cosine, row["_score"], literal=held)
        for row in _light(close) if close is not None else ():
            known, cosine = found.get(row["id"]), 1.0 - row["_distance"]
            if known is None:
                found[row["id"]] = _candidate(row, cosine)
            elif known.cosine is None:
                found[row["id"]] = replace(known, cosine=cosine)
        return list(found.values())

    async def _near(self, vector: Vector, sql: str, more: tuple[str, ...], most: int) -> Arrow:
        def ask(table: AsyncTable) -> Any:
            near = table.query().nearest_to(vector).distance_type("cosine").where(sql)
            return near.select([*_LIGHT, *more, "_distance"]).limit(most)

        return await self._looking.arrow(ask)

    async def _words(self, wording: Wording, sql: str, more: tuple[str, ...], most: int) -> tuple[Arrow | None, bool]:
        """The rows that share tokens, or those of them alone that hold all that is literal; and whether they do."""
        if not wording.tokens:
            return None, False

        def ask(table: AsyncTable) -> Any:
            worded = table.query().nearest_to_text(wording.tokens, columns=["grams"]).where(sql)
            held = ["grams"] if wording.literal else []
            return worded.select([*_LIGHT, *more, *held, "vector", "_score"]).limit(most)

        found = await self._looking.arrow(ask)
        rows = found["grams"].to_pylist() if wording.literal else []
        held = [wording.literal.issubset(row.split(" ")) for row in rows]
        return (found.filter(held), True) if any(held) else (found, False)

    async def told_with(self, ids: Iterable[str], wanted: Filter) -> Mapping[str, Sequence[str]]:
        """The events that were told in one session with these, and that the filter admits, by session, in the order
        they were told."""
        test = f"{with_ids(ids)} AND session <> ''"
        await self._looking.now()
        named = await self._looking.arrow(lambda t: t.query().where(test).select(["session"]))
        if not (sessions := quoted_list(sorted(set(named["session"].to_pylist())))):
            return {}
        sql = f"{wanted.sql()} AND kind = 'event' AND session IN ({sessions})"
        columns = ["id", "session", "valid_from", "recorded_at"]
        newest = [ColumnOrdering(column_name="recorded_at", ascending=False)]
        found = await self._looking.arrow(
            lambda t: t.query().where(sql).order_by(newest).select(columns).limit(_MOST_TOLD)
        )
        told = found["recorded_at"].cast("int64").to_pylist()
        began = found["valid_from"].cast("int64").to_pylist()
        rows = zip(found["session"].to_pylist(), began, told, found["id"].to_pylist(), strict=True)
        order: dict[str, list[str]] = {}
        for session, _, _, id_ in sorted((s, t if b is None else b, t, i) for s, b, t, i in rows):
            order.setdefault(session, []).append(id_)
        return order

    async def these(self, ids: Iterable[str], vector: Vector | None) -> list[Candidate]:
        """Rows known by id as candidates, with their cosines."""
        test = with_ids(ids)
        found = await self._looking.arrow(lambda t: t.query().where(test).select([*_LIGHT, "vector"]))
        return [_candidate(row, cosine) for row, cosine in zip(_light(found), _cosines(found, vector), strict=True)]


async def _once(asked: Asked) -> Vector | None:
    return await asked()


def _candidate(row: Row, cosine: float | None, words: float = 0.0, *, literal: bool = False) -> Candidate:
    over = row.get("status") == "superseded" and row["kind"] != "event"
    more = {"began_us": row.get("began_us", 0), "content": row.get("content", "")}
    return Candidate(row["id"], row["kind"], row["recorded_us"], cosine, words, literal, over=over, **more)


def _light(table: Arrow) -> list[Row]:
    """The rows of a channel without their vectors, times as microseconds."""
    recorded = table["recorded_at"].cast("int64")
    left = table.select([n for n in table.column_names if n not in ("vector", "recorded_at", "valid_from")])
    left = left.append_column("recorded_us", recorded)
    if "valid_from" in table.column_names:
        began = pc.call_function("coalesce", [table["valid_from"].cast("int64"), recorded])
        left = left.append_column("began_us", began)
    return left.to_pylist()


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
