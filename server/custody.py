"""Backup and restore, as the command line does them: under the lock, and in the audit."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import anyio

from ..storage.alarms import Alarms
from ..storage.audit import Audit
from ..storage.disk import Disk
from ..storage.errors import StoreUnavailable
from ..storage.table.archive import Packed, Told, pack, verify
from ..storage.table.healing import DAMAGED, bring_table_back, place_aside, set_table_aside
from ..storage.table.lock import StoreLock
from ..storage.table.making import table_path, tables_there
from ..storage.table.opening import OWNER
from ..storage.table.restoring import Restored, restore

if TYPE_CHECKING:
    from ..tools.mind import Mind

_CLIENT = "cli"


async def back_up(mind: Mind, path: str, told: Told) -> Packed:
    """Pack the store into the file at `path`; nobody writes meanwhile."""
    store = mind.store

    async def packed() -> Packed:
        return await store.lane.run(lambda: pack(store.folder, path, store.disk, told))

    if store.read_only:  # nobody of us writes, and the lock could not be taken: a failing disk calls for a backup
        return await packed()
    async with store.lock:
        made = await packed()
    mind.audit.note(mind.clock(), _CLIENT, "backup", "written")
    return made


async def damaged_in(mind: Mind) -> int:
    """How many rows are not what was written: a backup holds them so, and a restore leaves them out."""
    return await mind.reader.count() - len(await mind.reader.every())


async def put_back(mind: Mind, path: str, *, replace: bool, erased_too: bool) -> Restored:
    """Restore the backup at `path`."""
    now = mind.clock()
    done = await restore(mind.store, path, replace=replace, erased_too=erased_too, at=now)
    mind.audit.note(now, _CLIENT, "restore", "restored", reason=f"{done.count} back, {done.left_out} left out")
    mind.upkeep.committed(pending=True)
    return done


async def embed(mind: Mind) -> None:
    """Give the rows that were put back their vectors, where another model made those of the backup. Where that fails
    they wait for the next server."""
    await mind.encoder.load()
    with suppress(StoreUnavailable):
        await mind.upkeep.embed_pending(mind.reader, mind.writer)


@asynccontextmanager
async def put_aside(home: str, backup: str) -> AsyncGenerator[str]:
    """With the tables of a store that cannot be opened in its folder `damaged`, so that the next opening makes new
    ones; where they are. They are brought back when what is done meanwhile fails. Raises InvalidArgument, and leaves
    them, when the backup that is to follow is damaged."""
    verify(backup)
    folder, disk = os.path.join(home, OWNER), Disk()
    lock, moved, emptied = StoreLock(folder), dict[str, str](), False
    try:
        async with lock:
            for path in [table_path(folder, name) for name in sorted(tables_there(folder))]:
                moved[path] = place_aside(path)
                set_table_aside(path, moved[path], disk)
            emptied = True
            Audit(folder, disk, Alarms()).note(datetime.now(UTC), _CLIENT, "restore", "put aside", reason=DAMAGED)
        yield os.path.join(folder, DAMAGED)
    except BaseException:
        with anyio.CancelScope(shield=True):
            async with lock:
                _bring_back(folder, moved, disk, emptied=emptied)
        raise


def _bring_back(folder: str, moved: Mapping[str, str], disk: Disk, *, emptied: bool) -> None:
    """Put tables where they were; once all had been moved, what is there was made meanwhile, and goes."""
    there = {path: aside for path, aside in moved.items() if os.path.isdir(aside)}
    if emptied and len(there) < len(moved):
        return  # an erase that was carried on took them
    for path in [table_path(folder, name) for name in tables_there(folder)] if emptied else ():
        if path not in there:
            shutil.rmtree(path, ignore_errors=True)
    for path, aside in there.items():
        bring_table_back(path, aside, disk)
