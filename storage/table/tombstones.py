"""What was erased may not come back: keyed hashes of its ids and contents, kept for ever.

The hashes say nothing of what was erased to who has not the key beside them and a guess at the text. An
import or a restored backup is held against them; what is stated anew after the erase is not.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from ..disk import Disk
from ..memory import Memory
from ..text.clean import same

NAME = "tombstones.jsonl"


class Tombstones:
    """The tombstones of one store: a file of lines, each with a key, or with hashes under the key above it."""

    def __init__(self, folder: str, disk: Disk) -> None:
        self._path = os.path.join(folder, NAME)
        self._disk = disk

    def add(self, rows: Iterable[Memory], at: datetime) -> None:
        """Note what is about to be erased, and bring that to the disk."""
        key = self._key()
        ids, contents = (sorted({_hash(key, told(m)) for m in rows}) for told in (_id, _content))
        self._append({"at": at.isoformat(), "ids": ids, "contents": contents})

    def naming(self, rows: Iterable[Memory]) -> set[str]:
        """The ids of those rows that were erased once, or say what was erased since they were recorded."""
        stones = self._read()
        return {m.id for m in rows if any(s.names(m) for s in stones)}

    def take_in(self, lines: bytes) -> None:
        """Add the tombstones of a backup to those that are there."""
        theirs = [line for line in lines.decode("utf-8", "replace").splitlines() if line]  # in order: see `_read`
        ours = Path(self._path).read_text(encoding="utf-8") if os.path.exists(self._path) else ""
        if set(theirs) <= set(ours.splitlines()):
            return
        key = self._keys()[-1:]  # ours stays the one that new lines belong to
        self._disk.append(self._path, b"\n" * self._unended() + "\n".join([*theirs, ""]).encode())
        if key:
            self._append({"key": key[0]})

    def __len__(self) -> int:
        return sum(len(s.ids) for s in self._read())

    def _key(self) -> bytes:
        if not (keys := self._keys()):
            keys = [secrets.token_hex(32)]
            self._append({"key": keys[0]})
        return bytes.fromhex(keys[-1])

    def _keys(self) -> list[str]:
        return [line["key"] for line in self._lines() if "key" in line]

    def _append(self, line: dict[str, Any]) -> None:
        # A line that a power cut left half written ends here, and is passed over.
        self._disk.append(self._path, b"\n" * self._unended() + json.dumps(line).encode() + b"\n")

    def _unended(self) -> bool:
        if not os.path.exists(self._path) or not os.path.getsize(self._path):
            return False
        with Path(self._path).open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() != b"\n"

    def _lines(self) -> list[dict[str, Any]]:
        if not os.path.exists(self._path):
            return []
        lines: list[dict[str, Any]] = []
        for text in Path(self._path).read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError):
                lines.append(json.loads(text))
        return lines

    def _read(self) -> list[_Stones]:
        stones: list[_Stones] = []
        for line in self._lines():
            if "key" in line:
                stones.append(_Stones(bytes.fromhex(line["key"])))
            elif stones and "at" in line:
                at = datetime.fromisoformat(line["at"])
                stones[-1].ids.update(line.get("ids", ()))
                stones[-1].contents.update(dict.fromkeys(line.get("contents", ()), at))
        return stones


@dataclass(frozen=True, slots=True)
class _Stones:
    """What was erased, by the hashes made with one key; of contents also when."""

    key: bytes
    ids: set[str] = field(default_factory=set[str])
    contents: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def names(self, memory: Memory) -> bool:
        """Whether a memory was erased. Its content counts as well: an export of another store has other ids."""
        if _hash(self.key, _id(memory)) in self.ids:
            return True
        erased = self.contents.get(_hash(self.key, _content(memory)))
        return erased is not None and memory.recorded_at <= erased


def _id(memory: Memory) -> str:
    return "id:" + memory.id


def _content(memory: Memory) -> str:
    return "content:" + same(memory.content)


def _hash(key: bytes, told: str) -> str:
    return hmac.new(key, told.encode(), hashlib.sha256).hexdigest()[:32]
