"""Cleaning: what hides goes, what people write stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.text.clean import clean, fold, mend_escapes, same


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("a\x00b", "ab"),
        ("pass\u202eword", "password"),
        ("hi\U000e0041\U000e0042 there", "hi there"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("line\r\nend\u2028here", "line\nend\nhere"),
        ("a\u200db", "ab"),
        ("x\U000e0101\U000e0102y", "xy"),
        ("  spaced  ", "spaced"),
    ],
)
def test_what_a_reader_cannot_see_is_removed(given_: str, kept: str) -> None:
    assert clean(given_) == kept


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👧‍👦 family",
        "🏳️‍🌈",
        "👍🏽 ok",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f plays tonight",
        "می‌خواهم",
        "क्‍ष",
        "1️⃣ first",
        "葛\U000e0100",
        "tab\tand\nnewline",
        "naïve café 한국어 日本語",
    ],
)
def test_emoji_sequences_joiners_and_scripts_stay(text: str) -> None:
    assert clean(text) == text


def test_halves_of_surrogate_pairs_become_the_replacement_character() -> None:
    assert clean("a\ud83cb") == "a\ufffdb"


def test_a_pair_given_in_two_halves_is_joined() -> None:
    assert clean("\ud83c\udfb8") == "🎸"


@given(st.text())
def test_cleaning_twice_changes_nothing_more_and_the_result_is_valid(text: str) -> None:
    once = clean(text)

    once.encode("utf-8")
    assert clean(once) == once


def test_sameness_ignores_spaces_and_composition_but_not_case() -> None:
    assert same("cafe\u0301  au lait ") == same("café au lait")
    assert same("Foo") != same("foo")


def test_folding_joins_case_width_and_compatibility_forms() -> None:
    assert fold("Ｌｉｖｅｓ  IN") == fold("lives in")


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (r'{"a":"\ud800 half"}', r'{"a":"\ufffd half"}'),
        (r'{"a":"\uDFb8"}', r'{"a":"\ufffd"}'),
        (r'{"a":"\ud83c\udfb8"}', r'{"a":"\ud83c\udfb8"}'),
        (r'{"a":"\ud83c\ud83c\udfb8"}', r'{"a":"\ufffd\ud83c\udfb8"}'),
        (r'{"a":"C:\\ud800"}', r'{"a":"C:\\ud800"}'),
        (r'{"a":"é"}', r'{"a":"é"}'),
    ],
)
def test_escapes_of_half_a_pair_are_mended_in_json_and_nothing_else(sent: str, read: str) -> None:
    assert mend_escapes(sent) == read
