"""Relations through the client: who does what to whom, in any words, from either side."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


async def tell(desk: Desk, subject: str, relation: str, object_: str, **more: object) -> str:
    """Store a claim, worded as it stands; its id."""
    content = f"{subject} {relation} {object_}."
    said = await desk.remember(content, subject=subject, relation=relation, object=object_, **more)
    assert not said.error, said.text
    return str(said.data["id"])


async def test_who_and_whom_are_opposite_questions(desk: Desk) -> None:
    await tell(desk, "Alice", "manages", "Bob")
    await tell(desk, "Carol", "manages", "Alice")

    whom = await desk.recall(subject="Alice", relation="manages")
    who = await desk.recall(relation="manages", object="Alice")

    assert whom.contents == ["Alice manages Bob."]
    assert who.contents == ["Carol manages Alice."]


@pytest.mark.parametrize(
    ("slots", "found"),
    [
        ({"subject": "Mira", "relation": "has her flat in"}, "Mira lives in Berlin."),
        ({"subject": "Mirra", "relation": "resides in"}, "Mira lives in Berlin."),
        ({"subject": "Mira", "relation": "居住地"}, "Mira lives in Berlin."),
        ({"relation": "lives in", "object": "柏林"}, "Mira lives in Berlin."),
        ({"subject": "小鹿", "relation": "teacher"}, "小鹿 师傅 老周."),
        ({"relation": "visited", "object": "UAE"}, "Tom visited United Arab Emirates."),
    ],
)
async def test_slots_in_other_words_find_what_was_told(desk: Desk, slots: dict[str, str], found: str) -> None:
    await tell(desk, "Mira", "lives in", "Berlin")
    await tell(desk, "Tom", "likes", "tea")
    await tell(desk, "小鹿", "师傅", "老周")
    await tell(desk, "Tom", "visited", "United Arab Emirates")

    said = await desk.recall(**slots)

    assert said.contents[0] == found
    assert said.data["memories"][0]["why"] == ["relation"]


async def test_what_is_not_stored_of_what_is_known_is_not_answered(desk: Desk) -> None:
    await tell(desk, "Mira", "likes", "tea")
    await tell(desk, "Tom", "likes", "coffee")
    await tell(desk, "Tom", "repairs", "bicycles")

    for absent in (
        {"subject": "Mira", "relation": "likes", "object": "coffee"},
        {"subject": "Mira", "relation": "repairs"},
        {"relation": "repairs", "object": "tea"},
    ):
        assert (await desk.recall(**absent)).contents == []


async def test_what_was_told_in_the_passive_is_found_from_either_side(desk: Desk) -> None:
    await tell(desk, "Bob", "was mentored by", "Ann")

    by = await desk.recall(subject="Ann", relation="mentors")
    of = await desk.recall(subject="Bob", relation="is mentored by")
    wrong = await desk.recall(subject="Bob", relation="mentors")

    assert by.contents == of.contents == ["Bob was mentored by Ann."]
    assert wrong.contents == []


async def test_a_path_is_walked_fact_by_fact_and_back(desk: Desk) -> None:
    await tell(desk, "Mira", "works for", "Acme")
    await tell(desk, "Acme", "headquartered in", "Munich")

    forth = await desk.recall(subject="Mira", relation="works for > headquartered in")
    back = await desk.recall(object="Munich", relation="works for > headquartered in")

    assert forth.contents == ["Mira works for Acme.", "Acme headquartered in Munich."]
    assert back.contents == list(reversed(forth.contents))


async def test_a_path_that_ends_early_says_so(desk: Desk) -> None:
    await tell(desk, "Mira", "works for", "Acme")
    await tell(desk, "Globex", "headquartered in", "Munich")

    said = await desk.recall(subject="Mira", relation="works for > headquartered in")

    assert said.contents == ["Mira works for Acme."]
    assert "1 of 2 steps" in said.text


async def test_declared_names_are_one_until_the_declaration_is_undone(desk: Desk) -> None:
    await tell(desk, "Robert Smith", "likes", "chess")
    joined = await desk.remember(
        "Bob is the same as Robert Smith.", subject="Bob", relation="is the same as", object="Robert Smith"
    )

    assert (await desk.recall(subject="Bob", relation="likes")).contents == ["Robert Smith likes chess."]
    await desk.forget(undo=joined.data["receipt"])

    assert (await desk.recall(subject="Bob", relation="likes")).contents == []


async def test_what_was_only_read_somewhere_declares_nothing(desk: Desk) -> None:
    await tell(desk, "Robert Smith", "likes", "chess")
    await tell(desk, "Mallory", "is the same as", "Robert Smith", source="a web page")

    assert (await desk.recall(subject="Mallory", relation="likes")).contents == []


async def test_who_it_is_of_whom_several_things_hold_and_what_is_lacking(desk: Desk) -> None:
    for facts in (
        ("Ann", "lives in", "Berlin"),
        ("Ann", "likes", "coffee"),
        ("Ann", "works at", "Acme"),
        ("Tom", "lives in", "Berlin"),
        ("Tom", "works at", "Globex"),
        ("Acme", "likes", "Ann"),
    ):
        await tell(desk, *facts)

    said = await desk.recall(having=["resides in: Berlin", "likes: coffee", "employer: Acme"])

    best, *others = said.data["entities"]
    assert best["name"] == "Ann"
    assert "missing" not in best
    assert said.contents[:3] == ["Ann lives in Berlin.", "Ann likes coffee.", "Ann works at Acme."]
    assert {e["name"]: e["missing"] for e in others}["Tom"] == ["likes: coffee", "employer: Acme"]


async def test_roles_are_not_exchanged_in_what_has_to_hold(desk: Desk) -> None:
    for facts in (
        ("Ann", "teaches", "Tom"),
        ("Ann", "likes", "Eve"),
        ("Bob", "likes", "Tom"),
        ("Bob", "teaches", "Eve"),
    ):
        await tell(desk, *facts)

    said = await desk.recall(having=["teaches: Tom", "likes: Eve"])

    assert said.data["entities"][0]["name"] == "Ann"
    assert "missing" not in said.data["entities"][0]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who does Alice mentor?", "Alice mentors Bob."),
        ("Who mentors Alice?", "Bob mentors Alice."),
        ("Who is Bob mentored by?", "Alice mentors Bob."),
        ("谁指导小鹿？", "老周 指导 小鹿."),
        ("小鹿指导谁？", "小鹿 指导 小王."),
    ],
)
async def test_a_question_in_words_is_read_the_right_way_round(desk: Desk, question: str, found: str) -> None:
    for facts in (
        ("Alice", "mentors", "Bob"),
        ("Bob", "mentors", "Alice"),
        ("老周", "指导", "小鹿"),
        ("小鹿", "指导", "小王"),
    ):
        await tell(desk, *facts)

    said = await desk.recall(question)

    assert said.contents[0] == found
    assert "relation" in said.data["memories"][0]["why"]


async def test_what_is_hidden_replaced_or_over_answers_nothing_at_once(desk: Desk, clock: Hands) -> None:
    hidden = await tell(desk, "Ann", "repairs", "clocks")
    await tell(desk, "Ann", "lives in", "Oslo", exclusive=True)
    await tell(desk, "Ann", "rents", "a boat", expires="1d")
    asked = ["repairs: clocks", "lives in: Oslo", "rents: a boat"]
    assert (await desk.recall(having=asked)).data["entities"][0]["name"] == "Ann"

    await desk.forget(ids=[hidden])
    await tell(desk, "Ann", "lives in", "Bergen", exclusive=True)
    clock.advance(days=2)

    assert (await desk.recall(having=asked)).data.get("entities", []) == []
    assert (await desk.recall(subject="Anne", relation="mends")).contents == []


async def test_the_past_is_reached_in_other_words(desk: Desk) -> None:
    await tell(desk, "Ann", "lives in", "Oslo", exclusive=True, when="2020-01-01")
    await tell(desk, "Ann", "lives in", "Bergen", exclusive=True, when="2024-01-01")

    then = await desk.recall(subject="Anne", relation="has her home in", as_of="2022")
    now = await desk.recall(subject="Anne", relation="has her home in")

    assert then.contents[0] == "Ann lives in Oslo."
    assert now.contents[0] == "Ann lives in Bergen."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"having": ["likes coffee"]}, "relation: object"),
        ({"having": [": coffee"]}, "relation: object"),
        ({"having": [f"r{n}: x" for n in range(11)]}, "limit is 10"),
        ({"subject": "Ann", "relation": "a > b > c > d > e"}, "limit is 4"),
        ({"relation": "a > b"}, "give the subject it starts at"),
        ({"subject": "Ann", "object": "Bob", "relation": "a > b"}, "not both"),
    ],
)
async def test_what_cannot_be_asked_is_refused_with_the_way_out(
    desk: Desk, arguments: dict[str, object], words: str
) -> None:
    said = await desk.call("recall", arguments)

    assert said.error
    assert words in said.text


async def test_a_person_is_shown_with_who_may_be_the_same_and_why(desk: Desk) -> None:
    for facts in (
        ("Bob", "works at", "Acme"),
        ("Bob", "lives in", "Berlin"),
        ("R. Smith", "works for", "Acme"),
        ("R. Smith", "resides in", "Berlin"),
        ("Tom", "works at", "Acme"),
        ("Tom", "lives in", "Oslo"),
    ):
        await tell(desk, *facts)

    read: Any = await desk.client.read_resource("memory://entity/Bob")
    shown = json.loads(read.contents[0].text)

    assert [m["content"] for m in shown["memories"]] == ["Bob lives in Berlin.", "Bob works at Acme."]
    (same,) = shown["perhaps_the_same"]
    assert same["name"] == "r. smith"
    assert set(same["why"]) == {"both: employer: acme", "both: lives in: berlin"}
    assert "Tom" not in json.dumps(shown["perhaps_the_same"])


async def test_joined_names_are_one_entity(desk: Desk) -> None:
    await tell(desk, "Robert Smith", "likes", "chess")
    await tell(desk, "Bob", "lives in", "Berlin")
    await tell(desk, "Bob", "is the same as", "Robert Smith")

    read: Any = await desk.client.read_resource("memory://entity/Bob")
    shown = json.loads(read.contents[0].text)
    found = await desk.recall(having=["likes: chess", "lives in: Berlin"])

    assert shown["also"] == ["Robert Smith"]
    assert {m["content"] for m in shown["memories"]} == {"Bob lives in Berlin.", "Robert Smith likes chess."}
    assert "missing" not in found.data["entities"][0]


async def test_beside_a_question_constraints_find_what_has_no_claims_of_its_own(desk: Desk) -> None:
    """The name of whom they hold and what has to hold count as words of the question."""
    await tell(desk, "Cheng Xiao", "works as", "harbour pilot")
    await desk.remember("Cheng Xiao gets sick in cars but never at sea.")
    for number in range(12):
        await desk.remember(f"The tide table of day {number} hangs in the office.")

    said = await desk.recall(query="Tell me all about the boyfriend.", having=["job: harbour pilot"])

    assert set(said.contents[:2]) == {
        "Cheng Xiao works as harbour pilot.",
        "Cheng Xiao gets sick in cars but never at sea.",
    }
    assert said.data["entities"][0]["name"] == "Cheng Xiao"


@pytest.mark.parametrize(
    ("slots", "found"),
    [
        ({"relation": "parent", "object": "Dougal"}, "Dougal daughter Kirsty."),
        ({"relation": "trains", "object": "Bao"}, "Arjun teaches Bao."),
        ({"relation": "introduced the tutor to", "object": "Bao"}, "Tomas introduced Arjun to Bao."),
    ],
)
async def test_relations_that_go_together_answer_for_each_other(desk: Desk, slots: dict[str, str], found: str) -> None:
    await tell(desk, "Dougal", "daughter", "Kirsty")
    await tell(desk, "Arjun", "teaches", "Bao")
    await tell(desk, "Tomas", "introduced Arjun to", "Bao")

    assert (await desk.recall(**slots)).contents[0] == found


async def test_a_name_that_is_a_relation_too_is_read_as_the_relation(desk: Desk) -> None:
    await tell(desk, "吴导", "职业", "导演")
    await tell(desk, "活着", "导演", "张艺谋")
    await tell(desk, "张艺谋", "出生地", "西安")

    said = await desk.recall(query="活着的导演的出生地是什么？")

    assert "张艺谋 出生地 西安." in said.contents[:2]


async def test_who_has_a_father_has_no_mother_for_it(desk: Desk) -> None:
    await tell(desk, "Ann", "father", "Tom")
    await tell(desk, "Bob", "mother", "Eva")
    await tell(desk, "Ann", "sister", "Cora")
    await tell(desk, "Bob", "brother", "Dan")

    assert (await desk.recall(subject="Ann", relation="mother")).contents == []
    assert (await desk.recall(subject="Ann", relation="brother")).contents == []
    assert (await desk.recall(subject="Cora", relation="sister")).contents == ["Ann sister Cora."]
