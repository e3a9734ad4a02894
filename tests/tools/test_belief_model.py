"""Belief against the rules written down by themselves: whatever is told in whatever order, both hold the same."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Literal

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

from simonides.storage.errors import SimonidesError
from simonides.storage.memory import Memory
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Answer, Forgotten, Recalled, Remembered
from tests.conftest import Hands
from tests.faults.machine import OneStore, run
from tests.tools.beliefs import Beliefs, Refused, Told
from tests.tools.believed import Row

# Two slots that hold one value at a time: by what the relation is, and by word of the caller.
SLOTS: dict[str, dict[str, Any]] = {
    "Mira": {"relation": "lives in"},
    "Joan": {"relation": "sleeps at", "exclusive": True},
}
WORDS = {"plain": "{0} {1} {2}.", "other": "{2} is where {0} {1}."}
VALUES = ("Berlin", "Lisbon", "Oslo", "Rome")
DAYS = ("2019-05-01", "2021-05-01", "2023-05-01", "2025-05-01")
BETWEEN = ("2020-01-01", "2022-01-01", "2024-01-01", "2026-01-01")
READER = Caller("reader", "reader")  # what one caller was shown is no echo from another
NUMBERS = st.integers(0, 10**6)
STEPS_OPEN = 5  # opening takes as long as some other steps


def content_of(subject: str, value: str, words: str) -> str:
    return WORDS[words].format(subject, SLOTS[subject]["relation"], value)


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Desk(OneStore):
    """A store with its tools and its rows at hand."""

    def told(self, tool: Callable[..., Coroutine[Any, Any, Answer]], caller: Caller, args: Any) -> Any:
        """The result of a tool."""
        return self._portal.call(tool, self.mind, caller, args).data

    def rows(self) -> list[Memory]:
        """Every row there is."""
        return self._portal.call(self.mind.reader.where, "id <> ''")


class Believing(RuleBasedStateMachine):
    """Statements about two slots, told, corrected, hidden and taken back."""

    portal: ClassVar[BlockingPortal]

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="simonides-belief-"))
        self.clock = Hands()
        self.beliefs = Beliefs()
        self.ids: list[str] = []
        self.receipts: list[str] = []
        self.steps = 0
        self.changed = False  # since the last recall

    @initialize()
    def open(self) -> None:
        self.desk, self.steps = Desk(self.portal, self.home, self.clock, "process"), 0

    @rule(
        subject=st.sampled_from(list(SLOTS)),
        value=st.sampled_from(VALUES),
        words=st.sampled_from(("plain", "plain", "other")),
        sure=st.sampled_from((0.9, 0.6, 0.45, 0.2)),
        trust=st.sampled_from(("assistant", "user", "external")),
        when=st.sampled_from(("", *DAYS)),
        scope=st.sampled_from(("global", "global", "work")),
        replaces=st.lists(NUMBERS, max_size=2),
        correction=st.sampled_from((False, False, False, True)),
    )
    def remember(
        self,
        subject: str,
        value: str,
        words: str,
        sure: float,
        trust: Literal["user", "assistant", "external"],
        when: str,
        scope: str,
        replaces: Sequence[int],
        correction: bool,
    ) -> None:
        self.clock.advance(days=1)
        new = Row(subject, value, words, scope, trust, sure, day(when) if when else None, self.clock.now)
        named = [n % (len(self.ids) + 1) if n % 7 == 0 else n % len(self.ids) for n in replaces if self.ids]
        ids = [*self.ids, "0123456789ab.1"]
        args = Remember(
            content=content_of(subject, value, words),
            subject=subject,
            object=value,
            confidence=sure,
            when=when,
            scope=scope,
            source="page" if trust == "external" else "",
            replaces=[ids[n] for n in named],
            correction=correction,
            **SLOTS[subject],
        )
        caller = Caller("teller", "teller", "user" if trust == "user" else "assistant")
        there = len(self.beliefs.rows)
        said = self._agreed(
            lambda: self.beliefs.remember(new, named, correction=correction),
            lambda: self.desk.told(remember, caller, args),
        )
        if said is None:
            return
        expected, told = said
        assert isinstance(told, Remembered)
        if expected.row == there:
            assert told.id not in self.ids
            self.ids.append(told.id)
        assert told.id == self.ids[expected.row]

    @precondition(lambda self: self.ids)
    @rule(number=NUMBERS)
    def hide(self, number: int) -> None:
        number %= len(self.ids)
        self.clock.advance(days=1)
        self._agreed(
            lambda: self.beliefs.hide(number, self.clock.now),
            lambda: self.desk.told(forget, READER, Forget(ids=[self.ids[number]])),
        )

    @precondition(lambda self: self.receipts)
    @rule(back=NUMBERS)
    def undo(self, back: int) -> None:
        number = len(self.receipts) - 1 - back % min(4, len(self.receipts))
        self.clock.advance(days=1)
        self._agreed(
            lambda: self.beliefs.undo(number, self.clock.now),
            lambda: self.desk.told(forget, READER, Forget(undo=self.receipts[number])),
        )

    @precondition(lambda self: self.steps > STEPS_OPEN)
    @rule()
    def restart(self) -> None:
        self.desk.close()
        self.open()

    @precondition(lambda self: self.changed)
    @rule(subject=st.sampled_from(list(SLOTS)), scope=st.sampled_from(("global", "work")), at=st.sampled_from(BETWEEN))
    def recall(self, subject: str, scope: str, at: str) -> None:
        self.changed = False
        scopes = ("global", scope)
        slot: dict[str, Any] = {"subject": subject, "relation": SLOTS[subject]["relation"], "scope": scope}

        now = self.desk.told(recall, READER, Recall(**slot, limit=50, max_tokens=8000))
        then = self.desk.told(recall, READER, Recall(**slot, as_of=at, limit=50, max_tokens=8000))

        assert isinstance(now, Recalled)
        assert isinstance(then, Recalled)
        assert [m.id for m in now.memories] == [
            self.ids[n] for n in self.beliefs.first(subject, scopes, self.clock.now)
        ]
        assert {m.id for m in then.memories} == {self.ids[n] for n in self.beliefs.held(subject, scopes, day(at))}

    @invariant()
    def every_row_is_as_the_rules_say(self) -> None:
        if not hasattr(self, "desk"):
            return
        self.steps += 1
        rows = {m.id: m for m in self.desk.rows()}
        current = {i for i, m in rows.items() if m.status == "current"}
        found = {i: (m.status, m.scope, m.trust, m.confidence, set(m.contests) & current) for i, m in rows.items()}
        expected = {
            self.ids[r.number]: (
                r.status,
                r.scope,
                r.trust,
                r.sure,
                {self.ids[n] for n in r.contests} & current,
            )
            for r in self.beliefs.rows
        }
        assert found == expected

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.desk.close()
        shutil.rmtree(self.home)

    def _agreed(self, model: Callable[[], Told], call: Callable[[], Any]) -> tuple[Told, Any] | None:
        """What both said to a step; None when both refused it."""
        expected, refusal = _refused(model)
        if expected is None:
            with pytest.raises(SimonidesError) as caught:
                call()
            assert type(caught.value).__name__ == refusal
            return None
        told = call()
        assert isinstance(told, Remembered | Forgotten)
        assert told.outcome == expected.outcome
        assert bool(told.receipt) == (expected.change is not None)
        self.receipts += [told.receipt] if told.receipt else []
        self.changed = True
        return expected, told


def _refused(model: Callable[[], Told]) -> tuple[Told | None, str]:
    """What the model says, or the name of the error it refuses with."""
    try:
        return model(), ""
    except Refused as refused:
        return None, str(refused)


@pytest.mark.timeout(600)  # when it fails: finding the shortest history takes minutes
def test_any_history_is_believed_as_the_rules_say(portal: BlockingPortal) -> None:
    run(Believing, portal, examples=30, steps=15)


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_many_histories_are_believed_as_the_rules_say(portal: BlockingPortal) -> None:
    run(Believing, portal, examples=1000, steps=15)
