"""What a pass found and did not do, for whatever reason, is done by a later one, and asked about no more than needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from simonides.storage.errors import AnswerUnusable, ModelUnavailable
from simonides.storage.journal import NAME, Entry
from simonides.storage.llm.task import Material
from simonides.tools.consolidate import passing
from simonides.tools.consolidate.passing import Consolidator
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, merged_as, slots, verdicts
from tests.llm.scripted import until

pytestmark = pytest.mark.anyio

ONE, TWO = "Ines keeps two grey cats.", "Ines has a pair of grey cats, Miso and Nori."
THREE = "The two grey cats of Ines are Miso and Nori."
BOTH = "Ines keeps two grey cats, Miso and Nori."
SAME = verdicts({(ONE, TWO): "same"})


@pytest.mark.parametrize("fault", [ModelUnavailable("gone"), AnswerUnusable("no JSON")], ids=["gone", "unusable"])
async def test_two_that_could_not_be_merged_are_merged_by_the_next_pass(at: Bench, fault: Exception) -> None:
    await at.tell(ONE)
    await at.tell(TWO)

    def fail(material: Material) -> Mapping[str, Any]:
        raise fault

    await at.tidy(Scripted(pairs=SAME, merging=fail))
    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    assert list((await at.current()).values()) == [BOTH]


async def test_after_three_answers_that_cannot_be_used_two_are_left_as_they_are(at: Bench) -> None:
    await at.tell(ONE)
    await at.tell(TWO)

    def fail(material: Material) -> Mapping[str, Any]:
        raise AnswerUnusable("no JSON")

    model = Scripted(pairs=SAME, merging=fail)
    await at.tidy(model, passes=6)

    assert [task for task, _ in model.asked].count("merging") == 3


async def test_what_was_found_the_same_as_one_that_was_merged_is_looked_at_beside_the_merged(at: Bench) -> None:
    for text in (ONE, TWO, THREE):
        await at.tell(text)
    same = verdicts(dict.fromkeys(((ONE, TWO), (TWO, THREE), (ONE, THREE)), "same"))

    def judge(material: Material) -> Mapping[str, Any]:
        shown = {p["id"]: {p["earlier"]["text"], p["later"]["text"]} for p in material.data["pairs"]}
        merged = [i for i, texts in shown.items() if any("\n" in t for t in texts)]
        return {
            "judgements": [
                *same(material)["judgements"],
                *({"id": i, "reason": "", "verdict": "same", "confidence": 0.9} for i in merged),
            ]
        }

    await at.tidy(Scripted(pairs=judge, merging=merged_as(BOTH)), passes=4)

    assert list((await at.current()).values()) == [BOTH]


async def test_a_merged_text_that_one_of_the_two_has_already_leaves_that_one_in_the_place_of_both(at: Bench) -> None:
    first, second = await at.tell(ONE), await at.tell("Ines keeps a pair of grey cats, two of them.")
    judge = verdicts({(ONE, (await at.row(second)).content): "same"})

    await at.tidy(Scripted(pairs=judge, merging=merged_as(ONE)))

    assert await at.current() == {first: ONE}
    assert (await at.row(first)).supersedes == (second,)


async def test_what_waits_for_another_pass_is_not_asked_about_again(at: Bench) -> None:
    places, people = ("Oslo", "Rome"), ("Ada", "Ben", "Cleo", "Dan", "Eva")
    homes = {f"{p} has a flat in {c}.": (p, "lives in", c, True) for p in people for c in places}
    for text in homes:
        await at.tell(text)
    model = Scripted(claims=slots(homes))

    reports = await at.tidy(model, passes=8)

    assert sum(len(d.closed) for r in reports for d in r.done) == len(people)
    assert [task for task, _ in model.asked].count("claims") == 1


async def test_a_line_that_a_crash_left_half_written_takes_no_other_with_it(at: Bench) -> None:
    path = Path(at.mind.store.folder) / NAME
    path.write_text('{"at": "2026-11-30", "unit": "look:a", "outc', encoding="utf-8")

    at.mind.journal.note(Entry("2026-11-30", "look:b", "nothing"))
    at.mind.journal.catch_up()

    assert at.mind.journal.done("look:b")
    assert [e.unit for e in at.mind.journal.entries()] == ["look:b"]


async def test_a_journal_that_cannot_be_written_changes_nothing_and_passes_go_on_once_it_can(
    at: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(passing, "_POLL_S", 0.01)
    path = Path(at.mind.store.folder) / NAME
    path.mkdir()
    id_ = await at.tell("Ada has a flat in Oslo.")
    model = Scripted(claims=slots({"Ada has a flat in Oslo.": ("Ada", "lives in", "Oslo", True)}))

    unwritten = await at.row(id_)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(Consolidator(at.mind, model).run, 0.0)
        await until(lambda: "a pass of the consolidator ended" in caplog.text)
        unwritten = await at.row(id_)
        path.rmdir()
        await until(lambda: "applied" in {e.outcome for e in at.mind.journal.entries()})
        tasks.cancel_scope.cancel()

    assert unwritten.claims == ()
    assert (await at.row(id_)).claims
