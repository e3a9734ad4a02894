"""What is taken back and told again in odd orders: undoing, hiding and following ids agree with the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Desk, Said

pytestmark = pytest.mark.anyio


async def lives_in(desk: Desk, city: str, **more: Any) -> Said:
    return await desk.remember(f"Mira lives in {city}.", subject="Mira", relation="lives in", object=city, **more)


async def test_another_value_of_a_slot_can_be_taken_back(desk: Desk) -> None:
    await lives_in(desk, "Berlin")
    lisbon = await lives_in(desk, "Lisbon")

    said = await desk.forget(undo=lisbon.data["receipt"])

    assert not said.error


async def test_what_was_hidden_comes_back_beside_what_says_the_same_of_another_time(desk: Desk) -> None:
    await lives_in(desk, "Lisbon", when="2021-05-01")
    once = await lives_in(desk, "Berlin", when="2019-05-01")
    await lives_in(desk, "Berlin")
    hidden = await desk.forget(ids=[once.data["id"]])

    said = await desk.forget(undo=hidden.data["receipt"])

    assert not said.error


async def test_an_id_leads_past_a_version_that_was_hidden_to_what_took_its_place(desk: Desk) -> None:
    berlin = await desk.remember("Mira lives in Berlin.")
    lisbon = await desk.remember("Mira lives in Lisbon.", replaces=[berlin.data["id"]])
    await desk.forget(undo=lisbon.data["receipt"])
    await desk.remember("Mira keeps bees.")
    await desk.remember("Mira keeps bees.", replaces=[berlin.data["id"]])

    said = await desk.remember("Mira keeps goats.", replaces=[berlin.data["id"]])

    assert not said.error


async def test_an_id_leads_past_what_was_replaced_and_hidden_though_that_was_another_memory(desk: Desk) -> None:
    berlin, bees = await desk.remember("Mira lives in Berlin."), await desk.remember("Mira keeps bees.")
    both = await desk.remember("Mira keeps bees in Lisbon.", replaces=[bees.data["id"], berlin.data["id"]])
    goats = await desk.remember("Mira keeps goats in Lisbon.", replaces=[both.data["id"]])
    await desk.forget(ids=[both.data["id"]])

    said = await desk.remember("Mira keeps goats in Oslo.", replaces=[berlin.data["id"]])

    assert [r["id"] for r in said.data["superseded"]] == [goats.data["id"]]


async def test_the_name_of_a_memory_means_what_stands_though_a_later_version_was_taken_back(desk: Desk) -> None:
    berlin = await desk.remember("Mira lives in Berlin.")
    lisbon = await desk.remember("Mira lives in Lisbon.", replaces=[berlin.data["id"]])
    await desk.forget(undo=lisbon.data["receipt"])
    name = berlin.data["id"].partition(".")[0]

    said = await desk.remember("Mira lives in Oslo.", replaces=[name])

    assert [r["id"] for r in said.data["superseded"]] == [berlin.data["id"]]


async def test_an_undoing_can_be_undone_when_all_that_came_after_was_taken_back(desk: Desk) -> None:
    berlin = await desk.remember("Mira lives in Berlin.")
    lisbon = await desk.remember("Mira lives in Lisbon.", replaces=[berlin.data["id"]])
    undone = await desk.forget(undo=lisbon.data["receipt"])
    oslo = await desk.remember("Mira lives in Oslo.", replaces=[berlin.data["id"]])
    await desk.forget(undo=oslo.data["receipt"])

    said = await desk.forget(undo=undone.data["receipt"])

    assert not said.error


async def test_what_is_current_in_a_scope_is_reinforced_though_its_slot_has_another_value_globally(desk: Desk) -> None:
    berlin = await lives_in(desk, "Berlin", scope="work")
    await lives_in(desk, "Lisbon")

    said = await lives_in(desk, "Berlin", scope="work")

    assert said.data["id"] == berlin.data["id"]
