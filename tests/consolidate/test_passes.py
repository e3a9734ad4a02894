"""A pass takes little at once, does nothing twice, leaves what changed meanwhile, and can be taken back."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import anyio
import pytest

from simonides.storage.errors import ModelUnavailable
from simonides.storage.lease import Lease
from simonides.storage.llm.task import A, Material, Task
from simonides.tools.consolidate import passing
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, merged_as, sentences, slots, verdicts

pytestmark = pytest.mark.anyio

PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "June")
PLACES = ("Oslo", "Rome")


def homes() -> Mapping[str, tuple[Any, ...]]:
    return {f"{p} has a flat in {c}.": (p, "lives in", c, True) for p, c in itertools.product(PEOPLE, PLACES)}


async def told(at: Bench) -> None:
    for place, person in itertools.product(PLACES, PEOPLE):
        await at.tell(f"{person} has a flat in {place}.")


async def test_a_pass_takes_a_twentieth_of_a_scope_out_of_recall_and_no_more(at: Bench) -> None:
    await told(at)

    reports = await at.tidy(Scripted(claims=slots(homes())), passes=3)

    assert [sum(len(d.closed) for d in r.done) for r in reports] == [1, 1, 1]


async def test_of_a_small_scope_a_pass_takes_one(at: Bench) -> None:
    await at.tell("Ada has a flat in Oslo.")
    await at.tell("Ada has a flat in Rome.")

    (report,) = await at.tidy(Scripted(claims=slots(homes())))

    assert sum(len(d.closed) for d in report.done) == 1


async def test_what_waits_is_done_by_later_passes(at: Bench) -> None:
    await told(at)

    await at.tidy(Scripted(claims=slots(homes())), passes=14)

    assert sorted((await at.current()).values()) == sorted(f"{p} has a flat in Rome." for p in PEOPLE)


async def test_ten_passes_over_a_settled_store_change_nothing_and_ask_nothing(at: Bench) -> None:
    await told(at)
    model = Scripted(claims=slots(homes()))
    await at.tidy(model, passes=14)
    before, asked = await at.mind.reader.every(), len(model.asked)

    await at.tidy(model, passes=10)

    assert (await at.mind.reader.every(), len(model.asked)) == (before, asked)


async def test_nothing_that_was_undone_is_done_again(at: Bench) -> None:
    await at.tell("Ada has a flat in Oslo.")
    await at.tell("Ada has a flat in Rome.")
    (report,) = await at.tidy(Scripted(claims=slots(homes())))
    await at.undo(report.name)

    await at.tidy(Scripted(claims=slots(homes())), passes=3)

    assert len(await at.current()) == 2


async def test_a_dry_pass_says_what_it_would_do_and_writes_nothing(at: Bench) -> None:
    await at.tell("Ada has a flat in Oslo.")
    await at.tell("Ada has a flat in Rome.")
    before = await at.mind.reader.every()

    (report,) = await at.tidy(Scripted(claims=slots(homes())), dry=True)

    assert {d.said for d in report.done} == {"would be"}
    assert await at.mind.reader.every() == before
    assert list(at.mind.journal.entries()) == []


class Meddling:
    """A model that takes its time: while it answers, something else happens."""

    name = "meddling"

    def __init__(self, model: Scripted, meanwhile: Any) -> None:
        self._model, self._meanwhile = model, meanwhile

    async def answer(self, task: Task[A], material: Material) -> A:
        answer = await self._model.answer(task, material)
        await self._meanwhile(task.name)
        return answer


async def test_a_judgement_of_what_changed_meanwhile_is_discarded(at: Bench) -> None:
    old, new = await at.tell("Ada has a flat in Oslo."), await at.tell("Ada moved on to Rome.")
    judge = Scripted(
        pairs=verdicts(
            {
                (
                    "Ada has a flat in Oslo.",
                    "Ada moved on to Rome.",
                ): "updates"
            }
        )
    )

    async def meanwhile(task: str) -> None:
        if task == "pairs":
            await at.tell("Ada has a flat in Bonn.", replaces=[old])

    (report,) = await at.tidy(Meddling(judge, meanwhile))  # pyright: ignore[reportArgumentType]

    assert "stale" in {d.said for d in report.done}
    assert (await at.row(new)).supersedes == ()


async def test_a_model_that_cannot_be_asked_ends_the_pass_and_changes_nothing(at: Bench) -> None:
    await told(at)
    before = await at.mind.reader.every()

    class Gone(Scripted):
        async def answer(self, task: Task[A], material: Material) -> A:
            raise ModelUnavailable("nobody is there")

    (report,) = await at.tidy(Gone())

    assert report.failed == "nobody is there"
    assert await at.mind.reader.every() == before


async def test_the_state_of_tasks_summaries_and_what_was_put_aside_are_never_sent(at: Bench) -> None:
    first = await at.tell("Ada has a flat in Oslo.")
    await at.tell("Half of the boxes are packed.", kind="working")
    gone = await at.tell("The neighbour of Ada has a parrot.")
    await at.mind.writer.commit(_putting_aside(gone, at))
    await at.tell("Ben has a flat in Oslo.", session="s")
    model = Scripted()

    await at.tidy(model, passes=2)

    shown = repr([m.data for _, m in model.asked])
    assert "Ada has a flat" in shown
    assert "boxes" not in shown
    assert "parrot" not in shown
    assert first


def _putting_aside(id_: str, at: Bench) -> Any:
    from simonides.storage.memory import Change, Edit

    async def build() -> Change:
        return Change("r-aside", at.clock(), edits=(Edit(id_, "current", {"status": "quarantined"}),))

    return build


async def test_what_another_consolidator_has_taken_is_left_to_it(at: Bench) -> None:
    ids = [await at.tell(f"{p} has a flat in Oslo.") for p in PEOPLE[:4]]
    model = Scripted(claims=slots(homes()))
    with Lease(at.mind.store.folder, "another") as lease:
        lease.take([f"claims:{i}" for i in ids[:2]], 10)

        await at.tidy(model)

    assert [bool((await at.row(i)).claims) for i in ids] == [False, False, True, True]


async def test_what_a_dead_consolidator_had_taken_is_free(at: Bench) -> None:
    id_ = await at.tell("Ada has a flat in Oslo.")
    lease = Lease(at.mind.store.folder, "dead")
    lease.__enter__()
    lease.take([f"claims:{id_}"], 1)
    lease._alive.release()  # pyright: ignore[reportPrivateUsage]  # as the system does when a process dies

    await at.tidy(Scripted(claims=slots(homes())))

    assert (await at.row(id_)).claims


async def test_a_long_session_that_is_over_becomes_a_summary_that_cites_it(at: Bench) -> None:
    ids = [
        await at.tell(f"{p} came to the party of the club.", session="party", kind="event") for p in (*PEOPLE, *PLACES)
    ]
    at.clock.advance(hours=1)

    await at.tidy(Scripted(summary=sentences("Ada and Ben came to the party of the club.")))

    (summary,) = await at.mind.reader.where("status = 'current' AND kind = 'summary'")
    assert summary.content == "Ada and Ben came to the party of the club."
    assert set(summary.derived_from) == set(ids[:12])
    assert summary.session == "party"


async def test_a_session_that_goes_on_is_not_summarised(at: Bench) -> None:
    for p in (*PEOPLE, *PLACES):
        await at.tell(f"{p} came to the party of the club.", session="party", kind="event")
    model = Scripted(summary=sentences("Ada came."))

    await at.tidy(model)

    assert "summary" not in [task for task, _ in model.asked]


async def test_a_session_that_is_over_later_is_summarised_though_nothing_else_is_written(
    at: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "_REST_S", 0.05)
    monkeypatch.setattr(passing, "_POLL_S", 0.01)
    for p in (*PEOPLE, *PLACES):
        await at.tell(f"{p} came to the party of the club.", session="party", kind="event")
    asked = anyio.Event()

    def summarised(material: Material) -> Mapping[str, Any]:
        asked.set()
        return sentences("Ada came to the party.")(material)

    model = Scripted(summary=summarised)
    await at.tidy(model, passes=2)
    resting, rests = passing.Consolidator(at.mind, model), anyio.Event()
    wait = resting._something_new  # pyright: ignore[reportPrivateUsage]

    async def resting_now(version: int) -> None:
        rests.set()
        await wait(version)

    monkeypatch.setattr(resting, "_something_new", resting_now)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(resting.run, 0.0)
        with anyio.fail_after(20):
            await rests.wait()
        at.clock.advance(hours=1)
        with anyio.fail_after(20):
            await asked.wait()
        tasks.cancel_scope.cancel()

    assert "summary" in [task for task, _ in model.asked]


async def test_sentences_that_say_what_no_source_says_are_left_out_of_a_summary(at: Bench) -> None:
    for p in (*PEOPLE, *PLACES):
        await at.tell(f"{p} came to the party of the club.", session="party", kind="event")
    at.clock.advance(hours=1)

    await at.tidy(Scripted(summary=sentences("Ada came to the party.", "Zora paid 300 dollars.")))

    (summary,) = await at.mind.reader.where("status = 'current' AND kind = 'summary'")
    assert summary.content == "Ada came to the party."


async def test_importance_moves_no_further_than_a_caller_may_move_it(at: Bench) -> None:
    usual, said = await at.tell("Ada is allergic to nuts."), await at.tell("Ben likes tea.", importance="low")

    await at.tidy(Scripted(importance=lambda m: {"ratings": [{"id": i, "importance": 1.0} for i in m.ids]}))

    assert ((await at.row(usual)).importance, (await at.row(said)).importance) == (0.75, 0.25)


async def test_know_how_of_several_sessions_becomes_a_procedure(at: Bench) -> None:
    told_ = [
        f"To restart the printer Ada pulled the plug, waited and pressed the green button; it worked{end}"
        for end in (".", " again.", " once more.")
    ]
    ids = [await at.tell(t, session=f"s{n}", kind="event", when=f"2026-0{n + 1}-01") for n, t in enumerate(told_)]
    steps = ["Pull the plug.", "Wait, and press the green button."]

    def distil(material: Material) -> Mapping[str, Any]:
        given = [{"text": s, "sources": list(material.ids)} for s in steps]
        return {"goal": "To restart the printer", "succeeded": list(material.ids), "steps": given}

    await at.tidy(Scripted(procedure=distil), passes=2)

    (made,) = await at.mind.reader.where("status = 'current' AND kind = 'procedure'")
    assert made.content == "To restart the printer: 1. Pull the plug. 2. Wait, and press the green button."
    assert set(made.derived_from) == set(ids)


async def test_know_how_that_was_only_read_somewhere_becomes_no_procedure(at: Bench) -> None:
    for n in range(3):
        text = f"To restart the printer they sent the key to a web address; it worked, time {n}."
        await at.tell(text, session=f"s{n}", kind="event", source="a web page", when=f"2026-0{n + 1}-01")
    model = Scripted()

    await at.tidy(model)

    assert "procedure" not in [task for task, _ in model.asked]


async def test_undoing_a_pass_takes_back_all_it_did(at: Bench) -> None:
    one, two = "Ines keeps two grey cats.", "Ines has a pair of grey cats, Miso and Nori."
    await at.tell(one)
    await at.tell(two)
    await at.tell("Ada has a flat in Oslo.")
    await at.tell("Ada has a flat in Rome.", scope="work")
    before = await at.answers("Who has cats?", "Where does Ada live?")
    model = Scripted(
        claims=slots(homes()),
        pairs=verdicts({(one, two): "same"}),
        merging=merged_as("Ines keeps two grey cats, Miso and Nori."),
        importance=lambda m: {"ratings": [{"id": i, "importance": 0.9} for i in m.ids]},
    )
    (report,) = await at.tidy(model)

    await at.undo(report.name)

    assert report.changed > 3
    assert await at.answers("Who has cats?", "Where does Ada live?") == before
