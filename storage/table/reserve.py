"""Room kept on the disk for the day it is full: erasing has to write before it can free anything."""

from __future__ import annotations

import os
import shutil

from ..disk import Disk
from .making import table_path
from .manifest import named, versions
from .schema import MEMORIES

NAME = ".reserve"
_LEAST, _MOST = 1 << 20, 64 << 20  # bytes
_SHARE = 1.5  # of the newest version of the memories: an erase writes all of it anew


def hold(folder: str, disk: Disk) -> None:
    """See to it that the reserve is there and large enough, where the disk has room for it."""
    path, wanted = os.path.join(folder, NAME), _wanted(folder)
    there = os.path.getsize(path) if os.path.exists(path) else 0
    if there >= wanted or shutil.disk_usage(folder).free < 2 * wanted:
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


def release(folder: str, disk: Disk) -> None:
    """Give the room back, when there is little else."""
    path = os.path.join(folder, NAME)
    if os.path.exists(path) and shutil.disk_usage(folder).free < max(os.path.getsize(path), _LEAST):
        disk.remove(path)


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
