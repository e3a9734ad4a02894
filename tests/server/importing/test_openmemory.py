"""OpenMemory: the backup zip, from its lines or its rows."""

from __future__ import annotations

import gzip
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from simonides.server.importing.openmemory import FORMAT
from tests.server.importing.reading import FIXTURES, bads, contents, fixture, records, zipped


def backup(path: Path, lines: bytes) -> Path:
    return zipped(path, {"memories.json": fixture("openmemory.json"), "memories.jsonl.gz": lines})


def test_a_memory_keeps_its_id_app_categories_and_time(tmp_path: Path) -> None:
    file = backup(tmp_path / "backup.zip", gzip.compress(fixture("openmemory.jsonl")))

    first = records(FORMAT, file)[0]

    assert (first.origin, first.source, first.tags) == ("o-1", "OpenMemory: cursor", ("work",))
    assert first.recorded == datetime(2026, 4, 1, 8, tzinfo=UTC)


def test_what_is_not_active_there_is_gone_and_tagged_so(tmp_path: Path) -> None:
    file = backup(tmp_path / "backup.zip", gzip.compress(fixture("openmemory.jsonl")))

    read = {r.content: (r.gone, r.tags) for r in records(FORMAT, file)}

    assert read["项目叫做灯塔"] == (True, ("paused",))
    assert read["Uses tabs for indentation"] == (False, ("work",))


def test_lines_and_rows_say_the_same() -> None:
    of_lines = [replace(r, where="") for r in records(FORMAT, FIXTURES / "openmemory.jsonl")]

    assert [replace(r, where="") for r in records(FORMAT, FIXTURES / "openmemory.json")] == of_lines


def test_the_rows_are_not_read_twice(tmp_path: Path) -> None:
    file = backup(tmp_path / "backup.zip", gzip.compress(fixture("openmemory.jsonl")))

    assert contents(FORMAT, file) == ["Uses tabs for indentation", "项目叫做灯塔"]
    assert bads(FORMAT, file) == [("memories.jsonl, line 3", 'has nothing in its "content"')]


def test_damaged_lines_are_told_and_the_rows_take_their_place(tmp_path: Path) -> None:
    file = backup(tmp_path / "backup.zip", gzip.compress(fixture("openmemory.jsonl"))[:-30])

    assert {r.origin for r in records(FORMAT, file)} == {"o-1", "o-2"}
    assert ("memories.jsonl, after line 2", "is damaged: it cannot be read on from here") in bads(FORMAT, file)


def test_what_was_deleted_there_is_not_taken_in() -> None:
    assert "The old address" not in contents(FORMAT, FIXTURES / "openmemory.jsonl")
    assert "The old address" not in contents(FORMAT, FIXTURES / "openmemory.json")
