"""The store against a plain dict: whatever is done to it, in whatever order, it holds what the rules say."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ClassVar

import pytest
from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from simonides.storage.errors import Changed, InvalidArgument, SimonidesError
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Answer, Forgotten, Recalled, Remembered
from tests.conftest import Hands
from tests.faults.expected import Plan, Rows
from tests.faults.load import CALLER, as_told
from tests.faults.machine import OneStore, run

# Few statements, so that they meet again: repeated, replaced by one another, coming back beside their like.
CONTENTS = (
    "The urn stands by the bed.",
    "Oscar repairs clocks.",
    "Trains to Bergen are slow.",
    "Quinces keep all winter.",
    "Greta sings alto.",
    "Slate is quarried near Voss.",
)  # none is like another, so that none contests another
SCOPES = ("", "red", "blue")
STEPS_OPEN = 7  # opening takes as long as a dozen other steps
NUMBERS = st.integers(0, 10**6)


class CopiedStore(OneStore):
    """A store whose folder can be copied while it is open."""

    def copied(self, target: Path) -> None:
        """Its folder as it is on the disk now, without closing anything: what a killed process leaves."""

        async def copy(mind: Mind) -> None:
            async with mind.store.lock:  # a copy takes a while: nothing may be written into the middle of it
                shutil.copytree(self.home, target)

        self.call(copy)


class Remembering(RuleBasedStateMachine):
    """Every change the tools can make to a store, and what becomes of it."""

    portal: ClassVar[BlockingPortal]

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="simonides-model-"))
        self.steps = self.opened_at = 0
        self.changed = False  # since the last recall
        self.clock = Hands()
        self.rows = Rows()
        self.receipts: list[str] = []
        self.lists: list[tuple[str, dict[str, int]]] = []

    @initialize()
    def open(self) -> None:
        self._open(self.folder / "home")

    @rule(content=st.sampled_from(CONTENTS), scope=st.sampled_from(SCOPES))
    def remember(self, content: str, scope: str) -> None:
        self._remember(content, scope, [])

    @precondition(lambda self: self.rows.by_id)
    @rule(content=st.sampled_from(CONTENTS), numbers=st.lists(NUMBERS, min_size=1, max_size=2), bare=st.booleans())
    def replace(self, content: str, numbers: list[int], bare: bool) -> None:
        picked = [self._row(n) for n in numbers]
        self._remember(content, "", [r.rpartition(".")[0] if bare else r for r in picked])

    @precondition(lambda self: self.rows.by_id)
    @rule(numbers=st.lists(NUMBERS, min_size=1, max_size=3))
    def hide(self, numbers: list[int]) -> None:
        ids = list(dict.fromkeys(self._row(n) for n in numbers))
        self._forget(self.rows.hiding(ids), Forget(ids=ids))

    @precondition(lambda self: self.receipts)
    @rule(back=st.integers(0, 4))
    def undo(self, back: int) -> None:
        receipt = self.receipts[-1 - back % len(self.receipts)]
        self._forget(self.rows.undoing(receipt), Forget(undo=receipt))

    @precondition(lambda self: self.receipts)
    @rule(number=NUMBERS)
    def undo_what_may_be_long_past(self, number: int) -> None:
        receipt = self.receipts[number % len(self.receipts)]
        self._forget(self.rows.undoing(receipt), Forget(undo=receipt))

    @precondition(lambda self: self.rows.by_id)
    @rule(number=NUMBERS)
    def list_for_erasure(self, number: int) -> None:
        id_ = self._row(number)
        told = self._told(forget, Forget(ids=[id_], mode="erase"))
        assert isinstance(told, Forgotten)
        assert {r.id for r in told.affected} == self.rows.erasing([id_]).erases
        self.lists.append((told.confirm, self._seen(told.affected[0].id)))

    @precondition(lambda self: self.lists)
    @rule(back=st.integers(0, 1))
    def confirm(self, back: int) -> None:
        token, seen = self.lists[-1 - back % len(self.lists)]
        still = [i for i in seen if i in self.rows.by_id]
        plan = self.rows.erasing(still)
        if not seen:
            plan = Plan("", InvalidArgument)  # a list is confirmed once, whatever came of it
        elif {i: len(self.rows.by_id[i].stack) for i in plan.erases} != seen:
            plan = Plan("", Changed)
        self.lists[-1 - back % len(self.lists)] = (token, {})
        self._forget(plan, Forget(confirm=token))

    @precondition(lambda self: self.steps - self.opened_at > STEPS_OPEN)
    @rule()
    def reopen(self) -> None:
        self.store.close()
        self._open(self.store.home)

    @precondition(lambda self: self.steps - self.opened_at > STEPS_OPEN)
    @rule()
    def crash(self) -> None:
        left, home = self.store, self.folder / str(self.steps)
        left.copied(home)
        self._open(home)
        left.close()
        shutil.rmtree(left.home)

    @invariant()
    def every_row_is_as_the_rules_say(self) -> None:
        async def every(mind: Mind) -> list[dict[str, Any]]:
            return [as_told(m) for m in await mind.reader.where("id <> ''")]

        self.steps += 1
        rows = self.store.call(every)

        assert len({r["id"] for r in rows}) == len(rows)
        assert {r["id"]: {k: v for k, v in r.items() if k != "digest"} for r in rows} == {
            i: r.told() for i, r in self.rows.by_id.items()
        }
        current = [r for r in rows if r["status"] == "current"]
        assert len({r["digest"] for r in current}) == len(current)
        assert len({r["id"].rpartition(".")[0] for r in current}) == len(current)

    @precondition(lambda self: self.changed)
    @rule(content=st.sampled_from(CONTENTS), scope=st.sampled_from(SCOPES))
    def recall_finds_what_is_current_here_and_nothing_else(self, content: str, scope: str) -> None:
        self.changed = False
        told = self._told(recall, Recall(query=content, scope=scope, limit=50, max_tokens=8000))

        assert isinstance(told, Recalled)
        visible = {r.id: r.content for r in self.rows.current({scope or "global", "global"})}
        assert {m.id: m.content for m in told.memories} == visible
        if content in visible.values():
            assert told.memories[0].content == content

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
        shutil.rmtree(self.folder)

    def _open(self, home: Path) -> None:
        self.store, self.opened_at = CopiedStore(self.portal, home, self.clock), self.steps
        assert self.store.mind.store.alarms.told() == []

    def _row(self, number: int) -> str:
        return list(self.rows.by_id)[number % len(self.rows.by_id)]

    def _seen(self, id_: str) -> dict[str, int]:
        return {i: len(self.rows.by_id[i].stack) for i in self.rows.erasing([id_]).erases}

    def _remember(self, content: str, scope: str, replaces: list[str]) -> None:
        plan = self.rows.remembering(content, scope, replaces)
        told = self._told(remember, Remember(content=content, scope=scope, replaces=replaces), plan.refusal)
        if told is None:
            return
        assert isinstance(told, Remembered)
        assert told.outcome == plan.outcome
        expected = plan.there or (plan.opens.id if plan.opens else "")
        assert told.id == expected if expected else told.id not in self.rows.by_id
        self._apply(plan, told.receipt, told.id)

    def _forget(self, plan: Plan, args: Forget) -> None:
        told = self._told(forget, args, plan.refusal)
        if told is None:
            return
        assert isinstance(told, Forgotten)
        assert told.outcome == plan.outcome
        assert {r.id for r in told.affected} == plan.touches
        self._apply(plan, told.receipt)

    def _apply(self, plan: Plan, receipt: str, new_id: str = "") -> None:
        assert bool(receipt) == bool(plan.edits or plan.opens)
        self.changed = True
        self.rows.apply(plan, receipt, new_id)
        self.receipts += [receipt] if receipt else []

    def _told(
        self, tool: Callable[..., Coroutine[Any, Any, Answer]], args: Any, refusal: type[SimonidesError] | None = None
    ) -> Any:
        """What a tool answered; None when it refused, as it must."""

        async def call(mind: Mind) -> Answer:
            return await tool(mind, CALLER, args)

        if refusal is None:
            return self.store.call(call).data
        with pytest.raises(refusal):
            self.store.call(call)
        return None


@pytest.mark.timeout(600)  # when it fails: finding the shortest series takes minutes
def test_any_series_of_changes_leaves_what_the_rules_say(portal: BlockingPortal) -> None:
    run(Remembering, portal, examples=20, steps=50)


@pytest.mark.heavy
@pytest.mark.timeout(1800)
def test_many_series_of_changes_leave_what_the_rules_say(portal: BlockingPortal) -> None:
    run(Remembering, portal, examples=500, steps=50)
