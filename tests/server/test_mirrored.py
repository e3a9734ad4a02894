"""A page of the mirror as text: what is written is read back, and only what a person changed is an edit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.server.mirrored import (
    CUT,
    LONGEST_SHOWN,
    MOST_AT_ONCE,
    Entry,
    Known,
    Page,
    Readings,
    body,
    composed,
    items,
    left_items,
    readings,
    revision_of,
    taken_apart,
)

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
KINDS = st.sampled_from(["preference", "fact", "decision", "procedure", "event", "note", "summary"])
IDS = st.builds("{}.{}".format, st.text(ALPHABET, min_size=12, max_size=12), st.integers(1, 999))
# Statements that look like what a page is made of, besides any text at all.
HOSTILE = st.sampled_from(
    [
        "- one",
        "# About the user (1)",
        "<!-- simonides:end -->",
        "[000000000001.1]",
        "a\n\nb",
        "1. x",
        "  > Not taken: y",
    ]
)
CHARACTERS = st.characters(exclude_categories=("Cs",), exclude_characters="\ufeff")
TEXTS = (
    st.lists(st.text(CHARACTERS, max_size=30) | HOSTILE, min_size=1, max_size=4)
    .map(lambda parts: " ".join(" ".join(parts).split()))
    .filter(lambda t: any(c.isalnum() for c in t))
)
NOTES = st.sampled_from(["", "(since 2020)", "(from '[000000000001.1]', unverified)"])


def sign(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass
class Sheet:
    """A page as it was written, and what is known of it."""

    text: str
    known: dict[str, Known]

    def read(self, text: str) -> Readings:
        page = taken_apart(text)
        assert page.state == "whole"
        return readings(items(page.lines), self.known, self.known, sign)


def sheet(entries: Sequence[Entry], page: Page | None = None, left: Sequence[tuple[str, str]] = ()) -> Sheet:
    known = {e.id: Known(sign(e.text), sign(e.noted), e.cut) for e in entries}
    lines = body("About the user", entries, len(entries))
    text = composed(page or Page("absent"), "USER.md", "about the user", "0" * 8, lines, left, sign)
    return Sheet(text, known)


def one(text: str, id_: str = "000000000001.1", noted: str = "") -> Entry:
    return Entry(id_, "fact", text, noted)


PAGES = st.lists(st.builds(Entry, IDS, KINDS, TEXTS, NOTES), max_size=8, unique_by=lambda e: e.id).map(
    lambda entries: [*entries, one("The user lives in Bergen.")]
)
LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@given(PAGES)
def test_an_unedited_page_gives_its_entries_back_and_no_edits(entries: list[Entry]) -> None:
    entries = list({e.id: e for e in entries}.values())
    written = sheet(entries)

    read = written.read(written.text)

    assert read.kept == {e.id for e in entries}
    assert (read.written, read.refused, read.brought) == ([], [], [])


@given(PAGES, LINE_ENDS, st.booleans(), st.booleans(), st.booleans())
def test_no_line_end_mark_or_space_of_an_editor_is_an_edit(
    entries: list[Entry], end: str, bom: bool, cut: bool, spaced: bool
) -> None:
    entries = list({e.id: e for e in entries}.values())
    written = sheet(entries)

    text = written.text.rstrip("\n") if cut else written.text
    text = ("\ufeff" if bom else "") + text.replace("\n", ("  " if spaced else "") + end)
    page, read = taken_apart(text), written.read(text)

    assert revision_of(page.lines, sign) == page.revision == revision_of(taken_apart(written.text).lines, sign)
    assert (read.kept, read.written, read.refused) == ({e.id for e in entries}, [], [])


@given(st.text(CHARACTERS, max_size=60), st.text(CHARACTERS, max_size=60), LINE_ENDS)
def test_what_stands_outside_the_marks_is_kept_byte_for_byte(before: str, after: str, end: str) -> None:
    before, after = (t.replace("\ud800", "") for t in (before, after))
    around = Page("whole", before + end if before else "", end + after, line_end=end)

    text = sheet([one("The user lives in Bergen.")], around).text
    page = taken_apart(text)
    again = sheet([one("The user lives in Oslo.")], page).text

    assert page.state == "whole"
    assert text.startswith(around.before)
    assert text.endswith(around.after)
    assert again.startswith(around.before)
    assert again.endswith(around.after)


def test_the_first_line_says_what_the_file_is_and_that_edits_are_read_back() -> None:
    first, *rest = sheet([one("The user lives in Bergen.")]).text.splitlines()

    assert first.startswith("<!-- USER.md: what long-term memory holds about the user")
    assert "are read back" in first
    assert rest == [
        "# About the user (1)",
        "",
        "## Facts",
        "",
        "- The user lives in Bergen. [000000000001.1]",
        "",
        "<!-- simonides:end -->",
    ]


@pytest.mark.parametrize(
    "line", ["- Rain in May.", "* Rain in May.", "3. Rain in May.", "Rain in May.", "- Rain\n  in May."]
)
def test_a_new_line_or_list_item_is_a_new_statement(line: str) -> None:
    written = sheet([one("The user lives in Bergen.")])

    read = written.read(written.text.replace("\n## Facts", f"\n{line}\n\n## Facts"))

    assert [(w.text, w.id) for w in read.written] == [("Rain in May.", "")]
    assert read.kept == {"000000000001.1"}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- The user lives in Oslo. [000000000001.1] (since 2020)", "The user lives in Oslo."),
        ("* The user lives in Oslo. [000000000001.1]", "The user lives in Oslo."),
        ("- The user lives in Bergen. [000000000001.1] (since 2021)", "The user lives in Bergen. (since 2021)"),
        ("- The user lives in Bergen. [000000000001.1] Or not.", "The user lives in Bergen. Or not."),
    ],
)
def test_a_changed_line_states_anew_what_its_id_names(line: str, text: str) -> None:
    entry = one("The user lives in Bergen.", noted="(since 2020)")
    written = sheet([entry])

    read = written.read(written.text.replace(entry.line, line))

    assert [(w.text, w.id) for w in read.written] == [(text, "000000000001.1")]


@pytest.mark.parametrize("order", [1, -1])
def test_a_line_that_was_copied_and_changed_is_a_new_statement_beside_the_old(order: int) -> None:
    entry = one("The user lives in Bergen.")
    written = sheet([entry])

    lines = [entry.line, f"- The user skis. [{entry.id}]"][::order]
    read = written.read(written.text.replace(entry.line, "\n".join(lines)))

    assert [(w.text, w.id) for w in read.written] == [("The user skis.", "")]
    assert read.kept == {entry.id}


def test_a_changed_line_that_was_cut_is_refused_since_the_rest_would_be_lost() -> None:
    entry = Entry("000000000001.1", "fact", "a" * LONGEST_SHOWN + CUT, cut=True)
    written = sheet([entry])

    read = written.read(written.text.replace("aaa", "bbb"))

    assert read.written == []
    assert "the rest would be lost" in read.refused[0][1]
    assert read.kept == {entry.id}


@pytest.mark.parametrize("line", ["## Sports", "<!-- mine -->", "---", "- caf\udce9"])
def test_what_is_no_statement_is_refused_with_the_reason(line: str) -> None:
    written = sheet([one("The user lives in Bergen.")])

    read = written.read(written.text.replace("\n## Facts", f"\n{line}\n\n## Facts"))

    assert [item.raw for item, _ in read.refused] == [line]
    assert read.written == []


def test_more_lines_than_are_taken_in_at_once_are_refused_and_not_lost() -> None:
    written = sheet([])
    lines = "\n".join(f"- Number {n}." for n in range(MOST_AT_ONCE + 5))

    read = written.read(written.text.replace("(0)\n", f"(0)\n{lines}\n"))

    assert (len(read.written), len(read.refused)) == (MOST_AT_ONCE, 5)


def test_what_was_not_taken_stands_in_a_section_after_the_entries_with_its_reason() -> None:
    text = sheet([one("The user lives in Bergen.")], left=[("* mine\n  and more", "it is so.")]).text

    page = taken_apart(text)

    assert text.index("simonides:end") < text.index("## Not taken into memory") < text.index("* mine\n  and more\n")
    assert "  > Not taken: it is so." in text
    assert [(i.raw, i.text) for i in left_items(page)] == [("* mine\n  and more", "mine and more")]


@pytest.mark.parametrize("harm", ["end mark", "begin mark", "cut in the middle", "two begin marks", "no revision"])
def test_a_page_without_both_marks_is_broken_and_what_is_the_persons_own_before_it_is_kept(harm: str) -> None:
    text = sheet([one("The user lives in Bergen.")], Page("whole", "Mine.\n\n")).text
    begin = text.splitlines()[2]
    harmed = {
        "end mark": text.replace("<!-- simonides:end -->", ""),
        "begin mark": text.replace(begin, ""),
        "cut in the middle": text[: text.index("Bergen")],
        "two begin marks": text.replace(begin, f"{begin}\n{begin}"),
        "no revision": text.replace("simonides:begin", "simonides:"),
    }[harm]

    page = taken_apart(harmed)

    assert page.state == "broken"
    assert page.before == ("" if harm in ("begin mark", "no revision") else "Mine.\n\n")
