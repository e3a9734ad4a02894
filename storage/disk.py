"""Files that must survive a power cut: synced, written whole, appended to."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import Literal

Durability = Literal["synced", "process"]


class Disk:
    """The disk below a store. With durability `process` nothing is synced: what is acknowledged then survives
    the death of the process, not a power cut."""

    def __init__(self, durability: Durability = "synced") -> None:
        self.durability: Durability = durability
        self._doubted: set[str] = set()

    def sync(self, path: str) -> bool:
        """Bring a file or folder to the disk; False when it is gone. Raises OSError when it cannot be done.

        A system that failed to write a page may report success the next time it is asked, with the page
        still not written. So what once failed is written anew, into pages of its own.
        """
        if self.durability == "process":
            return True
        try:
            if path in self._doubted:
                self._rewrite(path)
            else:
                _flush(path)
        except FileNotFoundError:
            self._doubted.discard(path)
            return False
        except OSError:
            self._doubted.add(path)
            if os.path.isdir(path):
                raise
            self._rewrite(path)
        self._doubted.discard(path)
        return True

    def _rewrite(self, path: str) -> None:
        if os.path.isdir(path):
            _flush(path)
            return
        copy = path + ".resync"
        try:
            shutil.copyfile(path, copy)
            os.chmod(copy, os.stat(path).st_mode)
            _flush(copy)
            os.replace(copy, path)
            _flush(os.path.dirname(path))
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(copy)

    def sync_tree(self, folder: str) -> None:
        """Bring a folder with all there is below it to the disk."""
        for root, _, files in os.walk(folder, topdown=False):
            for name in files:
                self.sync(os.path.join(root, name))
            self.sync(root)

    def write_whole(self, path: str, data: bytes) -> None:
        """Put a file in its place in one step: a reader, or a power cut, finds the old one or the new one."""
        half = f"{path}.{os.getpid()}.part"
        try:
            with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
                out.write(data)
            self.sync(half)
            os.replace(half, path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(half)
        self.sync(os.path.dirname(path))

    def append(self, path: str, data: bytes, *, synced: bool = True) -> None:
        """Add to the end of a file, making it if there is none. One write: lines of two processes do not mix."""
        there = os.path.exists(path)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            if os.write(handle, data) != len(data):
                raise OSError(f"{path} was not written whole")
        finally:
            os.close(handle)
        if synced:
            self.sync(path)
            if not there:
                self.sync(os.path.dirname(path))

    def make_folders(self, path: str) -> None:
        """Make a folder and those above it that are not there, so that they stay."""
        missing: list[str] = []
        while not os.path.isdir(path):
            missing.append(path)
            path = os.path.dirname(path)
        for folder in reversed(missing):
            os.makedirs(folder, mode=0o700, exist_ok=True)
            self.sync(os.path.dirname(folder))

    def remove(self, path: str) -> None:
        """Take a file away, for good."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
            self.sync(os.path.dirname(path))


def _flush(path: str) -> None:
    """fsync; on macOS F_FULLFSYNC, without which the drive keeps data in its own cache. Windows cannot sync a
    folder, and wants a file open for writing."""
    if sys.platform == "win32":
        if os.path.isdir(path):
            return
        handle = os.open(path, os.O_RDWR | os.O_BINARY)
    else:
        handle = os.open(path, os.O_RDONLY)
    try:
        if sys.platform == "darwin":
            import fcntl

            with contextlib.suppress(OSError):  # not every file system has it
                fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
                return
        os.fsync(handle)
    finally:
        os.close(handle)


def size_on_disk(folder: str) -> int:
    """Bytes of all files below a folder; files that vanish meanwhile are left out."""
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            with contextlib.suppress(FileNotFoundError):
                total += os.stat(os.path.join(root, name)).st_size
    return total
