"""The nearby channel: what was said next to a hit, in the same conversation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.table.filters import Filter
from simonides.tools.mind import Mind
from simonides.tools.nearby import NEXT_WEIGHT, SESSION_WEIGHT, beside, nearby
from tests.conftest import Desk
from tests.tools.test_fuse import candidate

TOLD = {"s": ["a", "b", "c"], "t": ["x", "y"]}


def test_what_stands_next_to_a_strong_hit_gains_and_the_same_elsewhere_does_not() -> None:
    gains = nearby({"a": 0.9, "b": 0.3, "c": 0.3, "x": 0.3, "y": 0.3}, TOLD)

    assert gains["b"] == pytest.approx(NEXT_WEIGHT * 0.6 + SESSION_WEIGHT * max((0.9 + 0.3) / 3 - 0.3, 0))
    assert gains["c"] == pytest.approx(SESSION_WEIGHT * 0.1)
    assert "x" not in gains


def test_neighbours_that_are_no_better_than_usual_add_nothing() -> None:
    assert nearby(dict.fromkeys("abcxy", 0.4), TOLD) == {}


def test_what_is_alone_in_its_session_gains_nothing() -> None:
    assert nearby({"a": 0.9, "z": 0.2}, {"s": ["a"], "t": ["z"]}) == {}


def test_what_was_told_next_to_a_candidate_and_is_none_is_looked_at_too() -> None:
    assert beside([candidate("b", 0.5), candidate("x", 0.5)], TOLD) == ["a", "c", "y"]


@given(st.dictionaries(st.sampled_from("abcxy"), st.floats(-1, 2), min_size=1))
def test_nobody_loses_and_nobody_gains_more_than_its_neighbours_have(scores: dict[str, float]) -> None:
    gains = nearby(scores, TOLD)

    best = max([*scores.values(), 0.0]) - min(scores.values())
    assert all(0 < gain <= (NEXT_WEIGHT + SESSION_WEIGHT) * best + 1e-9 for gain in gains.values())


async def conversation(desk: Desk, kind: str) -> None:
    """A question and its answer told one after the other, among others."""
    for n in range(6):
        await desk.remember(
            f"Something quite different, number {n}, about the weather.", kind=kind, session=f"other{n}"
        )
    for line in (
        "Tom: Did you find a name for the new puppy?",
        "Ann: Yes, we settled on Biscuit in the end.",
        "Tom: The bakery closes at noon on Sundays.",
    ):
        await desk.remember(line, kind=kind, session="s", when="2026-01-01")


@pytest.mark.anyio
async def test_an_answer_is_found_by_the_question_it_was_given_to(desk: Desk) -> None:
    await conversation(desk, "event")

    said = await desk.recall("What is the name of the new puppy?")

    assert said.contents[1] == "Ann: Yes, we settled on Biscuit in the end."
    assert "nearby" in said.data["memories"][1]["why"]


@pytest.mark.anyio
async def test_statements_of_a_session_are_no_conversation(desk: Desk) -> None:
    await conversation(desk, "fact")

    said = await desk.recall("What is the name of the new puppy?")

    assert not any("nearby" in m["why"] for m in said.data["memories"])


@pytest.mark.anyio
async def test_what_is_hidden_is_nobodys_neighbour(desk: Desk, mind: Mind) -> None:
    await conversation(desk, "event")
    any_of_it = (await desk.recall(session="s")).ids[:1]
    there = await mind.finder.told_with(any_of_it, Filter(now=mind.clock()))
    await desk.forget(ids=[there["s"][1]])

    left = await mind.finder.told_with(any_of_it, Filter(now=mind.clock()))

    assert left["s"] == [there["s"][0], there["s"][2]]
