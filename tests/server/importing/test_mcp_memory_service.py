"""mcp-memory-service: the JSON export."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from simonides.server.importing.mcp_memory_service import FORMAT
from tests.server.importing.reading import FIXTURES, bads, contents, fixture, records

EXPORT = FIXTURES / "mcp-memory-service.json"


def test_a_memory_keeps_its_hash_kind_tags_session_time_and_machine() -> None:
    first = records(FORMAT, EXPORT)[0]

    assert (first.origin, first.kind, first.tags) == ("aa11", "fact", ("build", "ports"))
    assert (first.session, first.source) == ("s-7", "mcp-memory-service on desk")
    assert first.recorded == datetime(2026, 1, 1, 0, 0, 0, 500_000, tzinfo=UTC)


def test_a_type_that_is_no_kind_of_ours_becomes_a_tag() -> None:
    second = records(FORMAT, EXPORT)[1]

    assert (second.kind, second.tags) == ("note", ("会议", "日程", "observation"))


def test_a_time_without_zone_is_utc_and_one_nobody_can_read_is_none() -> None:
    _, second, last = records(FORMAT, EXPORT)

    assert second.recorded == datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert last.recorded is None


def test_memories_without_content_are_told_and_the_rest_is_read() -> None:
    assert bads(FORMAT, EXPORT) == [
        ("mcp-memory-service.json, memories 3", 'has no "content"'),
        ("mcp-memory-service.json, memories 4", "is no JSON object"),
    ]


def test_a_file_that_was_cut_short_gives_what_stands_before_the_cut(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    whole = fixture("mcp-memory-service.json")
    file.write_bytes(whole[: whole.index(b"cc33")])

    assert contents(FORMAT, file) == ["The build runs on port 8123.", "会议改到周四下午三点。"]
    assert bads(FORMAT, file) == [
        ("export.json, after memories 2", "is no JSON from here on: cut short or damaged; nothing after it was read")
    ]
