"""MemPalace: drawers in Markdown and JSON lines, and the knowledge graph with the times its facts held."""

from __future__ import annotations

import random
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simonides.server.importing.mempalace import FORMAT
from simonides.storage.memory import Claim
from tests.server.importing.reading import FIXTURES, bads, contents, folder_zipped, records, zipped

MARKDOWN = FIXTURES / "mempalace-markdown"
LINES = FIXTURES / "mempalace-jsonl"

# Two tables as MemPalace makes them, in our words; what is not read is left out.
GRAPH = """
CREATE TABLE entities (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT, created_at TEXT);
CREATE TABLE triples (id TEXT PRIMARY KEY, subject TEXT, predicate TEXT, object TEXT, valid_from TEXT, valid_to TEXT,
    confidence REAL, source_file TEXT, extracted_at TEXT);
INSERT INTO entities VALUES ('max', 'Max', 'person', '2026-01-01 08:00:00'), ('lu_xun', '鲁迅', 'unknown', NULL);
INSERT INTO triples VALUES ('t1', 'max', 'reads', 'lu_xun', '2025', '2026-03-01T12:00:00Z', 0.5, 'diary.md',
    '2026-01-02 09:00:00'), ('t2', 'max', NULL, 'gone', NULL, NULL, 1.0, NULL, NULL);
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    file = tmp_path / "knowledge_graph.sqlite3"
    made = sqlite3.connect(file)
    made.executescript(GRAPH)
    made.close()
    return file


def test_a_drawer_in_markdown_is_its_quoted_text_with_where_it_is_from() -> None:
    first = records(FORMAT, MARKDOWN)[0]

    assert first.content == "We moved to passkeys.\n\n## not a heading, part of the text\n密码登录下个月关闭。"
    assert (first.origin, first.tags) == ("drawer_wing_ada_auth_0001", ("wing_ada", "auth"))
    assert first.source == "MemPalace: chats/2026-01.md"
    assert first.recorded == datetime(2026, 1, 5, 9, 30, 0, 123_456, tzinfo=UTC)


def test_what_was_mined_from_a_file_is_external_and_what_an_agent_filed_is_not() -> None:
    assert [r.trust for r in records(FORMAT, MARKDOWN)] == ["external", "assistant"]


def test_a_drawer_in_json_lines_keeps_wing_room_and_hall() -> None:
    read = {r.origin: r for r in records(FORMAT, LINES)}

    assert read["drawer_0001"].tags == ("wing_ada", "auth", "hall_events")
    assert read["drawer_0002"].source == "MemPalace: wing_ada / auth"


def test_a_triple_holds_from_when_to_when_it_says() -> None:
    read = {r.origin: r for r in records(FORMAT, LINES)}

    child, issue = read["t_1"], read["t_2"]
    assert child.claims == (Claim("Max", "child_of", "Alice"),)
    assert child.when is not None
    assert (child.when.start, child.when.precision) == (datetime(2015, 4, 1, tzinfo=UTC), "month")
    assert (child.until, child.confidence) == (None, 0.9)
    assert issue.until == datetime(2026, 2, 16, tzinfo=UTC)


def test_bad_drawers_and_triples_are_told() -> None:
    assert bads(FORMAT, LINES) == [
        ("_kg.json, kg_triples 3", 'has nothing in its "predicate"'),
        ("wing_ada/auth.jsonl, line 3", 'has no text as its "document"'),
    ]
    assert bads(FORMAT, MARKDOWN) == [("wing_ada/auth.md, line 30", 'has nothing in its "document"')]


def test_the_graph_is_read_from_its_own_file(graph: Path) -> None:
    entity, triple = records(FORMAT, graph)

    assert (entity.content, entity.recorded) == ("Max is a person", datetime(2026, 1, 1, 8, tzinfo=UTC))
    assert (triple.content, triple.claims) == ("Max reads 鲁迅", (Claim("Max", "reads", "鲁迅"),))
    assert triple.when is not None
    assert (triple.when.precision, triple.until) == ("year", datetime(2026, 3, 1, 12, tzinfo=UTC))
    assert bads(FORMAT, graph) == [("knowledge_graph.sqlite3, triples 2", 'has no "predicate"')]


def test_reading_the_graph_changes_nothing_beside_it(graph: Path) -> None:
    before = graph.read_bytes()

    records(FORMAT, graph)

    assert graph.read_bytes() == before
    assert [p.name for p in graph.parent.iterdir()] == [graph.name]


def test_a_damaged_graph_is_told(graph: Path) -> None:
    whole = graph.read_bytes()
    graph.write_bytes(whole[:4096] + b"\x00" * 4096 + whole[8192:])

    assert ("knowledge_graph.sqlite3, after entities 0", "is damaged: it cannot be read on from here") in bads(
        FORMAT, graph
    )


def test_no_damage_to_a_graph_makes_the_reader_fall_over(graph: Path) -> None:
    """A byte changed in the first page of each of 300 copies. Seed 7."""
    whole, chance = graph.read_bytes(), random.Random(7)

    read_on = 0
    for _ in range(300):
        damaged = bytearray(whole)
        damaged[chance.randrange(100, 4096)] = chance.randrange(256)
        graph.write_bytes(damaged)
        read_on += FORMAT.recognises(graph) and len(list(FORMAT.read(graph))) > 0

    assert read_on > 100


def test_a_graph_inside_a_zip_is_told_to_be_unpacked(tmp_path: Path, graph: Path) -> None:
    room = (LINES / "wing_ada" / "auth.jsonl").read_bytes()
    file = zipped(tmp_path / "palace.zip", {graph.name: graph.read_bytes(), "wing_ada/auth.jsonl": room})

    assert bads(FORMAT, file)[0] == (graph.name, "cannot be read inside a zip; unpack it and give it alone")


def test_a_zip_of_an_export_gives_the_same_records(tmp_path: Path) -> None:
    file = folder_zipped(tmp_path / "palace.zip", MARKDOWN, "palace/")

    assert contents(FORMAT, file) == contents(FORMAT, MARKDOWN)
