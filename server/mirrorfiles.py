"""The files of the mirror on the disk, and what is kept of what was written into them. Call everything in a lane."""

from __future__ import annotations

import contextlib
import hmac
import json
import logging
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ..storage.disk import Disk
from ..storage.table.lock import FolderLock
from .mirrored import Known

log = logging.getLogger(__name__)

NAME = "mirror.json"
LARGEST_BYTES = 1 << 20  # of a page; what is larger is no page
_LOCK = ".simonides.lock"
_HALF = ".simonides-part"
_REVISIONS = 20  # kept of each page: an editor may hold one that is some changes old
_PATIENCE_S = 10.0
_BUSY = (
    "Another process has had the mirrored files for {:g} s; they are as they were. If it lasts, look for a hung "
    "simonides process."
)


@dataclass(slots=True)
class Past:
    """What is kept of one page: the entries of what was last written, by revision, oldest first; the reasons of what
    was not taken, by the keyed hash of its line; copies made of damaged files, with the ids that may be in them; the
    version of the table that was written last. No text of any memory."""

    written: dict[str, dict[str, Known]] = field(default_factory=dict[str, dict[str, Known]])
    refused: dict[str, str] = field(default_factory=dict[str, str])
    copies: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    version: int = 0

    def note(self, revision: str, entries: Mapping[str, Known], version: int) -> None:
        """Keep what is about to be written."""
        self.written.pop(revision, None)
        self.written[revision] = dict(entries)
        for old in list(self.written)[:-_REVISIONS]:
            del self.written[old]
        self.version = version

    @property
    def ever(self) -> dict[str, Known]:
        """All entries of all revisions that are kept, the latest form of each."""
        return {id_: known for entries in self.written.values() for id_, known in entries.items()}


def sign_with(key: bytes, text: str) -> str:
    """A keyed hash of a line, 16 hexadecimal digits: short texts could be guessed from a plain one."""
    return hmac.new(key, b"mirror\0" + text.encode("utf-8", "surrogatepass"), "sha256").hexdigest()[:16]


class Turn(FolderLock):
    """Held around every pass over a folder, among tasks and among processes."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, _LOCK, _PATIENCE_S, _BUSY)


def target_of(folder: str, name: str) -> str:
    """The file itself: where a link in the folder leads."""
    return os.path.realpath(os.path.join(folder, name))


def stamp(path: str) -> tuple[int, ...]:
    """What changes when a file does; empty where there is none."""
    with contextlib.suppress(OSError):
        found = os.stat(path)
        return found.st_mtime_ns, found.st_size, found.st_ino
    return ()


def read(path: str) -> bytes | None:
    """A page as it is, None where there is none. Raises OSError, also for a file too large to be a page."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(raw) > LARGEST_BYTES:
        raise OSError(f"{os.path.basename(path)} is over {LARGEST_BYTES >> 20} MiB and left alone: make it smaller")
    return raw


def put(path: str, raw: bytes, was: bytes | None, disk: Disk) -> bool:
    """Put a page in its place in one step, with the mode it has (else its owner's alone); False, and nothing done,
    when what is there is not `was` any more: somebody edits it."""
    folder, name = os.path.split(path)
    half = os.path.join(folder, f".{name}{_HALF}")
    for left in os.listdir(folder):  # by a process that was killed
        if left.startswith(os.path.basename(half)):
            disk.remove(os.path.join(folder, left))
    try:
        disk.write_whole(half, raw)
        if read(path) != was:
            return False
        if was is not None:
            os.chmod(half, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(half, path)
    finally:
        disk.remove(half)
    disk.sync(folder)
    return True


def copy_beside(folder: str, name: str, raw: bytes, at: datetime, disk: Disk) -> str:
    """Keep a damaged page beside the new one; the path of the copy. The same bytes are kept once."""
    there = set(os.listdir(folder))
    for other in sorted(there):
        if other.startswith(f"{name}.") and other.endswith(".bak") and Path(folder, other).read_bytes() == raw:
            return os.path.join(folder, other)
    start, number = f"{name}.{at.strftime('%Y%m%dT%H%M%SZ')}", 1
    while (new := f"{start}{f'-{number}' if number > 1 else ''}.bak") in there:
        number += 1
    disk.write_whole(os.path.join(folder, new), raw)
    return os.path.join(folder, new)


def pasts(store: str) -> dict[str, Past]:
    """What is kept of every page of a store, by its path. A file that cannot be read is as none: pages are then
    known by their own revision."""
    try:
        kept: Any = json.loads(Path(store, NAME).read_bytes())
        return {path: _past(one) for path, one in kept["files"].items()}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError) as broken:
        log.warning("%s cannot be read and is made anew: %s", NAME, type(broken).__name__)
        return {}


def _past(one: Any) -> Past:
    written = {r: {i: Known(*known) for i, known in entries.items()} for r, entries in one["written"].items()}
    return Past(written, dict(one["refused"]), dict(one["copies"]), int(one["version"]))


def keep(store: str, mine: Mapping[str, Past], disk: Disk) -> None:
    """Keep what was written of these pages, and of others that are still there. Call it under the lock of the store."""
    there = {path: past for path, past in pasts(store).items() if os.path.exists(path)}
    files = {path: asdict(past) | {"written": _plain(past)} for path, past in {**there, **mine}.items()}
    raw = json.dumps({"files": files}, separators=(",", ":")).encode()
    disk.write_whole(os.path.join(store, NAME), raw)


def _plain(past: Past) -> dict[str, dict[str, Sequence[object]]]:
    return {r: {i: (k.text, k.noted, k.cut) for i, k in entries.items()} for r, entries in past.written.items()}
