"""MEMORY.md and its like: entries, list items, paragraphs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simonides.server.importing.memory_files import FORMAT
from simonides.storage.errors import InvalidArgument
from tests.server.importing.reading import FIXTURES, contents, fixture, records

HERMES = FIXTURES / "hermes"
NOTES = FIXTURES / "claude-code"


def test_entries_apart_by_a_section_sign_are_facts_with_the_file_as_source() -> None:
    read = [(r.source, r.content, r.kind) for r in records(FORMAT, HERMES)]

    assert read == [
        ("MEMORY.md", "The staging host is called juno.", "fact"),
        ("MEMORY.md", "Deploys go out on Tuesdays.\nNever on Fridays.", "fact"),
        ("MEMORY.md", "数据库每晚两点备份。", "fact"),
        ("USER.md", "Prefers short answers.", "fact"),
        ("USER.md", "用中文写周报。", "fact"),
    ]


def test_a_list_item_holds_what_is_nested_in_it_and_a_paragraph_its_code() -> None:
    assert contents(FORMAT, NOTES) == [
        "Run tests with `make test`\n  and never without a timeout\n  - nested detail",
        "提交信息用英文",
        "The repository has two maintainers.\nBoth are in Lisbon.\n```\n- code stays with its paragraph\n```",
        "Say what failed first",
    ]


def test_the_heading_becomes_a_tag() -> None:
    assert records(FORMAT, NOTES)[0].tags == ("Tools",)


def test_what_agents_keep_is_trusted_as_theirs_and_a_file_of_a_repository_as_a_document(tmp_path: Path) -> None:
    rules = tmp_path / "CLAUDE.md"
    rules.write_bytes(fixture("house-rules.md"))

    assert {r.trust for r in records(FORMAT, HERMES)} == {"assistant"}
    assert [(r.content, r.trust) for r in records(FORMAT, rules)] == [
        ("Use tabs", "external"),
        ("注释写英文", "external"),
    ]


def test_any_markdown_file_is_read_when_the_format_is_named(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    shutil.copy(FIXTURES / "house-rules.md", notes)

    assert not FORMAT.recognises(notes)
    assert contents(FORMAT, notes) == ["Use tabs", "注释写英文"]


def test_a_folder_without_memory_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("- x")
    (tmp_path / "b.md").write_text("- y")

    with pytest.raises(InvalidArgument, match=r"MEMORY\.md"):
        FORMAT.read(tmp_path)
