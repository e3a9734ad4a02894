"""The journal of the consolidator: what a language model judged, what came of it, and by which receipt.

Lines of JSON, only appended to. What is to be changed is written down, and brought to the disk, before it is done: after
a crash the store tells whether it was. The model's own words may quote what they are about, so they go when that is
erased.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock

from .disk import Disk

NAME = "consolidation.jsonl"
_PATIENCE_S = 10.0  # a line takes a millisecond, writing the file anew some hundreds
Outcome = Literal["intended", "applied", "nothing", "stale", "refused", "lost", "unusable"]
_TRIES = 3  # answers that cannot be used, after which something is left as it is


@dataclass(frozen=True, slots=True)
class Entry:
    """One judgement, or what came of it. `unit`: what was looked at; `ids`: the memories it is about.

    outcome: `intended` before a change is made; `applied` after; `lost` when a crash came between and it was not made;
    `unusable` when the model's answer was none; `stale` when what was judged had changed meanwhile; `refused` when the rules did not allow it; `nothing` when there
    was nothing to change.
    """

    at: str
    unit: str
    outcome: Outcome
    task: str = ""
    prompt: int = 0
    model: str = ""
    turn: str = ""
    ids: Sequence[str] = ()
    verdict: str = ""
    confidence: float = 0.0
    reason: str = ""
    receipt: str = ""
    beside: bool = False  # the first of `ids` was looked at beside each of the others


def pair(one: str, other: str) -> str:
    """The unit of two memories beside each other, whichever is named first."""
    return "pair:" + "|".join(sorted((one, other)))


_FIELDS = frozenset(f.name for f in fields(Entry))
_CLOSED = frozenset({"applied", "nothing", "refused"})  # what is not looked at again; the rest is


class Journal:
    """The journal of one store, and what is known from it. Several processes append to it."""

    def __init__(self, folder: str, disk: Disk) -> None:
        self._path = os.path.join(folder, NAME)
        self._disk = disk
        self._lock = FileLock(self._path + ".lock", thread_local=False, mode=0o600)
        self._read = 0  # bytes of the file that are taken in
        self._file = 0  # which file that was: an erase puts another in its place
        self._done: set[int] = set()  # of 64 bits each: there may be a million
        self._tries = Counter[int]()
        self._intended: dict[str, Entry] = {}  # by receipt
        self._turns: dict[str, list[str]] = {}

    def note(self, *entries: Entry, synced: bool = False) -> None:
        """Append lines. Raises OSError when they cannot be written: then nothing may be changed either."""
        lines = "".join(json.dumps(_told(e), ensure_ascii=False) + "\n" for e in entries)
        with self._lock.acquire(timeout=_PATIENCE_S):  # an erase may be writing the file anew
            half = b"" if self._ends_whole() else b"\n"  # what a crash left half written must not take the next with it
            self._disk.append(self._path, half + lines.encode(), synced=synced)

    def _ends_whole(self) -> bool:
        try:
            with open(self._path, "rb") as file:
                if file.seek(0, os.SEEK_END) == 0:
                    return True
                file.seek(-1, os.SEEK_END)
                return file.read(1) == b"\n"
        except FileNotFoundError:
            return True

    def take_in(self, lines: bytes) -> None:
        """Begin with the journal of a backup, where there is none."""
        if not os.path.exists(self._path):
            self._disk.append(self._path, lines)

    def catch_up(self) -> None:
        """Take in what was appended since, by whatever process."""
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            return
        if status.st_ino != self._file or status.st_size < self._read:
            self._file, self._read = status.st_ino, 0
            self._done, self._tries, self._intended, self._turns = set(), Counter[int](), {}, {}
        with open(self._path, "rb") as file:
            file.seek(self._read)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for entry in _entries(whole):
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        if entry.outcome == "intended":
            self._intended[entry.receipt] = entry
            return
        self._intended.pop(entry.receipt, None)
        if entry.outcome == "unusable":
            self._tries[_short(entry.unit)] += 1
        if entry.outcome in _CLOSED or self._tries.get(_short(entry.unit), 0) >= _TRIES:
            self._done.add(_short(entry.unit))
            if entry.beside:
                self._done.update(_short(pair(entry.ids[0], other)) for other in entry.ids[1:])
        if entry.outcome == "applied":
            self._turns.setdefault(entry.turn, []).append(entry.receipt)

    def done(self, unit: str) -> bool:
        """Whether this was looked at, and is not to be again; as of the last `catch_up`."""
        return _short(unit) in self._done

    def unsettled(self) -> list[Entry]:
        """What was intended, and of which nothing more is known."""
        return list(self._intended.values())

    def receipts_of(self, turn: str) -> list[str]:
        """The receipts of one pass, the last first: the order in which they are taken back."""
        return self._turns.get(turn, [])[::-1]

    def entries(self) -> Iterator[Entry]:
        """All lines, oldest first; one that a crash left half written is passed over."""
        path = Path(self._path)
        return _entries(path.read_bytes()) if path.exists() else iter(())

    def hush(self, ids: Collection[str]) -> None:
        """Take the model's words out of every line about one of these, and the old file off the disk."""
        path = Path(self._path)
        if not path.exists():
            return
        gone = frozenset(ids)
        with self._lock.acquire(timeout=_PATIENCE_S):
            kept = [e if gone.isdisjoint(e.ids) else replace(e, reason="") for e in self.entries()]
            lines = "".join(json.dumps(_told(e), ensure_ascii=False) + "\n" for e in kept)
            self._disk.write_whole(self._path, lines.encode())


def _short(unit: str) -> int:
    return int.from_bytes(hashlib.blake2b(unit.encode(), digest_size=8).digest(), "big")


def _told(entry: Entry) -> dict[str, Any]:
    return {k: v for k, v in asdict(entry).items() if v}


def _entries(data: bytes) -> Iterator[Entry]:
    for line in data.decode("utf-8", errors="replace").splitlines():
        try:
            found: Any = json.loads(line)
            yield Entry(**{k: v for k, v in found.items() if k in _FIELDS})
        except (ValueError, TypeError, AttributeError):
            continue
