"""Export and import of our own: every memory, every version, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..storage.ids import parse_id
from ..storage.memory import Memory
from ..storage.table.undo import TIMES, redo_value
from ..tools.mind import Mind
from .importing.intake import unfit
from .importing.record import Bad

FORMAT = "simonides-memories-1"
_COLUMNS = frozenset(f.name for f in fields(Memory))
_MEMORY: TypeAdapter[Memory] = TypeAdapter(Memory)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")


async def export_lines(mind: Mind) -> AsyncGenerator[str]:
    """The store as lines: a heading, then one memory each. Vectors are left out: they follow from content."""
    yield json.dumps({"format": FORMAT, "exported_at": mind.clock().isoformat()})
    count = 0
    async for page in mind.reader.pages():
        for memory in page:
            row = asdict(memory)
            row.pop("pending")
            yield json.dumps(row, ensure_ascii=False, default=_plain)
        count += len(page)
    mind.audit.note(mind.clock(), "cli", "export", "written", reason=f"{count} memories")


def is_own(path: Path) -> bool:
    """Whether a file was written by `export_lines`."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return FORMAT.encode() in file.readline(4_096)


def own_memories(lines: Iterable[str]) -> Iterator[Memory | Bad]:
    """The memories of lines that `export_lines` made, keeping ids, versions, times and receipts."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not (number == 1 and '"format"' in line):
            made = _record(line)
            yield Bad(f"line {number}", made, "" if "secret" in made else line) if isinstance(made, str) else made


def _readable(entry: Mapping[str, Any]) -> bool:
    """Whether a change a row remembers can be taken back."""
    try:
        was: dict[str, Any] = entry["was"]
        made = datetime.fromisoformat(entry["at"]) if "at" in entry else None
        for column, value in was.items():
            redo_value(column, value)
    except (KeyError, ValueError, TypeError, AttributeError):
        return False
    return bool(entry.get("by")) and set(was) <= _COLUMNS and (made is None or made.tzinfo is not None)


def _record(line: str) -> Memory | str:
    """The memory of one line, or why it is refused."""
    try:
        raw: Any = json.loads(line)
        memory = _MEMORY.validate_python({**raw, "pending": True})
        if why := _odd_times(memory) or unfit(memory):
            return why
    except (ValueError, TypeError, OverflowError, RecursionError) as bad:
        fields = sorted({str(e["loc"][0]) for e in bad.errors()}) if isinstance(bad, ValidationError) else []
        return "is no memory record" + (f": {', '.join(fields[:5])}" if fields else "")
    parsed = parse_id(memory.id)
    if parsed is None or parsed[1] is None:
        return "has an id that is none of ours"
    if not all(_readable(e) for e in memory.undo):
        return "has an undo stack that cannot be read"
    return memory


def _odd_times(memory: Memory) -> str:
    """Why the times of a memory cannot be kept; empty when they can."""
    given = (getattr(memory, name) for name in TIMES)
    if any(
        t is not None and (t.tzinfo is None or not t.astimezone(UTC)) for t in given
    ):  # raises OverflowError where there is none
        return "has a time without a zone"
    return ""
