# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The columns of the tables, their version, and how an older store becomes a newer one.

pyarrow publishes no types: the relaxations above hold for the files that touch it, and for no others.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pyarrow as pa
from lancedb.index import FTS, BTree, LabelList
from lancedb.table import AsyncTable

Arrow = Any  # a table or schema of pyarrow

SCHEMA_VERSION = 5
MEMORIES, SETTINGS, LISTS = "memories", "settings", "lists"
ATOMS, PROFILES = "atoms", "profiles"  # made from the memories, and thrown away at will

_UTC = pa.timestamp("us", tz="UTC")
_TEXTS = pa.list_(pa.string())
_CLAIM = pa.struct(
    [
        pa.field("subject", pa.string(), nullable=False),
        pa.field("relation", pa.string(), nullable=False),
        pa.field("object", pa.string(), nullable=False),
        pa.field("exclusive", pa.bool_()),
    ]
)


def memories_schema(dimension: int) -> Arrow:
    """The table `memories` for vectors of `dimension` floats: one row is one version of one memory."""
    return pa.schema(
        [
            pa.field("id", pa.string(), nullable=False),
            pa.field("scope", pa.string(), nullable=False),
            pa.field("kind", pa.string(), nullable=False),
            pa.field("content", pa.string(), nullable=False),
            pa.field("claims", pa.list_(_CLAIM)),
            pa.field("claim_keys", _TEXTS),
            pa.field("entities", _TEXTS),
            pa.field("tags", _TEXTS),
            pa.field("grams", pa.string()),
            pa.field("grams_version", pa.int32()),
            pa.field("vector", pa.list_(pa.float16(), dimension)),
            pa.field("pending", pa.bool_(), nullable=False),
            pa.field("confidence", pa.float32(), nullable=False),
            pa.field("importance", pa.float32(), nullable=False),
            pa.field("trust", pa.string(), nullable=False),
            pa.field("source", pa.string()),
            pa.field("session", pa.string()),
            pa.field("client", pa.string()),
            pa.field("status", pa.string(), nullable=False),
            pa.field("contests", _TEXTS),
            pa.field("valid_from", _UTC),
            pa.field("valid_to", _UTC),
            pa.field("precision", pa.string()),
            pa.field("recorded_at", _UTC, nullable=False),
            pa.field("closed_at", _UTC),
            pa.field("expires_at", _UTC),
            pa.field("used_at", _UTC),
            pa.field("supersedes", _TEXTS),
            pa.field("derived_from", _TEXTS),
            pa.field("opened_by", pa.string()),
            pa.field("closed_by", pa.string()),
            pa.field("undo", pa.string()),
            pa.field("digest", pa.string()),
            # How often the row was edited: an edit is refused by the engine if it is not made from the row as it is.
            pa.field("revision", pa.int32()),
            pa.field("checksum", pa.int64()),
            pa.field("origins", _TEXTS),
            # For which version of the table the row was last written: what an index built to a version has not seen yet.
            pa.field("written", pa.int64()),
        ]
    )


SETTINGS_SCHEMA = pa.schema([pa.field("name", pa.string(), nullable=False), pa.field("value", pa.string())])
# Pending lists of `forget`: ids and what they looked like when listed, never content.
LISTS_SCHEMA = pa.schema(
    [
        pa.field("token", pa.string(), nullable=False),
        pa.field("mode", pa.string(), nullable=False),
        pa.field("made_at", _UTC, nullable=False),
        pa.field("seen", pa.string(), nullable=False),
    ]
)

# Our own tokens, split at white space: no stemming, no stop words, no positions (they break compaction).
GRAMS_INDEX = FTS(
    base_tokenizer="whitespace", stem=False, remove_stop_words=False, with_position=False, max_token_length=64
)
INDEXES: dict[str, FTS | BTree | LabelList] = {
    "grams": GRAMS_INDEX,
    "id": BTree(),
    "digest": BTree(),
    "claim_keys": LabelList(),
}

Migration = Callable[[AsyncTable], Awaitable[None]]


async def _with_revision_and_checksum(memories: AsyncTable) -> None:
    """1 -> 2. Rows of before have no checksum until they are next edited: null is not looked at."""
    there = (await memories.schema()).names
    new = {"revision": "cast(0 as int)", "checksum": "cast(null as bigint)"}
    if missing := {name: value for name, value in new.items() if name not in there}:
        await memories.add_columns(missing)


async def _with_last_use(memories: AsyncTable) -> None:
    """2 -> 3. Working rows of before have no life of their own and stay until they are forgotten."""
    if "used_at" not in (await memories.schema()).names:
        await memories.add_columns({"used_at": "arrow_cast(null, 'Timestamp(Microsecond, Some(\"UTC\"))')"})


async def _with_origins(memories: AsyncTable) -> None:
    """3 -> 4. Rows of before are the word of one: of whom, follows from their source."""
    if "origins" not in (await memories.schema()).names:
        await memories.add_columns({"origins": "arrow_cast(null, 'List(Utf8)')"})


async def _with_written(memories: AsyncTable) -> None:
    """4 -> 5. Rows of before count as older than any index, which there is none of yet."""
    if "written" not in (await memories.schema()).names:
        await memories.add_columns({"written": "cast(0 as bigint)"})


# From version n to n + 1, in order; each must be safe to run twice.
MIGRATIONS: dict[int, Migration] = {
    1: _with_revision_and_checksum,
    2: _with_last_use,
    3: _with_origins,
    4: _with_written,
}


def arrow_table(rows: list[dict[str, Any]], schema: Arrow) -> Arrow:
    """Rows as an Arrow table of `schema`; a missing column is null."""
    return pa.Table.from_pylist(rows, schema=schema)
