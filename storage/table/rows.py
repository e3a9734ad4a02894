"""A memory as a row and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..memory import Claim, Memory
from ..text import grams
from . import keys
from .undo import TIMES

if TYPE_CHECKING:
    from ..memory import Vector

Row = dict[str, Any]
_EPOCH, _MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

COLUMNS = tuple(f.name for f in fields(Memory))
DERIVED_VERSION = grams.VERSION + keys.VERSION  # grows with either: older rows are derived anew
READ = (*COLUMNS, "checksum")  # what is read of a row that becomes a memory
_TUPLES = ("entities", "tags", "origins", "contests", "supersedes", "derived_from")
_TEXTS = ("source", "session", "client", "opened_by", "closed_by", "digest")
_NOT_TOLD = ("pending", "used_at")  # bookkeeping: no part of what a row says
_CAME_LATER = ("origins",)  # told only where it holds something: the checksums of rows of before stand


def derived_columns(memory: Memory) -> Row:
    """What is computed from content and claims: search tokens and claim keys."""
    found = dict.fromkeys(k for claim in memory.claims for k in keys.keys_of(claim))
    return {"grams": grams.grams(memory.searchable), "grams_version": DERIVED_VERSION, "claim_keys": list(found)}


def to_row(memory: Memory, vector: Vector | None) -> Row:
    """The row of `memory`; `pending` follows from whether there is a vector."""
    row: Row = {name: getattr(memory, name) for name in COLUMNS}
    row["claims"] = [asdict(c) for c in memory.claims]
    row.update({name: list(row[name]) for name in _TUPLES})
    row["undo"] = json.dumps(list(memory.undo), ensure_ascii=False)
    row.update(derived_columns(memory))
    row["vector"] = None if vector is None else vector.astype("float16")
    row["pending"] = vector is None
    row["revision"] = 0
    return row


def sealed(row: Row) -> Row:
    """A row with the checksum of what it says, just before it is written."""
    return row | {"checksum": checksum_of(row)}


def intact(row: Mapping[str, Any]) -> bool:
    """Whether a row says what was written: Lance has no checksums, and serves what a bad disk gives it."""
    return row["checksum"] is None or row["checksum"] == checksum_of(row)


def checksum_of(row: Mapping[str, Any]) -> int:
    """CRC-32 of all that a row says and stands for; not of what is computed from that."""
    said = [n for n in COLUMNS if n not in _NOT_TOLD and (row[n] or n not in _CAME_LATER)]
    told = [_told(name, row[name]) for name in said]
    return zlib.crc32(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode())


def _told(name: str, value: Any) -> Any:
    """A value as it is, before and after it was in the table."""
    if name == "claims":
        return [[c["subject"], c["relation"], c["object"], c["exclusive"]] for c in value or ()]
    if name in ("confidence", "importance"):
        return round(float(np.float32(value)), 6)  # as the table holds it
    if name in TIMES:
        return None if value is None else (value.astimezone(UTC) - _EPOCH) // _MICROSECOND
    return list(value or ()) if name in _TUPLES else value or ""


def _time(value: Any) -> datetime | None:
    return None if value is None else cast(datetime, value).astimezone(UTC)


def from_row(row: Mapping[str, Any]) -> Memory:
    """The memory of a row that has all of `COLUMNS`."""
    values: Row = {name: row[name] for name in COLUMNS}
    values.update({name: tuple(values[name] or ()) for name in _TUPLES})
    values.update({name: values[name] or "" for name in _TEXTS})
    values.update({name: _time(values[name]) for name in TIMES})
    values["claims"] = tuple(Claim(**c) for c in values["claims"] or ())
    values["undo"] = tuple(json.loads(values["undo"] or "[]"))
    # float32 in the table: 0.8 comes back as 0.800000011920929
    values.update({name: round(float(values[name]), 6) for name in ("confidence", "importance")})
    return Memory(**values)
