"""A process that changes one store in every way there is, and notes what it was told, between the syncs.

Run below the shim: `python -m tests.faults.mix ROOT LOG KEPT SEED`. Notes in the log: `{"begins": …}`, and
`{"did": …, "rows": {id: [content, status], or null for erased}}` for what was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from simonides.server.config import read_config
from simonides.server.lifespan import opened
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Remembered
from tests.faults.quick import QuickEmbedder
from tests.faults.shim import Shim

CALLER = Caller("mix", "mix")
_FIRST = 4  # so many are there before anything else is done
_TIMES = {"add": 40, "replace": 8, "hide": 5, "undo": 4, "compact": 3, "erase": 4}

Rows = Mapping[str, tuple[str, str] | None]  # id -> content and status; None for a row that is no more


class Mix:
    """One seeded series of changes, and what each makes of the rows."""

    def __init__(self, mind: Mind, seed: int, note: Callable[[dict[str, object]], None]) -> None:
        self.rows: dict[str, tuple[str, str]] = {}
        self._mind = mind
        self._note = note
        self._dice = random.Random(seed)
        self._number = 0
        self._undoable: list[tuple[str, Rows]] = []

    async def run(self) -> None:
        """Do all of it; in the end the store must hold what was noted."""
        rest = [verb for verb, times in _TIMES.items() for _ in range(times)]
        rest = rest[_FIRST:]  # "add" stands first
        self._dice.shuffle(rest)
        verbs: dict[str, Callable[[], Awaitable[Rows]]] = {
            "add": self._add,
            "replace": self._replace,
            "hide": self._hide,
            "undo": self._undo,
            "compact": self._compact,
            "erase": self._erase,
        }
        for verb in ["add"] * _FIRST + rest:
            self._note({"begins": verb})
            changed = await verbs[verb]()
            self.rows |= {i: row for i, row in changed.items() if row}
            for i in [i for i, row in changed.items() if row is None]:
                self.rows.pop(i, None)
            self._note({"did": verb, "rows": changed})
        there = {m.id: (m.content, m.status) for m in await self._mind.reader.every()}
        assert there == self.rows

    def _content(self) -> str:
        self._number += 1
        return f"The lamp in room {self._number} hums in the key of {self._dice.randrange(10**9)}."

    def _some(self, *statuses: str) -> str:
        return self._dice.choice([i for i, (_, status) in self.rows.items() if status in statuses])

    async def _add(self) -> Rows:
        content = self._content()
        told = (await remember(self._mind, CALLER, Remember(content=content))).data
        assert isinstance(told, Remembered)
        return {told.id: (content, "current")}

    async def _replace(self) -> Rows:
        old, content = self._some("current"), self._content()
        told = (await remember(self._mind, CALLER, Remember(content=content, replaces=[old]))).data
        assert isinstance(told, Remembered)
        changed: Rows = {old: (self.rows[old][0], "superseded"), told.id: (content, "current")}
        back: Rows = {old: self.rows[old], told.id: (content, "hidden")}
        self._undoable = [(told.receipt, back)]
        return changed

    async def _hide(self) -> Rows:
        one = self._some("current")
        told = await self._forget(Forget(ids=[one]))
        self._undoable = [(told.receipt, {one: self.rows[one]})]
        return {one: (self.rows[one][0], "hidden")}

    async def _undo(self) -> Rows:
        """Take the last replacement or hiding back, if nothing was undone since; else add."""
        if not self._undoable:
            return await self._add()
        receipt, back = self._undoable.pop()
        await self._forget(Forget(undo=receipt))
        return back

    async def _compact(self) -> Rows:
        await self._mind.upkeep.compact()
        return {}

    async def _erase(self) -> Rows:
        listed = await self._forget(Forget(ids=[self._some("current", "hidden")], mode="erase"))
        await self._forget(Forget(confirm=listed.confirm))
        self._undoable = []
        return {ref.id: None for ref in listed.affected}

    async def _forget(self, args: Forget) -> Forgotten:
        told = (await forget(self._mind, CALLER, args)).data
        assert isinstance(told, Forgotten)
        return told


async def main(root: Path, log: Path, kept: Path, seed: int) -> None:
    """Record one mix on a new store in `root`/home."""

    def note(told: dict[str, object]) -> None:
        with log.open("a", encoding="utf-8") as out:
            out.write(f"note {json.dumps(told)}\n")

    config = read_config(os.environ, home=str(root / "home"), timezone="UTC")
    Shim().record(root, log, kept)
    async with opened(config, load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        await Mix(mind, seed, note).run()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])))
