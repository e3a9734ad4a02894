# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Opening a store: the folder of one owner, its tables, its settings."""

from __future__ import annotations

import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import lancedb
from lancedb.db import AsyncConnection
from lancedb.table import AsyncTable

from ..errors import StoreUnavailable
from . import schema
from .lock import StoreLock

OWNER = "local"  # one owner, one folder; nothing here has a way to another


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model wrote the vectors of a store."""

    embedder: str
    dimension: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Store:
    """The open tables of one owner, and the settings written when it was made.

    `memories` is the writer's handle, `reading` the readers'. `key` is the secret for cursors and fences; it never leaves the store.
    """

    folder: str
    lock: StoreLock
    memories: AsyncTable
    reading: AsyncTable
    lists: AsyncTable
    identity: Identity
    key: bytes
    schema_version: int

    def close(self) -> None:
        """Let the tables go. What was committed is already on disk."""
        self.memories.close()
        self.reading.close()
        self.lists.close()


async def open_store(root: str, identity: Callable[[], Awaitable[Identity]]) -> Store:
    """Open the store below the absolute path `root`, making it if there is none; `identity` is asked only then.

    Raises StoreUnavailable when the folder cannot be used or a newer version wrote the store.
    """
    folder = os.path.join(root, OWNER)
    try:
        os.makedirs(folder, exist_ok=True, mode=0o700)
        lock = StoreLock(folder)
        # Under the lock: of two processes that make a table at once, the later would overwrite the earlier.
        async with lock:
            return await _opened(folder, lock, identity)
    except (OSError, RuntimeError) as broken:
        raise StoreUnavailable(f"The store in {folder} cannot be opened: {str(broken)[:300]}") from broken


async def _opened(folder: str, lock: StoreLock, identity: Callable[[], Awaitable[Identity]]) -> Store:
    db = await lancedb.connect_async(folder, read_consistency_interval=timedelta(0))
    settings = await _settings(db, identity)
    found = int(settings["schema_version"])
    if found > schema.SCHEMA_VERSION:
        raise StoreUnavailable(
            f"The store in {folder} was written by a newer version of simonides (schema {found}, this one knows "
            f"{schema.SCHEMA_VERSION}). Upgrade: pip install --upgrade simonides"
        )
    kept = Identity(settings["embedder"], int(settings["dimension"]), settings["fingerprint"])
    await _made(db, schema.MEMORIES, schema.memories_schema(kept.dimension), key="id")
    await _made(db, schema.LISTS, schema.LISTS_SCHEMA)
    # Handles on the memories look for newer versions only when told to (`checkout_latest`): a look lists every
    # version there is, which costs each query a millisecond for a thousand of them.
    plain = await lancedb.connect_async(folder)
    memories = await plain.open_table(schema.MEMORIES)
    await _migrate(memories, await db.open_table(schema.SETTINGS), found)
    await ensure_indexes(memories)
    reading = await plain.open_table(schema.MEMORIES)
    lists = await db.open_table(schema.LISTS)
    return Store(folder, lock, memories, reading, lists, kept, bytes.fromhex(settings["key"]), schema.SCHEMA_VERSION)


async def _names(db: AsyncConnection) -> set[str]:
    return set((await db.list_tables()).tables)


async def _settings(db: AsyncConnection, identity: Callable[[], Awaitable[Identity]]) -> Mapping[str, str]:
    """The settings of the store; written in one commit with their table when it is made."""
    if schema.SETTINGS not in await _names(db):
        if schema.MEMORIES in await _names(db):
            raise StoreUnavailable(f"The store at {db.uri} has memories but no settings: restore it from a backup.")
        made = await identity()
        values = {
            "schema_version": str(schema.SCHEMA_VERSION),
            "embedder": made.embedder,
            "dimension": str(made.dimension),
            "fingerprint": made.fingerprint,
            "key": secrets.token_hex(32),
        }
        rows: list[dict[str, Any]] = [{"name": k, "value": v} for k, v in values.items()]
        await db.create_table(schema.SETTINGS, data=schema.arrow_table(rows, schema.SETTINGS_SCHEMA))
    table = await db.open_table(schema.SETTINGS)
    found = await table.query().to_list()
    return {row["name"]: row["value"] for row in found}


async def _made(db: AsyncConnection, name: str, columns: Any, key: str = "") -> None:
    """See to it that a table is there."""
    if name not in await _names(db):
        made = await db.create_table(name, schema=columns)
        if key:  # without it two processes that insert one id at once both succeed
            await made.set_unenforced_primary_key(key)


async def ensure_indexes(memories: AsyncTable) -> None:
    """Make the indexes that are missing. Rows written later are found all the same, by scanning them."""
    there = {column for index in await memories.list_indices() for column in index.columns}
    for column, config in schema.INDEXES.items():
        if column not in there:
            await memories.create_index(column, config=config)


async def _migrate(memories: AsyncTable, settings: AsyncTable, found: int) -> None:
    """Bring an older store up to this schema, version by version; each step is noted when it is done."""
    for version in range(found, schema.SCHEMA_VERSION):
        await schema.MIGRATIONS[version](memories)
        await settings.update({"value": str(version + 1)}, where="name = 'schema_version'")
