"""Whatever a model judges of whatever was told: undoing its passes restores all of it, and nothing stale is done."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from simonides.storage.llm.task import A, Material, Model, Task
from simonides.storage.memory import Memory
from simonides.tools.consolidate import sessions, turn
from simonides.tools.consolidate.passing import Consolidator, Report
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from tests.conftest import Hands
from tests.consolidate.chance import ALIKE, QUERIES, Dice, statements
from tests.consolidate.conftest import Bench
from tests.faults.machine import OneStore

_STACKS = {"undo", "closed_by", "pending"}
SEEDS = st.integers(0, 10**6)


def some(examples: int) -> Callable[[Any], Any]:
    """So many examples, the same every time."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],  # an example takes seconds: one that fails is not made smaller
        suppress_health_check=[HealthCheck.too_slow],
    )


@pytest.fixture(autouse=True)
def unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass does as much as it can, and few statements are a long session: how much it may do is tested elsewhere."""
    monkeypatch.setattr(turn, "_SHARE", 1.0)
    monkeypatch.setattr(sessions, "LONG", 3)


def on_a_bench(portal: BlockingPortal, work: Callable[[Bench], Coroutine[Any, Any, Any]]) -> Any:
    """Do something at a store that is made for it and goes with it."""
    folder, clock = Path(tempfile.mkdtemp()), Hands()
    store = OneStore(portal, folder / "home", clock, "process")

    async def at_it(mind: Mind) -> Any:
        return await work(Bench(mind, Caller("test", "test"), clock))

    try:
        return store.call(at_it)
    finally:
        store.close()
        shutil.rmtree(folder)


async def passed(at: Bench, model: Model) -> Report:
    """One pass, an hour later."""
    assert await at.mind.upkeep.caught_up(30)
    at.clock.advance(hours=1)
    report = await Consolidator(at.mind, model).once()
    assert not report.failed
    return report


async def rows_of(at: Bench) -> dict[str, dict[str, Any]]:
    """All rows, without what remembers how they came to be as they are."""
    rows = await at.mind.reader.every()
    return {m.id: {f.name: getattr(m, f.name) for f in fields(m) if f.name not in _STACKS} for m in rows}


async def answers_to(at: Bench, queries: Sequence[str]) -> list[dict[str, Any]]:
    """What is recalled for each question, by id. Without the score, and what hangs on it, the order and by which channel
    a row was found: how common a word is, is counted over all rows, those that are hidden included."""
    assert await at.mind.upkeep.caught_up(30)
    found = [(await at.recalled(q, limit=50)).memories for q in queries]
    return [{m.id: m.model_dump(exclude={"score", "why"}) for m in memories} for memories in found]


async def tell_all(at: Bench, told: list[dict[str, Any]]) -> None:
    """Tell statements in their order."""
    for one in told:
        await at.tell(**one)


def test_undoing_all_passes_the_last_first_restores_every_row_and_every_answer(portal: BlockingPortal) -> None:
    done: Counter[str] = Counter()

    @some(10)
    @given(st.lists(statements(), min_size=3, max_size=7), SEEDS, st.integers(1, 3))
    def holds(told: list[dict[str, Any]], seed: int, passes: int) -> None:
        async def example(at: Bench) -> None:
            await tell_all(at, [*told, *ALIKE])
            before, answers = await rows_of(at), await answers_to(at, QUERIES)

            reports = [await passed(at, Dice(seed + n)) for n in range(passes)]
            for report in reversed([r for r in reports if r.changed]):
                await at.undo(report.name)

            after = await rows_of(at)
            assert {i: row for i, row in after.items() if i in before} == before
            assert {row["status"] for i, row in after.items() if i not in before} <= {"hidden"}
            assert await answers_to(at, QUERIES) == answers
            done.update(f"{d.task} {d.verdict.split()[0]}" for r in reports for d in r.done if d.said == "applied")

        on_a_bench(portal, example)

    holds()
    assert {"pairs updates", "pairs contradicts", "merging merged", "claims claims"} <= done.keys(), done
    assert {"importance importance", "summary summary"} <= done.keys(), done


class Meddler:
    """A model during whose answers something happens to one of the memories it was shown."""

    name = "meddler"

    def __init__(self, at: Bench, seed: int) -> None:
        self._at, self._model, self._dice = at, Dice(seed), random.Random(seed)
        self.outdated: set[tuple[str, int]] = set()  # rows as they were before, by id and changes so far

    async def answer(self, task: Task[A], material: Material) -> A:
        """By chance; and one row that was shown is another when it comes."""
        answer = await self._model.answer(task, material)
        shown = repr(material.data)
        rows = [m for m in await self._at.mind.reader.where("status = 'current'") if m.content in shown]
        if rows:
            row = self._dice.choice(sorted(rows, key=lambda m: m.id))
            await self._meddle(row)
            if len((await self._at.row(row.id)).undo) > len(row.undo):
                self.outdated.add((row.id, len(row.undo)))
        return answer

    async def _meddle(self, row: Memory) -> None:
        how = self._dice.choice(["hide", "replace", "confirm", "confirm"])
        more = {"scope": row.scope, "session": row.session}
        if how == "hide":
            await forget(self._at.mind, self._at.caller, Forget(ids=[row.id]))
        elif how == "replace":
            text = f"Nobody knows about number {self._dice.randrange(10**6)}."
            await self._at.tell(text, replaces=[row.id], trust="user", **more)
        else:
            slots = {"subject": c.subject, "relation": c.relation, "object": c.object} if (c := _claim(row)) else {}
            await self._at.tell(row.content, trust="user", confidence=0.95, **more, **slots)


def _claim(row: Memory) -> Any:
    return row.claims[0] if row.claims else None


def test_what_changed_between_judgement_and_application_is_never_applied(portal: BlockingPortal) -> None:
    said: Counter[str] = Counter()

    @some(9)
    @given(st.lists(statements(), min_size=4, max_size=8), SEEDS)
    def holds(told: list[dict[str, Any]], seed: int) -> None:
        async def example(at: Bench) -> None:
            await tell_all(at, told)
            model = Meddler(at, seed)

            report = await passed(at, model)

            outdated = [d for d in report.done if {(m.id, len(m.undo)) for m in d.rows} & model.outdated]
            assert [d for d in outdated if d.said in ("applied", "would be")] == []
            said.update(d.said for d in report.done)

        on_a_bench(portal, example)

    holds()
    assert said["stale"] > 5
    assert said["applied"] > 5
