"""What goes by itself: to the second in every answer, taken away with a receipt, kept by use."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from datetime import timedelta

import pytest
from mcp import Client

from simonides.server.app import build
from simonides.server.config import Config, read_life
from simonides.server.lifespan import opened
from simonides.storage.errors import InvalidArgument
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio
TASK = {"kind": "working", "session": "task"}


async def shown(desk: Desk) -> list[str]:
    return (await desk.recall(session="task")).contents


async def test_what_expires_is_gone_from_every_answer_at_that_second(desk: Desk, clock: Hands) -> None:
    red = (await desk.remember("The red bus.", expires="1h", session="task")).data["id"]
    kept = await desk.summarise(text="A bus.", ids=[red])
    clock.advance(minutes=59, seconds=59)
    before = (await desk.recall("bus")).ids
    clock.advance(seconds=1)

    assert set(before) == {red, kept.data["id"]}
    assert (await desk.recall("bus")).ids == []
    assert (await desk.recall(session="task", history=True)).ids == []
    assert (await desk.recall(ids=[red])).ids == []
    assert (await desk.recall(as_of="2027", scope="global")).ids == []
    assert "Nothing found" in (await desk.summarise(query="bus")).text
    assert (await desk.summarise(ids=[red])).error


async def test_believed_at_still_knows_what_has_expired_since(desk: Desk, clock: Hands, mind: Mind) -> None:
    await desk.remember("The red bus.", expires="1h")
    then = clock.now.isoformat()
    clock.advance(hours=2)

    unswept = await desk.recall("bus", believed_at=then)
    await mind.retention.tidy()
    swept = await desk.recall("bus", believed_at=then)

    assert unswept.contents == swept.contents == ["The red bus."]


async def test_what_expired_is_taken_away_with_a_receipt_that_brings_it_back_for_good(
    desk: Desk, clock: Hands, mind: Mind
) -> None:
    red = (await desk.remember("The red bus.", expires="1h")).data["id"]
    blue = (await desk.remember("The blue bus.")).data["id"]
    clock.advance(hours=2)

    receipt = await mind.retention.tidy()
    told = (await desk.recall(ids=[red])).text
    noted = [e for e in mind.audit.entries() if e.verb == "expire"]
    await desk.forget(undo=receipt)
    clock.advance(days=400)

    assert f"{red} has expired; forget(undo={receipt!r}) puts it back." in told
    assert [(e.receipt, list(e.ids)) for e in noted] == [(receipt, [red])]
    assert await mind.retention.tidy() == ""
    assert set((await desk.recall("bus")).ids) == {red, blue}


async def test_nothing_is_written_where_nothing_expired(desk: Desk, mind: Mind) -> None:
    await desk.remember("The red bus.", expires="1h")
    version = await mind.store.memories.version()

    assert await mind.retention.tidy() == ""
    assert await mind.store.memories.version() == version


async def test_working_state_goes_seven_days_after_its_last_use(desk: Desk, clock: Hands, mind: Mind) -> None:
    await desk.remember("Half of the files are renamed.", **TASK)
    clock.advance(days=6)
    used = await shown(desk)
    await mind.retention.tidy()
    clock.advance(days=6, hours=23)
    kept = await shown(desk)
    clock.advance(days=7, minutes=1)

    assert used == kept == ["Half of the files are renamed."]
    assert await shown(desk) == []


async def test_new_state_of_a_task_keeps_the_state_it_had(desk: Desk, clock: Hands, mind: Mind) -> None:
    await desk.remember("Half of the files are renamed.", **TASK)
    await desk.remember("Another task.", kind="working", session="other")
    clock.advance(days=6)
    await desk.remember("Three quarters are renamed.", **TASK)
    await mind.retention.tidy()
    clock.advance(days=6)

    assert await shown(desk) == ["Half of the files are renamed.", "Three quarters are renamed."]
    assert (await desk.recall(session="other")).contents == []


async def test_an_end_that_was_given_is_not_moved_by_use(desk: Desk, clock: Hands, mind: Mind) -> None:
    await desk.remember("The test machine is mine until tonight.", expires="8h", **TASK)
    await shown(desk)
    await mind.retention.tidy()
    clock.advance(hours=8, minutes=1)

    assert await shown(desk) == []


async def test_use_does_not_stand_in_the_way_of_an_undo(desk: Desk, mind: Mind, clock: Hands) -> None:
    stored = await desk.remember("Half of the files are renamed.", **TASK)
    clock.advance(hours=1)
    await shown(desk)
    await mind.retention.tidy()

    assert not (await desk.forget(undo=stored.data["receipt"])).error
    assert await shown(desk) == []


async def test_a_clock_set_back_makes_nothing_expire_and_nothing_fail(desk: Desk, clock: Hands, mind: Mind) -> None:
    await desk.remember("Half of the files are renamed.", **TASK)
    clock.advance(days=-400)

    assert await mind.retention.tidy() == ""
    assert await shown(desk) == ["Half of the files are renamed."]


@pytest.fixture
async def brief(tmp_path_factory: pytest.TempPathFactory, clock: Hands, encoder: Embedder) -> AsyncGenerator[Desk]:
    """A client of a server on which events stay a day and working state stays."""
    config = Config(home=str(tmp_path_factory.mktemp("brief")), timezone="UTC", life="event=1d working=never")
    async with opened(config, clock=clock, load=lambda: encoder) as opening, Client(build(opening)) as client:
        yield Desk(client)


async def test_the_life_of_a_kind_is_configured(brief: Desk, clock: Hands) -> None:
    await brief.remember("It rained.", kind="event")
    await brief.remember("Half of the files are renamed.", **TASK)
    clock.advance(days=30)

    assert (await brief.recall("rained")).contents == []
    assert await shown(brief) == ["Half of the files are renamed."]


def test_lives_are_read_over_the_default() -> None:
    assert read_life("") == {"working": timedelta(days=7)}
    assert read_life("event=36h, note=2w") == {
        "working": timedelta(days=7),
        "event": timedelta(hours=36),
        "note": timedelta(days=14),
    }
    assert read_life("working=never") == {}


@pytest.mark.parametrize("text", ["idea=7d", "event", "event=soon", "event=-1d"])
def test_a_life_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"SIMONIDES_LIFE has .* give kind=span"):
        read_life(text)


async def test_what_is_said_again_without_an_end_stays(desk: Desk, clock: Hands) -> None:
    await desk.remember("The red bus.", expires="1h")
    again = await desk.remember("The red bus.")
    clock.advance(days=2)

    assert again.data["outcome"] == "reinforced"
    assert (await desk.recall("bus")).contents == ["The red bus."]


async def test_recalling_a_session_keeps_all_its_state_not_only_what_is_on_the_page(
    desk: Desk, clock: Hands, mind: Mind
) -> None:
    for n in range(12):
        await desk.remember(f"Step {n}.", **TASK)
    for _ in range(9):
        clock.advance(days=1)
        await desk.recall(session="task")
        await mind.retention.tidy()

    assert (await desk.recall(kind="working", session="task")).contents == [f"Step {n}." for n in range(12)]


async def test_two_processes_that_tidy_at_once_tell_of_each_memory_once(
    desk: Desk, clock: Hands, mind: Mind, config: Config, encoder: Embedder
) -> None:
    await desk.remember("The red bus.", expires="1h")
    clock.advance(hours=2)
    async with opened(config, clock=clock, load=lambda: encoder) as second:
        other = await second.mind()
        receipts = [await mind.retention.tidy(), await other.retention.tidy()]

    assert receipts[0]
    assert receipts[1] == ""
