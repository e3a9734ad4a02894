# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Profiles: one vector per entity, the superposition of what is said of it (Plate 1995), in a table beside the memories.

A pair of relation and filler is the binding of two unitary atoms; a profile is the sum of at most `PAIRS` of them, and an
entity of whom more is said has more rows. A probe binds the softmax blend of the names nearest to each of its phrases,
so likeness is in the link and not in the atoms. The table proposes entities; each is scored claim by claim afterwards.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import IvfFlat
from lancedb.table import AsyncTable

from .. import hrr
from ..lane import Lane
from ..table.engine import Fault, engine, unavailable
from ..table.filters import quoted, quoted_list
from ..table.keys import VERSION as KEYS_VERSION
from ..table.looking import Looking
from ..table.making import table_path
from ..table.opening import Store
from ..table.schema import PROFILES
from .probing import top

if TYPE_CHECKING:
    from .atoms import Near
    from .claims import Claims
    from .likeness import Scores

FLOATS, PAIRS, FEWEST = 2_048, 25, 3  # of a vector; pairs it holds; claims from which on an entity has one
SEED = "simonides"
# Who has more said of it scores higher by chance: scores are divided by a power of the length (research: .3 to .5).
LENGTH_POWER = 0.4
LINKED, RELATION_HEAT, FILLER_HEAT = 20, 0.2, 0.1  # names a phrase is blended of, and how sharply
PROPOSED = 50
_INDEXED_FROM = 2_000  # rows; fewer are looked through faster than an index
_BUILT = "built"  # the row that says to which version of the memories all others are
_AT_ONCE = 500  # entities computed and written at once

Pair = tuple[str, str, bool]  # relation, filler, whether the filler is the subject


@dataclass(frozen=True, slots=True)
class Linked:
    """What a constraint is linked to: how near each relation and each name comes to it."""

    relation: Near
    filler: Scores


def atom_of(pair: Pair) -> hrr.Spectrum:
    """The binding of a relation, said from this side or the other, and a filler."""
    relation, filler, turned = pair
    role = hrr.atom(f"{'-' if turned else '+'}{relation}", FLOATS, SEED)
    return hrr.bind(role, hrr.atom(f"={filler}", FLOATS, SEED))


def profile_of(pairs: Sequence[Pair]) -> Any:
    """The vector of some pairs, float16, shape (FLOATS,), divided by the power of its length."""
    floats = hrr.unfolded(hrr.bundle(np.stack([atom_of(p) for p in pairs])))
    return (floats / max(1e-9, float(np.linalg.norm(floats))) ** LENGTH_POWER).astype(np.float16)


def cue_of(constraints: Iterable[Linked], claims: Claims) -> Any:
    """The vector a profile is probed with, float32, shape (FLOATS,): of each constraint the binding of its blends."""
    words = claims.words
    total = np.zeros(FLOATS // 2, np.complex64)
    for one in constraints:
        sides = np.concatenate([one.relation.direct, one.relation.turned])
        relations = words.relations.names
        names = [f"+{r}" for r in relations] + [f"-{r}" for r in relations]
        role = _blend(sides, names, RELATION_HEAT)
        filler = _blend(one.filler, [f"={e}" for e in words.entities.names], FILLER_HEAT)
        total = total + hrr.bind(role, filler)
    return hrr.unfolded(total)


def _blend(near: Scores, names: Sequence[str], heat: float) -> hrr.Spectrum:
    """The softmax blend of the atoms of the nearest names; weights of unit length."""
    nearest = top(near, LINKED, -1.0)
    weights = np.exp((near[nearest] - near[nearest].max()) / heat) if len(nearest) else np.zeros(0)
    weights = weights / max(1e-9, float(np.linalg.norm(weights)))
    atoms = hrr.atoms([names[int(i)] for i in nearest], FLOATS, SEED)
    return hrr.bundle(atoms, weights)


class Profiles:
    """The profiles of one store, for any number of processes. Off unless it is asked for (`SIMONIDES_PROFILES`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looking = Looking(store)
        self._lane = Lane()

    async def tend(self, claims: Claims) -> bool:
        """Bring the profiles up to the version of these claims; whether that was done. Only entities of whom something was
        written since are computed anew; all, where the table is not there, not whole, or of other settings."""
        table = await self._opened()
        built = -1 if table is None else await self._built(table)
        if built >= claims.version:
            return True
        touched = None if built < 0 else await self._touched(built)
        vectors = await self._vectors(claims, touched)
        async with self._store.lock:
            await self._store.memories.checkout_latest()
            if await self._store.memories.version() != claims.version:
                return False  # what is no longer said may have been erased meanwhile
            with unavailable():
                await self._put(table, vectors, touched, claims.version)
        return True

    async def _vectors(self, claims: Claims, touched: set[str] | None) -> list[dict[str, Any]]:
        pairs = await self._pairs(claims, touched)
        rows: list[dict[str, Any]] = []
        said = sorted((scope, entity) for (scope, entity), p in pairs.items() if len(p) >= FEWEST)
        for start in range(0, len(said), _AT_ONCE):
            some = said[start : start + _AT_ONCE]
            rows += await self._lane.run(lambda some=some: [r for key in some for r in _rows_of(key, pairs[key])])
        return rows

    async def _pairs(self, claims: Claims, touched: set[str] | None) -> Mapping[tuple[str, str], list[Pair]]:
        """What is said now, by scope and entity."""
        found = await self._looking.arrow(lambda t: t.query().where("status = 'current'").select(["id", "scope"]))
        scope_of = dict(zip(found["id"].to_pylist(), found["scope"].to_pylist(), strict=True))
        words, pairs = claims.words, defaultdict[tuple[str, str], dict[Pair, None]](dict)
        ids = claims.ids_of(np.arange(len(claims), dtype=np.int32))
        parts = zip(ids, claims.subject.tolist(), claims.relation.tolist(), claims.object.tolist(), strict=True)
        for id_, s, r, o in parts:
            if (scope := scope_of.get(id_)) is None:
                continue
            subject, relation, object_ = words.entities.names[s], words.relations.names[r], words.entities.names[o]
            if touched is None or subject in touched:
                pairs[scope, subject][relation, object_, False] = None
            if touched is None or object_ in touched:
                pairs[scope, object_][relation, subject, True] = None
        return {key: list(p) for key, p in pairs.items()}

    async def _touched(self, built: int) -> set[str]:
        """The entities something was written of after a version."""
        from .claims import COLUMNS, read_in

        test = f"written > {built}"
        rows = await self._looking.arrow(lambda t: t.query().where(test).select(list(COLUMNS)))
        return set(read_in(rows, built, rows.num_rows).words.entities.names)

    async def _put(
        self, table: AsyncTable | None, rows: list[dict[str, Any]], touched: set[str] | None, version: int
    ) -> None:
        built = {"entity": _BUILT, "scope": "", "part": -1, "version": version, "vector": np.zeros(FLOATS, np.float16)}
        columns = _columns()
        data = pa.Table.from_pylist([*rows, built], schema=columns)
        if table is None or touched is None:
            self.throw_away()
            db = await lancedb.connect_async(self._store.folder)
            table = await db.create_table(PROFILES, data=data)
        else:
            gone = f"part = -1 OR entity IN ({quoted_list(sorted(touched)) or quoted('')})"
            await table.delete(gone)
            await table.add(data)
        if await table.count_rows() >= _INDEXED_FROM:
            if not list(await table.list_indices()):
                await table.create_index("vector", config=IvfFlat(distance_type="dot"))
            else:
                await table.optimize()

    async def nearest(self, constraints: Sequence[Linked], claims: Claims, scopes: Sequence[str]) -> set[str] | None:
        """The entities whose profiles come nearest to some constraints together, and those that were spoken of since the
        profiles were made; None where there are no profiles. Where an entity has several rows, none of them holds all
        that is said of it, so each constraint is asked for alone as well."""
        table = await self._opened()
        if table is None:
            return None
        test = f"part >= 0 AND scope IN ({quoted_list(scopes)})" if scopes else "part >= 0"
        try:
            with engine():
                cues = await self._cues(table, constraints, claims)
                found = await self._touched(await self._built(table))
                for cue in cues:
                    near = table.query().nearest_to(cue).distance_type("dot").where(test)
                    rows: Any = await near.select(["entity", "_distance"]).limit(PROPOSED).to_arrow()
                    found.update(rows["entity"].to_pylist())
        except Fault:
            return None
        return found

    async def _cues(self, table: AsyncTable, constraints: Sequence[Linked], claims: Claims) -> list[Any]:
        several = len(constraints) > 1 and await table.count_rows("part > 0")
        asked = [list(constraints), *([c] for c in constraints if several)]
        return await self._lane.run(lambda: [cue_of(some, claims) for some in asked])

    async def _built(self, table: AsyncTable) -> int:
        rows: Any = await table.query().where("part = -1").select(["version"]).to_arrow()
        return int(rows["version"][0].as_py()) if rows.num_rows == 1 else -1

    async def _opened(self) -> AsyncTable | None:
        """The table, None where it is not there, not whole or of other settings."""
        if not self._is_there():
            return None
        try:
            with engine():
                table = await (await lancedb.connect_async(self._store.folder)).open_table(PROFILES)
                schema: Any = await table.schema()
                return table if schema.equals(_columns(), check_metadata=True) else None
        except Fault:
            return None

    async def is_well(self) -> bool:
        """Whether the profiles can be read, or are not there."""
        return not self._is_there() or await self._opened() is not None

    def _is_there(self) -> bool:
        return os.path.isdir(table_path(self._store.folder, PROFILES))

    def throw_away(self) -> None:
        """Drop the table: it is made anew when it is missed."""
        shutil.rmtree(table_path(self._store.folder, PROFILES), ignore_errors=True)


def _rows_of(key: tuple[str, str], pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    scope, entity = key
    return [
        {
            "entity": entity,
            "scope": scope,
            "part": at // PAIRS,
            "version": 0,
            "vector": profile_of(pairs[at : at + PAIRS]),
        }
        for at in range(0, len(pairs), PAIRS)
    ]


def _columns() -> Any:
    settings = {"floats": FLOATS, "pairs": PAIRS, "seed": SEED, "codebook": hrr.VERSION, "keys": KEYS_VERSION}
    return pa.schema(
        [
            pa.field("entity", pa.string(), nullable=False),
            pa.field("scope", pa.string(), nullable=False),
            pa.field("part", pa.int32(), nullable=False),
            pa.field("version", pa.int64(), nullable=False),
            pa.field("vector", pa.list_(pa.float16(), FLOATS), nullable=False),
        ],
        metadata={"settings": json.dumps(settings, sort_keys=True)},
    )
