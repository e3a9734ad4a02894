"""Room kept on the disk for the day it is full: erasing has to write before it can free anything."""

from __future__ import annotations

import contextlib
import os
import shutil

from ..disk import Disk
from .making import table_path
from .manifest import named, versions
from .residue import drop_versions
from .schema import MEMORIES

NAME = ".reserve"
_LEAST, _MOST = 1 << 20, 64 << 20  # bytes
_PLENTY = 512 << 20
FLOOR = 2 << 20  # bytes that stay free: a commit that runs out of room half-way leaves files behind
_SHARE = 1.5  # of the newest version of the memories: an erase writes all of it anew


def hold(folder: str, disk: Disk) -> None:
    """See to it that the reserve is there and large enough, as far as the disk, or a quota, has room for it."""
    with contextlib.suppress(OSError):
        _hold(folder, disk)


def _hold(folder: str, disk: Disk) -> None:
    path, there = os.path.join(folder, NAME), _held(folder)
    wanted = min(_wanted(folder), there + shutil.disk_usage(folder).free - FLOOR)
    if there >= wanted:
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(handle, 0, wanted)
        else:
            os.lseek(handle, there, os.SEEK_SET)
            os.write(handle, bytes(wanted - there))
    finally:
        os.close(handle)
    disk.sync(path)


def lacking(folder: str) -> int:
    """Bytes of free space that are missing before anything new may be written; 0 or less when there is enough.

    Counted is what an erase of everything would take beyond the reserve.
    """
    free = shutil.disk_usage(folder).free
    if free > _PLENTY:  # the usual case, told without a look at the table
        return 0
    return FLOOR + max(0, _wanted(folder) - _held(folder)) - free


def _held(folder: str) -> int:
    path = os.path.join(folder, NAME)
    return os.path.getsize(path) if os.path.exists(path) else 0


def make_room(folder: str, disk: Disk) -> None:
    """Where there is little room to write all memories anew: give back the reserve, and drop old versions.

    Call it under the lock, with the newest version on the disk.
    """
    if shutil.disk_usage(folder).free < 2 * _wanted(folder):
        disk.remove(os.path.join(folder, NAME))
        drop_versions(table_path(folder, MEMORIES), keep=1)


def _wanted(folder: str) -> int:
    size = live_bytes(table_path(folder, MEMORIES))
    return min(max(int(_SHARE * size), _LEAST), _MOST)


def live_bytes(table: str) -> int:
    """Bytes of the files that the newest version of a table names."""
    total = 0
    for path in named(table, versions(table)[0]):
        full = os.path.join(table, path)
        inside = [full + name for name in os.listdir(full)] if path.endswith("/") and os.path.isdir(full) else [full]
        total += sum(os.path.getsize(file) for file in inside if os.path.isfile(file))
    return total
