"""The undo stack: changes and their undoings cancel out."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.table.undo import Entry, added, before, blocking, entry, kept, stack_of, standing

AT = datetime(2026, 11, 30, tzinfo=UTC)


def change(by: str, of: str = "", column: str = "status") -> Entry:
    """A change of one column of a row."""
    return entry(by, {column: "as it was"}, AT, of)


def test_the_newest_change_can_be_undone_and_older_ones_wait_for_it() -> None:
    stack = [change("add"), change("hide")]

    assert blocking(stack, "hide") == []
    assert blocking(stack, "add") == ["hide"]


def test_a_change_that_was_undone_no_longer_stands_in_the_way() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide")]

    assert blocking(stack, "add") == []
    assert blocking(stack, "undo") == []


def test_an_undoing_that_was_undone_makes_the_change_stand_again() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide"), change("again", of="undo")]

    assert standing(stack) == ["add", "hide"]
    assert blocking(stack, "add") == ["hide"]


def test_a_change_undone_long_ago_cannot_be_undone_twice() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide"), change("tag")]

    assert blocking(stack, "hide") == ["tag"]


def test_all_that_stands_in_the_way_is_named_the_last_first() -> None:
    stack = [change("add"), change("close"), change("end")]

    assert blocking(stack, "add") == ["end", "close"]


def test_a_change_of_another_column_stands_in_nobodys_way() -> None:
    stack = [change("add"), change("trust", column="trust")]

    assert blocking(stack, "add") == []


def test_of_a_list_that_others_add_to_an_undoing_takes_back_its_own_part() -> None:
    first, second = entry("first", {"contests": ["a"]}, AT), entry("second", {"contests": ["a", "b"]}, AT)
    text = kept([change("add"), first, second])
    row = {"undo": text, "contests": ["a", "b", "c"]}

    assert blocking(stack_of(text), "first") == []
    assert before(row, "first") == {"contests": ["a", "c"]}


def test_what_an_undoing_brings_back_into_a_list_stands_where_it_stood() -> None:
    taken = entry("taken", {"contests": ["a", "b"]}, AT)
    row = {"undo": kept([change("add"), taken]), "contests": ["b"]}

    back = before(row, "taken")

    assert back == {"contests": ["a", "b"]}


def test_two_edits_of_one_change_are_undone_as_one() -> None:
    stack = added([change("add")], entry("one", {"status": "current"}, AT))

    both = added(stack, entry("one", {"status": "superseded", "contests": []}, AT))

    assert [e["by"] for e in both] == ["add", "one"]
    assert both[-1]["was"] == {"status": "current", "contests": []}


@given(st.integers(1, 6), st.integers(0, 6))
def test_undoing_from_the_newest_down_leaves_nothing_standing(changes: int, undoings: int) -> None:
    stack: list[Entry] = [change(f"c{i}") for i in range(changes)]
    for number in range(min(undoings, changes)):
        top = standing(stack)[-1]
        assert blocking(stack, top) == []
        stack.append(change(f"u{number}", of=top))

    assert standing(stack) == [f"c{i}" for i in range(changes - min(undoings, changes))]
    assert stack_of(kept(stack)) == stack
