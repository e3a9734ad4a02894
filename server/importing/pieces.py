"""JSON read piece by piece: lines, and the elements of an array, each held alone.

Bytes that are no UTF-8 do not stop the reading. They become U+FDD0, a code point Unicode keeps for use inside a
program, and the record they fall into is refused (`fields.statement`).
"""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import ijson

from .archive import Damaged, Member
from .record import Bad

LINE_LIMIT = 16 << 20  # bytes of one line
ELEMENT_LIMIT = 64 << 20  # bytes of one element; one conversation of a chat export can have some MB
RAW_LIMIT = 65_536  # characters of what was refused that are kept
UNDECODABLE = "\ufdd0"

_LOOK = 256 << 10  # bytes looked at to tell a format
_STRAY = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Piece:
    """One JSON value and its place, for people."""

    where: str
    value: Any


def decode(data: bytes) -> str:
    """Text of UTF-8 bytes (with or without a byte order mark), what cannot be decoded marked."""
    return _STRAY.sub(UNDECODABLE, data.decode("utf-8-sig", "surrogateescape"))


def shown(text: str) -> str:
    """Text as it is kept of a refused record: at most RAW_LIMIT characters, nothing that cannot be written."""
    return text[:RAW_LIMIT].replace(UNDECODABLE, "\ufffd").encode("utf-8", "replace").decode()


def lines(member: Member) -> Iterator[Piece | Bad]:
    """The JSON value of each line that is not empty; a line that is none is Bad and the next is read."""
    for line in texts(member, blank=False):
        yield line if isinstance(line, Bad) else _parsed(line.where, line.value)


def texts(member: Member, *, blank: bool = True) -> Iterator[Piece | Bad]:
    """Each line as text, with its end; those of spaces only if `blank`. One over LINE_LIMIT is Bad and passed over."""
    number = 0
    try:
        with member.opens() as stream:
            while data := stream.readline(LINE_LIMIT + 1):
                number += 1
                if not blank and data.isspace():
                    continue
                where = f"{member.name}, line {number}"
                if len(data) <= LINE_LIMIT:
                    yield Piece(where, decode(data))
                    continue
                yield Bad(where, f"is a line of over {LINE_LIMIT >> 20} MB", shown(decode(data[:RAW_LIMIT])))
                while len(data) > LINE_LIMIT and not data.endswith(b"\n"):
                    data = stream.readline(LINE_LIMIT + 1)
    except Damaged as damage:
        yield Bad(f"{member.name}, after line {number}", str(damage), "")


def _parsed(where: str, text: str) -> Piece | Bad:
    try:
        return Piece(where, json.loads(text))
    except (ValueError, RecursionError):
        return Bad(where, "is no JSON", shown(text.strip()))


class _Utf8:
    """A stream for the parser: valid UTF-8 whatever comes, and no more than ELEMENT_LIMIT bytes since `mark`."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("surrogateescape")
        self._since = 0

    def read(self, size: int = -1) -> bytes:
        """The next bytes; empty at the end, and only there."""
        while True:
            data = self._stream.read(size)
            self._since += len(data)
            if self._since > ELEMENT_LIMIT:
                raise Damaged(f"has an element of over {ELEMENT_LIMIT >> 20} MB; it cannot be read on from there")
            text = self._decoder.decode(data, final=not data)
            if text or not data:
                return _STRAY.sub(UNDECODABLE, text).encode()

    def mark(self) -> None:
        """Nothing read until here is held any more."""
        self._since = 0


def elements(member: Member, array: str) -> Iterator[Piece | Bad]:
    """The elements of the array found at `array`, a path of keys; "" when the whole is one.

    Where the text stops being JSON, what follows cannot be told apart: one Bad, and the end.
    """
    count = 0
    name = array or "element"
    try:
        with member.opens() as stream:
            for count, value in enumerate(_built(_Utf8(stream), f"{array}.item" if array else "item"), 1):
                yield Piece(f"{member.name}, {name} {count}", value)
    except Damaged as damage:
        yield Bad(f"{member.name}, after {name} {count}", str(damage), "")
    except (ijson.JSONError, RecursionError, ValueError, OverflowError):
        why = "is no JSON from here on: cut short or damaged; nothing after it was read"
        yield Bad(f"{member.name}, after {name} {count}", why, "")


def _built(text: _Utf8, wanted: str) -> Iterator[Any]:
    # As ijson.items does it, but knowing when an element begins: only then is anything held.
    builder: Any = None
    for prefix, event, value in ijson.parse(text, use_float=True):
        if builder is None:
            text.mark()
            if prefix != wanted:
                continue
            builder = ijson.ObjectBuilder()
        builder.event(event, value)
        if prefix == wanted and event not in ("start_map", "start_array", "map_key"):
            yield builder.value
            builder = None


def document(member: Member) -> Piece | Bad:
    """The one JSON value of a small member, held whole."""
    try:
        return _parsed(member.name, decode(member.whole()))
    except Damaged as damage:
        return Bad(member.name, str(damage), "")


def paths(member: Member) -> frozenset[str]:
    """The paths of the keys in the first 256 KiB of a JSON document, array elements as "item"; five keys deep."""
    found: set[str] = set()
    head = io.BytesIO(decode(member.beginning(_LOOK)).encode("utf-8", "replace"))
    try:
        for prefix, event, value in ijson.parse(head, use_float=True):
            if event == "map_key" and prefix.count(".") < 4:
                found.add(f"{prefix}.{value}" if prefix else str(value))
    except (ijson.JSONError, RecursionError, ValueError, OverflowError):
        pass  # the head ends in the middle, or it is no JSON: what was found until there counts
    return frozenset(found)


def first_objects(member: Member) -> list[dict[str, Any]]:
    """The objects among the first lines of a file of JSON lines, as far as 256 KiB reach; at most twenty."""
    found: list[dict[str, Any]] = []
    for line in decode(member.beginning(_LOOK)).split("\n")[:40]:
        piece = _parsed("", line)
        value: object = piece.value if isinstance(piece, Piece) else None
        if isinstance(value, dict):
            found.append(cast(dict[str, Any], value))
    return found[:20]
