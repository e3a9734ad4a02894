"""The undo stack: changes and their undoings cancel out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.table.undo import Entry, blocking, entry, kept, stack_of, standing


def test_the_newest_change_can_be_undone_and_older_ones_wait_for_it() -> None:
    stack = [entry("add", {}), entry("hide", {})]

    assert blocking(stack, "hide") == ""
    assert blocking(stack, "add") == "hide"


def test_a_change_that_was_undone_no_longer_stands_in_the_way() -> None:
    stack = [entry("add", {}), entry("hide", {}), entry("undo", {}, of="hide")]

    assert blocking(stack, "add") == ""
    assert blocking(stack, "undo") == ""


def test_an_undoing_that_was_undone_makes_the_change_stand_again() -> None:
    stack = [entry("add", {}), entry("hide", {}), entry("undo", {}, of="hide"), entry("again", {}, of="undo")]

    assert standing(stack) == ["add", "hide"]
    assert blocking(stack, "add") == "hide"


def test_a_change_undone_long_ago_cannot_be_undone_twice() -> None:
    stack = [entry("add", {}), entry("hide", {}), entry("undo", {}, of="hide"), entry("tag", {})]

    assert blocking(stack, "hide") == "tag"


@given(st.integers(1, 6), st.integers(0, 6))
def test_undoing_from_the_newest_down_leaves_nothing_standing(changes: int, undoings: int) -> None:
    stack: list[Entry] = [entry(f"c{i}", {}) for i in range(changes)]
    for number in range(min(undoings, changes)):
        top = standing(stack)[-1]
        assert blocking(stack, top) == ""
        stack.append(entry(f"u{number}", {}, of=top))

    assert standing(stack) == [f"c{i}" for i in range(changes - min(undoings, changes))]
    assert stack_of(kept(stack)) == stack
