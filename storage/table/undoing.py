"""Taking changes back: each exactly, the last first, and never so that what stands now would be wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from ..errors import Changed, InvalidArgument
from ..memory import Edit, Memory
from . import undo
from .commit import Commits
from .edits import edited
from .filters import holds, naming, naming_receipt, saying_any, with_ids
from .rows import Row, from_row

# Edits that rows need which come back, by what is current beside them: those rows, and all as they will be.
Against = Callable[[Sequence[Memory], Mapping[str, Memory]], Awaitable[Sequence[Edit]]]
_NAMED_AT_ONCE = 2_000
_MOST_NAMED = 50  # receipts that one call can name


async def beside_nothing(_back: Sequence[Memory], _rows: Mapping[str, Memory]) -> Sequence[Edit]:
    """What comes back stands beside nothing."""
    return ()


async def undone(
    commits: Commits, receipts: Sequence[str], by: Sequence[str], at: datetime, against: Against
) -> list[Row]:
    """The rows as they are once these changes were taken back in this order. Call it under the lock.

    Raises InvalidArgument for a receipt no row knows, Changed when a change that came after stands in the way, or a
    row can no longer be current.
    """
    rows: dict[str, Row] = {}
    before: dict[str, Row] = {}
    for receipt, mine in zip(receipts, by, strict=True):
        touched = await _touched(commits, receipt, rows)
        if not touched:
            raise InvalidArgument("undo", f"knows no receipt {receipt[:40]!r}; every change answers with one.")
        if first := [r for row in touched for r in undo.blocking(undo.stack_of(row["undo"]), receipt)]:
            raise Changed(await _told(commits, receipt, first[0], touched))
        before.update({row["id"]: row for row in touched if row["id"] not in before})
        edits = [Edit(row["id"], row["status"], undo.before(row, receipt)) for row in touched]
        rows |= {row["id"]: row for row in edited({r["id"]: r for r in touched}, edits, mine, at, of=receipt)}
    back = [r for r in rows.values() if r["status"] == "current" and before[r["id"]]["status"] != "current"]
    await _refuse_twins(commits, [r for r in rows.values() if r["status"] == "current"], set(rows), at)
    leaving = [i for i, r in before.items() if r["status"] == "current" and rows[i]["status"] != "current"]
    more = [
        Edit(row["id"], "current", {"status": "hidden", "closed_at": at})
        for row in (await commits.read(naming("derived_from", leaving)) if leaving else [])
        if row["status"] == "current" and row["id"] not in rows
    ]
    more += await against([from_row(row) for row in back], {i: from_row(row) for i, row in rows.items()})
    missing = [e.id for e in more if e.id not in rows]
    there = rows | {r["id"]: r for r in (await commits.read(with_ids(missing)) if missing else [])}
    rows |= {row["id"]: row for row in edited(there, more, by[-1], at)}
    first_revision = {i: before[i]["revision"] or 0 for i in before}
    return [row | {"revision": first_revision.get(i, row["revision"] - 1) + 1} for i, row in rows.items()]


async def _touched(commits: Commits, receipt: str, rows: dict[str, Row]) -> list[Row]:
    """The rows a change touched, as the changes undone so far leave them."""
    held = await commits.read(naming_receipt(receipt))
    there = [rows.get(row["id"], row) for row in held]
    return [row for row in there if undo.find(undo.stack_of(row["undo"]), receipt)]


async def cascade(commits: Commits, receipt: str) -> list[str]:
    """The changes that must be taken back for this one to be, the last first, and it itself at the end."""
    wanted: dict[str, str] = {}  # receipt -> when
    wave = [receipt]
    while wave:
        name = wave.pop()
        for row in await _touched(commits, name, {}):
            stack = undo.stack_of(row["undo"])
            wanted[name] = str((undo.find(stack, name) or {}).get("at", ""))
            wave += [r for r in undo.blocking(stack, name) if r not in wanted and r not in wave]
    return sorted(wanted, key=lambda r: (r != receipt, wanted[r]), reverse=True)


async def _told(commits: Commits, receipt: str, first: str, touched: Sequence[Row]) -> str:
    """Why a change cannot be taken back yet, and the call that takes back all that stands in its way."""
    order = await cascade(commits, receipt)
    row = next(r for r in touched if undo.blocking(undo.stack_of(r["undo"]), receipt))
    told = f"{row['id']} was changed again since; undo that first: forget(undo={first!r}). To take back all that came after, too: "
    call = f"forget(undo={' '.join(order)!r})."
    return told + (call if len(order) <= _MOST_NAMED else f"simonides undo {receipt} --cascade, on a terminal.")


async def _refuse_twins(commits: Commits, back: Sequence[Row], touched: set[str], at: datetime) -> None:
    """A row may not come back beside a current one that says the same, or without its sources. What is over at `at`
    says nothing."""
    digests = {row["digest"]: row["id"] for row in back if row["digest"] and holds(from_row(row), at)}
    for some in _chunks(list(digests)):
        test = saying_any(some, at)
        for twin in await commits.read(test):
            if twin["id"] not in touched:
                id_ = digests[twin["digest"]]
                raise Changed(
                    f"{id_} cannot come back: {twin['id']} says the same by now. Leave it, or hide that first."
                )
    needed = {i: row["id"] for row in back for i in row["derived_from"] or () if i not in touched}
    for some in _chunks(list(needed)):
        there = {r["id"] for r in await commits.read(with_ids(some)) if r["status"] == "current"}
        if gone := [i for i in some if i not in there]:
            raise Changed(f"{needed[gone[0]]} cannot come back: its source {gone[0]} is no longer current.")


def _chunks(names: Iterable[str]) -> Iterator[Sequence[str]]:
    """So many at a time as a predicate may name."""
    there = list(names)
    return (there[at : at + _NAMED_AT_ONCE] for at in range(0, len(there), _NAMED_AT_ONCE))
