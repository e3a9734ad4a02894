# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The least a store can be: an encoder and a table of LanceDB. What answering and storing cost anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import FTS
from lancedb.table import AsyncTable

from .embedding import encode

_DIMENSION = 512


class BareStore:
    """A table of texts with their vectors, indexed for words."""

    def __init__(self, table: AsyncTable, count: int) -> None:
        self._table = table
        self._count = count

    @classmethod
    async def made(cls, folder: str, texts: Sequence[str]) -> BareStore:
        """A table in `folder` that holds these texts."""
        connection = await lancedb.connect_async(folder)
        table = await connection.create_table("texts", _rows(texts, 0))
        await table.create_index("text", config=FTS())
        return cls(table, len(texts))

    async def find(self, question: str) -> None:
        """Encode the question and ask for the best ten by words and meaning, fused by the library's default."""
        query = self._table.query().nearest_to(encode([question])[0]).nearest_to_text(question)
        await query.limit(10).to_arrow()

    async def add(self, text: str) -> None:
        """Encode a text and add its row."""
        await self._table.add(_rows([text], self._count))
        self._count += 1


def _rows(texts: Sequence[str], first: int) -> Any:
    vectors = encode(texts).astype(np.float16)
    return pa.table(
        {
            "id": [str(first + i) for i in range(len(texts))],
            "text": list(texts),
            "vector": pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), _DIMENSION),
        }
    )
