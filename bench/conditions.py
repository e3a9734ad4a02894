"""What a track is, and under which conditions it runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

import anyio
from rich.progress import Progress, TaskID

from .items import Asked, Item, Question, Rival
from .measures import Measure
from .served import NO_SETTINGS, Served, serving


@dataclass(frozen=True, slots=True)
class Steps:
    """How far a track is: a bar that grows with what is expected."""

    progress: Progress
    task: TaskID

    def expect(self, more: int) -> None:
        """Make the bar longer."""
        total = next(t.total for t in self.progress.tasks if t.id == self.task)
        self.progress.update(self.task, total=(total or 0) + more)

    def done(self, count: int = 1) -> None:
        """Move the bar forward."""
        self.progress.advance(self.task, count)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Where the data lies, which server is measured, and from which seed everything drawn is drawn."""

    data: Path
    server: Sequence[str]
    seed: int
    full: bool
    steps: Steps

    def serving(self, home: str = "", more: Mapping[str, str] = NO_SETTINGS) -> AbstractAsyncContextManager[Served]:
        """A fresh server, with an empty store or the one in `home`; `more`: further variables of its environment."""
        return serving(self.server, home, more)

    async def store(self, served: Served, items: Sequence[Item], at_once: int = 1) -> None:
        """Store the items in their order, so many calls at once, and wait until all can be found by meaning."""
        self.steps.expect(len(items))
        coming = iter(items)

        async def one_after_the_other() -> None:
            for item in coming:
                await served.remember(item)
                self.steps.done()

        async with anyio.create_task_group() as tasks:
            for _ in range(at_once):
                tasks.start_soon(one_after_the_other)
        await served.settled()

    async def ask(self, served: Served, questions: Sequence[Question], rivals: Iterable[Rival], k: int) -> list[Asked]:
        """Ask the server and the rivals each question, for the best `k`."""
        self.steps.expect(len(questions))
        rivals, asked = list(rivals), list[Asked]()
        for question in questions:
            ours = await served.recall(question.text, k, question.scope, question.more)
            asked.append(Asked(question, ours, {r.name: r.answer(question, k) for r in rivals}))
            self.steps.done()
        return asked

    def refused(self, served: Served, metric: str = "refused calls") -> Measure:
        """How many of all calls the server answered with an error; what it said is shown, each text once."""
        for told, count in Counter(served.refusals).items():
            self.steps.progress.console.print(f"{count} x {told}", markup=False)
        return Measure(metric, len(served.refusals), served.calls)


@dataclass(frozen=True, slots=True)
class Track:
    """One benchmark: what it measures, the files it reads, and how it runs."""

    about: str
    files: Sequence[str]
    run: Callable[[Conditions], Awaitable[list[Measure]]]
