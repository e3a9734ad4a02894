"""Conflicts: what a new statement does to those it cannot stand beside, and how that is shown and settled."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from simonides.storage.table import search
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from tests.conftest import Desk, Hands, Said

pytestmark = pytest.mark.anyio
HOME: dict[str, Any] = {"subject": "user", "relation": "lives in"}


async def lives(desk: Desk, city: str, **more: Any) -> Said:
    return await desk.remember(f"The user lives in {city}.", **HOME, object=city, **more)


async def where(desk: Desk, **more: Any) -> list[str]:
    return (await desk.recall("Where does the user live?", **more)).contents


async def called(desk: Desk, settle: str) -> Said:
    """The first call of what settles a conflict, made as it stands."""
    tool, given = re.match(r"(\w+)\((.*?)\) if ", settle, re.DOTALL).groups()  # type: ignore[union-attr]
    arguments = json.loads("{" + re.sub(r"(?:^|(?<=, ))(\w+)=", r'"\1": ', given) + "}")
    return await desk.call(tool, arguments)


async def test_another_value_of_what_has_one_at_a_time_takes_the_place_of_the_old_one(desk: Desk) -> None:
    old = await lives(desk, "Berlin")

    new = await lives(desk, "Lisbon")

    assert (new.data["outcome"], new.data["decided_by"]) == ("superseded", "rule")
    assert [s["id"] for s in new.data["superseded"]] == [old.data["id"]]
    assert await where(desk) == ["The user lives in Lisbon."]


async def test_history_says_when_and_why_the_old_one_was_replaced(desk: Desk) -> None:
    await lives(desk, "Berlin", when="2020")
    new = await lives(desk, "Lisbon", when="2024-05-01")

    first, second = (await desk.recall("Where does the user live?", history=True)).data["memories"]

    assert (first["status"], first["superseded_by"], first["until"]) == ("superseded", new.data["id"], "2024-04-30")
    assert first["reason"] == "another value of what has one at a time"
    assert second["id"] == new.data["id"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is based in", "moved to"),
        ("住在", "lives in"),
        ("home", "居住地"),
    ],
)
async def test_a_relation_is_one_in_any_wording_and_language(desk: Desk, old: str, new: str) -> None:
    await desk.remember("Mira: Bergen", subject="Mira", relation=old, object="Bergen")

    said = await desk.remember("Mira: Oslo", subject="Mira", relation=new, object="Oslo")

    assert said.data["outcome"] == "superseded"


async def test_a_relation_told_from_the_other_side_is_the_same(desk: Desk) -> None:
    await desk.remember("Ann is Bob's manager.", subject="Bob", relation="manager", object="Ann")

    said = await desk.remember(
        "Cleo manages Bob now.", subject="Cleo", relation="manages", object="Bob", exclusive=True
    )

    assert said.data["outcome"] == "superseded"


async def test_what_has_several_values_at_a_time_never_conflicts(desk: Desk) -> None:
    said = [
        await desk.remember(f"Noor likes {drink}.", subject="Noor", relation="likes", object=drink)
        for drink in ("coffee", "tea", "water")
    ]

    assert [s.data["outcome"] for s in said] == ["stored"] * 3


async def test_a_caller_that_says_several_hold_is_believed(desk: Desk) -> None:
    await desk.remember("Mira has a flat in Bergen.", subject="Mira", relation="lives in", object="Bergen")

    said = await desk.remember(
        "Mira has a cabin in Voss.", subject="Mira", relation="lives in", object="Voss", exclusive=False
    )

    assert said.data["outcome"] == "stored"


async def test_a_correction_needs_neither_ids_nor_the_old_words(desk: Desk) -> None:
    await desk.remember(
        "The user's birthday is 6 May.", subject="user", relation="birthday", object="6 May", when="2020"
    )

    said = await desk.remember(
        "Sorry, the birthday is 5 May.", subject="user", relation="birthday", object="5 May", correction=True
    )

    assert (said.data["outcome"], said.data["decided_by"]) == ("superseded", "caller")
    then = await desk.recall("When is the user's birthday?", as_of="2021")
    assert then.contents == ["Sorry, the birthday is 5 May."]


async def test_a_correction_by_text_alone_is_contested_and_its_call_settles_it(desk: Desk) -> None:
    old = await desk.remember("The user's birthday is 6 May.")

    said = await desk.remember("Sorry, I misspoke: the user's birthday is 5 May.", correction=True)
    assert said.data["outcome"] == "contested"
    settled = await called(desk, said.data["contested"][0]["settle"])

    assert settled.data["outcome"] == "superseded"
    assert [s["id"] for s in settled.data["superseded"]] == [old.data["id"]]
    assert (await desk.recall("When is the user's birthday?")).ids == [said.data["id"]]


async def test_a_correction_of_nothing_is_refused_and_nothing_is_stored(desk: Desk, mind: Mind) -> None:
    await desk.remember("The harbour opens at nine.")

    said = await desk.remember("Quokkas yodel in the rain.", correction=True)

    assert said.error
    assert "nothing resembles it" in said.text
    assert await mind.reader.count() == 1


async def test_another_address_is_contested_and_never_a_repetition(desk: Desk) -> None:
    old = await desk.remember("My NAS is at 192.168.7.1.")

    new = await desk.remember("My NAS is at 192.168.9.1.")

    assert new.data["outcome"] == "contested"
    assert new.data["contested"][0]["id"] == old.data["id"]
    assert (await desk.recall("Where is my NAS?")).ids == [new.data["id"], old.data["id"]]


async def test_by_text_alone_nothing_is_hidden_and_both_are_named(desk: Desk) -> None:
    old = await desk.remember("用户住在成都。")

    new = await desk.remember("用户上个月搬到了重庆。")

    assert new.data["outcome"] == "contested"
    found = (await desk.recall("用户住在哪里？")).data["memories"]
    assert [m["id"] for m in found] == [new.data["id"], old.data["id"]]
    assert [m["contests"] for m in found] == [[old.data["id"]], [new.data["id"]]]


async def test_among_many_memories_those_that_share_words_in_scope_and_time_are_compared(
    desk: Desk, clock: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "FEW", 0)
    old = await desk.remember("The NAS is at 192.168.7.1.")
    await desk.remember("The NAS is at 192.168.3.1.", scope="elsewhere")
    await desk.remember("The NAS is at 192.168.4.1.", kind="event")
    await desk.remember("The NAS is at 192.168.5.1.", expires="1h")
    await desk.remember("The NAS is at 192.168.6.1.", when="2020", until="2021")
    clock.advance(hours=2)

    new = await desk.remember("The NAS is at 192.168.9.1.")

    assert [c["id"] for c in new.data["contested"]] == [old.data["id"]]


async def test_a_rumour_with_all_confidence_from_a_page_is_never_on_top(desk: Desk) -> None:
    await lives(desk, "Lisbon", confidence=0.6)

    rumour = await lives(desk, "Rome", confidence=1.0, source="gossip.example")

    assert rumour.data["outcome"] == "contested"
    assert "only the user can" in rumour.data["contested"][0]["settle"]
    assert (await where(desk))[0] == "The user lives in Lisbon."
    assert (await desk.recall(**HOME)).contents[0] == "The user lives in Lisbon."


@pytest.mark.parametrize("confidence", [0.8, 0.6])
async def test_a_less_sure_correction_of_the_same_trust_wins(desk: Desk, confidence: float) -> None:
    await lives(desk, "Berlin", confidence=0.95)

    said = await lives(desk, "Lisbon", confidence=confidence)

    assert said.data["outcome"] == "superseded"


async def test_an_unsure_statement_stands_behind_the_surer_one_until_it_is_said_with_confidence(
    desk: Desk, clock: Hands
) -> None:
    await lives(desk, "Berlin", confidence=0.9)
    guess = await lives(desk, "Lisbon", confidence=0.3)
    assert guess.data["outcome"] == "contested"
    assert (await where(desk))[0] == "The user lives in Berlin."
    clock.advance(hours=1)

    sure = await lives(desk, "Lisbon", confidence=0.9)

    assert (sure.data["outcome"], sure.data["id"]) == ("superseded", guess.data["id"])
    assert await where(desk) == ["The user lives in Lisbon."]


async def test_a_backdated_statement_is_history_and_says_so(desk: Desk) -> None:
    now = await lives(desk, "Lisbon", when="2024-06")

    said = await lives(desk, "Berlin", when="2020")

    assert said.data["outcome"] == "stored"
    assert f"it ended where {now.data['id']} begins" in said.text
    assert await where(desk) == ["The user lives in Lisbon."]
    assert await where(desk, as_of="2022") == ["The user lives in Berlin."]


async def test_a_statement_between_two_others_closes_the_one_before_it(desk: Desk) -> None:
    await lives(desk, "Berlin", when="2018")
    await lives(desk, "Lisbon", when="2024")

    await lives(desk, "Munich", when="2021")

    for year, city in (("2019", "Berlin"), ("2022", "Munich"), ("2025", "Lisbon")):
        assert await where(desk, as_of=year) == [f"The user lives in {city}."]


async def test_what_begins_in_the_future_ends_the_old_one_only_then(desk: Desk, clock: Hands) -> None:
    await lives(desk, "Berlin")
    await lives(desk, "Oslo", when="2027-06-01")
    assert (await where(desk))[0] == "The user lives in Berlin."

    clock.advance(days=300)

    assert await where(desk) == ["The user lives in Oslo."]


async def test_a_project_corrects_what_is_global_where_it_stands(desk: Desk) -> None:
    slots = {"subject": "the backend", "relation": "version", "exclusive": True}
    await desk.remember("The backend runs 15.", scope="global", object="15", **slots)

    said = await desk.remember("The backend runs 16.", scope="heron", object="16", **slots)

    assert said.data["outcome"] == "superseded"
    assert (await desk.recall("What does the backend run?", scope="global")).contents == ["The backend runs 16."]


async def test_hiding_the_new_one_never_revives_the_old_and_undoing_it_puts_the_new_back(desk: Desk) -> None:
    await lives(desk, "Berlin")
    new = await lives(desk, "Lisbon")

    hidden = await desk.forget(ids=[new.data["id"]])
    assert await where(desk) == []
    await desk.forget(undo=hidden.data["receipt"])

    assert await where(desk) == ["The user lives in Lisbon."]


async def test_undo_puts_the_first_back_on_top_and_undo_of_that_the_second(desk: Desk) -> None:
    await lives(desk, "Berlin")
    new = await lives(desk, "Lisbon")

    undone = await desk.forget(undo=new.data["receipt"])
    assert await where(desk) == ["The user lives in Berlin."]
    await desk.forget(undo=undone.data["receipt"])

    assert await where(desk) == ["The user lives in Lisbon."]


async def test_undo_below_later_versions_is_refused_with_the_call_that_cascades(desk: Desk) -> None:
    await lives(desk, "Berlin")
    second = await lives(desk, "Lisbon")
    await lives(desk, "Oslo")

    refused = await desk.forget(undo=second.data["receipt"])
    receipts = re.findall(r"forget\(undo='([^']*)'\)", refused.text)[-1]
    undone = await desk.forget(undo=receipts)

    assert refused.error
    assert await where(desk) == ["The user lives in Berlin."]
    await desk.forget(undo=undone.data["receipt"])
    assert await where(desk) == ["The user lives in Oslo."]


async def test_a_rumour_that_came_after_does_not_stand_in_the_way_of_an_undo(desk: Desk) -> None:
    await lives(desk, "Berlin")
    second = await lives(desk, "Lisbon")
    await lives(desk, "Rome", source="gossip.example")

    undone = await desk.forget(undo=second.data["receipt"])

    assert not undone.error
    assert (await where(desk))[0] == "The user lives in Berlin."


async def test_what_comes_back_beside_another_value_is_contested(desk: Desk) -> None:
    old = await lives(desk, "Berlin")
    hidden = await desk.forget(ids=[old.data["id"]])
    new = await lives(desk, "Lisbon")

    await desk.forget(undo=hidden.data["receipt"])

    found = (await desk.recall(**HOME)).data["memories"]
    assert [m["id"] for m in found] == [new.data["id"], old.data["id"]]
    assert found[0]["contests"] == [old.data["id"]]


async def test_an_independent_origin_makes_it_surer_and_the_same_one_does_not(desk: Desk) -> None:
    first = await lives(desk, "Oslo", confidence=0.7)

    await lives(desk, "Oslo", confidence=0.5)
    await lives(desk, "Oslo", confidence=0.5, source="register.example")
    await lives(desk, "Oslo", confidence=0.5, source="register.example")

    (found,) = (await desk.recall(ids=[first.data["id"]])).data["memories"]
    assert found["confidence"] == pytest.approx(0.85)  # 1 - (1 - .7)(1 - .5), once
    assert found.get("trust", "assistant") == "assistant"


async def test_the_echo_of_what_was_just_recalled_is_worth_nothing(desk: Desk) -> None:
    page = await lives(desk, "Rome", confidence=0.7, source="gossip.example")
    await where(desk)

    again = await lives(desk, "Rome", confidence=0.9)
    reworded = await desk.remember("User's home: Rome", **HOME, object="Rome", confidence=0.9)

    assert again.data == {"outcome": "reinforced", "id": page.data["id"], "decided_by": "rule"}
    (found,) = (await desk.recall(ids=[reworded.data["id"]])).data["memories"]
    assert (found["trust"], found["confidence"]) == ("external", 0.7)


async def test_half_an_hour_later_it_is_no_echo(desk: Desk, clock: Hands) -> None:
    page = await lives(desk, "Rome", confidence=0.7, source="gossip.example")
    await where(desk)
    clock.advance(minutes=31)

    await lives(desk, "Rome", confidence=0.8)

    (found,) = (await desk.recall(ids=[page.data["id"]])).data["memories"]
    assert "trust" not in found
    assert "confidence" not in found  # .8, as who says it now is sure: what the page claimed adds nothing


async def test_a_contested_statement_told_again_is_the_newer(desk: Desk) -> None:
    old = await desk.remember("The flight leaves at 06:45.")
    new = await desk.remember("The flight leaves at 07:30.")
    assert new.data["outcome"] == "contested"

    again = await desk.remember("The flight leaves at 06:45.")

    assert again.data["id"] == old.data["id"]
    assert (await desk.recall("When does the flight leave?")).ids == [old.data["id"], new.data["id"]]
    await desk.forget(undo=again.data["receipt"])
    assert (await desk.recall("When does the flight leave?")).ids == [new.data["id"], old.data["id"]]


async def test_events_and_working_state_contest_nothing(desk: Desk) -> None:
    said = [
        await desk.remember(f"The user ran {km} km on Sunday.", kind=kind, session="runs")
        for kind in ("event", "working")
        for km in (5, 12)
    ]

    assert {s.data["outcome"] for s in said} == {"stored"}


async def test_the_user_at_a_terminal_unseats_anything(desk: Desk, mind: Mind) -> None:
    await lives(desk, "Lisbon", confidence=0.99)

    typed = await remember(
        mind, Caller("cli", "cli", "user"), Remember(content="I live in Porto.", **HOME, object="Porto", confidence=0.5)
    )
    said = await lives(desk, "Lisbon", confidence=1.0)

    assert typed.data.compact()["outcome"] == "superseded"
    assert said.data["outcome"] == "contested"
    assert (await where(desk))[0] == "I live in Porto."


async def test_the_call_that_settles_works_as_it_stands(desk: Desk) -> None:
    old = await desk.remember('The "lake" house is painted green.')
    new = await desk.remember('The "lake" house is painted blue.')
    assert new.data["outcome"] == "contested"

    settled = await called(desk, new.data["contested"][0]["settle"])

    assert settled.data["outcome"] == "superseded"
    assert [s["id"] for s in settled.data["superseded"]] == [old.data["id"]]
    assert (await desk.recall("What colour is the lake house?")).ids == [new.data["id"]]


async def test_a_reason_that_quotes_what_is_stored_stays_inside_the_fence(desk: Desk) -> None:
    await desk.remember("The rate limit is 60 calls per minute.")

    said = await desk.remember("The rate limit is 100 calls per minute.")

    outside = re.sub(r"<(memory-\w+)>.*?</\1>", "", said.text, flags=re.DOTALL)
    assert "calls per minute" not in outside


async def test_an_id_superseded_meanwhile_is_followed_to_its_head_and_that_is_said(desk: Desk) -> None:
    first = await desk.remember("The office is in Oslo.")
    second = await desk.remember("The office is in Bergen.", replaces=[first.data["id"]])

    third = await desk.remember("The office is in Voss.", replaces=[first.data["id"]])

    assert [s["id"] for s in third.data["superseded"]] == [second.data["id"]]
    assert f"{first.data['id']} was superseded meanwhile" in third.text


async def test_an_exact_match_is_never_pushed_behind_what_outranks_it(desk: Desk) -> None:
    await lives(desk, "Lisbon")
    rumour = await lives(desk, "Reykjavík", source="gossip.example")

    found = await desk.recall("Reykjavík")

    assert found.ids[0] == rumour.data["id"]


async def test_nothing_of_an_erased_statement_stays_with_what_it_stood_against(desk: Desk, mind: Mind) -> None:
    old = await desk.remember("My NAS is at 192.168.7.1.")
    new = await desk.remember("My NAS is at 192.168.99.77.")
    assert new.data["outcome"] == "contested"
    listed = await desk.forget(ids=[new.data["id"]], mode="erase")

    await desk.forget(confirm=listed.data["confirm"])

    (left,) = (await mind.reader.get([old.data["id"]])).values()
    assert "99.77" not in str(left)


async def test_a_conflict_with_history_is_settled_without_touching_the_present(desk: Desk) -> None:
    await lives(desk, "Berlin", when="2020", confidence=0.9)
    await lives(desk, "Lisbon", when="2023")

    said = await lives(desk, "Potsdam", when="2021", confidence=0.3)

    assert said.data["outcome"] == "contested"
    assert "replaces" not in said.data["contested"][0]["settle"]


@pytest.mark.parametrize("confidence", [0.05, 0.9])
async def test_a_page_that_repeats_a_guess_settles_nothing(desk: Desk, clock: Hands, confidence: float) -> None:
    await lives(desk, "Berlin", confidence=0.9)
    guess = await lives(desk, "Lisbon", confidence=0.4)
    clock.advance(hours=1)

    again = await lives(desk, "Lisbon", confidence=confidence, source="spam.example")

    assert again.data["id"] == guess.data["id"]
    assert again.data["outcome"] == "reinforced"
    assert "The user lives in Berlin." in await where(desk)


async def test_who_repeats_a_page_unsurely_does_not_take_over_its_confidence(desk: Desk, clock: Hands) -> None:
    await lives(desk, "Berlin")
    page = await lives(desk, "Lisbon", confidence=1.0, source="spam.example")
    clock.advance(hours=1)

    await lives(desk, "Lisbon", confidence=0.05)

    assert (await where(desk))[0] == "The user lives in Berlin."
    (found,) = (await desk.recall(ids=[page.data["id"]])).data["memories"]
    assert found["confidence"] == 0.05


async def test_the_call_that_settles_replaces_the_row_that_stands_in_another_scope(desk: Desk, mind: Mind) -> None:
    await desk.remember("The rate limit is 60 calls per minute.")
    new = await desk.remember("The rate limit is 100 calls per minute.", scope="heron")
    assert new.data["outcome"] == "contested"

    settled = await called(desk, new.data["contested"][0]["settle"])

    assert settled.data["outcome"] == "superseded"
    assert await mind.reader.count("status = 'current'") == 1
    assert (await desk.recall("What is the rate limit?")).contents == ["The rate limit is 100 calls per minute."]


async def test_a_long_statement_is_settled_by_words_and_not_by_a_call_that_stores_something_else(desk: Desk) -> None:
    await lives(desk, "Berlin", confidence=0.9)
    long = await desk.remember(
        "I live in Lisbon. " + "It is a long story. " * 150, **HOME, object="Lisbon", confidence=0.2
    )

    settle = long.data["contested"][0]["settle"]

    assert "remember(" not in settle
    assert "with the very arguments" in settle


async def test_a_future_statement_told_again_with_confidence_leaves_the_present_its_time(
    desk: Desk, clock: Hands
) -> None:
    await lives(desk, "Berlin")
    await lives(desk, "Lisbon", when="2027-10-01", confidence=0.3)
    clock.advance(hours=1)

    await lives(desk, "Lisbon", when="2027-10-01", confidence=0.9)

    assert (await where(desk))[0] == "The user lives in Berlin."
    clock.advance(days=400)
    assert await where(desk) == ["The user lives in Lisbon."]


async def test_undo_of_what_made_another_history_lets_that_hold_again(desk: Desk) -> None:
    berlin = await lives(desk, "Berlin", when="2023")
    await lives(desk, "Lisbon", when="2020")

    await desk.forget(undo=berlin.data["receipt"])

    assert await where(desk) == ["The user lives in Lisbon."]


@pytest.mark.parametrize("end", [{"until": "2026-12-20"}, {"expires": "2d"}])
async def test_what_ends_by_itself_ends_nothing_that_lasts(desk: Desk, clock: Hands, end: dict[str, str]) -> None:
    await lives(desk, "Berlin")

    said = await lives(desk, "Oslo", **end)

    assert said.data["outcome"] == "contested"
    assert (await where(desk))[0] == "The user lives in Oslo."
    clock.advance(days=60)
    assert await where(desk) == ["The user lives in Berlin."]


async def test_history_that_comes_back_beside_what_follows_it_is_no_conflict(desk: Desk) -> None:
    past = await lives(desk, "Lisbon", when="2020", until="2022")
    await lives(desk, "Berlin", when="2023")
    hidden = await desk.forget(ids=[past.data["id"]])

    await desk.forget(undo=hidden.data["receipt"])

    assert "contests" not in (await desk.recall("Where does the user live?")).data["memories"][0]


@pytest.mark.parametrize("limit", [1, 2, 3])
async def test_pages_of_contested_statements_show_each_once(desk: Desk, limit: int) -> None:
    cities = ["Berlin", "Lisbon", "Oslo", "Rome", "Turin"]
    for at, city in enumerate(cities):
        await lives(desk, city, confidence=0.9 - at / 5, source=f"page {at}" if at % 2 else "")

    for asked in ({"query": "Where does the user live?"}, HOME):
        seen: list[str] = []
        cursor = ""
        while True:
            page = await desk.call("recall", {**asked, "limit": limit, "cursor": cursor})
            seen += page.ids
            if not (cursor := page.data.get("cursor", "")):
                break
        whole = await desk.call("recall", {**asked, "limit": 50})
        assert seen == whole.ids


async def test_what_the_briefing_showed_is_an_echo_when_it_is_said_again(desk: Desk) -> None:
    page = await lives(desk, "Rome", confidence=0.7, source="gossip.example")
    await desk.recall()

    await lives(desk, "Rome", confidence=0.9)

    (found,) = (await desk.recall(ids=[page.data["id"]])).data["memories"]
    assert found["trust"] == "external"


async def test_a_page_takes_no_place_of_working_state_the_user_typed(desk: Desk, mind: Mind) -> None:
    typed = await remember(
        mind, Caller("cli", "cli", "user"), Remember(content="Half is renamed.", kind="working", session="a")
    )

    said = await desk.remember(
        "All is renamed.", kind="working", session="a", source="log", replaces=[typed.data.compact()["id"]]
    )

    assert said.data["outcome"] == "contested"


async def test_another_value_a_caller_said_stands_beside_others_is_left_alone(desk: Desk) -> None:
    await lives(desk, "Bergen", exclusive=False)

    said = await lives(desk, "Voss")

    assert said.data["outcome"] == "stored"
