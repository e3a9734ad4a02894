"""Sections of the briefing, where what is stored is odd or much."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from simonides.tools.sections import Room, section, without_repeats
from tests.conftest import Desk
from tests.tools.test_briefing import memory


def test_one_statement_that_does_not_fit_is_passed_over() -> None:
    long = replace(memory(1, "x" * 400, trust="external"), source="s" * 900)

    made = section("All", [long, memory(2), memory(3)], Room(200, 1_000), None)

    assert [m.id for m in made.shown] == [memory(2).id, memory(3).id]
    assert "(2 of 3 shown)" in made.text


def test_thousands_of_statements_are_compared_no_more_than_can_be_shown() -> None:
    rows = [
        memory(n, " ".join(f"word{chr(97 + (n * k) % 26)}{chr(97 + n % 23)}" for k in range(15))) for n in range(2_000)
    ]
    without_repeats(rows[:50])
    began = time.process_time()
    without_repeats(rows[:200])
    few = time.process_time() - began

    began = time.process_time()
    without_repeats(rows)
    many = time.process_time() - began

    assert many < 5 * few + 0.05


@pytest.mark.anyio
async def test_a_source_with_an_odd_name_blanks_no_page(desk: Desk) -> None:
    await desk.remember("The user is called Ann.")
    await desk.remember("The user owns a boat.", source="\ue000" * 341, importance="high", confidence=1)

    briefing = (await desk.recall(max_tokens=300)).data["briefing"]

    assert "Ann" in briefing
    assert "boat" in briefing
