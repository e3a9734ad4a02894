"""Power cuts: from a recorded run, what the disk holds if the power goes at a given moment.

A file holds what it held when it was last synced; nothing at all if it never was. Which names there are:

- `asked`: those a folder had when that folder was last synced. The least that POSIX promises: a new folder is
  there once its parent was synced, a removed file is there until its folder was.
- `journal`: those there were at the last sync of anything. What a journal of names alone gives (ext4 commits all
  names with any fsync, the bytes of other files not): names of files that are empty.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Names = Literal["asked", "journal"]


@dataclass(frozen=True, slots=True)
class Sync:
    """A file or folder was synced: which, and the number its bytes and the names of then are kept under."""

    number: int
    tree: int
    folder: bool
    identity: str
    path: str


@dataclass(frozen=True, slots=True)
class Note:
    """What the process said of itself: what it begins, what it acknowledged."""

    told: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Name:
    """A file or folder as it is named at some moment, path below the root."""

    folder: bool
    identity: str
    path: str


class Recording:
    """What a process did to the files below a root, in order."""

    def __init__(self, log: Path, kept: Path) -> None:
        self._kept = kept
        self._trees: dict[int, tuple[Name, ...]] = {}
        self.events = tuple(_events(log.read_text(encoding="utf-8").splitlines()))

    def image(self, cut: int, target: Path, names: Names) -> None:
        """Lay out below `target` what is there if the power goes before event number `cut`."""
        done = [e for e in self.events[:cut] if isinstance(e, Sync)]
        bytes_of = {e.identity: e.number for e in done if not e.folder}
        target.mkdir(parents=True)
        for name in self._named(done, names):
            place = target / name.path
            if name.folder:
                place.mkdir(mode=0o700, exist_ok=True)
            elif name.identity in bytes_of:
                place.write_bytes((self._kept / f"{bytes_of[name.identity]}.bytes").read_bytes())
            else:
                place.touch()

    def _named(self, done: Sequence[Sync], names: Names) -> Iterable[Name]:
        """The names in the image, folders before what is in them."""
        if not done:
            return ()
        if names == "journal":
            return [n for n in self._tree(done[-1].tree) if n.path != "."]
        listed = {e.identity: [n for n in self._tree(e.tree) if _parent(n.path) == e.path] for e in done if e.folder}
        root = self._tree(done[-1].tree)[0]
        return list(_reached(root, "", listed))

    def _tree(self, number: int) -> tuple[Name, ...]:
        if number not in self._trees:
            lines = (self._kept / f"{number}.tree").read_text(encoding="utf-8").splitlines()
            parts = (line.split(" ", 2) for line in lines)
            self._trees[number] = tuple(Name(kind == "d", who, path) for kind, who, path in parts)
        return self._trees[number]


def _events(lines: Iterable[str]) -> Iterator[Sync | Note]:
    for line in lines:
        verb, _, rest = line.partition(" ")
        if verb == "note":
            yield Note(json.loads(rest))
        else:
            number, tree, kind, who, path = rest.split(" ", 4)
            yield Sync(int(number), int(tree), kind == "d", who, path)


def _parent(path: str) -> str:
    """The folder a path stands in; the root is a dot, and stands in nothing."""
    return "" if path == "." else path.rpartition("/")[0] or "."


def _reached(folder: Name, at: str, listed: dict[str, list[Name]]) -> Iterator[Name]:
    """All that can be reached from a folder through names that were synced."""
    for name in listed.get(folder.identity, ()):
        path = at + name.path.rpartition("/")[2]
        yield Name(name.folder, name.identity, path)
        if name.folder:
            yield from _reached(name, path + "/", listed)
