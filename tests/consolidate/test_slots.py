"""Statements without slots get them, and the rules then hold for them as for any other."""

from __future__ import annotations

import pytest

from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, slots

pytestmark = pytest.mark.anyio

BERLIN, PARIS = "Mira has lived in Berlin for years.", "Mira is at home in Paris."
HOMES = {BERLIN: ("Mira", "lives in", "Berlin", True), PARIS: ("Mira", "lives in", "Paris", True)}


async def test_a_statement_is_found_by_the_slots_a_model_read(at: Bench) -> None:
    id_ = await at.tell(BERLIN)

    await at.tidy(Scripted(claims=slots(HOMES)))

    assert [m.id for m in (await at.recalled(subject="Mira", relation="lives in")).memories] == [id_]


async def test_the_statement_itself_stays_the_same_version(at: Bench) -> None:
    id_ = await at.tell(BERLIN)

    await at.tidy(Scripted(claims=slots(HOMES)))

    row = await at.row(id_)
    assert (row.status, row.content, row.version) == ("current", BERLIN, 1)


async def test_of_two_values_the_one_told_later_holds(at: Bench) -> None:
    old = await at.tell(BERLIN)
    new = await at.tell(PARIS)

    await at.tidy(Scripted(claims=slots(HOMES)))

    assert (await at.row(old)).status == "superseded"
    assert (await at.row(new)).supersedes == (old,)


async def test_a_statement_told_before_gives_way_though_it_is_read_after(at: Bench) -> None:
    old = await at.tell(BERLIN)
    new = await at.tell("Mira lives in Paris.", subject="Mira", relation="lives in", object="Paris", exclusive=True)

    await at.tidy(Scripted(claims=slots(HOMES)))

    assert (await at.row(old)).status == "superseded"
    assert (await at.row(new)).supersedes == (old,)


async def test_what_is_told_next_supersedes_by_the_slots_a_model_read(at: Bench) -> None:
    old = await at.tell(BERLIN)
    await at.tidy(Scripted(claims=slots(HOMES)))

    await at.tell("Mira lives in Rome.", subject="Mira", relation="lives in", object="Rome", exclusive=True)

    assert (await at.row(old)).status == "superseded"


async def test_what_was_read_somewhere_never_supersedes_by_slots_a_model_read(at: Bench) -> None:
    old = await at.tell(BERLIN)
    new = await at.tell(PARIS, source="a web page")

    await at.tidy(Scripted(claims=slots(HOMES)))

    assert (await at.row(old)).status == "current"
    assert old in (await at.row(new)).contests


async def test_a_value_the_statement_does_not_have_is_not_taken(at: Bench) -> None:
    id_ = await at.tell(BERLIN)

    await at.tidy(Scripted(claims=slots({BERLIN: ("Mira", "lives in", "Madrid", True)})))

    assert (await at.row(id_)).claims == ()


async def test_a_slot_somebody_said_holds_several_is_not_made_one_of_one_by_a_model(at: Bench) -> None:
    first = await at.tell("Mira speaks Polish.", subject="Mira", relation="speaks", object="Polish", exclusive=False)
    second = await at.tell("Lithuanian is what Mira learnt from her grandmother.")

    await at.tidy(Scripted(claims=slots({(await at.row(second)).content: ("Mira", "speaks", "Lithuanian", True)})))

    assert (await at.row(first)).status == "current"
    assert (await at.row(second)).claims[0].exclusive is None


async def test_since_when_it_holds_is_taken_from_its_own_words(at: Bench) -> None:
    text = "Since March 2024 Mira has worked for Acme."
    id_ = await at.tell(text)

    await at.tidy(Scripted(claims=slots({text: ("Mira", "works for", "Acme", True, "March 2024")})))

    row = await at.row(id_)
    assert (row.valid_from and row.valid_from.isoformat(), row.precision) == ("2024-03-01T00:00:00+00:00", "month")


async def test_a_secret_in_a_slot_is_not_taken(at: Bench) -> None:
    text = "The door code of the office changes every month."
    id_ = await at.tell(text)

    await at.tidy(Scripted(claims=slots({text: ("office", "password", "ghp_" + "a1B2" * 9, True)})))

    assert (await at.row(id_)).claims == ()


async def test_undoing_it_takes_the_slots_off_and_brings_back_what_gave_way(at: Bench) -> None:
    old, new = await at.tell(BERLIN), await at.tell(PARIS)
    before = await at.answers("Where does Mira live?")
    (report,) = await at.tidy(Scripted(claims=slots(HOMES)))

    await at.undo(report.name)

    assert await at.answers("Where does Mira live?") == before
    assert [(await at.row(i)).claims for i in (old, new)] == [(), ()]


async def test_what_was_believed_before_has_no_slots(at: Bench) -> None:
    id_ = await at.tell(BERLIN)
    then = at.clock.now
    at.clock.advance(hours=1)

    await at.tidy(Scripted(claims=slots(HOMES)))

    (told,) = (await at.recalled("Mira", believed_at=then.isoformat())).memories
    assert (told.id, told.claims) == (id_, [])
    assert (await at.row(id_)).claims
