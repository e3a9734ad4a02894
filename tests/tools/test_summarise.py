"""summarise: the sentences that cover most, the caller's own words kept, sources cited."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simonides.storage.memory import Memory
from simonides.tools.extract import extract, words_in
from simonides.tools.mind import Mind
from tests.conftest import Desk

pytestmark = pytest.mark.anyio
TRIP = [
    "We booked a train from Oslo to Bergen for the third of May. The seats are by the window.",
    "The hotel in Bergen is near the harbour. Breakfast is included.",
    "Tomas wants to climb Fløyen on the second day in Bergen.",
]


async def tell(desk: Desk, **more: str) -> list[str]:
    return [(await desk.remember(s, **more)).data["id"] for s in TRIP]


async def test_a_topic_is_condensed_with_the_ids_of_its_sources(desk: Desk) -> None:
    ids = await tell(desk)
    await desk.remember("The tax form is due in May.")

    said = await desk.summarise(query="trip to Bergen", max_words=30)

    assert said.data["written_by"] == "extract"
    cited = {s["id"] for s in said.data["sources"]}
    assert cited
    assert cited <= set(ids)
    assert all(f"[{i}]" in said.data["summary"] for i in cited)
    assert words_in(said.data["summary"]) <= 30 + 2 * len(cited)
    assert "id" not in said.data


async def test_a_session_is_condensed_in_its_own_order(desk: Desk) -> None:
    ids = await tell(desk, session="trip")

    said = await desk.summarise(session="trip", max_words=200)

    assert [s["id"] for s in said.data["sources"]] == ids


async def test_a_generated_summary_is_kept_when_asked(desk: Desk, mind: Mind) -> None:
    ids = await tell(desk)

    said = await desk.summarise(ids=ids, keep=True)

    kept = (await mind.reader.get([said.data["id"]]))[said.data["id"]]
    assert kept.kind == "summary"
    assert set(kept.derived_from) <= set(ids)
    assert said.data["receipt"]


async def test_the_callers_own_summary_is_kept_with_its_sources_and_the_least_of_their_trust(
    desk: Desk, mind: Mind
) -> None:
    ids = await tell(desk)
    page = (await desk.remember("Bergen has 290,000 inhabitants.", source="web", confidence=0.6)).data["id"]

    said = await desk.summarise(text="A trip to Bergen in May.", ids=[*ids, page])

    kept = (await mind.reader.get([said.data["id"]]))[said.data["id"]]
    assert said.data["written_by"] == "caller"
    assert (kept.trust, kept.confidence, kept.derived_from) == ("external", 0.6, (*ids, page))


async def test_a_summary_is_superseded_when_a_source_is(desk: Desk, mind: Mind) -> None:
    ids = await tell(desk)
    summary = (await desk.summarise(text="A trip to Bergen in May.", ids=ids)).data["id"]

    new = await desk.remember("We booked a train for the ninth of May.", replaces=[ids[0]])
    closed = (await mind.reader.get([summary]))[summary].status
    await desk.forget(undo=new.data["receipt"])

    assert closed == "superseded"
    assert (await mind.reader.get([summary]))[summary].status == "current"


async def test_the_same_summary_again_is_kept_once(desk: Desk) -> None:
    ids = await tell(desk)
    first = await desk.summarise(text="A trip.", ids=ids)

    again = await desk.summarise(text="A trip.", ids=ids)

    assert again.data["id"] == first.data["id"]
    assert "receipt" not in again.data


async def test_nothing_found_is_said(desk: Desk) -> None:
    said = await desk.summarise(session="never")

    assert said.data == {"summary": "", "written_by": "extract"}
    assert "Nothing found" in said.text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "summarise needs ids, query, subject, session, scope, after or before."),
        ({"max_words": 50}, "summarise needs ids"),
        ({"text": "x", "session": "s"}, "ids are required with text"),
        ({"ids": ["nope"]}, "No memory with id 'nope'"),
        ({"query": "x", "max_words": 5}, "max_words must be an integer from 20 to 800."),
        ({"text": "x" * 8193, "ids": ["a"]}, "text is 8,193 bytes; the limit is 8,192"),
    ],
    ids=["nothing", "only a length", "text without ids", "unknown id", "too short", "too long"],
)
async def test_what_cannot_be_summarised_is_refused(desk: Desk, arguments: dict[str, object], told: str) -> None:
    said = await desk.call("summarise", arguments)

    assert said.error
    assert told in said.text


async def test_a_secret_in_the_callers_summary_is_refused(desk: Desk, mind: Mind) -> None:
    ids = await tell(desk)

    said = await desk.summarise(text="The token is gh" + "p_" + "a1B2c3D4e5" * 3 + "f6G7h8", ids=ids)

    assert said.error
    assert await mind.reader.count("kind = 'summary'") == 0


async def test_a_summary_of_several_scopes_needs_to_be_told_its_own(desk: Desk) -> None:
    ids = [(await desk.remember(f"In {s}.", scope=s)).data["id"] for s in ("A", "B")]

    refused = await desk.summarise(text="Both.", ids=ids)
    kept = await desk.summarise(text="Both.", ids=ids, scope="A")

    assert refused.error
    assert "scope is needed" in refused.text
    assert kept.data["id"]


async def test_sources_without_a_word_are_nothing_to_summarise(desk: Desk) -> None:
    id_ = (await desk.remember("!!!")).data["id"]

    assert (await desk.summarise(ids=[id_], keep=True)).data == {"summary": "", "written_by": "extract"}


def test_extraction_of_much_text_is_quick() -> None:
    import time

    sources = [
        memory(i, " ".join(f"Sentence {i}-{j} tells of thing {j % 17} and place {j % 23}." for j in range(150)))
        for i in range(40)
    ]
    began = time.process_time()

    extract(sources, "", 800)

    assert time.process_time() - began < 8


def memory(number: int, content: str) -> Memory:
    return Memory(f"{number:0>12}.1", "global", "fact", content, datetime(2026, 1, 1, tzinfo=UTC))


def test_extraction_takes_the_sentence_that_most_memories_share() -> None:
    sources = [
        memory(1, "The reactor was shut down on Monday. Lunch was soup."),
        memory(2, "On Monday the reactor was shut down after an alarm."),
        memory(3, "An alarm at the reactor. The cat slept."),
    ]

    chosen = extract(sources, "", 8)

    assert [c.sentence for c in chosen] == ["The reactor was shut down on Monday."]


def test_extraction_counts_chinese_and_stays_inside_its_length() -> None:
    sources = [memory(i, f"第{i}天我们去了苏州的园林。晚上在河边吃饭，菜很好吃。") for i in range(1, 9)]

    chosen = extract(sources, "苏州", 30)

    assert chosen
    assert sum(words_in(c.sentence) for c in chosen) <= 30


def test_extraction_is_the_same_for_the_same_memories() -> None:
    sources = [memory(i, f"Sentence {i} tells of the garden. Another one of the house.") for i in range(20)]

    assert extract(sources, "garden", 40) == extract(sources, "garden", 40)


async def test_a_session_is_rolled_up_from_where_its_last_summary_ended(desk: Desk) -> None:
    first = (await desk.remember("The schema was agreed.", session="s")).data["id"]
    kept = await desk.summarise(session="s", keep=True)
    nothing_new = await desk.summarise(session="s")
    second = (await desk.remember("The tests pass.", session="s")).data["id"]

    rolled = await desk.summarise(session="s")

    assert [s["id"] for s in kept.data["sources"]] == [first]
    assert nothing_new.data["summary"] == ""
    assert f"Nothing new in this session since its summary [{kept.data['id']}]" in nothing_new.text
    assert [s["id"] for s in rolled.data["sources"]] == [second]


async def test_a_summary_of_another_topic_kept_in_a_session_is_none_of_it(desk: Desk) -> None:
    other = (await desk.remember("Otters sleep afloat.", session="zoo")).data["id"]
    agreed = (await desk.remember("The schema was agreed.", session="s")).data["id"]
    await desk.summarise(text="Otters sleep.", ids=[other], session="s")

    assert [s["id"] for s in (await desk.summarise(session="s")).data["sources"]] == [agreed]


async def test_a_session_is_condensed_anew_once_its_summary_no_longer_stands(desk: Desk) -> None:
    first = (await desk.remember("The schema was agreed.", session="s")).data["id"]
    await desk.summarise(session="s", keep=True)
    await desk.remember("The schema was changed.", session="s", replaces=[first])

    assert "changed" in (await desk.summarise(session="s")).data["summary"]


async def test_the_state_of_unfinished_tasks_is_in_no_summary(desk: Desk) -> None:
    await desk.remember("Half is renamed.", kind="working", session="s")

    assert (await desk.summarise(session="s")).data["summary"] == ""
