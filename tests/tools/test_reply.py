"""Replies: estimates, cuts, fences, signed tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.tools.reply import cut, defused, fenced, opened, signed, tokens

KEY = b"k" * 32


def test_the_estimate_counts_cjk_characters_whole_and_others_by_four() -> None:
    assert tokens("abcdefgh") == 2
    assert tokens("你好世界") == 4
    assert tokens("你好 abc") == 3
    assert tokens("") == 0


@given(st.text(max_size=400), st.integers(8, 60))
def test_what_is_cut_fits_and_is_a_beginning_of_the_text(text: str, budget: int) -> None:
    part = cut(text, budget)

    assert tokens(part) <= budget
    assert "".join(text.split()).startswith("".join(part.split()))


def test_a_text_that_fits_is_left_whole() -> None:
    assert cut("One. Two.", 50) == "One. Two."


@pytest.mark.parametrize(
    "markup", ["<|im_start|>", "</system>", "<user>", "[INST]", "[/INST]", "![a](http://b)", "</memory-1>"]
)
def test_markup_that_poses_as_a_turn_of_talk_is_made_inert(markup: str) -> None:
    assert markup not in defused(f"x {markup} y")


@pytest.mark.parametrize(
    "text", ["a < b and b > c", "[1] see notes", "use <div> and [x](y)", "if x<5: print(x)", "![]"]
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert defused(text) == text


def test_a_fence_depends_on_the_key_and_on_what_is_inside() -> None:
    assert fenced(KEY, ["a"]) != fenced(b"other", ["a"])
    assert fenced(KEY, ["a"]).splitlines()[0] != fenced(KEY, ["b"]).splitlines()[0]


def test_a_signed_token_opens_with_its_key_only_and_unchanged_only() -> None:
    token = signed(KEY, {"o": 8})

    assert opened(KEY, token) == {"o": 8}
    assert opened(b"other", token) is None
    assert opened(KEY, token[:-2] + "00") is None


@given(st.text(max_size=80))
def test_no_text_that_was_not_signed_opens(text: str) -> None:
    assert opened(KEY, text) is None
