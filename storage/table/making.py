# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Making a new store: built whole beside its place, synced, then put there table by table.

So there is no moment at which a table is there without its key or its indexes, and an interrupted making is
told from a store that has lost a table: what was to be put in place is still there.
"""

from __future__ import annotations

import os
import secrets
import shutil
from dataclasses import dataclass
from typing import Any

import lancedb

from ..disk import Disk
from . import schema, sums
from .manifest import check, versions

_HALF = ".making"
STAGING = ".restoring"  # where a backup is laid out while it is put back
# The memories last: where they are, everything is.
_ORDER = (schema.LISTS, schema.SETTINGS, schema.MEMORIES)


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model wrote the vectors of a store."""

    embedder: str
    dimension: int
    fingerprint: str


_SAID = ("embedder", "dimension", "fingerprint")  # in the columns of a table, where the model was changed since


def said_of(identity: Identity) -> dict[str, str]:
    """A model as it is noted with the columns of a table."""
    return {name: str(getattr(identity, name)) for name in _SAID}


def identity_in(columns: Any) -> Identity | None:
    """The model noted with the columns of a table, if one is."""
    noted: dict[bytes, bytes] = columns.metadata or {}
    found = [noted.get(name.encode(), b"").decode() for name in _SAID]
    return Identity(found[0], int(found[1]), found[2]) if all(found) else None


def table_path(folder: str, name: str) -> str:
    """The folder of a table."""
    return os.path.join(folder, f"{name}.lance")


def tables_there(folder: str) -> set[str]:
    """Which of our tables a folder has."""
    return {n for n in _ORDER if os.path.isdir(table_path(folder, n))}


def clear_unfinished(folder: str) -> None:
    """Take away what an interrupted making or restore left: nobody was ever told of anything in it. Call it under
    the lock."""
    shutil.rmtree(os.path.join(folder, STAGING), ignore_errors=True)
    half = os.path.join(folder, _HALF)
    if not os.path.isdir(half):
        return
    if os.path.isdir(table_path(half, schema.MEMORIES)) and schema.MEMORIES not in tables_there(folder):
        for name in tables_there(folder):
            shutil.rmtree(table_path(folder, name))
    shutil.rmtree(half)


async def make_store(folder: str, identity: Identity, disk: Disk) -> None:
    """Make all tables of a store in `folder`, which has none. Raises Torn when the disk did not take them whole."""
    half = os.path.join(folder, _HALF)
    os.makedirs(half, mode=0o700)
    db = await lancedb.connect_async(half)
    values = {
        "schema_version": str(schema.SCHEMA_VERSION),
        "embedder": identity.embedder,
        "dimension": str(identity.dimension),
        "fingerprint": identity.fingerprint,
        "key": secrets.token_hex(32),
    }
    rows: list[dict[str, Any]] = [{"name": k, "value": v} for k, v in values.items()]
    settings = await db.create_table(schema.SETTINGS, data=schema.arrow_table(rows, schema.SETTINGS_SCHEMA))
    lists = await db.create_table(schema.LISTS, schema=schema.LISTS_SCHEMA)
    memories = await db.create_table(schema.MEMORIES, schema=schema.memories_schema(identity.dimension))
    await ensure_key(memories)
    await ensure_indexes(memories)
    for table in (settings, lists, memories):
        table.close()
    for name in _ORDER:  # the engine takes some faults of the disk for success
        check(table_path(half, name), versions(table_path(half, name))[0])
    disk.sync_tree(half)
    for name in _ORDER:
        sums.drop(table_path(folder, name), disk)
        os.rename(table_path(half, name), table_path(folder, name))
    os.rmdir(half)
    disk.sync(folder)
    disk.sync(os.path.dirname(folder))


async def pass_numbers(table: Any, taken: int) -> int:
    """Make versions without changing a row until their number is above `taken`: a version of that number was set
    aside, and processes that have it open would take another one of its number for it. The version now."""
    while (version := await table.version()) <= taken:
        await same_again(table)
    return version


async def same_again(table: Any) -> None:
    """Make a version of the same rows."""
    await table.delete("false")


_KEY = b"lance-schema:unenforced-primary-key:position"


async def has_key(memories: Any) -> bool:
    """Whether two inserts of one id at once collide."""
    return _KEY in ((await memories.schema()).field("id").metadata or {})


async def ensure_key(memories: Any) -> None:
    """See to it that two inserts of one id at once collide: without a primary key both succeed."""
    if not await has_key(memories):
        await memories.set_unenforced_primary_key("id")


async def ensure_indexes(memories: Any) -> None:
    """Make the indexes that are missing. Rows written later are found all the same, by scanning them."""
    there = {column for index in await memories.list_indices() for column in index.columns}
    for column in schema.INDEXES:
        if column not in there:
            await memories.create_index(column, config=schema.INDEXES[column])


async def rebuild_indexes(memories: Any) -> None:
    """Make every index anew, from the rows that are there and nothing else."""
    for column, config in schema.INDEXES.items():
        await memories.create_index(column, config=config, replace=True)
