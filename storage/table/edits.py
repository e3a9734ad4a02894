"""Rows as they will be after a change: what it puts, and in the undo stack what it takes to put that back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from ..errors import Changed
from ..memory import Edit
from . import undo
from .rows import Row, derived_columns, from_row
from .undo import redo_value, undo_value


def edited(there: Mapping[str, Row], edits: Iterable[Edit], receipt: str, at: datetime, of: str = "") -> list[Row]:
    """Rows as they will be after these edits, each row once. `of`: the receipt of the change they undo.

    Raises Changed when a row is gone or has not the status expected.
    """
    rows: dict[str, Row] = {}
    for edit in edits:
        row = rows.get(edit.id) or there.get(edit.id)
        if row is None or row["status"] != edit.expects:
            now = "gone" if row is None else row["status"]
            raise Changed(f"{edit.id} is {now} by now, not {edit.expects}. recall it again, then retry.")
        closed = {"closed_by": receipt} if "status" in edit.put else {}
        put: dict[str, Any] = {**closed, **{k: redo_value(k, v) for k, v in edit.put.items()}}
        was = {k: undo_value(row[k]) for k in put} | {k: undo_value(v) for k, v in edit.back.items()}
        stack = undo.added(undo.stack_of(row["undo"]), undo.entry(receipt, was, at, of, edit.why))
        derived = _derived(row | put, edit) if "claims" in edit.put else {}
        rows[edit.id] = next_of(there[edit.id], row | put | derived | {"undo": undo.kept(stack)})
    return list(rows.values())


def _derived(row: Row, edit: Edit) -> Row:
    """What follows from other claims: what the row is found by. Without a vector it keeps its own until it gets one."""
    found = {} if edit.vector is None else {"vector": edit.vector.astype("float16")}
    return derived_columns(from_row(row)) | found | {"pending": edit.vector is None}


def next_of(row: Row, put: Row) -> Row:
    """A row as it will be after one more edit."""
    return row | put | {"revision": (row["revision"] or 0) + 1}
