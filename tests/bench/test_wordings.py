"""Probes in other words than those stored."""

from __future__ import annotations

import random
import string
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.progress import Progress

from bench.conditions import Conditions, Steps
from bench.items import Item, Question
from bench.slotted import NearSlots
from bench.tracks.wordings import WAYS, facts_of, measured_in, misspelt, posed, unanswerable
from bench.world import World, drawn

pytestmark = pytest.mark.anyio

EACH = 10


@pytest.fixture(scope="module")
def world() -> World:
    return drawn(40, 0, 1)


@given(st.text(string.ascii_lowercase, min_size=6, max_size=20), st.integers())
def test_a_misspelt_word_differs_and_keeps_its_first_letter(word: str, seed: int) -> None:
    wrong = misspelt(word, random.Random(seed))

    assert wrong != word
    assert wrong[0] == word[0]
    assert abs(len(wrong) - len(word)) <= 1


def test_short_words_and_other_scripts_are_not_misspelt() -> None:
    assert misspelt("Ann Lee 张丽", random.Random(0)) == ""


def test_each_probe_in_other_words_has_a_slot_that_is_not_stored_so(world: World) -> None:
    facts = facts_of(world)
    stored = {slot for triple in world.triples() for slot in triple}

    questions = posed(world, facts, EACH, 1)

    for question in questions:
        strange = {question.more[s] for s in ("subject", "relation", "object") if s in question.more} - stored
        assert bool(strange) == (question.kind != "same words"), question


def test_what_answers_are_all_facts_with_the_relation_and_the_entity_meant(world: World) -> None:
    facts = facts_of(world)
    triples = list(world.triples())

    for question in posed(world, facts, EACH, 1):
        if question.kind == "same words":
            asked = question.more
            known = "subject" if "subject" in asked else "object"
            at = 0 if known == "subject" else 2
            same = {str(n) for n, t in enumerate(triples) if t[1] == asked["relation"] and t[at] == asked[known]}
            assert question.gold == same


def test_every_way_of_asking_finds_facts_to_ask_about(world: World) -> None:
    questions = posed(world, facts_of(world), EACH, 1)

    assert {question.kind for question in questions} == set(WAYS)


def test_nothing_stored_has_the_slots_of_what_is_unanswerable(world: World) -> None:
    told = {(s, r) for s, r, _ in world.triples()}

    questions = unanswerable(world, EACH, 1)

    assert len(questions) == 2 * EACH
    assert not told & {(question.more["subject"], question.more["relation"]) for question in questions}


def test_near_slots_weigh_the_entity_above_the_relation() -> None:
    claims = [("Anna Becker", "likes", "tea"), ("Boris Kowalski", "admires", "jazz"), ("Chen Li", "sells", "maps")]
    items = [Item(s, "", more={"subject": s, "relation": r, "object": o}) for s, r, o in claims]
    question = Question("", frozenset(), more={"subject": "Anna Beker", "relation": "admires"})

    answer = NearSlots(items).answer(question, 3)

    assert answer.places[0] == {"Anna Becker"}


async def test_the_track_asks_a_server_that_holds_the_world(tmp_path: Path) -> None:
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    conditions = Conditions(tmp_path, [sys.executable, "-m", "simonides", "serve"], 0, False, steps)

    measures = await measured_in(drawn(6, 0, 1), 2, conditions)

    figures = {measure.metric: measure for measure in measures}
    assert figures["same words: first is gold"].value == 1
    assert figures["same words: first is gold"].rivals["slots, exact"].value == 1
    assert figures["somebody unknown: answered with anything"].rivals["slots, cosine"].value == 1
    assert figures["refused calls"].value == 0
