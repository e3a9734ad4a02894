"""What was believed before: a row as it was at an earlier time, from the changes it remembers."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from ..memory import CONSOLIDATOR, Claim, Memory
from ..table.undo import Entry, redo_value


def as_believed(memory: Memory, at: datetime, *, past: bool = False) -> Memory | None:
    """The row as this memory held it at `at`; None if it was not current then, nor, with `past`, superseded already.

    Every change of a row is taken back that was made after `at`, a closing with the end it gave the statement.
    Changes of rows written before changes had a time are told by what they closed. What the consolidator wrote is dated
    as what it wrote that from, and was not there before it did.
    """
    made = str(memory.undo[0].get("at", "")) if memory.client == CONSOLIDATOR and _opened(memory) else ""
    if memory.recorded_at > at or (made and datetime.fromisoformat(made) > at):
        return None
    for entry in reversed(memory.undo[1:] if _opened(memory) else memory.undo):
        if not _later(entry, memory, at):
            continue
        expired = memory.closed_at if memory.status == "archived" else None
        memory = replace(memory, **{k: _value(k, v) for k, v in entry["was"].items()})
        if expired:  # undoing that brings it back without an end; it had one then
            memory = replace(memory, expires_at=expired)
    there = ("current", "superseded") if past else ("current",)
    return memory if memory.status in there and not memory.expired(at) else None


def _opened(memory: Memory) -> bool:
    """Whether the first change of a row is the one that stored it: that is never taken back here."""
    return bool(memory.undo) and memory.undo[0]["by"] == memory.opened_by


def _later(entry: Entry, memory: Memory, at: datetime) -> bool:
    if made := entry.get("at"):
        return datetime.fromisoformat(made) > at
    return memory.closed_at is not None and memory.closed_at > at and "closed_at" in entry["was"]


def _value(column: str, value: Any) -> Any:
    value = redo_value(column, value)
    if column == "claims":
        return tuple(Claim(**claim) for claim in value or ())
    return tuple(cast(list[Any], value)) if isinstance(value, list) else value


def held(memory: Memory, at: datetime) -> bool:
    """Whether what a row states held at `at`: it had not stopped being true. Events do not stop, but give way to a
    later telling."""
    if memory.status == "superseded":
        ended = memory.valid_to or memory.closed_at
        return memory.kind != "event" and (ended is None or ended > at)
    return memory.kind == "event" or memory.valid_to is None or memory.valid_to > at
