"""The backup of OpenMemory: a zip with memories.jsonl.gz (texts with app and categories by name) and memories.json
(the same memories as rows of its database)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...storage.errors import InvalidArgument
from .archive import Member, opened
from .fields import Raw, as_object, each, inner, listed, moment, origin, statement, text, words
from .pieces import Piece, elements, first_objects, lines, paths
from .record import Bad, Format, Record

_SOURCE = "OpenMemory"
_NAMES = ("memories.json", "memories.jsonl")
_MOST_NAMES = 100_000  # apps and categories kept while the rows are read


def recognises(path: Path) -> bool:
    """Whether one of the two files is there: in a zip, in a folder, or alone."""
    with opened(path) as members:
        return _lines_of(members) is not None or _rows_of(members) is not None


def _lines_of(members: list[Member]) -> Member | None:
    named = [m for m in members if m.suffix == ".jsonl" and (len(members) == 1 or m.base == "memories.jsonl")]
    return next((m for m in named if any(map(_is_line, first_objects(m)))), None)


def _is_line(line: Mapping[str, Any]) -> bool:
    return {"content", "state", "app", "categories"} <= line.keys()


def _rows_of(members: list[Member]) -> Member | None:
    wanted = {"memories.item.state", "memories.item.content"}
    named = [m for m in members if m.suffix == ".json" and (len(members) == 1 or m.base == "memories.json")]
    return next((m for m in named if _has(m, wanted)), None)


def _has(member: Member, wanted: set[str]) -> bool:
    found = paths(member)
    return wanted <= found or {"user.user_id", "apps.item.owner_id"} <= found


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each memory, from the lines; from the rows where there are none or they are damaged."""
    if not recognises(path):
        raise InvalidArgument("file", "is no backup of OpenMemory; give its zip, memories.json or memories.jsonl.gz.")
    return _records(path)


def _records(path: Path) -> Iterator[Record | Bad]:
    with opened(path) as members:
        by_line, rows = _lines_of(members), _rows_of(members)
        whole = by_line is not None
        for piece in lines(by_line) if by_line else ():
            # A Bad without its text is not of a line but of the file: it ends there, so the rows are read as well.
            whole = whole and not (isinstance(piece, Bad) and not piece.raw)
            yield from each([piece], _line)
        for member in members:
            if member.base in _NAMES and (why := member.damage()):
                yield Bad(member.name, why, "")
        # What the lines gave before they broke off comes again, under the same origin.
        if rows and not whole:
            apps, categories = _names_of(rows, "apps"), _names_of(rows, "categories")
            yield from each(elements(rows, "memories"), lambda where, raw: _row(where, raw, apps, categories))


def _names_of(rows: Member, array: str) -> dict[str, str]:
    """Names by id. What is bad among them only leaves a memory without the name."""
    found: dict[str, str] = {}
    for piece in elements(rows, array):
        row: Raw = as_object(piece.value) if isinstance(piece, Piece) else {}
        if len(found) < _MOST_NAMES:
            found[text(row, "id")] = text(row, "name")
    return found


def _line(where: str, raw: Raw) -> Iterator[Record]:
    yield from _memory(where, raw, text(raw, "app"), raw.get("categories"))


def _row(where: str, raw: Raw, apps: Mapping[str, str], categories: Mapping[str, str]) -> Iterator[Record]:
    named = [categories.get(c, "") for c in listed(raw, "category_ids") if isinstance(c, str)]
    yield from _memory(where, raw, apps.get(text(raw, "app_id"), ""), named)


def _memory(where: str, raw: Raw, app: str, categories: Any) -> Iterator[Record]:
    """One memory; none where somebody had deleted it: they did not want it kept."""
    content = statement(raw.get("content"), "content")
    state = text(raw, "state") or "active"
    if state == "deleted":
        return
    yield Record(
        where,
        text(raw, "id") or origin(content),
        content,
        "fact",
        tags=words(categories, inner(raw, "metadata").get("tags"), [state] if state != "active" else None),
        source=f"{_SOURCE}: {app}" if app else _SOURCE,
        recorded=moment(raw.get("created_at"), raw.get("updated_at")),
        # Paused and archived memories were given to nobody there any more.
        gone=state != "active",
    )


FORMAT = Format("openmemory", "backup zip of OpenMemory", recognises, read)
