"""What was erased may not come back: keyed hashes of its ids and of what it said, kept for ever.

The hashes say nothing of what was erased to who has not the key beside them and a guess at the text. An
import or a restored backup is held against them; what is stated anew after the erase is not.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ..disk import Disk
from ..errors import StoreUnavailable
from ..memory import Memory

NAME = "tombstones.jsonl"
_SUM = "sum"


class Tombstones:
    """The tombstones of one store: a file of lines, each with its checksum and either a key, or hashes and the name
    of the key they were made with. The first key is the store's own; the others came with backups."""

    def __init__(self, folder: str, disk: Disk) -> None:
        self._path = os.path.join(folder, NAME)
        self._disk = disk

    def add(self, rows: Iterable[Memory], at: datetime) -> None:
        """Note what is about to be erased, and bring that to the disk."""
        key = self._key()
        ids, said = (sorted({_hash(key, told(m)) for m in rows}) for told in (_id, _said))
        self._append({"at": at.isoformat(), "under": _name(key), "ids": ids, "said": said})

    def naming(self, rows: Iterable[Memory]) -> set[str]:
        """The ids of those rows that were erased once, or say what was erased since they were recorded: another
        store gave the same statement another id."""
        stones = self._stones()
        return {m.id for m in rows if any(s.names(m) for s in stones)}

    def naming_itself(self, rows: Iterable[Memory]) -> set[str]:
        """The ids of those rows that were erased themselves."""
        stones = self._stones()
        return {m.id for m in rows if any(s.names_itself(m) for s in stones)}

    def take_in(self, lines: bytes) -> None:
        """Add the tombstones of a backup to those that are there."""
        whole, _ = _read(lines)
        self._key()  # ours is the first
        ours = {line[_SUM] for line in self._lines()}
        if new := [line for line in whole if line[_SUM] not in ours]:
            self._append(*new)

    def lift(self, rows: Iterable[Memory]) -> None:
        """Forget that these rows were erased: they were brought back on purpose."""
        back, stones = list(rows), self._stones()
        if not any(s.names(m) for s in stones for m in back):
            return
        gone = {_hash(s.key, told(m)) for s in stones for m in back for told in (_id, _said)}
        kept = [
            line
            if "key" in line
            else {
                **line,
                "ids": [h for h in line["ids"] if h not in gone],
                "said": [h for h in line["said"] if h not in gone],
            }
            for line in self._lines()
        ]
        self._write(kept)

    @property
    def damaged(self) -> int:
        """How many lines are not what was written."""
        return _read(self._bytes())[1]

    def refuse_if_damaged(self) -> None:
        """Raises StoreUnavailable when it cannot be told what was erased."""
        if self.damaged:
            raise StoreUnavailable(
                f"{self._path} is damaged: what was erased once can no longer be told from what was not, so nothing "
                "is taken in. Put the file back from a copy, take everything in with --erased-too, or drop the damaged "
                "lines with `simonides doctor --rebuild`."
            )

    def mend(self) -> None:
        """Drop damaged lines: what they named can be taken in again."""
        if self.damaged:
            self._write(self._lines())

    def __len__(self) -> int:
        return sum(len(s.ids) for s in self._stones())

    def _key(self) -> bytes:
        if not (keys := [line["key"] for line in self._lines() if "key" in line]):
            keys = [secrets.token_hex(32)]
            self._append({"key": keys[0]})
        return bytes.fromhex(keys[0])

    def _append(self, *lines: Mapping[str, Any]) -> None:
        there, text = self._bytes(), b"".join(_line(line) for line in lines)
        head, end, tail = there.rpartition(b"\n")
        if not tail:
            self._disk.append(self._path, text)
        elif line := _whole(tail):  # only its end is lost
            self._disk.write_whole(self._path, head + end + _line(line) + text)
        else:  # a power cut left it half written: nothing was erased on its word
            self._disk.write_whole(self._path, head + end + text)

    def _write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        self._disk.write_whole(self._path, b"".join(_line(line) for line in lines))

    def _bytes(self) -> bytes:
        return Path(self._path).read_bytes() if os.path.exists(self._path) else b""

    def _lines(self) -> list[dict[str, Any]]:
        return _read(self._bytes())[0]

    def _stones(self) -> list[_Stones]:
        stones: dict[str, _Stones] = {}
        lines = self._lines()
        for key in (bytes.fromhex(line["key"]) for line in lines if "key" in line):
            stones.setdefault(_name(key), _Stones(key))
        for line in lines:
            if (under := stones.get(line.get("under", ""))) is not None:
                under.ids.update(line["ids"])
                under.said.update(dict.fromkeys(line["said"], datetime.fromisoformat(line["at"])))
        return list(stones.values())


@dataclass(frozen=True, slots=True)
class _Stones:
    """What was erased, by the hashes made with one key; of what it said also when."""

    key: bytes
    ids: set[str] = field(default_factory=set[str])
    said: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def names_itself(self, memory: Memory) -> bool:
        return _hash(self.key, _id(memory)) in self.ids

    def names(self, memory: Memory) -> bool:
        erased = self.said.get(_hash(self.key, _said(memory)))
        return self.names_itself(memory) or (erased is not None and memory.recorded_at <= erased)


def _id(memory: Memory) -> str:
    return "id:" + memory.id


def _said(memory: Memory) -> str:
    """What makes two statements the same: an event of another day, or the same in another scope, is another one."""
    return "said:" + (memory.digest or memory.content)


def _hash(key: bytes, told: str) -> str:
    return hmac.new(key, told.encode(), hashlib.sha256).hexdigest()[:32]


def _name(key: bytes) -> str:
    return hashlib.sha256(key).hexdigest()[:16]


def _line(line: Mapping[str, Any]) -> bytes:
    told = {name: value for name, value in line.items() if name != _SUM}
    return json.dumps(told | {_SUM: _checksum(told)}).encode() + b"\n"


def _checksum(told: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(told, sort_keys=True).encode())


def _read(raw: bytes) -> tuple[list[dict[str, Any]], int]:
    """The lines that are what was written, and how many are not. What stands after the last line is one whose end is
    lost, or one that was left half written, which is neither; nothing else begins so."""
    *lines, tail = raw.split(b"\n")
    whole = [line for text in lines if (line := _whole(text, all_of_it=True))]
    damaged = len(lines) - len(whole)
    if last := _whole(tail):
        return [*whole, last], damaged
    return whole, damaged + (tail != b"" and not tail.startswith(b"{"))


def _whole(text: bytes, *, all_of_it: bool = False) -> dict[str, Any] | None:
    """The line a text begins with, if it is what was written; `all_of_it`: and nothing follows it."""
    try:
        told = text.decode()
        line, end = json.JSONDecoder().raw_decode(told)
        if line.pop(_SUM) == _checksum(line) and (not all_of_it or end == len(told)):
            return line | {_SUM: _checksum(line)}
    except (ValueError, TypeError, KeyError, AttributeError):
        pass
    return None
