"""Basic Memory: observations, relations and the text around them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from simonides.server.importing.basic_memory import FORMAT
from simonides.storage.memory import Claim
from tests.server.importing.reading import FIXTURES, bads, contents, folder_zipped, records

NOTES = FIXTURES / "basic-memory"


def test_an_observation_names_its_note_and_keeps_category_tags_and_context() -> None:
    read = {r.where: r for r in records(FORMAT, NOTES)}

    first = read["people/ada.md, line 15"]
    assert first.content == "Ada Lovelace: Wrote notes on the Analytical Engine (published 1843)"
    assert (first.kind, first.tags) == ("fact", ("mathematics", "history", "person", "computing"))
    assert read["people/ada.md, line 16"].kind == "decision"
    assert "habit" in read["people/ada.md, line 17"].tags


def test_a_relation_becomes_a_claim_about_the_note() -> None:
    read = {r.content: r.claims for r in records(FORMAT, NOTES)}

    known = "Ada Lovelace worked with Charles Babbage (from 1833)"
    assert read[known] == (Claim("Ada Lovelace", "worked_with", "Charles Babbage"),)
    assert read["Ada Lovelace links to Analytical Engine"] == (Claim("Ada Lovelace", "links to", "Analytical Engine"),)


def test_what_is_neither_stays_text_of_its_section() -> None:
    read = contents(FORMAT, NOTES)

    assert "Ada Lovelace\n\nAda wrote the first program.\nIt was never run." in read
    assert "Ada Lovelace: Relations\n\n- I once met [[Mary Somerville]] and we talked" in read
    assert "Ada Lovelace: Code\n\n```\n- [fact] inside a fence nothing is read\n```" in read


def test_front_matter_is_text_whatever_it_looks_like() -> None:
    first = next(r for r in records(FORMAT, NOTES) if r.where == "chinese.md, line 7")

    assert first.content == "1984: 奥威尔最好的书"
    assert first.tags == ("书", "小说", "评价")
    assert first.source == "Basic Memory: 1984"


def test_a_note_says_when_it_was_made() -> None:
    times = {r.recorded for r in records(FORMAT, NOTES) if r.where.startswith("people/ada.md")}

    assert times == {datetime(2026, 3, 14, tzinfo=UTC)}


def test_broken_front_matter_is_told_and_the_body_is_read() -> None:
    assert bads(FORMAT, NOTES) == [("awkward.md, front matter", "is no YAML mapping")]
    assert "awkward: The body of a note is read although its front matter is broken" in contents(FORMAT, NOTES)


def test_hidden_folders_are_passed_over() -> None:
    assert not [c for c in contents(FORMAT, NOTES) if "hidden" in c]


def test_a_zip_of_the_folder_gives_the_same_records(tmp_path: Path) -> None:
    file = folder_zipped(tmp_path / "notes.zip", NOTES)

    assert [replace(r, where="") for r in records(FORMAT, file)] == [
        replace(r, where="") for r in records(FORMAT, NOTES)
    ]


def test_a_bomb_of_aliases_in_front_matter_is_no_work(tmp_path: Path) -> None:
    doubling = "\n".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60))
    (tmp_path / "note.md").write_text(f"---\ntitle: T\npermalink: p\na0: &a0 [x]\n{doubling}\n---\n- [fact] stands\n")

    assert contents(FORMAT, tmp_path) == ["T: stands"]


def test_lines_made_to_keep_a_parser_busy_are_only_text(tmp_path: Path) -> None:
    awkward = "- " + " " * 200_000 + "[" + " #x" * 200_000
    (tmp_path / "note.md").write_text(f"---\ntitle: T\npermalink: p\n---\n{awkward}\n- [fact] stands\n")

    assert "T: stands" in contents(FORMAT, tmp_path)
