# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Opening a store: the folder of one owner, its tables, its settings."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import lancedb
from lancedb.table import AsyncTable

from .. import heap
from ..alarms import Alarms
from ..disk import Disk
from ..errors import StoreDamaged, StoreUnavailable
from ..lane import Lane
from . import schema
from .archive import pack
from .digests import Digests
from .durable import Durable
from .engine import Fault, engine
from .healing import DAMAGED, Healed, heal, network_drive, place_aside, set_aside, set_table_aside, why_read_only
from .lock import StoreLock
from .making import (
    Identity,
    clear_unfinished,
    ensure_indexes,
    ensure_key,
    identity_in,
    make_store,
    pass_numbers,
    rebuild_indexes,
    table_path,
    tables_there,
)
from .manifest import Torn
from .tables import Tables
from .tombstones import NAME as TOMBSTONES
from .tombstones import Tombstones

OWNER = "local"  # one owner, one folder; nothing here has a way to another
_LOW_BYTES = 200 << 20  # of free space; less is an alarm
BACKUPS = "backups"  # made by ourselves, before a migration; an erase takes them away


@dataclass(frozen=True, slots=True)
class Store:
    """The open tables of one owner, and the settings written when it was made.

    `identity` is the model it was opened with, `moved` the one another process gave it since, if one did. `key` is the secret for cursors and fences; it never leaves the store. `read_only` says why nothing can be written; empty where it can.
    """

    folder: str
    lock: StoreLock
    tables: Tables
    identity: Identity
    key: bytes
    schema_version: int
    disk: Disk
    lane: Lane
    durable: Durable
    alarms: Alarms
    tombstones: Tombstones
    digests: Digests
    moved: list[Identity]
    read_only: str = ""

    @property
    def memories(self) -> AsyncTable:
        """The writer's handle."""
        return self.tables.memories

    async def notice_move(self, table: AsyncTable) -> None:
        """Look whether another process embedded the store anew: vectors of the model it was opened with belong to it
        no longer."""
        now = identity_in(await table.schema())
        self.moved[:] = [now] if now and now != self.identity else []
        if now and self.moved:
            self.alarms.sound(
                "model", f"the store was embedded anew with {now.embedder!r}: set SIMONIDES_EMBEDDER to it and restart"
            )

    @property
    def reading(self) -> AsyncTable:
        """The readers' handle."""
        return self.tables.reading

    @property
    def lists(self) -> AsyncTable:
        """The pending lists of `forget`."""
        return self.tables.lists

    def refuse_if_read_only(self) -> None:
        """Raises StoreUnavailable, with the reason, where nothing can be written."""
        if self.read_only:
            raise StoreUnavailable(f"The store is open for reading only: {self.read_only}")

    def close(self) -> None:
        """Let the tables go. What was committed is already on disk."""
        self.tables.close()


async def open_store(root: str, identity: Callable[[], Awaitable[Identity]], disk: Disk) -> Store:
    """Open the store below the absolute path `root`, making it if there is none; `identity` is asked only then.

    What a power cut tore is set aside and stepped over, with an alarm. A store that cannot be written, or that
    a newer version wrote, is opened for reading. Raises StoreUnavailable when it cannot be used at all; it is
    never replaced by an empty one.
    """
    folder = os.path.join(root, OWNER)
    heap.bound()
    try:
        opening = _Opening(folder, identity, disk)
        if reason := await opening.lane.run(opening.why_read_only):
            with engine():
                return await opening.for_reading(reason)
        # Under the lock: of two processes that make a table at once, the later would overwrite the earlier.
        async with opening.lock:
            with engine():
                return await opening.for_writing()
    except (OSError, Fault, Torn) as broken:
        raise _refusal(folder, broken) from broken


def _refusal(folder: str, broken: OSError | Fault | Torn) -> StoreUnavailable:
    """Why a store is not opened; as damage only what no second try and no other user would find better."""
    fault = broken if isinstance(broken, Fault) else Fault(broken)
    if fault.denied:
        return StoreUnavailable(
            f"The store in {folder} cannot be opened by this user ({fault}): check the owner and "
            "permissions of the folder, or set SIMONIDES_HOME to another."
        )
    if fault.passing:
        return StoreUnavailable(f"The store in {folder} cannot be opened now: {fault}. Nothing was changed; try again.")
    if isinstance(broken, OSError):  # of the folder itself, not of what is in it
        return StoreUnavailable(
            f"The store in {folder} cannot be opened: {fault}. Set SIMONIDES_HOME to another folder."
        )
    return StoreDamaged(
        f"The store in {folder} cannot be opened: {fault}. Put a backup back with `simonides restore FILE`, "
        "or set SIMONIDES_HOME to another folder."
    )


class _Opening:
    """One store being opened."""

    def __init__(self, folder: str, identity: Callable[[], Awaitable[Identity]], disk: Disk) -> None:
        self._folder = folder
        self._identity = identity
        self._disk = disk
        self._alarms = Alarms()
        self.lock = StoreLock(folder)
        self.lane = Lane()

    def why_read_only(self) -> str:
        """Why nothing can be written; the folder is made if it is not there."""
        if not os.path.isdir(self._folder):
            self._disk.make_folders(self._folder)
        return why_read_only(self._folder)

    async def for_reading(self, reason: str) -> Store:
        """The store as it is. Raises StoreUnavailable when there is none."""
        if schema.MEMORIES not in tables_there(self._folder):
            raise StoreUnavailable(f"There is no store in {self._folder}, and none can be made: {reason}.")
        settings = await self._settings()
        if int(settings["schema_version"]) < schema.SCHEMA_VERSION:
            raise StoreUnavailable(f"The store is of an older version and must be written to be brought up: {reason}.")
        self._alarms.sound("read-only", reason)
        return await self._opened(settings, reason)

    async def for_writing(self) -> Store:
        """The store, made, healed and brought up to date as need be."""
        await self.lane.run(lambda: clear_unfinished(self._folder))
        await self._see_to_tables()
        await self.lane.run(lambda: self._heal(schema.SETTINGS))
        settings = await self._settings()
        if (found := int(settings["schema_version"])) > schema.SCHEMA_VERSION:
            reason = (
                f"a newer version of simonides wrote it (schema {found}, this one knows {schema.SCHEMA_VERSION}). "
                "Upgrade: pip install --upgrade simonides"
            )
            self._alarms.sound("read-only", reason)
            return await self._opened(settings, reason)
        await self.lane.run(self._heal_lists)
        healed = await self.lane.run(lambda: self._heal(schema.MEMORIES))
        store = await self._opened(settings)
        store.durable.taken = healed.taken
        with contextlib.suppress(Fault), engine():  # a full disk: the first commit sees to it
            await pass_numbers(store.memories, healed.taken)
        if found < schema.SCHEMA_VERSION:
            await self.lane.run(self._pack_before_migration)
            await self._migrate(store.memories, found)
        await ensure_key(store.memories)
        await (rebuild_indexes if healed.indexes else ensure_indexes)(store.memories)
        await store.reading.checkout_latest()
        await store.durable.settle(await store.memories.version())
        await self.lane.run(self._look_around)
        return store

    def _heal(self, name: str) -> Healed:
        return heal(table_path(self._folder, name), self._disk, self._alarms)

    def _heal_lists(self) -> None:
        """Pending lists live for fifteen minutes and hold no content: what cannot be healed is made anew."""
        lists = table_path(self._folder, schema.LISTS)
        try:
            if os.path.isdir(lists):
                self._heal(schema.LISTS)
        except StoreUnavailable as torn:
            self._alarms.sound("lists", f"made anew: {torn}")
            set_table_aside(lists, place_aside(lists), self._disk)

    async def _see_to_tables(self) -> None:
        there = tables_there(self._folder)
        if not there:
            await make_store(self._folder, await self._identity(), self._disk)
        elif missing := {schema.MEMORIES, schema.SETTINGS} - there:
            raise StoreDamaged(
                f"The store in {self._folder} has lost its table {' and '.join(sorted(missing))}. Nothing was changed. "
                "Put a backup back: simonides restore FILE."
            )

    async def _settings(self) -> Mapping[str, str]:
        db = await lancedb.connect_async(self._folder)
        found = await (await db.open_table(schema.SETTINGS)).query().to_list()
        settings = {row["name"]: row["value"] for row in found}
        if missing := {"schema_version", "embedder", "dimension", "fingerprint", "key"} - settings.keys():
            raise StoreDamaged(f"The settings of the store lack {', '.join(sorted(missing))}: restore a backup.")
        return settings

    async def _opened(self, settings: Mapping[str, str], read_only: str = "") -> Store:
        await self._see_to_lists(read_only)
        tables = Tables(self._folder)
        await tables.open()
        first = Identity(settings["embedder"], int(settings["dimension"]), settings["fingerprint"])
        return Store(
            folder=self._folder,
            lock=self.lock,
            tables=tables,
            identity=identity_in(await tables.memories.schema()) or first,
            key=bytes.fromhex(settings["key"]),
            schema_version=int(settings["schema_version"]) if read_only else schema.SCHEMA_VERSION,
            disk=self._disk,
            lane=Lane(),
            durable=Durable(table_path(self._folder, schema.MEMORIES), self._disk, Lane()),
            alarms=self._alarms,
            tombstones=Tombstones(self._folder, self._disk),
            digests=Digests(),
            moved=[],
            read_only=read_only,
        )

    async def _see_to_lists(self, read_only: str) -> None:
        """Pending lists live for minutes: they are made anew when they are gone or cannot be opened."""
        plain, path = await lancedb.connect_async(self._folder), table_path(self._folder, schema.LISTS)
        if schema.LISTS in tables_there(self._folder):
            with contextlib.suppress(Fault), engine():
                (await plain.open_table(schema.LISTS)).close()
                return
            if not read_only:
                self._alarms.sound("lists", "damaged, and made anew")
                set_table_aside(path, place_aside(path), self._disk)
        await plain.create_table(schema.LISTS, schema=schema.LISTS_SCHEMA)

    async def _migrate(self, memories: AsyncTable, found: int) -> None:
        """Bring an older store up to this schema, version by version; each step is noted when it is done."""
        db = await lancedb.connect_async(self._folder)
        settings = await db.open_table(schema.SETTINGS)
        for version in range(found, schema.SCHEMA_VERSION):
            await schema.MIGRATIONS[version](memories)
            await settings.update({"value": str(version + 1)}, where="name = 'schema_version'")
        await self.lane.run(lambda: self._disk.sync_tree(table_path(self._folder, schema.SETTINGS)))

    def _pack_before_migration(self) -> None:
        """Pack what was there away: a migration that goes wrong can be taken back."""
        os.makedirs(os.path.join(self._folder, BACKUPS), exist_ok=True, mode=0o700)
        kept = os.path.join(self._folder, BACKUPS, f"before-schema-{schema.SCHEMA_VERSION}.zip")
        if not os.path.exists(kept):  # an earlier try was interrupted: what it packed is older, and right
            pack(self._folder, kept, self._disk)

    def _look_around(self) -> None:
        """Alarms for what is not as it should be, but works."""
        if kind := network_drive(self._folder):
            self._alarms.sound("drive", f"the store is on a network drive ({kind}): its locks may not hold")
        if names := set_aside(self._folder):
            self._alarms.sound(
                "set aside",
                f"{len(names)} damaged files are in {os.path.join(self._folder, DAMAGED)}; what came last before "
                "the damage may be missing. Remove that folder once you have looked",
            )
        if damaged := Tombstones(self._folder, self._disk).damaged:
            self._alarms.sound("tombstones", f"{damaged} lines of {TOMBSTONES} are damaged: see `simonides doctor`")
        if (free := shutil.disk_usage(self._folder).free) < _LOW_BYTES:
            self._alarms.sound("room", f"only {free >> 20} MiB are free on the disk of the store")
