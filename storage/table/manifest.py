"""What a version of a Lance table consists of, read from its manifest.

The manifest is a protobuf message between a length and a footer (lance: protos/table.proto); only what names
files is read. Verified on lance 13, as shipped with lancedb 0.40.
"""

from __future__ import annotations

import os
import struct
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_TOP = 2**64 - 1
_MAGIC, _ARROW_MAGIC = b"LANC", b"ROW1"
# Field numbers in Manifest, DataFragment, DataFile, DeletionFile, IndexMetadata, UUID.
_FRAGMENT, _VERSION, _INDEX_SECTION, _TRANSACTION = 2, 3, 6, 12
_PATH, _SIZE = 1, 6
VERSIONS, DATA, DELETIONS, INDEXES, TRANSACTIONS = "_versions", "data", "_deletions", "_indices", "_transactions"
FOLDERS = (DATA, DELETIONS, TRANSACTIONS, INDEXES, VERSIONS)

# What reading a message raises in which some bit is another: there is no end to what it may then look like.
_GARBLED = (ValueError, LookupError, TypeError, AttributeError, RuntimeError, OverflowError, struct.error)
Files = Mapping[str, int | None]  # path below the table -> bytes where known; folders of indexes end in "/"


class Torn(Exception):
    """A version cannot be used: its manifest, or a file it names, is not whole. Says which, and why."""


def manifest_name(version: int) -> str:
    """The path of a version's manifest below its table: names sort newest first."""
    return f"{VERSIONS}/{_TOP - version:020d}.manifest"


def versions(table: str) -> list[int]:
    """The versions there are manifests of, newest first; none for a table without any."""
    folder = os.path.join(table, VERSIONS)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted((v for v in map(version_of, names) if v is not None), reverse=True)


def version_of(name: str) -> int | None:
    """The version whose manifest has this name; None for another file."""
    stem = name.removesuffix(".manifest")
    return _TOP - int(stem) if name.endswith(".manifest") and stem.isdigit() else None


def is_newest(table: str, version: int) -> bool:
    """Whether no later version was made, told by two looks at names: listing a thousand takes a millisecond.

    Versions are numbered one by one, and dropped oldest first.
    """
    here, next_ = (os.path.join(table, manifest_name(v)) for v in (version, version + 1))
    return os.path.exists(here) and not os.path.exists(next_)


def named(table: str, version: int) -> Files:
    """The files a version needs, its manifest aside. Raises Torn; FileNotFoundError when there is no manifest."""
    raw = Path(table, manifest_name(version)).read_bytes()
    try:
        return dict(_named(raw, version))
    except _GARBLED as broken:
        raise Torn(f"the manifest of version {version} is damaged: {broken}") from broken


def _named(raw: bytes, version: int) -> Iterator[tuple[str, int | None]]:
    if len(raw) < 20 or raw[-4:] != _MAGIC:
        raise ValueError("it ends early")
    (at,) = struct.unpack_from("<q", raw, len(raw) - 16)
    seen = None
    for number, value in _fields(_message(raw, at)):
        if number == _FRAGMENT:
            yield from _fragment(value)
        elif number == _VERSION:
            seen = value
        elif number == _INDEX_SECTION:
            yield from ((f"{INDEXES}/{_uuid(v)}/", None) for n, v in _fields(_message(raw, value)) if n == 1)
        elif number == _TRANSACTION and value:
            yield f"{TRANSACTIONS}/{value.decode()}", None
    if seen != version:
        raise ValueError(f"it says version {seen}")


def _fragment(message: bytes) -> Iterator[tuple[str, int | None]]:
    fields = list(_fields(message))
    number = next((v for n, v in fields if n == 1), 0)
    for n, v in fields:
        if n == 2:
            file = dict(_fields(v))
            yield f"{DATA}/{file[_PATH].decode()}", file.get(_SIZE)
        elif n == 3:
            d = dict(_fields(v))
            ending = "bin" if d.get(1, 0) else "arrow"
            yield f"{DELETIONS}/{number}-{d.get(2, 0)}-{d.get(3, 0)}.{ending}", None


def _uuid(index: bytes) -> uuid.UUID:
    inner = next(v for n, v in _fields(index) if n == 1)
    return uuid.UUID(bytes=dict(_fields(inner))[1])


def _message(raw: bytes, at: int) -> bytes:
    (length,) = struct.unpack_from("<I", raw, at)
    body = raw[at + 4 : at + 4 + length]
    if len(body) != length:
        raise ValueError("it ends early")
    return body


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def _fields(raw: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a protobuf message: number and value; numbers as int, the rest as bytes."""
    at = 0
    while at < len(raw):
        key, at = _varint(raw, at)
        wire = key & 7
        if wire == 0:
            value, at = _varint(raw, at)
        elif wire in (1, 5):
            length = 8 if wire == 1 else 4
            value, at = raw[at : at + length], at + length
        elif wire == 2:
            length, at = _varint(raw, at)
            value, at = raw[at : at + length], at + length
            if len(value) != length:
                raise ValueError("it ends early")
        else:
            raise ValueError(f"it has a field of kind {wire}")
        yield key >> 3, value


def check(table: str, version: int) -> list[str]:
    """See to it that a version is whole, as far as sizes and endings tell; the indexes of it that are not.

    Indexes are derived: one that is damaged can be built anew. Raises Torn for anything else that is missing or not
    whole, OSError for what cannot be read: it may be whole all the same, and its owner's.
    """
    try:
        files = named(table, version)
    except FileNotFoundError as gone:
        raise Torn(f"the manifest of version {version} is missing") from gone
    broken_indexes: list[str] = []
    for path, size in files.items():
        if why := harm(table, path, size):
            if not path.endswith("/"):
                raise Torn(f"{path} {why}")
            broken_indexes.append(path)
    return broken_indexes


def harm(table: str, path: str, size: int | None) -> str:
    """Why a file, or a folder of an index, that a version names is not whole; empty when nothing is seen. Raises
    OSError when it cannot be read."""
    full = os.path.join(table, path)
    if path.startswith(TRANSACTIONS):
        return ""  # read only to settle conflicts of commits under way
    if not path.endswith("/"):
        return _fault(full, size)
    files = os.listdir(full) if os.path.isdir(full) else []
    return next(
        (f"has {name}, which {why}" for name in files if (why := _fault(full + name, None))),
        "" if files else "is empty",
    )


def _fault(path: str, size: int | None) -> str:
    """Why a file is not whole; empty when nothing is seen."""
    try:
        there = os.stat(path).st_size
        if size and there != size:
            return f"has {there} bytes, not {size}"
        magic = {".lance": _MAGIC, ".arrow": _ARROW_MAGIC}.get(os.path.splitext(path)[1])
        if magic is None:
            return "" if there else "is empty"
        if there < len(magic):
            return "ends early"
        with Path(path).open("rb") as file:
            file.seek(-len(magic), os.SEEK_END)
            return "" if file.read() == magic else "ends early"
    except FileNotFoundError:
        return "is missing"
