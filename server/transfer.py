"""Export and import: every memory, every version, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import IO, Any

from pydantic import TypeAdapter, ValidationError

from ..storage.ids import parse_id
from ..storage.memory import Memory
from ..storage.text.clean import clean
from ..storage.text.secrets import find_secret
from ..tools.arguments import LONGEST_STRING, LONGEST_TEXT
from ..tools.mind import Mind

FORMAT = "simonides-memories-1"
BATCH = 500  # rows written in one commit
_MEMORY: TypeAdapter[Memory] = TypeAdapter(Memory)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")


async def export_lines(mind: Mind) -> list[str]:
    """The store as lines: a heading, then one memory each. Vectors are left out: they follow from content."""
    heading = {"format": FORMAT, "exported_at": mind.clock().isoformat()}
    lines = [json.dumps(heading)]
    rows = await mind.reader.every()
    for memory in sorted(rows, key=lambda m: (m.lineage, m.version)):  # a version before the one that follows it
        row = asdict(memory)
        row.pop("pending")
        lines.append(json.dumps(row, ensure_ascii=False, default=_plain))
    mind.audit.note(mind.clock(), "cli", "export", "written", reason=f"{len(lines) - 1} memories")
    return lines


@dataclass(slots=True)
class Imported:
    """What an import did: records added, those already there, those left out because they were erased once, and
    those refused with the reason by line."""

    added: int = 0
    there: int = 0
    erased: int = 0
    refused: dict[int, str] = field(default_factory=dict[int, str])


def _record(line: str) -> Memory | str:
    """The memory of one line, or why it is refused."""
    try:
        raw: Any = json.loads(line)
        memory = _MEMORY.validate_python({**raw, "pending": True})
    except (ValueError, TypeError) as bad:
        fields = sorted({str(e["loc"][0]) for e in bad.errors()}) if isinstance(bad, ValidationError) else []
        return "is no memory record" + (f": {', '.join(fields[:5])}" if fields else "")
    parsed = parse_id(memory.id)
    if parsed is None or parsed[1] is None:
        return "has an id that is none of ours"
    return _unfit(memory) or memory


def _unfit(memory: Memory) -> str:
    """Why a memory would not have been taken by `remember`, either; empty when it would."""
    if not memory.content:
        return "has no content"
    if len(memory.content.encode()) > LONGEST_TEXT:
        return f"has content over {LONGEST_TEXT:,} bytes"
    if not (0 <= memory.confidence <= 1 and 0 <= memory.importance <= 1):
        return "has a confidence or importance outside 0 to 1"
    if not all("by" in e and isinstance(e.get("was"), dict) for e in memory.undo):
        return "has an undo stack that cannot be read"
    slots = [t for c in memory.claims for t in (c.subject, c.relation, c.object)]
    others = [*slots, *memory.tags, *memory.entities, memory.scope, memory.source, memory.session, memory.client]
    if any(len(t.encode()) > LONGEST_STRING for t in others):
        return f"has a field over {LONGEST_STRING:,} bytes"
    if any(clean(t) != t for t in [memory.content, *others]):
        return "holds invisible characters or outer space"
    told = [memory.content, *others, *(f"{c.subject} {c.relation}: {c.object}" for c in memory.claims)]
    secret = next((found for t in told if (found := find_secret(t))), None)
    return f"holds a {secret.kind}" if secret else ""


def _batches(lines: IO[str], done: Imported) -> Iterator[list[Memory]]:
    batch: list[Memory] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == 1 and '"format"' in line):
            continue
        made = _record(line)
        if isinstance(made, str):
            done.refused[number] = made
            continue
        batch.append(made)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


async def import_lines(
    mind: Mind, lines: IO[str], told: Callable[[Imported], None], *, erased_too: bool = False
) -> Imported:
    """Take in what `export_lines` made, keeping ids, versions, times and receipts; records that are there
    already are left alone, bad ones are refused one by one, and what was erased stays so unless `erased_too`.
    `told` hears of the state after each batch."""
    done = Imported()
    if not erased_too:
        await mind.store.lane.run(mind.store.tombstones.refuse_if_damaged)
    for batch in _batches(lines, done):
        restored = await mind.writer.restore(batch, mind.clock(), erased_too=erased_too)
        done.added += restored.added
        done.erased += restored.erased
        done.there += len(batch) - restored.added - restored.erased
        told(done)
    reason = f"{done.added} added, {done.erased} left out"
    mind.audit.note(mind.clock(), "cli", "import", "imported", reason=reason)
    await mind.encoder.load()
    await mind.upkeep.embed_pending(mind.reader, mind.writer)
    return done
