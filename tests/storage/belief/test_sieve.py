"""Which patterns are worth trying on a text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.belief.wording.sieve import Phrases, Sieve, alternatives, needed

MATCHING = [
    ("handed (?:in|over)", "she handed over the key"),
    ("colou?r", "the color"),
    ("colou?r", "the colour"),
    (r"(?:has|have|'s) \w+ed", "it's rusted"),
    (r"(?:19)?\d0s", "in the 80s"),
    ("go+al", "goooal"),
    ("(?:early|late)? ?bird", "a bird"),
    ("从.{1,6}起", "从下周起停课"),
    ("了$", "下班了"),
    (r"hospitali[sz]ed", "hospitalized"),
    (r"c\+\+|c#", "written in c++"),
    ("不(?:能|许).{1,3}|没戏", "不许带狗"),
    (r"(?<![a-z])rent(?:s|ed)?(?![a-z])", "they rent"),
]


@pytest.mark.parametrize(("pattern", "text"), MATCHING)
def test_a_pattern_that_matches_passes(pattern: str, text: str) -> None:
    assert re.search(pattern, text)

    assert Sieve([pattern]).passing(text) == [0]


def test_a_pattern_whose_words_are_absent_does_not_pass() -> None:
    sieve = Sieve(["handed (?:in|over)", "resigned", "辞职"])

    assert sieve.passing("she resigned in may") == [1]


def test_what_may_match_anything_always_passes() -> None:
    assert Sieve([r"\d+|none", r"\w+ed"]).passing("") == [0]


def test_alternatives_are_parted_outside_of_brackets_only() -> None:
    assert alternatives(r"a|(?:b|c)d|[|]e|f\|g") == ["a", "(?:b|c)d", "[|]e", r"f\|g"]


def test_a_bracket_that_is_not_closed_is_refused() -> None:
    with pytest.raises(ValueError, match="not closed"):
        needed("(?:a|b")


def test_each_phrase_found_is_told_by_its_key() -> None:
    phrases = Phrases([("end", "quit|left"), ("start", "joined"), ("end", "over")])

    assert phrases.found("she left and it is over") == {"end"}
    assert [(key, match[0]) for key, match in phrases.matches("left, joined")] == [("end", "left"), ("start", "joined")]


_ATOMS = st.sampled_from(
    ["a", "b", "ab", "ba", "x?", "a+", "b*", r"\w", "[ab]", ".", "(?:a|bb)", "(?:ab)?", "(?:a|b){2}"]
)
_PATTERN = st.lists(st.lists(_ATOMS, min_size=1, max_size=4).map("".join), min_size=1, max_size=3).map("|".join)


@given(_PATTERN, st.text("abx ", max_size=12))
def test_no_pattern_that_matches_is_sifted_out(pattern: str, text: str) -> None:
    if re.search(pattern, text):
        assert Sieve([pattern]).passing(text) == [0]
