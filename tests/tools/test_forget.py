"""forget: hide in one call, erase in two, and back again."""

from __future__ import annotations

from typing import Any

import pytest

from simonides.tools.mind import Mind
from tests.conftest import Desk, Hands, commit

pytestmark = pytest.mark.anyio


async def one(desk: Desk, content: str = "The red bus.", **more: Any) -> str:
    return (await desk.remember(content, **more)).data["id"]


async def test_hiding_takes_one_call_and_can_be_undone(desk: Desk) -> None:
    id_ = await one(desk)

    hidden = await desk.forget(ids=[id_])
    during = await desk.recall("red bus")
    undone = await desk.forget(undo=hidden.data["receipt"])

    assert hidden.data["outcome"] == "hidden"
    assert hidden.data["affected"] == [{"id": id_, "content": "The red bus."}]
    assert f"forget(undo={hidden.data['receipt']!r})" in hidden.text
    assert during.ids == []
    assert undone.data["outcome"] == "undone"
    assert (await desk.recall("red bus")).ids == [id_]


async def test_hiding_a_version_does_not_revive_the_one_before_it(desk: Desk) -> None:
    first = await one(desk)
    second = await one(desk, "The blue bus.", replaces=[first])

    await desk.forget(ids=[second])

    assert (await desk.recall("bus")).ids == []


async def test_erasing_lists_first_and_deletes_on_confirmation_for_ever(desk: Desk, mind: Mind) -> None:
    first = await one(desk)
    second = await one(desk, "The blue bus.", replaces=[first])

    listed = await desk.forget(ids=[second], mode="erase")
    still = await desk.recall("bus")
    erased = await desk.forget(confirm=listed.data["confirm"])

    assert listed.data["outcome"] == "listed"
    assert {r["id"] for r in listed.data["affected"]} == {first, second}
    assert len(listed.data["confirm"]) <= 24
    assert still.ids == [second]
    assert erased.data["outcome"] == "erased"
    assert erased.data["done"]["count"] == 2
    assert "bus" not in str(erased.data["affected"])
    assert await mind.reader.count() == 0
    assert (await desk.forget(ids=[first])).error


async def test_a_token_works_once(desk: Desk) -> None:
    listed = await desk.forget(ids=[await one(desk)], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    again = await desk.forget(confirm=listed.data["confirm"])

    assert again.error
    assert "confirm is no open list" in again.text


async def test_a_token_is_worth_nothing_after_a_quarter_of_an_hour(desk: Desk, clock: Hands) -> None:
    id_ = await one(desk)
    listed = await desk.forget(ids=[id_], mode="erase")
    clock.advance(minutes=16)

    assert (await desk.forget(confirm=listed.data["confirm"])).error
    assert (await desk.recall("red bus")).ids == [id_]


async def test_nothing_is_forgotten_when_what_was_listed_changed_since(desk: Desk) -> None:
    id_ = await one(desk)
    listed = await desk.forget(ids=[id_], mode="erase")
    new = await one(desk, "The blue bus.", replaces=[id_])

    said = await desk.forget(confirm=listed.data["confirm"])

    assert said.error
    assert "has changed since" in said.text
    assert (await desk.recall("bus")).ids == [new]


async def test_erasing_takes_along_what_was_derived(desk: Desk, mind: Mind) -> None:
    source = await one(desk, "The bus is red and late.")
    summary = (await desk.summarise(text="A late red bus.", ids=[source])).data["id"]
    of_summary = (await desk.summarise(text="A bus.", ids=[summary])).data["id"]

    listed = await desk.forget(ids=[source], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    assert {r["id"] for r in listed.data["affected"]} == {source, summary, of_summary}
    assert await mind.reader.count() == 0


async def test_a_summary_is_hidden_with_its_source_and_comes_back_with_it(desk: Desk) -> None:
    source = await one(desk, "The bus is red and late.")
    summary = (await desk.summarise(text="A late red bus.", ids=[source])).data["id"]

    hidden = await desk.forget(ids=[source])
    during = await desk.recall("late red bus")
    await desk.forget(undo=hidden.data["receipt"])

    assert during.ids == []
    assert set((await desk.recall("late red bus")).ids) == {source, summary}


async def test_a_query_lists_candidates_and_changes_nothing_until_confirmed(desk: Desk) -> None:
    bus = await one(desk)
    tax = await one(desk, "The tax form is due in May.")

    listed = await desk.forget(query="red bus")
    before = await desk.recall("red bus")
    hidden = await desk.forget(confirm=listed.data["confirm"])

    assert [r["id"] for r in listed.data["affected"]] == [bus]
    assert bus in before.ids
    assert hidden.data["outcome"] == "hidden"
    assert (await desk.recall("tax form")).ids == [tax]


async def test_filters_list_exactly_what_they_say(desk: Desk) -> None:
    await one(desk, "one", session="trip", scope="family")
    await one(desk, "two", session="trip", kind="working")
    await one(desk, "three", session="home")
    about = await one(desk, "Ann manages Bob.", subject="Ann", relation="manages", object="Bob")

    by_session = await desk.forget(session="trip")
    by_scope = await desk.forget(scope="family")
    by_subject = await desk.forget(subject="bob")

    assert {r["content"] for r in by_session.data["affected"]} == {"one", "two"}
    assert {r["content"] for r in by_scope.data["affected"]} == {"one"}
    assert [r["id"] for r in by_subject.data["affected"]] == [about]


async def test_a_list_of_more_than_two_hundred_is_refused_with_the_way_out(desk: Desk, mind: Mind) -> None:
    from dataclasses import replace

    from simonides.storage.memory import Change

    id_ = await one(desk, session="s")
    row = (await mind.reader.get([id_]))[id_]
    rows = tuple((replace(row, id=f"{i:0>12}.1", digest=""), None) for i in range(201))
    await commit(mind, Change("r-many", row.recorded_at, rows))

    said = await desk.forget(session="s")

    assert said.error
    assert "takes in more than 200 memories; narrow it" in said.text


async def test_undoing_a_remember_takes_it_out_of_every_answer(desk: Desk) -> None:
    said = await desk.remember("The red bus.")

    undone = await desk.forget(undo=said.data["receipt"])

    assert undone.data["affected"] == [{"id": said.data["id"]}]
    assert (await desk.recall("red bus")).ids == []


async def test_erasing_takes_what_was_superseded_from_another_lineage_too(desk: Desk, mind: Mind) -> None:
    tea, coffee = await one(desk, "She drinks tea."), await one(desk, "She drinks coffee.")
    await one(desk, "She drinks water.", replaces=[tea, coffee])

    listed = await desk.forget(ids=[coffee[:12]], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    assert await mind.reader.count() == 0


async def test_erasing_by_filter_reaches_what_expired_or_was_hidden(desk: Desk, mind: Mind, clock: Hands) -> None:
    claim = {"subject": "Ann", "relation": "likes"}
    await one(desk, "Ann likes tea.", object="tea", expires="1h", **claim)
    hidden = await one(desk, "Ann likes jam.", object="jam", **claim)
    await one(desk, "Ann liked rain.", object="rain", until="2026-11-30", **claim)
    await desk.forget(ids=[hidden])
    clock.advance(days=3)

    listed = await desk.forget(subject="Ann", mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    assert await mind.reader.count() == 0


async def test_a_token_with_hidden_characters_is_asked_about_like_the_plain_one(desk: Desk, mind: Mind) -> None:
    from simonides.tools.forget import listed_for_erasure

    listed = await desk.forget(ids=[await one(desk)], mode="erase")

    assert await listed_for_erasure(mind, listed.data["confirm"] + "\u200b ") != []


async def test_no_summary_is_kept_of_what_is_erased_at_the_same_time(desk: Desk, mind: Mind) -> None:
    import anyio

    for number in range(6):
        source = await one(desk, f"Fact number {number} to be erased.")
        token = (await desk.forget(ids=[source], mode="erase")).data["confirm"]

        async def summarise(number: int = number, source: str = source) -> None:
            await desk.summarise(text=f"About fact {number}.", ids=[source])

        async def erase(token: str = token) -> None:
            await desk.forget(confirm=token)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(summarise)
            tasks.start_soon(erase)
        rows = {m.id: m for m in await mind.reader.every()}
        assert all(i in rows for m in rows.values() for i in m.derived_from)


BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "forget needs ids, a query or filter, a confirm token, or undo."),
    ({"mode": "erase"}, "forget needs ids"),
    ({"mode": "burn"}, "mode must be one of hide, erase."),
    ({"ids": ["nope"]}, "No memory with id 'nope'"),
    ({"confirm": "erase-000000000000"}, "confirm is no open list"),
    ({"confirm": "' OR '1'='1"}, "confirm is no open list"),
    ({"undo": "r-0000000000"}, "undo knows no receipt 'r-0000000000'"),
    ({"undo": "%"}, "undo knows no receipt"),
    ({"undo": "r-1", "ids": ["x"]}, "undo stands alone; leave out ids."),
    ({"ids": ["x"], "query": "y"}, "ids name what to forget; leave out query."),
    ({"query": "!!!"}, "query has no letters"),
    ({"before": "soon"}, "before is not a time understood here"),
]


@pytest.mark.parametrize(("arguments", "told"), BAD, ids=[t[:40] for _, t in BAD])
async def test_what_cannot_be_forgotten_is_refused_and_nothing_changes(
    desk: Desk, arguments: dict[str, Any], told: str
) -> None:
    id_ = await one(desk)

    said = await desk.call("forget", arguments)

    assert said.error
    assert told in said.text
    assert (await desk.recall("red bus")).ids == [id_]
