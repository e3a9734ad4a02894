# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Putting a backup back: all its rows in one commit, less what was erased since it was made.

Other processes go on, and see the one state or the other. What is there is packed away first when it would
be lost.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import anyio
import lancedb
import pyarrow as pa

from ..errors import InvalidArgument, StoreUnavailable
from ..journal import NAME as JOURNAL
from ..journal import Journal
from ..memory import Memory
from . import schema
from .archive import pack, unpack
from .commit import Commits
from .engine import Fault, engine, unavailable, unwritable
from .making import STAGING, Identity, ensure_indexes, ensure_key, identity_in, said_of
from .opening import BACKUPS, Store
from .rows import READ, checksum_of, from_row, intact
from .tombstones import NAME as TOMBSTONES
from .tombstones import Tombstones

_BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did: rows put back, rows left out because they were erased, rows that are gone by it or as they
    were before, where these were packed away, and which rows of the backup were damaged before it was made, and left out."""

    count: int
    left_out: int
    lost: int
    kept: str = ""
    damaged: tuple[str, ...] = ()


async def restore(store: Store, path: str, *, replace: bool, erased_too: bool, at: datetime) -> Restored:
    """Put the backup at `path` in the place of all memories of a store.

    Without `replace` it refuses when a memory that is there would be gone, or as it was before it was changed; with
    it, what is there is packed into `backups` first. `erased_too` brings back what was erased since. Raises InvalidArgument for a
    file that is damaged or not a backup, StoreUnavailable when the table cannot be written.
    """
    store.refuse_if_read_only()
    staging = os.path.join(store.folder, STAGING)
    with anyio.CancelScope(shield=True):
        async with store.lock:
            try:
                await store.lane.run(lambda: _laid_out(path, staging))
                rows = await _rows_of(staging, store.identity)
                laid = await store.lane.run(lambda: _looked_at(rows))
                return await _put_back(store, staging, laid, replace=replace, erased_too=erased_too, at=at)
            finally:
                await store.lane.run(lambda: shutil.rmtree(staging, ignore_errors=True))
    raise AssertionError("a shielded scope ends by its own return")  # for the type checker


def _laid_out(path: str, staging: str) -> None:
    shutil.rmtree(staging, ignore_errors=True)
    with unavailable():  # there may be no room for it
        os.makedirs(staging, mode=0o700)
        unpack(path, staging)


async def _rows_of(staging: str, ours: Identity) -> Any:
    """The rows of a backup as the table of today takes them; without vectors when another model made them."""
    db = await lancedb.connect_async(staging)
    with unavailable():
        found = await (await db.open_table(schema.SETTINGS)).query().to_list()
        memories = await db.open_table(schema.MEMORIES)
        noted = identity_in(await memories.schema())
        rows = await memories.query().to_arrow()
    settings = {row["name"]: row["value"] for row in found}
    if int(settings["schema_version"]) > schema.SCHEMA_VERSION:
        raise InvalidArgument("FILE", "was made by a newer version of simonides: upgrade, then restore it.")
    theirs = noted or Identity(settings["embedder"], int(settings["dimension"]), settings["fingerprint"])
    wanted = schema.memories_schema(ours.dimension).with_metadata(said_of(ours))
    columns: list[Any] = []
    for field in wanted:
        if theirs != ours and field.name in ("vector", "pending"):
            columns.append(pa.array([None if field.name == "vector" else True] * rows.num_rows, field.type))
        elif field.name in rows.column_names:
            columns.append(rows[field.name].cast(field.type))
        else:  # a column the backup's schema did not have yet
            columns.append(pa.array([0 if field.name in ("revision", "written") else None] * rows.num_rows, field.type))
    return pa.table(columns, schema=wanted)


@dataclass(frozen=True, slots=True)
class _Laid:
    """What a backup holds: its rows, and the memories of those that are what was written."""

    rows: Any
    memories: Sequence[Memory]
    damaged: Sequence[str]


def _looked_at(rows: Any) -> _Laid:
    memories: list[Memory] = []
    damaged: list[str] = []
    for start in range(0, rows.num_rows, _BATCH):
        for row in rows.slice(start, _BATCH).select(list(READ)).to_pylist():
            if intact(row):
                memories.append(from_row(row))
            else:
                damaged.append(row["id"])
    return _Laid(rows, memories, damaged)


async def _put_back(
    store: Store, staging: str, laid: _Laid, *, replace: bool, erased_too: bool, at: datetime
) -> Restored:
    commits = Commits(store)
    version = await commits.latest()
    there = await _there(commits, replace=replace)
    erased = set[str]() if erased_too else await store.lane.run(lambda: _erased(store, staging, laid.memories))
    erased -= there.keys()  # what is there was not erased since it came, whatever it says
    out = {*erased, *laid.damaged}
    going = laid.rows.filter(pa.array([i not in out for i in laid.rows["id"].to_pylist()], pa.bool_()))
    coming = _sums(going)
    lost = sum(i not in coming or coming[i] != checksum for i, checksum in there.items())
    if lost and not replace:
        raise InvalidArgument(
            "FILE",
            f"lacks {lost} of the {len(there)} memories that are there, or holds them as they were before they were "
            "changed. To lose that: --replace (what is there is packed away first).",
        )
    with unavailable():
        kept = await store.lane.run(lambda: _packed_away(store, at)) if lost else ""
        await store.lane.run(lambda: _take_in_tombstones(store, staging, laid.memories if erased_too else ()))
        await store.lane.run(lambda: _take_in_journal(store, staging, out))
        await commits.table.add(_written(going, version + 1), mode="overwrite", on_bad_vectors="null")
        await ensure_key(commits.table)
    await commits.settle()
    with contextlib.suppress(Fault), engine():  # those that are missing are made at the next opening
        await ensure_indexes(commits.table)
    await commits.settle()
    return Restored(going.num_rows, len(erased), lost, kept, tuple(laid.damaged))


def _written(rows: Any, version: int) -> Any:
    """The rows as written for this version: an index of before knows none of them."""
    at = rows.schema.get_field_index("written")
    return rows.set_column(at, rows.schema.field(at), pa.array([version] * rows.num_rows, pa.int64()))


async def _there(commits: Commits, *, replace: bool) -> dict[str, int]:
    """What is there, by id. Where that cannot be read any more, all of it counts as lost."""
    try:
        with engine():
            return _sums(await commits.table.query().select(list(READ)).to_arrow())
    except Fault as fault:
        if fault.passing:
            raise unwritable(fault) from fault
        if not replace:
            raise StoreUnavailable(
                f"What is there cannot be read ({fault}); nothing was changed. --replace packs it away and puts the "
                "backup in its place."
            ) from fault
        with unavailable():
            return {str(number): -1 for number in range(await commits.table.count_rows())}


def _sums(rows: Any) -> dict[str, int]:
    """The checksum of each row; a row of the first schema has none until it is edited."""
    sums = dict(zip(rows["id"].to_pylist(), rows["checksum"].to_pylist(), strict=True))
    bare = rows.filter(rows["checksum"].is_null()).select(list(READ)).to_pylist()
    return sums | {row["id"]: checksum_of(row) for row in bare}


def _erased(store: Store, staging: str, memories: Sequence[Memory]) -> set[str]:
    """What was erased, by the tombstones that are there and those of the backup."""
    store.tombstones.refuse_if_damaged()
    return store.tombstones.naming(memories) | Tombstones(staging, store.disk).naming(memories)


def _take_in_tombstones(store: Store, staging: str, back: Sequence[Memory]) -> None:
    """Add the tombstones of the backup, and forget those of what is brought `back` on purpose."""
    stones = Path(staging, TOMBSTONES)
    if stones.exists():
        store.tombstones.take_in(stones.read_bytes())
    store.tombstones.lift(back)


def _take_in_journal(store: Store, staging: str, out: Collection[str]) -> None:
    """Where there is none, go on from the backup's: what a user took back is not to be done anew. What it says of rows
    that stay out goes."""
    lines = Path(staging, JOURNAL)
    if lines.exists():
        journal = Journal(store.folder, store.disk)
        journal.take_in(lines.read_bytes())
        journal.hush(out)


def _packed_away(store: Store, at: datetime) -> str:
    folder = os.path.join(store.folder, BACKUPS)
    os.makedirs(folder, exist_ok=True, mode=0o700)
    path = os.path.join(folder, f"before-restore-{at:%Y%m%d-%H%M%S-%f}.zip")
    pack(store.folder, path, store.disk)
    return path
