"""Consolidators as processes of their own: beside each other, beside writers, and killed in the middle of a pass."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from simonides.storage.llm.task import A, Material, Task
from simonides.tools.consolidate import turn
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, merged_as, verdicts
from tests.consolidate.jobs import faults, names, pair_of
from tests.faults.history import Told, doubled
from tests.faults.load import OPENED
from tests.faults.zygote import Child, Zygote, heard

SILENCE_S = 60.0
WRITERS, CONSOLIDATORS = 3, 2


class Writing:
    """A child that tells pairs about names of its own, one statement after the other."""

    def __init__(self, child: Child, start: int, count: int) -> None:
        self.child = child
        told = [text for n, name in enumerate(names(start, count)) for text in pair_of(name, n)]
        self._left = told[::2] + told[1::2]  # the second about somebody comes long after the first
        self._said = ""
        self.acknowledged: dict[str, str] = {}
        self.receipts: list[str] = []

    def go_on(self) -> bool:
        """Have the next statement told; False at the end."""
        if not self._left:
            return False
        self._said = self._left.pop(0)
        self.child.channel.tell(number=0, verb="remember", content=self._said)
        return True

    def hear(self, answer: Told) -> None:
        """Take an acknowledgement."""
        assert not {"refused", "failed", "ended"} & answer.keys(), answer
        self.acknowledged[answer["id"]] = self._said
        self.receipts.append(answer["receipt"])


def busy(zygote: Zygote, home: Path) -> Child:
    """A child that tells and recalls as it is told."""
    child = zygote.start("tests.consolidate.jobs:busy", home=str(home))
    assert child.expect() == OPENED
    return child


def job(zygote: Zygote, name: str, home: Path) -> Child:
    """A child with one of the jobs, its store open."""
    child = zygote.start(f"tests.consolidate.jobs:{name}", home=str(home))
    assert child.expect() == {"opened": True}
    return child


def told_together(writings: list[Writing], reader: Child, others: list[Child]) -> tuple[int, int]:
    """Have all tell what they have, while one reads what was just acknowledged; how often it was asked, and how many
    passes the others made meanwhile."""
    writers = {w.child.pid: w for w in writings if w.go_on()}
    asked = waiting = passes = 0
    going = len(writers)
    while going or waiting:
        found = heard([*(w.child for w in writings), reader, *others], SILENCE_S)
        assert found is not None, f"nobody said anything for {SILENCE_S:g} s"
        child, answer = found
        if child in others:
            assert answer.get("early") == "", answer
            passes += 1
        elif child is reader:
            assert answer["ids"], answer
            waiting -= 1
        else:
            writers[child.pid].hear(answer)
            going -= not writers[child.pid].go_on()
            if not waiting:
                text = list(writers[child.pid].acknowledged.values())[-1]
                reader.channel.tell(number=0, verb="recall", query=text)
                asked, waiting = asked + 1, waiting + 1
    return asked, passes


def at_once(zygote: Zygote, home: Path, each: int) -> None:
    busy(zygote, home).end()  # the store is made by one
    writings = [Writing(busy(zygote, home), n * each, each) for n in range(WRITERS)]
    reader = busy(zygote, home)
    tidying = [job(zygote, "consolidating", home) for _ in range(CONSOLIDATORS)]

    asked, passes = told_together(writings, reader, tidying)
    for child in tidying:
        child.channel.tell(enough=True)
    for child in tidying:
        while "rows" not in (said := child.expect(SILENCE_S)):
            assert said["early"] == ""
    rows = reader.ask(number=0, verb="rows")["rows"]

    for child in (*tidying, reader, *(w.child for w in writings)):
        child.end()
    acknowledged = {i: t for w in writings for i, t in w.acknowledged.items()}
    assert faults(rows, acknowledged) == []
    assert doubled(rows) == []
    assert len(acknowledged) == 2 * each * WRITERS
    assert asked > each
    assert passes > CONSOLIDATORS


def test_two_consolidators_three_writers_and_a_reader_lose_nothing_and_merge_nothing_twice(
    zygote: Zygote, tmp_path: Path
) -> None:
    at_once(zygote, tmp_path / "home", each=6)


@pytest.mark.heavy
@pytest.mark.timeout(1800)
def test_two_consolidators_three_writers_and_a_reader_for_a_long_time(zygote: Zygote, tmp_path: Path) -> None:
    at_once(zygote, tmp_path / "home", each=60)


def killed(zygote: Zygote, home: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kill a pass, see that journal and store agree and that the work is finished by another, again and again: how many
    passes died, and how many changes were intended and not known to be made when they did."""
    dice = random.Random(seed)
    acknowledged: dict[str, str] = {}
    receipts: set[str] = set()
    died = intended = 0
    for number in range(kills):
        writing = Writing(busy(zygote, home), number * 2, 2)
        while writing.go_on():
            writing.hear(writing.child.expect(SILENCE_S))
        writing.child.end()
        acknowledged |= writing.acknowledged
        receipts |= set(writing.receipts)
        died += _killed_in_a_pass(job(zygote, "stepping", home), dice)
        after = job(zygote, "after_a_crash", home)
        said = after.expect(SILENCE_S)
        assert said["left"] == 0
        assert said["alarms"] == []
        assert set(said["stored"]) - receipts == set(said["applied"])
        intended += said["intended"]
        rows = after.expect(SILENCE_S)["rows"]
        after.end()
        assert faults(rows, acknowledged) == []
        assert doubled(rows) == []
    return died, intended


def _killed_in_a_pass(child: Child, dice: random.Random) -> bool:
    """Kill it soon after one of its steps; whether that was before the end."""
    steps = dice.randint(1, 8)
    while not child.channel.ended and steps:
        if (child.channel.hear(SILENCE_S) or {}).get("through"):
            break
        steps -= 1
    child.channel.hear(dice.uniform(0.0, 0.03))  # a change takes some ten milliseconds
    child.kill()
    child.wait()
    return not steps


def test_after_a_kill_in_a_pass_journal_and_store_agree_and_another_finishes_the_work(
    zygote: Zygote, tmp_path: Path
) -> None:
    died, _ = killed(zygote, tmp_path / "home", kills=8, seed=1)

    assert died > 4


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_after_a_hundred_kills_journal_and_store_agree_and_the_work_is_finished(zygote: Zygote, tmp_path: Path) -> None:
    died, intended = killed(zygote, tmp_path / "home", kills=100, seed=2)

    assert died > 50
    assert intended > 5  # killed between the journal and the store, or between the store and the journal


ONE, TWO = "Ines keeps two grey cats.", "Ines has a pair of grey cats, Miso and Nori."
BOTH = "Ines keeps two grey cats, Miso and Nori."


class Confirmed:
    """A model during whose answer the user says one of the two statements to be merged once more."""

    name = "confirmed"

    def __init__(self, at: Bench) -> None:
        self._at = at
        self._model = Scripted(pairs=verdicts({(ONE, TWO): "same"}), merging=merged_as(BOTH))

    async def answer(self, task: Task[A], material: Material) -> A:
        """As the table says."""
        answer = await self._model.answer(task, material)
        if task.name == "merging":
            await self._at.tell(ONE, trust="user", confidence=1.0)
        return answer


@pytest.mark.anyio
@pytest.mark.parametrize("guarded", [True, False])
async def test_it_is_the_second_look_under_the_lock_that_keeps_a_stale_judgement_from_being_applied(
    at: Bench, monkeypatch: pytest.MonkeyPatch, guarded: bool
) -> None:
    ids = [await at.tell(ONE), await at.tell(TWO)]
    if not guarded:
        monkeypatch.setattr(turn, "unchanged", lambda there, judged: True)  # pyright: ignore[reportUnknownLambdaType,reportUnknownArgumentType]

    model: Any = Confirmed(at)
    (report,) = await at.tidy(model)

    rows = [await at.row(i) for i in ids]
    assert ("stale" in {d.said for d in report.done}) == guarded
    assert [m.status for m in rows] == (["current"] * 2 if guarded else ["superseded"] * 2)
    # Else a merged statement of less trust would take the place of the user's own word.
    assert {m.trust for m in await at.mind.reader.where("status = 'current'")} == (
        {"user", "assistant"} if guarded else {"assistant"}
    )
