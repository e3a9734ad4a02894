# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Putting a backup back: all its rows in one commit, less what was erased since it was made.

Other processes go on, and see the one state or the other. What is there is packed away first when it would
be lost.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio
import lancedb
import pyarrow as pa

from ..errors import InvalidArgument
from ..memory import Memory
from . import schema
from .archive import pack, unpack
from .commit import Commits
from .engine import Fault, engine, unavailable
from .making import STAGING, Identity, ensure_indexes
from .opening import BACKUPS, Store
from .rows import READ, from_row, intact
from .tombstones import NAME as TOMBSTONES

_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: rows put back, rows left out because they were erased, rows that are gone by it, and
    where these were packed away."""

    count: int
    left_out: int
    lost: int
    kept: str = ""


async def restore(store: Store, path: str, *, replace: bool, erased_too: bool, at: datetime) -> Restored:
    """Put the backup at `path` in the place of all memories of a store.

    Without `replace` it refuses when a memory that is there is not in the backup; with it, what is there is
    packed into `backups` first. `erased_too` brings back what was erased since. Raises InvalidArgument for a
    file that is damaged or not a backup, StoreUnavailable when the table cannot be written.
    """
    store.refuse_if_read_only()
    staging = os.path.join(store.folder, STAGING)
    with anyio.CancelScope(shield=True):
        async with store.lock:
            try:
                await store.lane.run(lambda: _laid_out(path, staging))
                rows = await _rows_of(staging, store.identity)
                return await _put_back(store, staging, rows, replace=replace, erased_too=erased_too, at=at)
            finally:
                await store.lane.run(lambda: shutil.rmtree(staging, ignore_errors=True))
    raise AssertionError("a shielded scope ends by its own return")  # for the type checker


def _laid_out(path: str, staging: str) -> None:
    shutil.rmtree(staging, ignore_errors=True)
    os.makedirs(staging, mode=0o700)
    unpack(path, staging)


async def _rows_of(staging: str, ours: Identity) -> Any:
    """The rows of a backup as the table of today takes them; without vectors when another model made them."""
    db = await lancedb.connect_async(staging)
    with unavailable():
        found = await (await db.open_table(schema.SETTINGS)).query().to_list()
        rows = await (await db.open_table(schema.MEMORIES)).query().to_arrow()
    settings = {row["name"]: row["value"] for row in found}
    if int(settings["schema_version"]) > schema.SCHEMA_VERSION:
        raise InvalidArgument("FILE", "was made by a newer version of simonides: upgrade, then restore it.")
    theirs = Identity(settings["embedder"], int(settings["dimension"]), settings["fingerprint"])
    wanted = schema.memories_schema(ours.dimension)
    columns: list[Any] = []
    for field in wanted:
        if theirs != ours and field.name in ("vector", "pending"):
            columns.append(pa.array([None if field.name == "vector" else True] * rows.num_rows, field.type))
        elif field.name in rows.column_names:
            columns.append(rows[field.name].cast(field.type))
        else:  # a column the backup's schema did not have yet
            columns.append(pa.array([0 if field.name == "revision" else None] * rows.num_rows, field.type))
    return pa.table(columns, schema=wanted)


def _memories(rows: Any) -> Iterator[Memory]:
    """The memories among these rows. Raises InvalidArgument when one is not what was written."""
    for start in range(0, rows.num_rows, _BATCH):
        for row in rows.slice(start, _BATCH).select(list(READ)).to_pylist():
            if not intact(row):
                raise InvalidArgument("FILE", f"is damaged: {row['id']} is not what was written. Take another.")
            yield from_row(row)


async def _put_back(
    store: Store, staging: str, rows: Any, *, replace: bool, erased_too: bool, at: datetime
) -> Restored:
    commits = Commits(store)
    await commits.latest()
    await store.lane.run(lambda: _take_in_tombstones(store, staging))
    memories = list(_memories(rows))
    erased = set[str]() if erased_too else store.tombstones.naming(memories)
    going = rows.filter(pa.array([m.id not in erased for m in memories], pa.bool_())) if erased else rows
    with unavailable():
        there = (await commits.table.query().select(["id"]).to_arrow())["id"].to_pylist()
    lost = len(set(there) - {m.id for m in memories})
    if lost and not replace:
        raise InvalidArgument(
            "FILE",
            f"lacks {lost} of the {len(there)} memories that are there. To lose them: --replace (they are packed away first).",
        )
    with unavailable():
        kept = await store.lane.run(lambda: _packed_away(store, at)) if lost else ""
    with unavailable():
        await commits.table.add(going, mode="overwrite", on_bad_vectors="null")
    await commits.settle()
    with contextlib.suppress(Fault), engine():  # those that are missing are made at the next opening
        await ensure_indexes(commits.table)
    await commits.settle()
    return Restored(going.num_rows, len(erased), lost, kept)


def _take_in_tombstones(store: Store, staging: str) -> None:
    stones = Path(staging, TOMBSTONES)
    if stones.exists():
        store.tombstones.take_in(stones.read_bytes())


def _packed_away(store: Store, at: datetime) -> str:
    folder = os.path.join(store.folder, BACKUPS)
    os.makedirs(folder, exist_ok=True, mode=0o700)
    path = os.path.join(folder, f"before-restore-{at:%Y%m%d-%H%M%S-%f}.zip")
    pack(store.folder, path, store.disk)
    return path
