"""recall(as_of=…) and recall(believed_at=…): what was true then, and what was held then."""

from __future__ import annotations

import pytest

from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


async def moved(desk: Desk) -> tuple[str, str]:
    """Berlin from January, told in January; Lisbon from March, told in May. The ids."""
    berlin = await desk.remember("Mira lives in Berlin.", when="2026-01-10")
    lisbon = await desk.remember("Mira lives in Lisbon.", when="2026-03-15", replaces=[berlin.data["id"]])
    return berlin.data["id"], lisbon.data["id"]


@pytest.mark.parametrize(
    ("as_of", "city"),
    [
        ("2026-02", "Berlin"),
        ("2026-03-14", "Berlin"),
        ("2026-03-15", "Lisbon"),
        ("2026-03", "Lisbon"),
        ("2026", "Lisbon"),
        ("2026-03-14T23:59:59Z", "Berlin"),
        ("2026-03-15T00:00:00Z", "Lisbon"),
    ],
)
async def test_as_of_returns_what_had_begun_and_not_ended_by_the_end_of_that_time(
    desk: Desk, as_of: str, city: str
) -> None:
    await moved(desk)

    by_words = await desk.recall("Where does Mira live?", as_of=as_of)
    by_filter = await desk.recall(as_of=as_of, scope="global")

    assert by_words.contents == by_filter.contents == [f"Mira lives in {city}."]
    assert f"as of {as_of}" in by_words.text


async def test_nothing_is_returned_as_of_a_time_before_anything_began(desk: Desk) -> None:
    await moved(desk)

    assert (await desk.recall("Where does Mira live?", as_of="2025")).contents == []


async def test_a_corrected_statement_never_was_true(desk: Desk) -> None:
    wrong = await desk.remember("Mira's birthday is 4 May.", when="2020")
    await desk.remember("Mira's birthday is 5 May.", when="2020", replaces=[wrong.data["id"]], correction=True)

    said = await desk.recall("When is Mira's birthday?", as_of="2024")

    assert said.contents == ["Mira's birthday is 5 May."]


async def test_a_corrected_statement_was_believed_until_it_was_corrected(desk: Desk, clock: Hands) -> None:
    wrong = await desk.remember("Mira's birthday is 4 May.", when="2020")
    then = clock.now.isoformat()
    clock.advance(days=3)
    await desk.remember("Mira's birthday is 5 May.", when="2020", replaces=[wrong.data["id"]], correction=True)

    said = await desk.recall("When is Mira's birthday?", believed_at=then)

    assert said.contents == ["Mira's birthday is 4 May."]
    assert "as held at" in said.text


async def test_believed_at_ignores_a_closing_made_later_and_the_end_it_gave(desk: Desk, clock: Hands) -> None:
    await desk.remember("Mira lives in Berlin.", when="2026-01-10")
    then = clock.now.isoformat()
    clock.advance(days=30)
    berlin = (await desk.recall("Mira")).ids[0]
    await desk.remember("Mira lives in Lisbon.", when="2026-03-15", replaces=[berlin])

    held = await desk.recall("Where does Mira live?", believed_at=then)
    combined = await desk.recall("Where does Mira live?", believed_at=then, as_of="2026-06")
    known_now = await desk.recall("Where does Mira live?", as_of="2026-06")

    assert held.contents == combined.contents == ["Mira lives in Berlin."]
    assert "until" not in held.data["memories"][0]
    assert known_now.contents == ["Mira lives in Lisbon."]


async def test_believed_at_shows_nothing_that_was_recorded_later(desk: Desk, clock: Hands) -> None:
    then = clock.now.isoformat()
    clock.advance(minutes=1)
    await desk.remember("Mira lives in Berlin.", when="2020")

    assert (await desk.recall("Mira", believed_at=then)).contents == []
    assert (await desk.recall("Mira", as_of="2021")).contents == ["Mira lives in Berlin."]


async def test_what_was_replaced_and_put_back_was_not_held_in_between(desk: Desk, clock: Hands) -> None:
    first = await desk.remember("The door code is blue.")
    clock.advance(days=1)
    second = await desk.remember("The door code is green.", replaces=[first.data["id"]])
    clock.advance(days=1)
    between = clock.now.isoformat()
    clock.advance(days=1)
    await desk.forget(undo=second.data["receipt"])

    assert (await desk.recall("door code")).contents == ["The door code is blue."]
    assert (await desk.recall(believed_at=between, kind="fact")).contents == []


async def test_events_count_from_their_time_on_newest_first(desk: Desk) -> None:
    for day in ("2026-02-01", "2026-04-01", "2026-03-01"):
        await desk.remember(
            f"Mira gave a talk on {day}.", kind="event", when=day, subject="Mira", relation="gave", object="a talk"
        )

    said = await desk.recall(subject="Mira", relation="gave", as_of="2026-03")

    assert said.contents == ["Mira gave a talk on 2026-03-01.", "Mira gave a talk on 2026-02-01."]


async def test_an_event_told_better_later_counts_by_the_later_telling(desk: Desk) -> None:
    first = await desk.remember("Mira had a fall.", kind="event", when="2026-02-01")
    await desk.remember("Mira fell on the stairs.", kind="event", when="2026-02-01", replaces=[first.data["id"]])

    assert (await desk.recall("Mira fall", as_of="2026-03")).contents == ["Mira fell on the stairs."]


@pytest.mark.parametrize("asked", [{"as_of": "2026-06"}, {"believed_at": "2026-11-30T12:00:01Z"}])
async def test_what_is_hidden_is_in_no_answer_about_the_past(desk: Desk, clock: Hands, asked: dict[str, str]) -> None:
    berlin, lisbon = await moved(desk)
    clock.advance(seconds=5)
    await desk.forget(ids=[berlin])
    await desk.forget(ids=[lisbon])

    assert (await desk.recall("Where does Mira live?", **asked)).contents == []


async def test_pages_of_a_question_about_the_past_go_on_where_the_last_ended(desk: Desk) -> None:
    for n in range(5):
        await desk.remember(f"Meeting {n}.", kind="event", when=f"2026-01-0{n + 1}")

    first = await desk.recall(kind="event", as_of="2026-01-04", limit=3)
    second = await desk.recall(kind="event", as_of="2026-01-04", limit=3, cursor=first.data["cursor"])

    assert first.contents + second.contents == ["Meeting 3.", "Meeting 2.", "Meeting 1.", "Meeting 0."]


async def test_a_summary_ends_with_the_source_it_was_made_from(desk: Desk, clock: Hands) -> None:
    berlin = (await desk.remember("Mira lives in Berlin.", when="2020")).data["id"]
    await desk.summarise(text="Mira's home is Berlin.", ids=[berlin])
    clock.advance(days=1)
    await desk.remember("Mira lives in Lisbon.", replaces=[berlin])
    clock.advance(days=1)

    assert (await desk.recall("Where is Mira's home?", as_of="today")).contents == ["Mira lives in Lisbon."]


async def test_what_was_past_already_then_is_shown_as_it_was_held_then(desk: Desk, clock: Hands) -> None:
    berlin = (await desk.remember("Mira lives in Berlin.", when="2015")).data["id"]
    clock.advance(days=1)
    await desk.remember("Mira lives in Paris.", when="2020", replaces=[berlin])
    clock.advance(days=1)
    then = clock.now.isoformat()

    assert (await desk.recall("Where does Mira live?", as_of="2018", believed_at=then)).contents == [
        "Mira lives in Berlin."
    ]


async def test_the_earlier_telling_of_an_event_is_not_shown_before_the_later_day_either(desk: Desk) -> None:
    first = await desk.remember("Mira flew to Rome on 5 March.", kind="event", when="2026-03-05")
    await desk.remember("Mira flew to Rome on 10 March.", kind="event", when="2026-03-10", replaces=[first.data["id"]])

    assert (await desk.recall("Mira Rome", as_of="2026-03-07")).contents == []


async def test_a_statement_said_again_with_what_it_replaces_ends_that_where_it_began_itself(desk: Desk) -> None:
    await desk.remember("Mira lives in Paris.", when="2020")
    berlin = (await desk.remember("Mira lives in Berlin.", when="2015")).data["id"]
    await desk.remember("Mira lives in Paris.", replaces=[berlin])

    assert (await desk.recall("Where does Mira live?", as_of="2022")).contents == ["Mira lives in Paris."]
    assert (await desk.recall("Where does Mira live?", as_of="2016")).contents == ["Mira lives in Berlin."]
