"""Times that a question names: what was said, happened or held then comes first, and nothing is hidden for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from mcp import Client

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.text.embedding import Embedder
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


async def at(desk: Desk, clock: Hands, day: str, content: str, **more: object) -> str:
    """Tell something on a day."""
    clock.now = datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)
    return (await desk.remember(content, **more)).data["id"]


async def test_what_was_said_on_the_day_asked_for_comes_first(desk: Desk, clock: Hands) -> None:
    await at(desk, clock, "2026-11-24", "会议改到周五了。")
    await at(desk, clock, "2026-11-25", "新的打印机已经装好。")
    await at(desk, clock, "2026-11-26", "咖啡机坏了。")
    clock.now = datetime(2026, 12, 1, 9, tzinfo=UTC)  # a Tuesday

    said = await desk.recall("上周三我说了什么？")

    assert said.contents[0] == "新的打印机已经装好。"
    assert len(said.contents) == 3


async def test_what_held_then_is_found_though_it_was_replaced_since_and_says_so(desk: Desk, clock: Hands) -> None:
    old = await at(desk, clock, "2025-01-10", "I live in Berlin.", when="2018-01")
    await at(desk, clock, "2026-05-02", "I live in Lisbon.", when="2026-05", replaces=[old])
    clock.now = datetime(2026, 11, 30, tzinfo=UTC)

    then = await desk.recall("Where did I live in March?")
    in_chinese = await desk.recall("去年我住在哪里？")
    now = await desk.recall("Where do I live?")

    assert then.contents[0] == in_chinese.contents[0] == "I live in Berlin."
    assert then.data["memories"][0]["status"] == "superseded"
    assert now.contents == ["I live in Lisbon."]


async def test_what_was_corrected_never_held(desk: Desk, clock: Hands) -> None:
    wrong = await at(desk, clock, "2026-01-10", "Mira was born in Berlin.", when="1990")
    await at(desk, clock, "2026-05-02", "Mira was born in Bern.", when="1990", replaces=[wrong], correction=True)

    assert (await desk.recall("Where was Mira born in 1990?")).contents == ["Mira was born in Bern."]


async def test_an_event_of_that_time_comes_before_the_same_at_another(desk: Desk, clock: Hands) -> None:
    for year in ("2023", "2024", "2025"):
        await at(
            desk, clock, "2026-01-10", f"Mira went camping with friends ({year}).", kind="event", when=f"{year}-07"
        )
    clock.now = datetime(2026, 11, 30, tzinfo=UTC)

    assert "(2024)" in (await desk.recall("When did Mira go camping in 2024?")).contents[0]
    assert "(2023)" in (await desk.recall("米拉2023年夏天去哪里露营？")).contents[0]


async def test_a_time_named_beside_as_of_does_not_count_twice(desk: Desk, clock: Hands) -> None:
    old = await at(desk, clock, "2025-01-10", "I live in Berlin.", when="2018-01")
    await at(desk, clock, "2026-05-02", "I live in Lisbon.", when="2026-05", replaces=[old])

    assert (await desk.recall("Where did I live in March?", as_of="2026-08")).contents == ["I live in Lisbon."]


async def test_what_is_to_be_forgotten_is_not_sought_in_the_past(desk: Desk, clock: Hands) -> None:
    old = await at(desk, clock, "2025-01-10", "I live in Berlin.", when="2018-01")
    await at(desk, clock, "2026-05-02", "I live in Lisbon.", when="2026-05", replaces=[old])

    listed = await desk.forget(query="Where did I live in March 2025?")

    assert [a["content"] for a in listed.data["affected"]] == ["I live in Lisbon."]


@pytest.fixture
async def kiritimati(tmp_path: Path, clock: Hands, encoder: Embedder) -> AsyncGenerator[Desk]:
    """A client of a server fourteen hours ahead."""
    config = Config(home=str(tmp_path / "k"), timezone="Pacific/Kiritimati")
    async with opened(config, clock=clock, load=lambda: encoder) as opening, Client(build(opening)) as client:
        yield Desk(client)


async def test_days_are_those_of_the_configured_zone(kiritimati: Desk, clock: Hands) -> None:
    clock.now = datetime(2026, 11, 29, 11, tzinfo=UTC)  # the 30th there since an hour
    await kiritimati.remember("The ferry is late.")
    clock.now = datetime(2026, 11, 29, 9, tzinfo=UTC)  # still the 29th
    await kiritimati.remember("The market is open.")
    clock.now = datetime(2026, 11, 30, 11, tzinfo=UTC)  # the first of December

    said = await kiritimati.recall("What did I say yesterday?")

    assert said.contents[0] == "The ferry is late."


async def test_to_be_of_the_time_asked_for_is_no_answer(desk: Desk, clock: Hands) -> None:
    for content in ("The bakery closes at noon.", "Mira's birthday party has a cake.", "The deploy key is rotated."):
        await at(desk, clock, "2026-11-29", content, kind="event", when="2026-11-20")
    clock.now = datetime(2026, 11, 30, tzinfo=UTC)

    plain = await desk.recall("Which volcano erupted?")
    timed = await desk.recall("Which volcano erupted in November?")

    assert abs(timed.data["found"] - plain.data["found"]) < 0.1
    assert "Nothing here clearly answers" in timed.text


async def test_what_was_only_told_today_does_not_come_before_what_answers(desk: Desk, clock: Hands) -> None:
    await at(desk, clock, "2026-11-28", "The user's passport expires on 3 May 2031.")
    await at(desk, clock, "2026-11-30", "Mira's birthday party has a cake.")

    said = await desk.recall("Can I travel today, when does my passport expire?")

    assert said.contents[0] == "The user's passport expires on 3 May 2031."


async def test_a_state_past_its_end_is_in_no_answer_about_today(desk: Desk, clock: Hands) -> None:
    await at(desk, clock, "2026-11-30", "The meeting room is booked.", until="2026-11-30T12:02Z")
    clock.advance(minutes=5)

    assert (await desk.recall("meeting room today")).contents == []
    assert "Nothing found" in (await desk.summarise(query="meeting room today")).text
