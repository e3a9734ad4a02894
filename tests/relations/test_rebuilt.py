"""The relation store kept as the table goes on is the one read anew from it, whatever happened in between."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from simonides.storage.errors import SimonidesError
from simonides.storage.memory import Memory
from simonides.storage.relation.claims import Claims
from simonides.storage.relation.relations import Relations
from simonides.storage.table.filters import Filter
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from tests.conftest import Hands
from tests.faults.machine import OneStore, run

pytestmark = pytest.mark.anyio
NAMES = ("Ann", "Bob", "Cem", "Dora")
RELATIONS = ("likes", "manages", "is managed by", "was taught by", "lives in")
CALLER = Caller("teller", "teller")
NUMBERS = st.integers(0, 10**6)
PROBES = (("Ann", "likes", ""), ("", "enjoys", "Bob"), ("Anne", "leads", ""), ("Bobb", "", ""))
HAVING = ([("likes", "Bob"), ("manages", "Cem")], [("enjoys", "Dora")])


def told(claims: Claims) -> set[tuple[str, str, str, str]]:
    """The claims in words, with their rows."""
    words = claims.words
    ids = claims.ids_of(claims.row * 0 + range(len(claims))) if len(claims) else []
    parts = zip(ids, claims.subject.tolist(), claims.relation.tolist(), claims.object.tolist(), strict=True)
    return {(i, words.entities.names[s], words.relations.names[r], words.entities.names[o]) for i, s, r, o in parts}


async def answers(relations: Relations, now: Any) -> list[Any]:
    """What it answers to some probes."""
    wanted = Filter(now)
    found: list[Any] = [(await relations.fitting(s, r, o, wanted, 50))[0] for s, r, o in PROBES]
    found += [(await relations.having(constraints, wanted, 10))[0] for constraints in HAVING]
    return [sorted(map(rounded, some)) for some in found]


def rounded(answer: Any) -> str:
    """An answer in words, its score without the last places, in which products of longer matrices differ."""
    return repr(replace(answer, score=round(answer.score, 5)))


class Relating(RuleBasedStateMachine):
    """Claims told, superseded, hidden, taken back and erased, between restarts."""

    portal: ClassVar[BlockingPortal]
    vectors: ClassVar[dict[str, Any]] = {}  # by phrase: embedded once for all that is read anew

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp(prefix="simonides-relations-"))
        self.clock = Hands()
        self.receipts: list[str] = []

    @initialize()
    def open(self) -> None:
        self.store = OneStore(self.portal, self.home, self.clock, "process")

    @rule(
        subject=st.sampled_from(NAMES),
        relation=st.sampled_from(RELATIONS),
        object_=st.sampled_from(NAMES),
        exclusive=st.sampled_from((None, True, False)),
    )
    def tell(self, subject: str, relation: str, object_: str, exclusive: bool | None) -> None:
        content = f"{subject} {relation} {object_}."
        args = Remember(content=content, subject=subject, relation=relation, object=object_, exclusive=exclusive)
        self._changed(lambda mind: remember(mind, CALLER, args))

    @rule(name=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def join(self, name: str, other: str) -> None:
        content = f"{name} is the same as {other}."
        args = Remember(content=content, subject=name, relation="is the same as", object=other, exclusive=False)
        self._changed(lambda mind: remember(mind, CALLER, args))

    @rule(number=NUMBERS)
    def hide(self, number: int) -> None:
        if rows := [m for m in self._rows() if m.status == "current"]:
            self._changed(lambda mind: forget(mind, CALLER, Forget(ids=[rows[number % len(rows)].id])))

    @rule(number=NUMBERS)
    def undo(self, number: int) -> None:
        if not self.receipts:
            return
        receipt = self.receipts[number % len(self.receipts)]
        self._changed(lambda mind: forget(mind, CALLER, Forget(undo=receipt)))

    @rule(number=NUMBERS)
    def erase(self, number: int) -> None:
        rows = self._rows()
        if number % 3 or not rows:
            return
        gone = rows[number % len(rows)]

        async def work(mind: Mind) -> Any:
            async def choose() -> list[Memory]:
                return [gone]

            return await mind.eraser.erase(choose, mind.clock())

        self.store.call(work)

    @rule()
    def restart(self) -> None:
        self.store.close()
        self.open()

    @invariant()
    def is_the_one_read_anew(self) -> None:
        async def both(mind: Mind) -> tuple[Any, Any]:
            kept, anew = await mind.relations.claims(), await mind.relations.anew()
            now = mind.clock()

            async def encode(phrases: Any) -> Any:
                if new := [p for p in phrases if p not in self.vectors]:
                    vectors = await mind.encoder.encode_many(new)
                    self.vectors.update(zip(new, np.asarray(vectors), strict=True))
                return np.stack([self.vectors[p] for p in phrases])

            fresh = Relations(mind.store, encode)
            ours, theirs = await answers(mind.relations, now), await answers(fresh, now)
            return (told(kept), ours), (told(anew), theirs)

        kept, anew = self.store.call(both)
        assert kept == anew

    def _rows(self) -> list[Memory]:
        return self.store.call(lambda mind: mind.reader.every())

    def _changed(self, work: Callable[[Mind], Awaitable[Any]]) -> None:
        self.clock.advance(hours=1)

        async def done(mind: Mind) -> str:
            try:
                return (await work(mind)).data.receipt
            except SimonidesError:
                return ""

        if receipt := self.store.call(done):
            self.receipts.append(receipt)

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.home)


@pytest.mark.timeout(300)
def test_after_any_history_it_answers_as_one_read_anew(portal: BlockingPortal) -> None:
    run(Relating, portal, examples=8, steps=14)
