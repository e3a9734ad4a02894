"""What a correction corrects that names nothing: what still holds in its slot, and not what was over before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Desk, Hands, Said

pytestmark = pytest.mark.anyio


async def lives_in(desk: Desk, city: str, **more: Any) -> Said:
    return await desk.remember(f"Mira lives in {city}.", subject="Mira", relation="lives in", object=city, **more)


async def where(desk: Desk, as_of: str = "") -> list[str]:
    return [c["object"] for m in (await asked(desk, as_of)).data["memories"] for c in m["claims"]]


async def asked(desk: Desk, as_of: str) -> Said:
    return await desk.recall(subject="Mira", relation="lives in", as_of=as_of)


async def test_a_correction_does_not_end_with_what_was_over_before(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01", until="2020-05-01")
    await lives_in(desk, "Lisbon", when="2021-05-01")

    await lives_in(desk, "Rome", correction=True)

    assert await where(desk) == ["Rome"]
    assert await where(desk, "2022") == ["Rome"]


@pytest.mark.parametrize("late", [False, True])
async def test_a_correction_leaves_history_alone_whenever_that_was_told(desk: Desk, late: bool) -> None:
    homes = [("Berlin", "2019-05-01"), ("Lisbon", "2021-05-01")]
    for city, when in homes[::-1] if late else homes:
        await lives_in(desk, city, when=when)

    await lives_in(desk, "Rome", correction=True)

    assert await where(desk, "2020-06") == ["Berlin"]
    assert await where(desk, "2022") == ["Rome"]


async def test_a_correction_that_says_when_corrects_what_held_then_and_nothing_else(desk: Desk) -> None:
    berlin = await lives_in(desk, "Berlin", when="2019-05-01")
    await lives_in(desk, "Lisbon", when="2023-05-01")

    said = await lives_in(desk, "Rome", when="2021-05-01", correction=True)

    assert said.data["outcome"] == "superseded"
    assert [r["id"] for r in said.data["superseded"]] == [berlin.data["id"]]
    assert said.data["decided_by"] == "caller"
    assert [await where(desk, at) for at in ("2020", "2022", "2024", "")] == [[], ["Rome"], ["Lisbon"], ["Lisbon"]]


@pytest.mark.parametrize("late", [False, True])
async def test_history_is_corrected_in_whatever_order_it_was_told(desk: Desk, late: bool) -> None:
    homes = [("Berlin", "2019-05-01"), ("Lisbon", "2023-05-01")]
    for city, when in homes[::-1] if late else homes:
        await lives_in(desk, city, when=when)

    await lives_in(desk, "Rome", when="2019-05-01", correction=True)

    assert [await where(desk, at) for at in ("2020", "")] == [["Rome"], ["Lisbon"]]


async def test_corrected_history_ends_where_the_correction_says_if_that_is_earlier(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01")
    await lives_in(desk, "Lisbon", when="2023-05-01")

    await lives_in(desk, "Rome", when="2019-05-01", until="2021-05-01", correction=True)

    assert [await where(desk, at) for at in ("2020", "2022", "2024")] == [["Rome"], [], ["Lisbon"]]


async def test_a_statement_told_without_a_time_is_left_alone_by_a_correction_of_history(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01", until="2020-05-01")
    await lives_in(desk, "Lisbon")

    await lives_in(desk, "Rome", when="2019-06-01", correction=True)

    assert [await where(desk, at) for at in ("2019-07", "2021", "")] == [["Rome"], [], ["Lisbon"]]


async def test_what_still_holds_is_no_history_though_it_held_at_the_time_that_is_corrected(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01", until="2021-05-01", confidence=0.9)
    await lives_in(desk, "Lisbon", when="2020-05-01", until="2030-05-01", confidence=0.3)

    said = await lives_in(desk, "Rome", when="2020-06-01", correction=True)

    assert [r["content"] for r in said.data["superseded"]] == ["Mira lives in Berlin."]
    assert await where(desk) == ["Lisbon"]


async def test_a_correction_from_before_any_history_began_corrects_what_holds_now(desk: Desk) -> None:
    await lives_in(desk, "Lisbon", when="2021-05-01", until="2022-05-01")
    await lives_in(desk, "Oslo")

    await lives_in(desk, "Rome", when="2020-05-01", correction=True)

    assert await where(desk) == ["Rome"]


async def test_a_correction_of_history_told_twice_still_leaves_the_current_value_alone(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01", until="2020-05-01")
    await lives_in(desk, "Lisbon")
    await lives_in(desk, "Rome", when="2019-06-01", correction=True)

    await lives_in(desk, "Rome", when="2019-06-01", correction=True)

    assert await where(desk) == ["Lisbon"]


async def test_history_that_is_surer_is_not_corrected_but_contested(desk: Desk) -> None:
    berlin = await lives_in(desk, "Berlin", when="2019-05-01", confidence=0.9)
    await lives_in(desk, "Lisbon", when="2023-05-01")

    said = await lives_in(desk, "Rome", when="2019-05-01", confidence=0.3, correction=True)

    assert said.data["outcome"] == "contested"
    assert [c["id"] for c in said.data["contested"]] == [berlin.data["id"]]
    assert "Berlin" in await where(desk, "2020")
    assert await where(desk) == ["Lisbon"]


async def test_a_correction_of_history_is_undone_by_its_receipt(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01")
    await lives_in(desk, "Lisbon", when="2023-05-01")
    said = await lives_in(desk, "Rome", when="2021-05-01", correction=True)

    await desk.forget(undo=said.data["receipt"])

    assert [await where(desk, at) for at in ("2020", "2022", "")] == [["Berlin"], ["Berlin"], ["Lisbon"]]


async def test_what_was_held_before_history_was_corrected_can_still_be_asked(desk: Desk, clock: Hands) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01")
    await lives_in(desk, "Lisbon", when="2023-05-01")
    then = clock().isoformat()
    clock.advance(days=1)

    await lives_in(desk, "Rome", when="2021-05-01", correction=True)

    said = await desk.recall(subject="Mira", relation="lives in", as_of="2022", believed_at=then)
    assert [c["object"] for m in said.data["memories"] for c in m["claims"]] == ["Berlin"]


async def test_a_statement_told_again_with_what_it_replaces_settles_its_slot_as_a_new_one_would(desk: Desk) -> None:
    await lives_in(desk, "Berlin", confidence=0.9)
    lisbon = await lives_in(desk, "Lisbon", confidence=0.3)
    bees = await desk.remember("Mira keeps bees.")

    await lives_in(desk, "Berlin", replaces=[bees.data["id"]])

    assert lisbon.data["outcome"] == "contested"
    assert await where(desk) == ["Berlin"]
