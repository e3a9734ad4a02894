"""What is drawn to time with: distinct, and the same for the same seed."""

from __future__ import annotations

import pytest

from bench.sentences import dated, observations, statements


def test_a_hundred_thousand_observations_are_distinct() -> None:
    drawn = observations(100_000, 0)

    assert len(set(drawn)) == 100_000


def test_a_hundred_thousand_dated_statements_are_distinct() -> None:
    drawn = dated(100_000, 0)

    assert len(set(drawn)) == 100_000


def test_the_same_seed_draws_the_same_and_another_seed_others() -> None:
    drawn = observations(100, 1)

    assert observations(100, 1) == drawn
    assert observations(100, 2) != drawn


def test_statements_come_in_english_and_chinese_in_turn() -> None:
    drawn = statements(100, 0)

    assert [text.isascii() or "ø" in text or "ö" in text for text in drawn] == [True, False] * 50


def test_more_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than population"):
        observations(1_000_000, 0)
