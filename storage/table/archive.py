"""A backup: one zip file with the newest version of every table, and what is not derived from them.

Older versions are left out, so what was erased or replaced before is not in it. Each file is listed with its
SHA-256; what is packed is read back and compared before it counts.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..audit import NAMES as AUDIT
from ..disk import Disk
from ..errors import InvalidArgument, StoreUnavailable
from ..journal import NAME as JOURNAL
from . import schema
from .making import table_path, tables_there
from .manifest import Torn, check, manifest_name, named, versions
from .tombstones import NAME as TOMBSTONES

FORMAT = "simonides-backup-1"
_LIST = "backup.json"
_CHUNK = 1 << 20
# Journals beside the tables. The pending lists of `forget` live for minutes and stay behind.
# What reading an archive raises in which some bit is another.
_GARBLED = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError)  # NotImplementedError too
_BESIDE = (TOMBSTONES, JOURNAL, *AUDIT)
_TABLES = (schema.SETTINGS, schema.MEMORIES)
Told = Callable[[int, int], None]  # bytes done, bytes in all


@dataclass(frozen=True, slots=True)
class Packed:
    """What a backup holds."""

    path: str
    files: Mapping[str, str]  # path in the store -> SHA-256

    @property
    def count(self) -> int:
        """How many files."""
        return len(self.files)


def _nothing(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


def pack(folder: str, target: str, disk: Disk, told: Told = _nothing) -> Packed:
    """Write a backup of the store in `folder` to the file `target`, whole or not at all, and verify it.

    Call it under the lock. Raises InvalidArgument when `target` is there already, StoreUnavailable when a
    table is damaged: a backup of that would replace a good one.
    """
    if os.path.exists(target):
        raise InvalidArgument("FILE", f"is there already: {target}. Name a file that is not.")
    names = list(_files(folder))
    total = sum(os.path.getsize(os.path.join(folder, n)) for n in names)
    half, sums, done = f"{target}.{os.getpid()}.part", dict[str, str](), 0
    try:
        raw = os.fdopen(os.open(half, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")
        with raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name in names:
                sums[name] = _added(archive, os.path.join(folder, name), name)
                done += os.path.getsize(os.path.join(folder, name))
                told(done, total)
            archive.writestr(_LIST, json.dumps({"format": FORMAT, "files": sums}))
        verify(half)
        disk.sync(half)
        os.rename(half, target)
    except OSError as fault:
        raise StoreUnavailable(f"The backup could not be written: {fault}. The store is as it was.") from fault
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(half)
    disk.sync(os.path.dirname(os.path.abspath(target)))
    return Packed(target, sums)


def _files(folder: str) -> Iterator[str]:
    """The paths, below the store, of all that a backup holds."""
    for table in _TABLES:
        if table not in tables_there(folder):
            raise StoreUnavailable(f"The store has no table {table}; there is nothing whole to back up.")
        path = table_path(folder, table)
        try:
            version = versions(path)[0]
            check(path, version)
            needed = named(path, version)
        except (Torn, IndexError) as broken:
            raise StoreUnavailable(f"The table {table} is damaged: {broken}. It was not backed up.") from broken
        below = os.path.basename(path)
        for name in needed:
            if name.endswith("/"):
                yield from (f"{below}/{name}{file}" for file in sorted(os.listdir(os.path.join(path, name))))
            elif os.path.exists(os.path.join(path, name)):
                yield f"{below}/{name}"
        yield f"{below}/{manifest_name(version)}"
    yield from (name for name in _BESIDE if os.path.exists(os.path.join(folder, name)))


def _added(archive: zipfile.ZipFile, path: str, name: str) -> str:
    summed = hashlib.sha256()
    with Path(path).open("rb") as old, archive.open(name, "w", force_zip64=True) as new:
        while piece := old.read(_CHUNK):
            summed.update(piece)
            new.write(piece)
    return summed.hexdigest()


def _listed(archive: zipfile.ZipFile) -> Mapping[str, str]:
    try:
        listed: Any = json.loads(archive.read(_LIST))
        if listed["format"] == FORMAT:
            return listed["files"]
    except (KeyError, ValueError, TypeError, OSError):
        pass
    raise InvalidArgument("FILE", "is no backup of simonides, or one of a newer version.")


@contextlib.contextmanager
def _open(path: str) -> Generator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise InvalidArgument("FILE", f"is not there: {path}") from None
    except PermissionError:
        raise InvalidArgument("FILE", f"cannot be read by this user: {path}") from None
    except (*_GARBLED, OSError) as broken:
        raise _damaged(broken) from broken
    with archive:
        try:
            yield archive
        except _GARBLED as broken:
            raise _damaged(broken) from broken


def _damaged(broken: Exception) -> InvalidArgument:
    return InvalidArgument("FILE", f"is damaged or no backup: {broken}. Take another.")


def verify(path: str) -> Packed:
    """Read a backup through and compare every file with its checksum. Raises InvalidArgument when one differs."""
    with _open(path) as archive:
        listed = _listed(archive)
        for name, expected in listed.items():
            if (found := _summed(archive, name)) != expected:
                raise InvalidArgument("FILE", f"is damaged: {name} is not what was packed ({found[:8]}). Take another.")
    return Packed(path, listed)


def _summed(archive: zipfile.ZipFile, name: str) -> str:
    summed = hashlib.sha256()
    try:
        with archive.open(name) as file:
            while piece := file.read(_CHUNK):
                summed.update(piece)
    except KeyError:
        return "missing"
    except (*_GARBLED, OSError) as broken:
        return str(broken)
    return summed.hexdigest()


def unpack(path: str, folder: str) -> Packed:
    """Verify a backup and lay its files out in `folder`, which must be empty."""
    packed = verify(path)
    with _open(path) as archive:
        for name in packed.files:
            target = os.path.normpath(os.path.join(folder, name))
            if os.path.commonpath([folder, target]) != folder:
                raise InvalidArgument("FILE", f"names a file outside of the store: {name!r}")
            os.makedirs(os.path.dirname(target), exist_ok=True, mode=0o700)
            with archive.open(name) as packed_file, Path(target).open("wb") as out:
                while piece := packed_file.read(_CHUNK):
                    out.write(piece)
    return packed
