"""The undo stack of a row: which changes touched it, what each would put back, which may be undone now."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

TIMES = ("valid_from", "valid_to", "recorded_at", "closed_at", "expires_at", "used_at")  # columns that hold one
# by: the receipt; was: columns as they were; at: when, ISO 8601; of: the receipt it undid, if it did
Entry = Mapping[str, Any]


def entry(by: str, was: Mapping[str, Any], at: datetime, of: str = "") -> Entry:
    """One change of a row, made at `at`; `of` names the change it took back."""
    return {"by": by, "was": was, "at": at.astimezone(UTC).isoformat(), **({"of": of} if of else {})}


def stack_of(text: str | None) -> list[Entry]:
    """The stack as kept in the column `undo`, oldest first."""
    return json.loads(text or "[]")


def kept(stack: Sequence[Entry]) -> str:
    """The stack as the column `undo` takes it."""
    return json.dumps(list(stack), ensure_ascii=False)


def find(stack: Sequence[Entry], receipt: str) -> Entry | None:
    """What the change `receipt` did to this row, or None if it did nothing."""
    return next((e for e in stack if e["by"] == receipt), None)


def standing(stack: Sequence[Entry]) -> list[str]:
    """The receipts whose effect still stands, oldest first: a change and its undoing cancel out, an undoing that is
    undone makes the change stand again, and so on."""
    stands: list[str] = []
    root: dict[str, str] = {}  # of an undoing, the change it is about in the end
    for one in stack:
        by, of = str(one["by"]), str(one.get("of", ""))
        if not of:
            stands.append(by)
            continue
        change = root[by] = root.get(of, of)
        if change in stands:
            stands.remove(change)
        else:
            stands.append(change)
    return stands


def blocking(stack: Sequence[Entry], receipt: str) -> str:
    """The change that must be undone before `receipt` can be; empty when it can be now."""
    last, stands = stack[-1]["by"], standing(stack)
    if receipt == last or (stands and stands[-1] == receipt):
        return ""
    return stands[-1] if stands and receipt in stands else last


def undo_value(value: Any) -> Any:
    """A column's value as it is kept in the undo stack (JSON)."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def redo_value(column: str, value: Any) -> Any:
    """A kept value as the column takes it."""
    return datetime.fromisoformat(value) if column in TIMES and isinstance(value, str) else value
