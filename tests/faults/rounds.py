"""Erasing row after row in another process, killed in every so many, with a look at every byte after each."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults import pages
from tests.faults.erasing import FIXED, word
from tests.faults.zygote import Child, Message, Zygote

_EARLY = 0.03  # of the time an erase takes
_MOST_S = 120.0  # for one erase, or for carrying one on


@dataclass
class Rounds:
    """A filled store, the process that erases in it, and what was seen."""

    zygote: Zygote
    home: Path
    dice: random.Random
    ids: list[str] = field(default_factory=list[str])
    answers: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])
    took_s: list[float] = field(default_factory=list[float])
    carried_on: int = 0
    not_begun: int = 0

    @property
    def table(self) -> Path:
        """The folder of the memories."""
        return self.home / "local" / "memories.lance"

    @property
    def under_way(self) -> Path:
        """The note of an erase that has begun and not ended."""
        return self.home / "local" / "erasing.json"

    def fill(self, count: int) -> None:
        """Fill the store in a process of its own."""
        filler = self.zygote.start("tests.faults.erasing:filling", home=str(self.home), count=count)
        told = filler.expect(600)
        filler.end()
        self.ids, self.answers = told["ids"], told["answers"]

    def opened(self) -> Child:
        """A new process with the store open."""
        child = self.zygote.start("tests.faults.erasing:erasing", home=str(self.home))
        assert child.expect(_MOST_S) == {"opened": True}
        return child

    def run(self, how_many: int, kill_every: int) -> None:
        """Erase so many random rows; in every `kill_every`th, kill the process at a random moment and let a new
        one carry on."""
        child = self.opened()
        for turn, number in enumerate(self.dice.sample(range(FIXED, len(self.ids)), how_many), 1):
            before = pages.units(self.table)
            if turn % kill_every == 0:
                child = self._killed_in(child, number, before)
            else:
                self._erase(child, number)
            self._nothing_is_left(child, number, before)
        now = child.ask(answer=True)["answers"]
        assert now == self.answers, f"answers changed: {[q for q in now if now[q] != self.answers[q]]}"
        child.end()

    def report(self) -> str:
        """How long the erasures took that were not killed, and what the kills met."""
        took = sorted(self.took_s)
        return (
            f"{len(took)} erasures of {len(self.ids):,} rows: p50 {statistics.median(took):.2f} s, max {took[-1]:.2f} s; "
            f"killed: {self.carried_on} carried on, {self.not_begun} not begun"
        )

    def _erase(self, child: Child, number: int) -> None:
        assert child.ask(erase=self.ids[number]) == {"begun": self.ids[number]}
        done = child.expect(_MOST_S)
        assert (done["count"], done["residue"]) == (1, 0), f"erased {done['count']}, residue {done['residue']}"
        self.took_s.append(done["took_s"])

    def _killed_in(self, child: Child, number: int, before: set[str]) -> Child:
        """Kill the process in the midst of an erase; a new process, once what it found is carried on."""
        assert child.ask(erase=self.ids[number]) == {"begun": self.ids[number]}
        share = self.dice.choice([_EARLY, 1.0])  # every other kill near the note that says what is to go
        child.channel.hear(self.dice.uniform(0, share * statistics.median(self.took_s)))
        child.kill()
        child.wait()
        begun = self.under_way.exists()
        heir = self.opened()
        self._carried_on()
        if self._is_there(heir, number):
            assert not begun, "the erase had begun, was carried on, and the row is there"
            self.not_begun += 1
            self._erase(heir, number)
        else:
            self.carried_on += 1
        return heir

    def _carried_on(self) -> None:
        until = time.monotonic() + _MOST_S
        while self.under_way.exists():
            assert time.monotonic() < until, f"an erase was not carried on within {_MOST_S:g} s"
            time.sleep(0.01)

    def _is_there(self, child: Child, number: int) -> bool:
        told: Message = child.ask(there=[self.ids[number], number])
        return bool(told["there"])

    def _nothing_is_left(self, child: Child, number: int, before: set[str]) -> None:
        assert not self._is_there(child, number), f"row {number} is there after its erase"
        left = pages.residue(self.table, before)
        assert not left, f"row {number}: {left}"
        found = pages.whereabouts(self.home, [word(number)])
        assert not found, f"row {number}: {found}"
