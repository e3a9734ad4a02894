"""The undo stack of a row: which changes touched it and why, what each would put back, which may be undone now."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

TIMES = ("valid_from", "valid_to", "recorded_at", "closed_at", "expires_at", "used_at")  # columns that hold one
# by: the receipt; was: columns as they were; at: when, ISO 8601; of: the receipt it undid, if it did
Entry = Mapping[str, Any]
SHARED = frozenset({"contests"})  # lists that changes independent of each other add to


def entry(by: str, was: Mapping[str, Any], at: datetime, of: str = "", why: str = "") -> Entry:
    """One change of a row, made at `at`, and why; `of` names the change it took back."""
    told = {k: v for k, v in (("of", of), ("why", why)) if v}
    return {"by": by, "was": was, "at": at.astimezone(UTC).isoformat(), **told}


def added(stack: Sequence[Entry], one: Entry) -> list[Entry]:
    """The stack with one more change; what the same change did before to the row is one with it."""
    if not stack or stack[-1]["by"] != one["by"]:
        return [*stack, one]
    last = stack[-1]
    return [*stack[:-1], {**one, **last, "was": {**one["was"], **last["was"]}}]


def stack_of(text: str | None) -> list[Entry]:
    """The stack as kept in the column `undo`, oldest first."""
    return json.loads(text or "[]")


def kept(stack: Sequence[Entry]) -> str:
    """The stack as the column `undo` takes it."""
    return json.dumps(list(stack), ensure_ascii=False)


def find(stack: Sequence[Entry], receipt: str) -> Entry | None:
    """What the change `receipt` did to this row, or None if it did nothing."""
    return next((e for e in stack if e["by"] == receipt), None)


def columns_of(one: Entry) -> set[str]:
    """The columns a change put something into; one that others change side by side (`SHARED`) is left out."""
    return set(one["was"]) - SHARED


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


def blocking(stack: Sequence[Entry], receipt: str) -> list[str]:
    """The changes that must be undone before `receipt` can be, the last first; none when it can be now.

    Changes of other columns of the row stand in nobody's way.
    """
    its = find(stack, receipt)
    if its is None:
        return []
    columns = columns_of(its)
    sharing = [e for e in stack if e is its or columns & columns_of(e)]
    stands, then = standing(sharing), standing(sharing[: sharing.index(its) + 1])
    if stands == then:  # all that came after has been taken back
        return []
    return stands[: stands.index(receipt) : -1] if receipt in stands else [str(sharing[-1]["by"])]


def before(row: Mapping[str, Any], receipt: str) -> dict[str, Any]:
    """The columns of a row as undoing a change puts them. Of a shared list the change takes back only what it added
    itself, and brings back what it took away."""
    stack = stack_of(row["undo"])
    at = next(i for i, e in enumerate(stack) if e["by"] == receipt)
    was = dict(stack[at]["was"])
    for name in SHARED & set(was):
        now: list[str] = list(row[name] or ())
        after: list[str] = next((e["was"][name] for e in stack[at + 1 :] if name in e["was"]), now)
        added, taken = set(after) - set(was[name]), set(was[name]) - set(after)
        stays = [i for i in now if i not in added]
        first = [i for i in was[name] if i in taken or i in stays]  # in the order in which they stood
        was[name] = [*first, *(i for i in stays if i not in first)]
    return was


def undo_value(value: Any) -> Any:
    """A column's value as it is kept in the undo stack (JSON)."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def redo_value(column: str, value: Any) -> Any:
    """A kept value as the column takes it."""
    return datetime.fromisoformat(value) if column in TIMES and isinstance(value, str) else value
