# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingImports=false
"""Every byte of a store, as the engine would decode it, and what its tables name: read without the product's code.

A search of raw bytes proves nothing about a store: pages are compressed, and the words of the full-text index
are spread over a transducer. So each file is read as it is, and decoded as well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import lance
from lance.file import LanceFileReader

from tests.faults.fst import keys

Canary = str | bytes
_TOKENS = "_token_fst_bytes"
_TOP = 2**64 - 1
_HINT = "_versions/latest_version_hint.json"


def whereabouts(folder: str | Path, canaries: Iterable[Canary]) -> dict[Canary, list[str]]:
    """In which files below a folder each canary stands; those that stand nowhere are left out.

    A text is looked for in UTF-8 and as JSON writes it; choose it in lower case, for that is how words are
    indexed, and as one word. Bytes are looked for as they are. Files that vanish meanwhile are passed over.
    """
    wanted = {canary: _forms(canary) for canary in canaries}
    found: dict[Canary, list[str]] = {}
    for path in _files(folder):
        left = dict(wanted)
        for piece in _pieces(path):
            here = [canary for canary, forms in left.items() if any(form in piece for form in forms)]
            for canary in here:
                found.setdefault(canary, []).append(os.path.relpath(path, folder))
                del left[canary]
    return found


def raw_whereabouts(folder: str | Path, canaries: Iterable[Canary]) -> dict[Canary, list[str]]:
    """The same, by the bytes of the files as they lie on the disk: what a search with grep would say."""
    wanted = {canary: _forms(canary) for canary in canaries}
    held = {os.path.relpath(path, folder): Path(path).read_bytes() for path in _files(folder)}
    found = {c: [p for p, raw in held.items() if any(f in raw for f in forms)] for c, forms in wanted.items()}
    return {canary: paths for canary, paths in found.items() if paths}


def _forms(canary: Canary) -> set[bytes]:
    if isinstance(canary, bytes):
        return {canary}
    return {canary.encode(), json.dumps(canary)[1:-1].encode()}


def _files(folder: str | Path) -> list[str]:
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)


def _pieces(path: str) -> Iterator[bytes]:
    """All there is in a file: its bytes, and for a file of Lance every buffer of every column of it."""
    try:
        raw = Path(path).read_bytes()
    except FileNotFoundError:
        return
    yield raw
    if path.endswith(".lance"):
        yield from _decoded(path)


def _decoded(path: str) -> Iterator[bytes]:
    """The columns of a Lance file. A value stands in one piece in its buffer: what is nested, in lists, or in a
    dictionary is found there, too. Raises what the engine raises for a file it cannot read: that is no proof."""
    try:
        table: Any = LanceFileReader(path).read_all(batch_size=65_536).to_table()
    except (OSError, ValueError, RuntimeError):
        if os.path.exists(path):
            raise
        return
    for key, value in (table.schema.metadata or {}).items():
        yield key + b"=" + value
    for name in table.column_names:
        for chunk in table.column(name).chunks:
            yield from _buffers(chunk)
            if name == _TOKENS:
                yield from (b"\n".join(keys(blob)) for blob in chunk.to_pylist())


def _buffers(array: Any) -> Iterator[bytes]:
    yield from (buffer.to_pybytes() for buffer in array.buffers() if buffer is not None)
    if hasattr(array, "dictionary"):
        yield from _buffers(array.dictionary)


def versions(table: str | Path) -> list[int]:
    """The versions of a table that are kept, oldest first."""
    return sorted(int(version["version"]) for version in lance.dataset(str(table)).versions())


def named(table: str | Path, version: int) -> set[str]:
    """What a version needs, by the engine's own reading: data and deletion files, and folders of indexes."""
    opened: Any = lance.dataset(str(table), version=version)
    paths: set[str] = set()
    for fragment in opened.get_fragments():
        paths.update(f"data/{file.path}" for file in fragment.metadata.files)
        if (deleted := fragment.metadata.deletion_file) is not None:
            paths.add(str(deleted.path(fragment.fragment_id)))
    for index in opened.describe_indices():
        paths.update(f"_indices/{segment.uuid}" for segment in index.segments)
    return paths


def units(table: str | Path) -> set[str]:
    """What holds rows, on the disk: data files, deletion files, and folders of indexes that are not empty."""
    found: set[str] = set()
    for path in _files(table):
        parts = os.path.relpath(path, table).split(os.sep)
        if parts[0] in ("data", "_deletions", "_indices"):
            found.add("/".join(parts[:2]))
    return found


def deletions(table: str | Path) -> set[str]:
    """Deletion files that a kept version names: each stands for rows that are still in their data file."""
    return {path for version in versions(table) for path in named(table, version) if path.startswith("_deletions/")}


def unnamed(table: str | Path) -> list[str]:
    """Files of a table that no kept version names."""
    kept = {_HINT}
    manifests = b""
    for version in versions(table):
        manifest = f"_versions/{_TOP - version:020d}.manifest"
        manifests += Path(table, manifest).read_bytes()
        kept |= {manifest} | named(table, version)
    stray: list[str] = []
    for path in _files(table):
        below = os.path.relpath(path, table).replace(os.sep, "/")
        folder, name = below.split("/")[0], below.split("/")[-1]
        if folder == "_transactions" and name.encode() in manifests:
            continue
        if below not in kept and "/".join(below.split("/")[:2]) not in kept:
            stray.append(below)
    return stray


def residue(table: str | Path, before: set[str]) -> list[str]:
    """What speaks against an erase that has ended: `before` are the `units` there were when it began."""
    told = [f"{path} is named, so its rows are still in their data file" for path in sorted(deletions(table))]
    told += [f"{path} was there before the erase" for path in sorted(units(table) & before)]
    return told + [f"{path} is named by no version" for path in unnamed(table)]
