"""remember: what is stored, what is refused, and what the answer says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.lifespan import Opening, opened
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


async def stored(mind: Mind, id_: str) -> Any:
    return (await mind.reader.get([id_]))[id_]


async def test_every_argument_is_kept(desk: Desk, mind: Mind) -> None:
    said = await desk.remember(
        "Tomas broke his wrist at Fløyen.",
        subject="Tomas",
        relation="broke",
        object="his wrist",
        exclusive=False,
        kind="event",
        confidence=0.7,
        importance="high",
        tags=["health", "climbing"],
        when="2026-08-14",
        until="2026-10",
        expires="90d",
        source="diary.md",
        session="trip",
        scope="family",
    )

    memory = await stored(mind, said.data["id"])
    assert said.data["outcome"] == "stored"
    assert memory.claims[0].subject == "Tomas"
    assert memory.claims[0].exclusive is False
    assert (memory.kind, memory.confidence, memory.importance) == ("event", 0.7, 0.65)
    assert memory.tags == ("health", "climbing")
    assert (memory.valid_from, memory.precision) == (datetime(2026, 8, 14, tzinfo=UTC), "day")
    assert memory.valid_to == datetime(2026, 11, 1, tzinfo=UTC)
    assert memory.expires_at is not None
    assert (memory.trust, memory.source) == ("external", "diary.md")
    assert (memory.session, memory.scope) == ("trip", "family")
    assert memory.opened_by == said.data["receipt"]
    assert memory.entities == ("Tomas", "his wrist")


async def test_a_weekday_in_plain_words_is_that_of_the_zone_where_it_was_said(
    tmp_path: Path, clock: Hands, encoder: Embedder
) -> None:
    clock.now = datetime(2026, 11, 29, 17, tzinfo=UTC)  # Sunday in London, Monday 01:00 in Shanghai
    config = Config(home=str(tmp_path / "shanghai"), timezone="Asia/Shanghai")
    async with opened(config, clock=clock, load=lambda: encoder) as opening, Client(build(opening)) as client:
        desk = Desk(client)

        await desk.remember("我和林博士吃了晚饭。", kind="event", when="上周三")

        assert (await desk.recall("林博士")).data["memories"][0]["when"] == "2026-11-25"


async def test_what_a_tool_call_says_is_never_trusted_as_the_users_own_word(desk: Desk, mind: Mind) -> None:
    said = await desk.remember("I like tea.")

    assert (await stored(mind, said.data["id"])).trust == "assistant"


async def test_the_same_statement_again_is_reinforced_with_the_first_id(desk: Desk) -> None:
    first = await desk.remember("I like tea.", tags=["drinks"])

    again = await desk.remember("  I like   tea. ")

    assert again.data == {"outcome": "reinforced", "id": first.data["id"], "decided_by": "rule"}


@pytest.mark.parametrize("more", [{"scope": "other"}, {"subject": "user", "relation": "likes", "object": "tea"}])
async def test_another_scope_or_claim_makes_it_another_statement(desk: Desk, more: dict[str, Any]) -> None:
    await desk.remember("I like tea.")

    assert (await desk.remember("I like tea.", **more)).data["outcome"] == "stored"


async def test_an_event_at_another_time_is_another_event(desk: Desk) -> None:
    first = await desk.remember("Ran ten kilometres.", kind="event", when="2026-05-01")
    second = await desk.remember("Ran ten kilometres.", kind="event", when="2026-05-08")
    again = await desk.remember("Ran ten kilometres.", kind="event", when="2026-05-08")

    assert second.data["outcome"] == "stored"
    assert again.data["id"] == second.data["id"] != first.data["id"]


async def test_a_statement_equal_to_a_superseded_one_is_stored_anew(desk: Desk) -> None:
    old = await desk.remember("The NAS is at .7.1")
    await desk.remember("The NAS is at .9.1", replaces=[old.data["id"]])

    again = await desk.remember("The NAS is at .7.1")

    assert again.data["id"] != old.data["id"]
    assert [c["content"] for c in again.data["contested"]] == ["The NAS is at .9.1"]


async def test_replaces_supersedes_in_the_old_rows_scope_and_lineage(desk: Desk, mind: Mind) -> None:
    old = await desk.remember("Mira lives in Berlin.", scope="family")

    new = await desk.remember("Mira lives in Lisbon.", replaces=[old.data["id"]], when="2026-11-01")

    assert new.data["outcome"] == "superseded"
    assert new.data["decided_by"] == "caller"
    assert new.data["superseded"] == [{"id": old.data["id"], "content": "Mira lives in Berlin."}]
    assert new.data["id"] == old.data["id"].replace(".1", ".2")
    before, after = await stored(mind, old.data["id"]), await stored(mind, new.data["id"])
    assert (before.status, before.closed_by) == ("superseded", new.data["receipt"])
    assert after.scope == "family"


async def test_the_old_statement_ends_where_the_new_one_begins(desk: Desk, mind: Mind) -> None:
    old = await desk.remember("Mira lives in Berlin.", when="2020")
    await desk.remember("Mira lives in Lisbon.", replaces=[old.data["id"]], when="2026-11-01")

    assert (await stored(mind, old.data["id"])).valid_to == datetime(2026, 11, 1, tzinfo=UTC)


async def test_a_corrected_statement_was_never_true(desk: Desk, mind: Mind) -> None:
    old = await desk.remember("My birthday is 4 May.", when="2020")
    await desk.remember("My birthday is 5 May.", replaces=[old.data["id"]], correction=True)

    row = await stored(mind, old.data["id"])
    assert row.valid_to == row.valid_from


async def test_several_can_be_replaced_by_one(desk: Desk, mind: Mind) -> None:
    ids = [(await desk.remember(t)).data["id"] for t in ("Likes tea.", "Likes coffee.")]

    new = await desk.remember("Drinks only water.", replaces=ids)

    assert [r["id"] for r in new.data["superseded"]] == ids
    assert new.data["id"].startswith(ids[0][:12])
    assert (await stored(mind, ids[1])).status == "superseded"


async def test_a_bare_lineage_and_an_outdated_id_mean_the_head_and_the_answer_says_so(desk: Desk) -> None:
    first = (await desk.remember("At .7.1")).data["id"]
    second = (await desk.remember("At .8.1", replaces=[first])).data["id"]

    third = await desk.remember("At .9.1", replaces=[first])

    assert [r["id"] for r in third.data["superseded"]] == [second]
    assert f"{first} was superseded meanwhile" in third.text
    assert (await desk.remember("At .10.1", replaces=[first[:12]])).data["outcome"] == "superseded"


async def test_what_came_from_a_document_does_not_replace_what_a_person_said(mind: Mind) -> None:
    said = await remember(mind, Caller("cli", "cli", "user"), Remember(content="I take no sugar."))
    id_ = said.data.compact()["id"]

    web = await remember(mind, Caller(), Remember(content="She takes sugar.", source="page", replaces=[id_]))

    answer = web.data.compact()
    assert answer["outcome"] == "contested"
    assert answer["contested"][0]["id"] == id_
    assert "--replaces " + id_ in answer["contested"][0]["settle"]
    assert "sugar" not in answer["contested"][0]["settle"]  # a shell would read it
    old, new = await stored(mind, id_), await stored(mind, answer["id"])
    assert (old.status, old.contests, new.contests) == ("current", (new.id,), (old.id,))


async def test_the_user_settles_a_contest_by_saying_it_themselves(mind: Mind) -> None:
    old = (await remember(mind, Caller(), Remember(content="The shop opens at nine."))).data.compact()["id"]
    page = Remember(content="The shop opens at ten.", source="page", replaces=[old])
    contestant = (await remember(mind, Caller(), page)).data.compact()["id"]

    said = await remember(
        mind, Caller("cli", "cli", "user"), Remember(content="The shop opens at ten.", replaces=[old])
    )

    assert said.data.compact()["outcome"] == "superseded"
    assert (await stored(mind, old)).status == "superseded"
    settled = await stored(mind, contestant)
    assert (settled.trust, settled.contests, settled.supersedes) == ("user", (), (old,))


async def test_replacing_in_favour_of_what_is_known_already_closes_the_old_statement(desk: Desk, mind: Mind) -> None:
    oslo = (await desk.remember("Ada lives in Oslo.")).data["id"]
    bergen = (await desk.remember("Ada lives in Bergen.")).data["id"]

    said = await desk.remember("Ada lives in Bergen.", replaces=[oslo])
    closed = (await stored(mind, oslo)).status
    await desk.forget(undo=said.data["receipt"])

    assert (said.data["outcome"], said.data["id"]) == ("superseded", bergen)
    assert closed == "superseded"
    assert (await stored(mind, oslo)).status == "current"


async def test_what_has_expired_or_ended_is_stored_anew_when_it_is_said_again(desk: Desk, clock: Hands) -> None:
    await desk.remember("The red van.", expires="1h")
    await desk.remember("The blue van.", until="2026-11-30")
    clock.advance(days=2)

    assert (await desk.remember("The red van.")).data["outcome"] == "stored"
    assert (await desk.remember("The blue van.")).data["outcome"] == "stored"


async def test_contests_at_once_are_all_kept(desk: Desk, mind: Mind) -> None:
    import anyio

    old = (await desk.remember("The shop opens at nine.", confidence=0.9)).data["id"]

    async def rumour(hour: str) -> None:
        await desk.remember(f"The shop opens at {hour}.", confidence=0.2, replaces=[old])

    async with anyio.create_task_group() as tasks:
        for hour in ("ten", "noon", "eight", "one"):
            tasks.start_soon(rumour, hour)

    assert len((await stored(mind, old)).contests) == 4


async def test_an_unsure_rumour_does_not_replace_what_is_sure(desk: Desk) -> None:
    old = await desk.remember("The shop opens at nine.", confidence=0.9)

    rumour = await desk.remember("The shop opens at ten.", confidence=0.3, replaces=[old.data["id"]])

    assert rumour.data["outcome"] == "contested"
    assert "confidence 0.3" in rumour.data["contested"][0]["why"]


async def test_undo_of_a_replacement_puts_the_old_statement_back(desk: Desk) -> None:
    old = await desk.remember("Mira lives in Berlin.")
    new = await desk.remember("Mira lives in Lisbon.", replaces=[old.data["id"]])

    await desk.forget(undo=new.data["receipt"])

    assert (await desk.recall("Where does Mira live?")).contents == ["Mira lives in Berlin."]


async def test_a_statement_about_the_user_goes_to_global_unless_told_otherwise(opening: Opening, mind: Mind) -> None:
    from dataclasses import replace

    at_work = replace(mind, scope="work")
    slots: Any = {"relation": "lives in", "object": "Oslo"}

    about_user = await remember(at_work, Caller(), Remember(content="I live in Oslo.", subject="user", **slots))
    other = await remember(at_work, Caller(), Remember(content="Ann lives in Oslo.", subject="Ann", **slots))

    assert (await stored(mind, about_user.data.compact()["id"])).scope == "global"
    assert (await stored(mind, other.data.compact()["id"])).scope == "work"


async def test_a_new_scope_close_to_an_existing_one_is_pointed_out(desk: Desk) -> None:
    await desk.remember("x is y", scope="simonides")

    said = await desk.remember("y is z", scope="simonidis")

    assert "'simonidis' is a new scope; there is already 'simonides'" in said.text


async def test_the_default_session_lasts_until_half_an_hour_of_silence(desk: Desk, mind: Mind, clock: Hands) -> None:
    first = await desk.remember("one")
    clock.advance(minutes=29)
    second = await desk.remember("two")
    clock.advance(minutes=31)
    third = await desk.remember("three")

    sessions = [(await stored(mind, s.data["id"])).session for s in (first, second, third)]
    assert sessions[0] == sessions[1] != sessions[2]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"content": ""}, "content is required."),
    ({"content": "  \u200b "}, "content is empty"),
    ({"content": "x" * 8193}, "content is 8,193 bytes; the limit is 8,192"),
    ({"content": "中" * 2731}, "content is 8,193 bytes; the limit is 8,192"),
    (
        {"content": "x", "subject": "Ann", "relation": "likes"},
        "object missing: give subject, relation and object together",
    ),
    ({"content": "x", "object": "tea"}, "subject and relation missing"),
    ({"content": "x", "exclusive": True}, "exclusive says something of the slots"),
    ({"content": "x", "confidence": 1.5}, "confidence must be a number from 0 to 1."),
    ({"content": "x", "confidence": "NaN"}, "confidence must be a number from 0 to 1."),
    ({"content": "x", "confidence": True}, "confidence must be a number from 0 to 1."),
    ({"content": "x", "kind": "idea"}, "kind must be one of fact, preference"),
    ({"content": "x", "tags": [f"t{i}" for i in range(10_000)]}, "tags has 10,000 items; the limit is 100."),
    ({"content": "x", "tags": ["y" * 1025]}, "tags is 1,025 bytes; the limit is 1,024."),
    ({"content": "x", "when": "99999-01-01"}, "when is not a time understood here"),
    ({"content": "x", "when": "may be later"}, "when is not a time understood here"),
    ({"content": "x", "when": "2026", "until": "2020"}, "until lies before when"),
    ({"content": "x", "expires": "2020-01-01"}, "expires lies in the past"),
    ({"content": "x", "expires": "0d"}, "expires is no time at all"),
    ({"content": "x", "source": "user"}, "leave it out for what the user said"),
    ({"content": "x", "correction": True}, "nothing resembles it"),
    ({"content": "x", "replaces": ["nope"]}, "No memory with id 'nope'"),
    ({"content": "x", "replaces": ["2nksgx0mgdbv.1"]}, "No memory with id '2nksgx0mgdbv.1'"),
    ({"content": "x", "replaces": ["'; DROP TABLE memories; --"]}, "No memory with id"),
    ({"content": "x", "contnet": "y"}, "remember has no argument 'contnet'. It takes: content, subject"),
]


@pytest.mark.parametrize(("arguments", "told"), BAD, ids=[t[:40] for _, t in BAD])
async def test_what_cannot_be_stored_is_refused_with_the_way_out_and_nothing_is_stored(
    desk: Desk, mind: Mind, arguments: dict[str, Any], told: str
) -> None:
    said = await desk.call("remember", arguments)

    assert said.error
    assert told in said.text
    assert "Traceback" not in said.text
    assert await mind.reader.count() == 0
    assert (await desk.remember("The next call works.")).data["outcome"] == "stored"


@pytest.mark.parametrize("field", ["content", "object", "tags", "source", "session", "scope"])
async def test_a_secret_in_any_field_is_refused_and_never_repeated(desk: Desk, mind: Mind, field: str) -> None:
    token = "gh" + "p_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    arguments: dict[str, Any] = {"content": "harmless", field: [token] if field == "tags" else token}
    if field == "object":
        arguments |= {"subject": "user", "relation": "uses"}

    said = await desk.call("remember", arguments)

    assert said.error
    assert "GitHub token" in said.text
    assert token not in said.text
    assert await mind.reader.count() == 0


async def test_a_secret_told_in_slots_is_refused(desk: Desk) -> None:
    said = await desk.remember("note", subject="user", relation="wifi password", object="Sunny" + "2024!x")

    assert said.error
    assert "password" in said.text


async def test_hidden_code_points_are_removed_and_what_people_write_is_kept(desk: Desk, mind: Mind) -> None:
    said = await desk.remember("safe\u202e \U000e0041text\x00 👨‍👩‍👧 می‌خواهم")

    assert (await stored(mind, said.data["id"])).content == "safe text 👨‍👩‍👧 می‌خواهم"


async def test_null_and_empty_mean_absent_and_a_bare_string_is_a_list_of_one(desk: Desk, mind: Mind) -> None:
    said = await desk.call("remember", {"content": "x", "tags": "home", "replaces": "", "kind": None, "when": ""})

    assert (await stored(mind, said.data["id"])).tags == ("home",)
