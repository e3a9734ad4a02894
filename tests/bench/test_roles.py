"""Pairs of statements that differ only in who does what to whom, and what is asked of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from rich.progress import Progress

from bench.conditions import Conditions, Steps
from bench.items import Item, Question
from bench.rivals import Bm25, terms
from bench.slotted import ExactSlots
from bench.tracks.roles import drawn, measured_of, posed, stored

pytestmark = pytest.mark.anyio

EACH = 20


def test_nobody_is_in_two_pairs() -> None:
    pairs = drawn(EACH, 1)

    people = [name for pair in pairs for name in (pair.doer, pair.other)]

    assert len(set(people)) == 2 * len(pairs) == 4 * EACH


def test_the_two_statements_of_an_english_pair_have_the_same_words() -> None:
    pairs = [pair for pair in drawn(EACH, 1) if pair.language == "en"]

    for number, pair in enumerate(pairs):
        right, wrong = stored(number, pair)

        assert right.text != wrong.text
        assert sorted(terms(right.text)) == sorted(terms(wrong.text))


def test_exact_slots_answer_a_probe_with_the_right_way_round_alone() -> None:
    pairs = drawn(EACH, 1)
    table = ExactSlots([item for number, pair in enumerate(pairs) for item in stored(number, pair)])

    for number, pair in enumerate(pairs):
        for question in posed(number, pair):
            if question.more:
                assert table.answer(question, 10).places == [question.gold]


def test_exact_slots_find_nothing_for_words_alone() -> None:
    table = ExactSlots([Item("1", "Ann helps Bob.", more={"subject": "Ann", "relation": "helps", "object": "Bob"})])

    answer = table.answer(Question("Who helps Bob?", frozenset({"1"})), 10)

    assert answer.places == []


async def test_the_track_asks_a_server_that_holds_both_ways_round(tmp_path: Path) -> None:
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    conditions = Conditions(tmp_path, [sys.executable, "-m", "simonides", "serve"], 0, False, steps)

    measures = await measured_of(drawn(2, 1), conditions)

    figures = {measure.metric: measure for measure in measures}
    assert figures["all in slots: right way round first"].n == 8
    assert figures["all in words: wrong way round first"].n == 16
    assert Bm25.name in figures["all in words: wrong way round first"].rivals
    assert figures["refused calls"].value == 0
