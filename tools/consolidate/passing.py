"""Passes over the memory: one when asked, or one after the other while nobody asks anything of it."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import anyio

from ...storage.errors import ModelUnavailable, SimonidesError
from ...storage.ids import new_turn
from ...storage.journal import Entry
from ...storage.lease import Lease
from ...storage.llm.task import Model
from ...storage.table.filters import naming_receipt
from ..mind import Mind
from .duplicates import Duplicates
from .knowhow import distil
from .pairs import contested, near, settle
from .ratings import rate
from .sessions import summarise_sessions
from .slots import extract
from .turn import Done, Step, Turn

log = logging.getLogger(__name__)
_REST_S = 600.0  # between passes while nothing is written
_POLL_S = 5.0  # how often it is looked whether something was


async def _at_once() -> None:
    """Nobody is waited for."""


def _nobody(what: str, count: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a pass did. `name`: all of it can be undone by that; `failed`: why it ended early, if it did; `waiting`: steps
    left for the next pass, since this one had taken as much out of recall as it may."""

    name: str
    done: Sequence[Done]
    questions: int
    waiting: int
    failed: str = ""
    unusable: int = 0

    @property
    def changed(self) -> int:
        """How many steps changed something, or would have."""
        return sum(d.said in ("applied", "would be") for d in self.done)


class Consolidator:
    """What tidies one store with a language model. Passes of several processes share the work by lease."""

    def __init__(self, mind: Mind, model: Model) -> None:
        self._mind = mind
        self._model = model
        self._waiting: list[Step] = []  # judged, and to be taken by the next pass

    async def once(
        self,
        *,
        dry: bool = False,
        scope: str = "",
        pause: Callable[[], Awaitable[None]] = _at_once,
        told: Callable[[str, int], None] = _nobody,
    ) -> Report:
        """One pass over all scopes, or one. `pause` is awaited before each question and each change; `told` hears what is
        looked at, and how many.

        Nothing is raised for what the model does: a pass that cannot go on ends, and says why. Raises StoreUnavailable
        where the store or its journal cannot be written.
        """
        mind = self._mind
        mind.store.refuse_if_read_only()
        name, failed = new_turn(), ""
        async with self._leased(name) as lease:
            await mind.lane.run(mind.journal.catch_up)
            if not dry:
                await settle_journal(mind, lease)
            turn = Turn(mind, self._model, lease, name, dry, pause, told)
            try:
                await self._take_waiting(turn)
                for one in [scope] if scope else sorted(await mind.reader.sizes("scope")):
                    await _over(turn, one)
            except ModelUnavailable as gone:
                failed = str(gone)
        if not dry:
            self._waiting = turn.waiting
        return Report(turn.name, turn.done, turn.questions, len(turn.waiting), failed, turn.unusable)

    async def _take_waiting(self, turn: Turn) -> None:
        steps, self._waiting = self._waiting, []
        full: set[str] = set()  # scopes of which this pass has taken as much as it may
        for step in steps:
            scope = next(iter(step.judged.rows.values())).scope
            if scope in full:
                turn.waiting.append(step)
                turn.judged(step.judged.unit)
                turn.unsettled.add(step.judged.unit)
            elif await turn.take(step) == "full":
                full.add(scope)

    @contextlib.asynccontextmanager
    async def _leased(self, name: str) -> AsyncGenerator[Lease]:
        lease = Lease(self._mind.store.folder, name)
        await self._mind.lane.run(lease.__enter__)
        try:
            yield lease
        finally:
            with anyio.CancelScope(shield=True):
                await self._mind.lane.run(lambda: lease.__exit__(None, None, None))

    async def run(self, idle_s: float) -> None:
        """Pass after pass for the life of the process, while nobody has asked anything for `idle_s` seconds, with a rest
        after one that had nothing to do or could not go on; faults are logged and tried again."""
        while True:
            await self._mind.activity.quiet(idle_s)
            try:
                report = await self.once(pause=lambda: self._mind.activity.quiet(idle_s))
                if report.failed:
                    log.warning("the consolidator rests: %s", report.failed)
                if report.failed or not (report.changed or report.waiting):
                    await self._something_new(await self._mind.reader.version())
            except (SimonidesError, OSError) as fault:  # the store's or the disk's, which may be better later
                log.warning("a pass of the consolidator ended: %s", str(fault)[:300])
                await anyio.sleep(_POLL_S)

    async def _something_new(self, version: int) -> None:
        """Wait until something was written, or for ten minutes: a session may be over by then, a budget new."""
        with anyio.move_on_after(_REST_S):
            while True:
                await anyio.sleep(_POLL_S)
                if await self._mind.reader.version() != version:
                    return


async def _over(turn: Turn, scope: str) -> None:
    """One pass over one scope: what contradicts is looked for before anything is merged."""
    duplicates = Duplicates()
    await contested(turn, scope, duplicates)
    await extract(turn, scope)
    looked = await near(turn, scope, duplicates)
    await duplicates.merge(turn)
    await settle(turn, looked)
    await rate(turn, scope)
    await summarise_sessions(turn, scope)
    await distil(turn, scope)


async def settle_journal(mind: Mind, lease: Lease) -> None:
    """Write down of every change that was intended before a crash whether it was made, as the store tells. A change that
    another holder of a lease is about to make is left to it."""
    busy = await mind.lane.run(lease.others) if mind.journal.unsettled() else set[str]()
    lines: list[Entry] = []
    for entry in mind.journal.unsettled():
        if entry.turn not in busy:
            made = await mind.reader.count(naming_receipt(entry.receipt))
            lines.append(replace(entry, at=mind.clock().isoformat(), outcome="applied" if made else "lost", reason=""))
    if lines:
        await mind.lane.run(lambda: mind.journal.note(*lines, synced=True))
        await mind.lane.run(mind.journal.catch_up)
