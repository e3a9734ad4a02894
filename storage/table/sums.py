"""Checksums of the files of a table, which Lance has none of: a flipped bit in an index loses answers silently.

Kept beside the tables, a line for each commit, not synced: where a power cut took the last lines, the files they
were of are not looked at.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..disk import Disk

_CHUNK = 1 << 20


def path_of(table: str) -> str:
    """Where the checksums of a table are kept."""
    return table.removesuffix(".lance") + ".sums.jsonl"


def note(table: str, paths: Iterable[str], disk: Disk) -> None:
    """Keep the checksums of these files; folders of indexes end in "/" and stand for all that is in them."""
    sums = {path: _sum(os.path.join(table, path)) for path in _files(table, paths)}
    if sums:
        disk.append(path_of(table), json.dumps(sums).encode() + b"\n", synced=False)


def drop(table: str, disk: Disk) -> None:
    """Forget all: the table is another one from now on, which gives its files the same names."""
    disk.remove(path_of(table))


def prune(table: str, disk: Disk) -> None:
    """Forget the checksums of files that are gone."""
    sums = {path: value for path, value in known(table).items() if os.path.exists(os.path.join(table, path))}
    disk.write_whole(path_of(table), json.dumps(sums).encode() + b"\n")


def known(table: str) -> Mapping[str, int]:
    """The checksums there are, by path below the table; a line left half written is passed over."""
    sums: dict[str, int] = {}
    with contextlib.suppress(FileNotFoundError):
        for line in Path(path_of(table)).read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError, TypeError):
                sums.update(json.loads(line))
    return sums


def differing(table: str, paths: Iterable[str], sums: Mapping[str, int]) -> list[str]:
    """Which of these files are not what they were when they were written, as far as that is known."""
    there = [path for path in _files(table, paths) if path in sums]
    return [path for path in there if _sum(os.path.join(table, path)) != sums[path]]


def _files(table: str, paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        full = os.path.join(table, path)
        if not path.endswith("/"):
            yield path
        elif os.path.isdir(full):
            yield from (path + name for name in sorted(os.listdir(full)))


def _sum(path: str) -> int:
    """CRC-32 of a file; 0 when it is gone."""
    value = 0
    with contextlib.suppress(FileNotFoundError), Path(path).open("rb") as file:
        while piece := file.read(_CHUNK):
            value = zlib.crc32(piece, value)
    return value
