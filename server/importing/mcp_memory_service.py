"""The JSON export of mcp-memory-service: export_metadata and memories with content hash, tags, type and times."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...storage.errors import InvalidArgument
from .archive import opened
from .fields import Raw, each, inner, kind_of, moment, origin, statement, text, words
from .pieces import elements, paths
from .record import Bad, Format, Record

_SOURCE = "mcp-memory-service"


def recognises(path: Path) -> bool:
    """Whether it is one JSON object with memories that carry a content hash, or with the heading of an export."""
    with opened(path) as members:
        return len(members) == 1 and not paths(members[0]).isdisjoint(
            {"memories.item.content_hash", "export_metadata.source_machine", "export_metadata.exporter_version"}
        )


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each memory."""
    if not recognises(path):
        raise InvalidArgument("file", "is no export of mcp-memory-service: it has no memories with a content_hash.")
    return _records(path)


def _records(path: Path) -> Iterator[Record | Bad]:
    with opened(path) as (member,):
        yield from each(elements(member, "memories"), _memory)


def _memory(where: str, raw: Raw) -> Iterator[Record]:
    content = statement(raw.get("content"), "content")
    metadata = inner(raw, "metadata")
    kind, extra = kind_of(text(raw, "memory_type", "type"), "note")
    machine = text(raw, "export_source")
    yield Record(
        where,
        text(raw, "content_hash") or origin(content),
        content,
        kind,
        tags=words(raw.get("tags"), list(extra)),
        session=text(metadata, "session_id", "session"),
        source=f"{_SOURCE} on {machine}" if machine else _SOURCE,
        recorded=moment(raw.get("created_at"), raw.get("created_at_iso")),
    )


FORMAT = Format("mcp-memory-service", "JSON export of mcp-memory-service", recognises, read)
