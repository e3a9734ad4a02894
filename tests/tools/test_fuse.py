"""Fusion: one total order, words where meaning is in doubt, and an honest `found`."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.memory import Kind
from simonides.storage.table.search import Candidate
from simonides.tools.fuse import found, rank


def candidate(name: str, cosine: float | None, words: float = 0.0, kind: Kind = "fact", age_days: int = 0) -> Candidate:
    return Candidate(name, kind, -86_400_000_000 * age_days, cosine, words)


def order(*candidates: Candidate) -> list[str]:
    return [r.candidate.id for r in rank(candidates)]


def began(name: str, day: int, cosine: float, kind: Kind = "event") -> Candidate:
    return Candidate(name, kind, 0, cosine, 0.0, began_us=86_400_000_000 * day)


def test_as_of_a_time_the_latest_of_events_alike_comes_first() -> None:
    early, late, middle = began("early", 1, 0.52), began("late", 9, 0.48), began("middle", 5, 0.5)

    ranked = [r.candidate.id for r in rank([early, late, middle], as_of=True)]

    assert ranked == ["late", "middle", "early"]
    assert order(early, late, middle) == ["early", "middle", "late"]


def test_as_of_a_time_an_event_of_something_else_does_not_come_first_for_being_late() -> None:
    asked, other = began("asked", 1, 0.6), began("other", 9, 0.4)

    ranked = rank([asked, other], as_of=True)

    assert [r.candidate.id for r in ranked] == ["asked", "other"]


def test_as_of_a_time_a_late_event_does_not_come_before_a_statement_that_bears_more() -> None:
    statement, event = began("statement", 1, 0.6, "fact"), began("event", 9, 0.5)

    ranked = rank([statement, event], as_of=True)

    assert [r.candidate.id for r in ranked] == ["statement", "event"]


def test_as_of_a_time_statements_that_still_hold_are_not_ordered_by_when_they_began() -> None:
    asked, other = began("asked", 1, 0.52, "fact"), began("other", 9, 0.48, "fact")

    ranked = rank([asked, other], as_of=True)

    assert [r.candidate.id for r in ranked] == ["asked", "other"]


def test_where_one_memory_stands_out_by_meaning_shared_words_do_not_unseat_it() -> None:
    others = [candidate(f"x{i}", 0.1) for i in range(20)]

    assert order(candidate("clear", 0.8), candidate("wordy", 0.3, words=5), *others)[0] == "clear"


def test_where_none_stands_out_words_decide() -> None:
    others = [candidate(f"x{i}", 0.42) for i in range(20)]

    assert order(candidate("vague", 0.45), candidate("wordy", 0.40, words=5), *others)[0] == "wordy"


def test_events_are_told_apart_by_their_words_whatever_the_meaning_says() -> None:
    clear, wordy = candidate("clear", 0.6, kind="event"), candidate("wordy", 0.4, words=5, kind="event")

    assert order(clear, wordy, *(candidate(f"x{i}", 0.0, kind="event") for i in range(20)))[0] == "wordy"


def test_a_memory_that_holds_the_very_word_asked_for_comes_first_whatever_the_meaning_says() -> None:
    clear, wordy = candidate("clear", 0.8), replace(candidate("wordy", 0.1, words=15), literal=True)

    assert order(clear, wordy, *(candidate(f"x{i}", 0.0) for i in range(20)))[0] == "wordy"


def test_ties_go_to_the_newer_then_by_id() -> None:
    assert order(candidate("b", 0.5), candidate("c", 0.5, age_days=1), candidate("a", 0.5)) == ["a", "b", "c"]


def test_a_row_that_waits_for_its_vector_is_ranked_by_its_words() -> None:
    assert order(candidate("none", None), candidate("words", None, words=3)) == ["words", "none"]


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0, 40)), min_size=1, max_size=60))
def test_found_is_a_probability_for_any_scores(pairs: list[tuple[float, float]]) -> None:
    ranked = rank([candidate(str(i), c, w) for i, (c, w) in enumerate(pairs)])

    assert 0.0 <= found(ranked) <= 1.0


def test_found_grows_with_the_lead_of_the_first() -> None:
    crowd = [candidate(f"x{i}", 0.3 + i / 1000) for i in range(30)]

    values = [found(rank([candidate("first", c), *crowd])) for c in (0.35, 0.5, 0.65, 0.8)]

    assert values == sorted(values)
    assert values[-1] - values[0] > 0.2


def test_nothing_is_found_in_nothing() -> None:
    assert found([]) == 0.0


@pytest.mark.parametrize("score", [-0.2, 0.0, 0.1])
def test_a_lone_memory_that_is_unlike_the_question_is_not_found(score: float) -> None:
    assert found(rank([candidate("lone", score)])) < 0.25
