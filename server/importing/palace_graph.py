"""The knowledge graph of MemPalace: its SQLite file, or the entities and triples of a JSON export."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .fields import Raw, claimed, judged, moment, origin, period, plain, share, statement, text
from .pieces import LINE_LIMIT, decode
from .record import Bad, Record

SOURCE = "MemPalace"
FILE = "knowledge_graph.sqlite3"

# Subjects and objects are ids there; the names people gave stand with the entities. Old files lack some columns.
_TRIPLES = """SELECT t.*, s.name AS subject_name, o.name AS object_name FROM triples t
    LEFT JOIN entities s ON s.id = t.subject LEFT JOIN entities o ON o.id = t.object ORDER BY t.rowid"""
_BROKEN = (sqlite3.Error, UnicodeDecodeError)  # the second where a name or the message itself is no text
_TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('entities', 'triples')"


def graph_at(path: Path) -> Path | None:
    """The SQLite file of a graph at `path` or in that folder; None when there is none."""
    file = path / FILE if path.is_dir() else path
    try:
        with file.open("rb") as begins:
            if begins.read(16) != b"SQLite format 3\0":
                return None
        return file if next(_rows(file, _TABLES))["count(*)"] == 2 else None
    except (OSError, *_BROKEN):
        return None


def read_graph(file: Path) -> Iterator[Record | Bad]:
    """What each entity is, then each triple with the time it held."""
    for query, make in (("SELECT * FROM entities ORDER BY rowid", entity), (_TRIPLES, triple)):
        table = "entities" if make is entity else "triples"
        count = 0
        try:
            for count, row in enumerate(_rows(file, query), 1):
                yield from judged(f"{file.name}, {table} {count}", row, make)
        except _BROKEN:
            yield Bad(f"{file.name}, after {table} {count}", "is damaged: it cannot be read on from here", "")


def _rows(file: Path, query: str) -> Iterator[Mapping[str, Any]]:
    # Read-only: a file of somebody else's, perhaps in use.
    graph = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        graph.text_factory = decode
        graph.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LINE_LIMIT)
        cursor = graph.execute(query)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))
    finally:
        graph.close()


def entity(where: str, raw: Raw) -> Iterator[Record]:
    """What an entity is; nothing when nobody said."""
    name, sort = statement(raw.get("name"), "name"), text(raw, "type")
    if sort and sort != "unknown":
        yield Record(
            where,
            origin(name, "is a", sort),
            f"{name} is a {sort}",
            "fact",
            claimed(name, "is a", sort),
            source=SOURCE,
            recorded=moment(raw.get("created_at")),
        )


def triple(where: str, raw: Raw) -> Iterator[Record]:
    """A triple as a claim. A day as its end means the whole day there."""
    subject = statement(raw.get("subject_name") or raw.get("subject"), "subject")
    predicate = statement(raw.get("predicate"), "predicate")
    object_ = statement(raw.get("object_name") or raw.get("object"), "object")
    ends = period(raw.get("valid_to"))
    file = text(raw, "source_file")
    yield Record(
        where,
        text(raw, "id") or origin(subject, predicate, object_, text(raw, "valid_from")),
        f"{subject} {plain(predicate)} {object_}",
        "fact",
        claimed(subject, predicate, object_),
        source=f"{SOURCE}: {file}" if file else SOURCE,
        recorded=moment(raw.get("extracted_at")),
        when=period(raw.get("valid_from")),
        until=ends.end if ends else None,
        confidence=share(raw.get("confidence"), 0.8),
    )
