"""The undo stack: changes and their undoings cancel out."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.table.undo import Entry, blocking, entry, kept, stack_of, standing


def change(by: str, of: str = "") -> Entry:
    """A change of a row that put nothing else in."""
    return entry(by, {}, datetime(2026, 11, 30, tzinfo=UTC), of)


def test_the_newest_change_can_be_undone_and_older_ones_wait_for_it() -> None:
    stack = [change("add"), change("hide")]

    assert blocking(stack, "hide") == ""
    assert blocking(stack, "add") == "hide"


def test_a_change_that_was_undone_no_longer_stands_in_the_way() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide")]

    assert blocking(stack, "add") == ""
    assert blocking(stack, "undo") == ""


def test_an_undoing_that_was_undone_makes_the_change_stand_again() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide"), change("again", of="undo")]

    assert standing(stack) == ["add", "hide"]
    assert blocking(stack, "add") == "hide"


def test_a_change_undone_long_ago_cannot_be_undone_twice() -> None:
    stack = [change("add"), change("hide"), change("undo", of="hide"), change("tag")]

    assert blocking(stack, "hide") == "tag"


@given(st.integers(1, 6), st.integers(0, 6))
def test_undoing_from_the_newest_down_leaves_nothing_standing(changes: int, undoings: int) -> None:
    stack: list[Entry] = [change(f"c{i}") for i in range(changes)]
    for number in range(min(undoings, changes)):
        top = standing(stack)[-1]
        assert blocking(stack, top) == ""
        stack.append(change(f"u{number}", of=top))

    assert standing(stack) == [f"c{i}" for i in range(changes - min(undoings, changes))]
    assert stack_of(kept(stack)) == stack
