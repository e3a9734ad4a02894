# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The least a store can be: an encoder and a table of LanceDB, synced. What answering and storing cost anyway."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lancedb
import numpy as np
import numpy.typing as npt
import pyarrow as pa
from lancedb.index import FTS
from lancedb.table import AsyncTable

from .embedding import encode

_DIMENSION = 512
_MADE = (".lance", ".txn", ".manifest")


class BareStore:
    """A table of texts with their vectors, indexed for words."""

    def __init__(self, table: AsyncTable, folder: Path, count: int) -> None:
        self._table = table
        self._folder = folder
        self._count = count
        self._synced = set(_files(folder))

    @classmethod
    async def made(cls, folder: str, texts: Sequence[str]) -> BareStore:
        """A table in `folder` that holds these texts."""
        connection = await lancedb.connect_async(folder)
        table = await connection.create_table("texts", rows(texts, encode(texts), 0))
        await table.create_index("text", config=FTS())
        return cls(table, Path(folder, "texts.lance"), len(texts))

    async def find(self, question: str) -> None:
        """Encode the question and ask for the best ten by words and meaning, fused by the library's default."""
        query = self._table.query().nearest_to(encode([question])[0]).nearest_to_text(question)
        await query.limit(10).to_arrow()

    async def add(self, text: str) -> None:
        """Encode a text, add its row, and sync the files that wrote and the folders they are in."""
        await self._table.add(rows([text], encode([text]), self._count))
        self._count += 1
        there = _files(self._folder)
        new = [path for path in there if path not in self._synced]
        self._synced.update(new)
        for path in [*new, *dict.fromkeys(os.path.dirname(path) for path in new)]:
            handle = os.open(path, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)


def _files(table: Path) -> list[str]:
    """The files an add may make: data first, the manifest last."""
    folders = [table / name for name in ("data", "_transactions", "_versions")]
    return [entry.path for folder in folders for entry in os.scandir(folder) if entry.name.endswith(_MADE)]


def rows(texts: Sequence[str], vectors: npt.NDArray[np.float32], first: int) -> Any:
    """A table of texts with their vectors, numbered from `first`."""
    return pa.table(
        {
            "id": [str(first + i) for i in range(len(texts))],
            "text": list(texts),
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors.astype(np.float16).reshape(-1)), _DIMENSION),
        }
    )
