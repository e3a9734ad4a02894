"""Trials: a series of changes while one write or sync fails, each trial in a child forked from here.

Run below the shim: `python -m tests.faults.trials FOLDER TRIALS`, trials as JSON; prints what came of each. The
engine starts threads when a table is opened: this process imports everything and opens nothing, so forking is safe.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
import warnings
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import lancedb

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import SimonidesError
from simonides.storage.table import lists, opening, reader, upkeep, writer
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Remembered
from tests.faults.quick import QuickEmbedder
from tests.faults.shim import Shim

IMPORTED = (lancedb, lists, opening, reader, upkeep, writer)
CALLER = Caller("trial", "trial")
LONGEST_S = 60
_ROUNDS = 12
_ROWS = 4 * _ROUNDS + 1  # in the store a trial begins with; the last is left for when the fault is gone
_AFTER = 3  # changes tried after the first that met the fault

States = dict[str, str]  # content -> status
Effect = Mapping[str, str | None]  # content -> status afterwards; None for gone
Step = tuple[str, Callable[[], Awaitable[object]], Effect]


class Trial:
    """One series on one store: what was acknowledged, what may have happened, and what went wrong."""

    def __init__(self, ids: Mapping[str, str]) -> None:
        self.due: States = dict.fromkeys(ids, "current")
        self.open: list[tuple[str, Effect]] = []
        self.wrong: list[str] = []
        self._ids = ids
        self._receipt = ""

    async def do(self, step: Step) -> bool:
        """Take one step; whether it was acknowledged."""
        told, work, effect = step
        try:
            await work()
        except SimonidesError as refused:
            self._refused(told, str(refused), effect)
            return False
        except BaseException as raw:  # a panic of the engine is no Exception
            self.wrong.append(f"{told} raised {type(raw).__name__}: {str(raw)[:200]}")
            self.open.append((told, effect))
            return False
        self.due = after(self.due, effect)
        return True

    def _refused(self, told: str, why: str, effect: Effect) -> None:
        if (".rs:" in why or len(why) < 20) and "unclearly" not in "".join(self.wrong):
            self.wrong.append(f"{told} is refused unclearly: {why[:200]}")
        if "nothing was changed" not in why.lower():
            self.open.append((told, effect))  # it may have happened

    def steps(self, mind: Mind) -> Iterator[Step]:
        """Changes of every sort, each to rows of its own."""
        rows = iter(list(self._ids))
        for number in range(_ROUNDS):
            for part in range(2):
                yield self.storing(mind, f"The stove of kitchen {number} has {part} rings.")
            yield self._replacing(mind, next(rows), f"The clock of hall {number} was mended.")
            hidden = next(rows)
            yield self._hiding(mind, hidden)
            if self.due.get(hidden) == "hidden":
                yield self._undoing(mind, hidden)
            yield self.erasing(mind, next(rows))
            yield self._replacing(mind, next(rows), f"The clock of cellar {number} was sold.")

    def storing(self, mind: Mind, content: str) -> Step:
        return f"remember {content!r}", lambda: self._remember(mind, content), {content: "current"}

    def erasing(self, mind: Mind, content: str) -> Step:
        async def work() -> None:
            listed = (await forget(mind, CALLER, Forget(ids=[self._ids[content]], mode="erase"))).data
            assert isinstance(listed, Forgotten)
            await forget(mind, CALLER, Forget(confirm=listed.confirm))

        return f"erase {content!r}", work, {content: None}

    def _replacing(self, mind: Mind, old: str, new: str) -> Step:
        effect = {old: "superseded", new: "current"}
        return f"replace {old!r}", lambda: self._remember(mind, new, self._ids[old]), effect

    def _hiding(self, mind: Mind, content: str) -> Step:
        async def work() -> None:
            told = (await forget(mind, CALLER, Forget(ids=[self._ids[content]]))).data
            assert isinstance(told, Forgotten)
            self._receipt = told.receipt

        return f"hide {content!r}", work, {content: "hidden"}

    def _undoing(self, mind: Mind, content: str) -> Step:
        return (
            f"undo hiding {content!r}",
            lambda: forget(mind, CALLER, Forget(undo=self._receipt)),
            {content: "current"},
        )

    async def _remember(self, mind: Mind, content: str, *replaces: str) -> None:
        told = (await remember(mind, CALLER, Remember(content=content, replaces=list(replaces)))).data
        assert isinstance(told, Remembered)

    async def go_on(self, mind: Mind) -> None:
        """Store and erase, once the fault is gone."""
        spare = [self.erasing(mind, content) for content in list(self._ids)[-1:]]
        for step in (self.storing(mind, "The fault is gone."), *spare):
            if not await self.do(step):
                self.wrong.append(f"{step[0]} fails although the fault is gone")

    def compare(self, rows: Sequence[tuple[str, str]]) -> None:
        """What the reopened store lacks of what was acknowledged, or has against it."""
        there, due = dict(rows), self.due
        if len(there) < len(rows):
            self.wrong.append("a statement is there twice")
        for _, effect in self.open:  # each happened wholly or not at all
            if all(there.get(content) == status for content, status in effect.items()):
                due = after(due, effect)
        wrong = {c: (due.get(c), there.get(c)) for c in {*due, *there} if due.get(c) != there.get(c)}
        self.wrong += [f"{c!r} is {is_!r}, acknowledged as {was!r}" for c, (was, is_) in sorted(wrong.items())]


def after(states: States, effect: Effect) -> States:
    merged = states | {c: s for c, s in effect.items() if s is not None}
    return {c: s for c, s in merged.items() if effect.get(c, "") is not None}


async def trial(home: Path, case: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, object]:
    """Arm the fault, change, calm it, change again; reopen and compare. Or let opening meet the fault."""
    config, shim = Config(home=str(home), timezone="UTC"), Shim()
    made = Trial(ids)

    def arm() -> None:
        shim.arm(home.parent, case["kind"], case["nth"], sticky=case["sticky"], error=case["error"])

    async def meet(mind: Mind) -> None:
        arm()
        await changes(made, mind, shim)
        shim.calm()

    async def go_on(mind: Mind) -> None:
        if not case["opening"]:
            await meet(mind)
        await made.go_on(mind)

    async def compare(mind: Mind) -> None:
        made.compare([(m.content, m.status) for m in await mind.reader.every()])

    if case["opening"]:
        arm()
        refused = await opened_for(config, None)
        made.wrong += [f"opening is refused unclearly: {refused}"] if ".rs:" in refused else []
        shim.calm()
    for told, work in (("fails", go_on), ("does not open again", compare)):
        if refused := await opened_for(config, work):
            made.wrong.append(f"the store {told} although the fault is gone: {refused[:300]}")
            break
    return {"failed": shim.failed, "seen": shim.seen(case["kind"]), "wrong": made.wrong}


async def opened_for(config: Config, work: Callable[[Mind], Awaitable[None]] | None) -> str:
    """Open the store, do the work, close it; how that was refused, if it was."""
    async with opened(config, load=QuickEmbedder) as door:
        try:
            mind = await door.mind()
            await mind.encoder.load()
            if work:
                await work(mind)
        except SimonidesError as refused:
            return str(refused)
    return ""


async def changes(made: Trial, mind: Mind, shim: Shim) -> None:
    left = _AFTER
    for step in made.steps(mind):
        await made.do(step)
        left -= shim.failed > 0
        if left < 0:
            return


async def prepare(home: Path) -> dict[str, str]:
    """The store a trial begins with; ids by content."""
    ids: dict[str, str] = {}
    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as door:
        mind = await door.mind()
        await mind.encoder.load()
        for number in range(_ROWS):
            content = f"The clock of house {number} strikes the hours."
            told = (await remember(mind, CALLER, Remember(content=content))).data
            assert isinstance(told, Remembered)
            ids[content] = told.id
        await mind.upkeep.compact()
    return ids


def forked(work: Callable[[], Awaitable[object]]) -> Any:
    """What `work` returns, run in a child; {"wrong": …} when the child dies or hangs."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(LONGEST_S)
        code = 1
        try:
            result = asyncio.run(_awaited(work))
            os.write(writing, json.dumps(result).encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as out:
        told = out.read()
    _, status = os.waitpid(child, 0)
    if status == 0:
        return json.loads(told)
    return {"failed": 0, "seen": 0, "wrong": [f"the process died: {os.waitstatus_to_exitcode(status)}"]}


async def _awaited(work: Callable[[], Awaitable[object]]) -> object:
    return await work()


def main(folder: Path, cases: list[dict[str, Any]]) -> None:
    """All trials in turn."""
    warnings.filterwarnings("ignore", message="lancedb fork support")  # no table is open, no call under way
    ids: dict[str, str] = forked(lambda: prepare(folder / "prepared" / "home"))
    told: list[object] = []
    for number, case in enumerate(cases):
        root = folder / str(number)
        if case["opening"]:  # of a new store: it is made then
            root.mkdir()
        else:
            shutil.copytree(folder / "prepared", root)
        known = {} if case["opening"] else ids
        told.append(forked(lambda root=root, case=case, known=known: trial(root / "home", case, known)))
        shutil.rmtree(root)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
