"""What rules left open is judged: updates supersede, contradictions stand against each other, false alarms go."""

from __future__ import annotations

import pytest

from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, verdicts

pytestmark = pytest.mark.anyio

VAN, MEDIC = "Declan drives a bread van at night.", "Declan packed in the deliveries and trains as a paramedic."
TEA, COFFEE = "Ines takes tea in the morning.", "Ines has coffee for breakfast."


async def test_what_updates_takes_the_place_of_the_earlier(at: Bench) -> None:
    old, new = await at.tell(VAN), await at.tell(MEDIC)

    await at.tidy(Scripted(pairs=verdicts({(VAN, MEDIC): "updates"})))

    assert (await at.row(old)).status == "superseded"
    assert (await at.row(new)).supersedes == (old,)
    assert await at.contents("What does Declan do?") == [MEDIC]


async def test_the_history_says_that_a_model_judged(at: Bench) -> None:
    await at.tell(VAN)
    await at.tell(MEDIC)

    await at.tidy(Scripted(pairs=verdicts({(VAN, MEDIC): "updates"})))

    reasons = [m.reason for m in (await at.recalled("Declan", history=True)).memories]
    assert reasons[0] == "a model judged that it tells what holds now"


async def test_until_the_pass_the_earlier_was_believed(at: Bench) -> None:
    old, new = await at.tell(VAN), await at.tell(MEDIC)
    then = at.clock.now
    at.clock.advance(hours=1)

    await at.tidy(Scripted(pairs=verdicts({(VAN, MEDIC): "updates"})))

    told = (await at.recalled("Declan", believed_at=then.isoformat())).memories
    assert {m.id for m in told} == {old, new}


async def test_an_event_may_end_a_state(at: Bench) -> None:
    old = await at.tell("Pauline chairs the governors.")
    new = await at.tell("Pauline stepped down, and the gavel is with Joel.", kind="event", when="2026-04-29")

    texts = ("Pauline chairs the governors.", "Pauline stepped down, and the gavel is with Joel.")
    await at.tidy(Scripted(pairs=verdicts({texts: "updates"})))

    assert (await at.row(old)).status == "superseded"
    assert (await at.row(new)).status == "current"


async def test_two_events_are_never_shown_as_a_pair(at: Bench) -> None:
    await at.tell("The dog killed three ewes.", kind="event", when="2026-03-15")
    await at.tell("The dog killed two ewes.", kind="event", when="2026-03-22")
    model = Scripted()

    await at.tidy(model)

    assert not [material for task, material in model.asked if task == "pairs"]


async def test_what_was_only_read_somewhere_contests_and_never_updates(at: Bench) -> None:
    old, new = await at.tell(VAN), await at.tell(MEDIC, source="a web page", confidence=1.0)

    await at.tidy(Scripted(pairs=verdicts({(VAN, MEDIC): "updates"}, confidence=1.0)))

    assert (await at.row(old)).status == "current"
    assert (await at.row(new)).contests == (old,)


async def test_what_contradicts_is_put_to_the_user(at: Bench) -> None:
    old, new = await at.tell(TEA), await at.tell(COFFEE)

    await at.tidy(Scripted(pairs=verdicts({(TEA, COFFEE): "contradicts"})))

    assert ((await at.row(old)).contests, (await at.row(new)).contests) == ((new,), (old,))


async def test_an_unsure_judgement_changes_nothing(at: Bench) -> None:
    await at.tell(VAN)
    await at.tell(MEDIC)
    before = await at.mind.reader.every()

    await at.tidy(Scripted(pairs=verdicts({(VAN, MEDIC): "updates"}, confidence=0.6)))

    assert await at.mind.reader.every() == before


async def test_a_false_alarm_of_the_wording_goes(at: Bench) -> None:
    texts = ("The user lives in Berlin.", "The user lives in Paris.")
    ids = [await at.tell(t) for t in texts]
    assert [(await at.row(i)).contests for i in ids] == [(ids[1],), (ids[0],)]

    await at.tidy(Scripted(pairs=verdicts({texts: "refines"})))

    assert [(await at.row(i)).contests for i in ids] == [(), ()]


async def test_what_slots_set_against_each_other_is_not_a_models_to_take_back(at: Bench) -> None:
    home = {"subject": "user", "relation": "lives in", "exclusive": True}
    old = await at.tell("The user lives in Berlin.", object="Berlin", **home)
    new = await at.tell("The user lives in Paris.", object="Paris", source="a letter", **home)

    pair = ("The user lives in Berlin.", "The user lives in Paris.")
    await at.tidy(Scripted(pairs=verdicts({pair: "unrelated"}, confidence=1.0)))

    assert (await at.row(old)).contests == (new,)


async def test_a_pair_is_judged_once(at: Bench) -> None:
    await at.tell(VAN)
    await at.tell(MEDIC)
    model = Scripted()

    await at.tidy(model, passes=3)

    assert len([material for task, material in model.asked if task == "pairs"]) == 1


async def test_the_ids_of_the_store_are_not_shown(at: Bench) -> None:
    ids = [await at.tell(VAN), await at.tell(MEDIC)]
    model = Scripted()

    await at.tidy(model)

    shown = repr([m.data for _, m in model.asked])
    assert not [i for i in ids if i in shown or i.split(".")[0] in shown]
