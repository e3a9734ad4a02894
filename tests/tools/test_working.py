"""The state of an unfinished task: whole, in order, its session's alone, promoted when it turns out to last."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from simonides.tools.mind import Mind
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio
STEPS = [f"Step {n} of the migration is done." for n in range(12)]


async def stored(desk: Desk, statements: Sequence[str], session: str, **more: Any) -> list[str]:
    return [(await desk.remember(s, kind="working", session=session, **more)).data["id"] for s in statements]


@pytest.mark.parametrize("asked", [{"session": "a"}, {"session": "a", "kind": "working"}])
async def test_the_state_of_a_session_comes_whole_and_in_order(desk: Desk, asked: dict[str, Any]) -> None:
    await stored(desk, STEPS, "a")
    await stored(desk, STEPS, "b")

    said = await desk.recall(**asked, limit=50)

    assert said.contents == STEPS


async def test_by_kind_it_comes_whole_without_asking_for_more_than_usual(desk: Desk) -> None:
    await stored(desk, STEPS, "a")

    assert (await desk.recall(kind="working", session="a")).contents == STEPS


async def test_the_rest_of_the_session_follows_newest_first_page_by_page(desk: Desk) -> None:
    await desk.remember("The schema was agreed.", kind="decision", session="a")
    await stored(desk, STEPS[:4], "a")
    await desk.remember("The tests pass.", session="a")

    first = await desk.recall(session="a", limit=3)
    second = await desk.recall(session="a", limit=3, cursor=first.data["cursor"])

    assert first.contents + second.contents == [*STEPS[:4], "The tests pass.", "The schema was agreed."]


async def test_it_is_in_no_ordinary_answer(desk: Desk) -> None:
    await stored(desk, STEPS, "a", tags=["t"], subject="migration", relation="is at", object="step")

    asking: list[dict[str, Any]] = [{"query": STEPS[3]}, {"tags": ["t"]}, {"subject": "migration"}, {"scope": "global"}]
    for asked in asking:
        assert (await desk.recall(**asked)).ids == []
    assert "Nothing found" in (await desk.summarise(query=STEPS[3])).text


async def test_an_ordinary_remember_of_the_same_promotes_it(desk: Desk) -> None:
    (state,) = await stored(desk, STEPS[:1], "a")

    said = await desk.remember(STEPS[0], kind="event", session="a")

    assert said.data["outcome"] == "superseded"
    assert [s["id"] for s in said.data["superseded"]] == [state]
    assert said.data["decided_by"] == "rule"
    assert (await desk.recall("migration")).contents == STEPS[:1]
    assert (await desk.recall(kind="working", session="a")).contents == []


async def test_the_same_words_in_another_session_promote_nothing(desk: Desk) -> None:
    await stored(desk, STEPS[:1], "a")

    said = await desk.remember(STEPS[0], session="b")

    assert said.data["outcome"] == "stored"
    assert (await desk.recall(kind="working", session="a")).contents == STEPS[:1]


async def test_undoing_a_promotion_makes_it_state_again(desk: Desk) -> None:
    await stored(desk, STEPS[:1], "a")
    said = await desk.remember(STEPS[0], session="a")

    await desk.forget(undo=said.data["receipt"])

    assert (await desk.recall("migration")).contents == []
    assert (await desk.recall(kind="working", session="a")).contents == STEPS[:1]


@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=[pytest.mark.heavy, pytest.mark.timeout(1_800)])])
async def test_two_sessions_in_the_same_words_never_cross(desk: Desk, mind: Mind, clock: Hands, count: int) -> None:
    draw = random.Random(20261130)
    sessions, there = ("left", "right"), {"left": dict[str, str](), "right": dict[str, str]()}
    seen = crossings = 0

    for _ in range(count):
        session = draw.choice(sessions)
        own, words = there[session], f"Step {draw.randrange(6)} is done."
        match draw.randrange(5):
            case 0 | 1:
                own[words] = (await desk.remember(words, kind="working", session=session)).data["id"]
            case 2 if words in own:
                await desk.forget(ids=[own.pop(words)])
            case 3 if words in own:
                await desk.remember(words, session=session, kind="event")
                own.pop(words)
            case _:
                asked = draw.choice([{"kind": "working"}, {"query": words, "kind": "working"}])
                said = await desk.recall(session=session, limit=50, **asked)
                seen += len(said.ids)
                crossings += len(set(said.ids) ^ set(own.values()))
    ordinary = await desk.recall("Step is done", limit=50)

    assert crossings == 0
    assert seen > count / 10
    assert not any(m.get("kind") == "working" for m in ordinary.data["memories"])
