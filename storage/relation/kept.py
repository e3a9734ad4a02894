# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The table of atoms: vectors of names and wordings, so that they are embedded once.

It is no part of the store: made anew where it is gone, damaged, or of another model or background list.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.table import AsyncTable

from ..table.engine import Fault, engine, unavailable
from ..table.making import Identity, said_of, table_path
from ..table.opening import Store
from ..table.schema import ATOMS
from . import background

if TYPE_CHECKING:
    from ..memory import Vector

Side = Literal["entity", "relation"]
Phrase = tuple[Side, str]
_BACKGROUND = "background"


class Kept:
    """The vectors kept beside one store for its model."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._written: set[Phrase] = set()
        self._damaged = False

    async def read(self) -> Mapping[Phrase, Vector]:
        """All that is kept, centred unit vectors; nothing where there is none of this model."""
        table = await self._opened()
        if table is None:
            return {}
        try:
            with engine():
                rows: Any = await table.query().to_arrow()
        except Fault:
            self._damaged = True
            return {}
        flat = rows["vector"].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        vectors = flat.reshape(rows.num_rows, -1).astype(np.float32)
        phrases = zip(rows["side"].to_pylist(), rows["phrase"].to_pylist(), strict=True)
        found = {phrase: vectors[at] for at, phrase in enumerate(phrases)}
        self._written = set(found)
        return found

    async def write(self, version: int, vectors: Mapping[Phrase, Vector]) -> bool:
        """Keep the vectors of these phrases, which are all that `version` of the memories uses; whether they are kept.

        Not where the memories are another version by now: what it uses may have been erased. Rewritten whole once half
        of what is kept is used no more.
        """
        if self._store.read_only or not (vectors.keys() - self._written):
            return True
        async with self._store.lock:
            await self._store.memories.checkout_latest()
            if await self._store.memories.version() != version:
                return False
            table = await self._opened()
            there = self._written if table is not None else set[Phrase]()
            anew = table is None or self._damaged or len(there - vectors.keys()) > len(vectors)
            new = [p for p in vectors if anew or p not in there]
            with unavailable():
                await self._put(table, anew, {p: vectors[p] for p in new})
            self._written, self._damaged = (set() if anew else there) | set(new), False
        return True

    async def _put(self, table: AsyncTable | None, anew: bool, vectors: Mapping[Phrase, Vector]) -> None:
        columns = self._columns()
        rows: dict[str, Any] = {
            "side": [side for side, _ in vectors],
            "phrase": [phrase for _, phrase in vectors],
            "vector": [np.asarray(v, np.float16) for v in vectors.values()],
        }
        if table is None or anew:
            self.throw_away()
            db = await lancedb.connect_async(self._store.folder)
            (await db.create_table(ATOMS, data=pa.table(rows, schema=columns))).close()
        else:
            await table.add(pa.table(rows, schema=columns))

    def throw_away(self) -> None:
        """Drop the table: it is made anew when it is missed."""
        shutil.rmtree(table_path(self._store.folder, ATOMS), ignore_errors=True)
        self._written = set()

    async def is_well(self) -> bool:
        """Whether what is kept can be read, or is not there."""
        return not self._is_there() or await self._opened() is not None

    def _is_there(self) -> bool:
        return os.path.isdir(table_path(self._store.folder, ATOMS))

    def _identity(self) -> Identity:
        return (*self._store.moved, self._store.identity)[0]

    def _columns(self) -> Any:
        identity = self._identity()
        return pa.schema(
            [
                pa.field("side", pa.string(), nullable=False),
                pa.field("phrase", pa.string(), nullable=False),
                pa.field("vector", pa.list_(pa.float16(), identity.dimension), nullable=False),
            ],
            metadata={**said_of(identity), _BACKGROUND: str(background.VERSION)},
        )

    async def _opened(self) -> AsyncTable | None:
        """The table, None where it is not there, not whole, or not of this model and background list."""
        if not self._is_there():
            return None
        try:
            with engine():
                db = await lancedb.connect_async(self._store.folder)
                table = await db.open_table(ATOMS)
                schema: Any = await table.schema()
                return table if schema.equals(self._columns(), check_metadata=True) else None
        except Fault:
            return None
