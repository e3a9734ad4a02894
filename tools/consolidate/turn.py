"""One pass of the consolidator: what it may do, what it did, and how one step of it is taken.

A step was judged outside of any lock, of rows as they were then. It is made inside the lock of the store, and only if
those rows are still what they were.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from ...storage.errors import AnswerUnusable, Changed, SimonidesError, StoreUnavailable
from ...storage.ids import new_receipt
from ...storage.journal import Entry, Outcome
from ...storage.lease import Lease
from ...storage.llm.task import A, Material, Model, Task
from ...storage.memory import Change, Edit, Memory
from ...storage.table.filters import Statement, quoted
from ..mind import Mind

log = logging.getLogger(__name__)
SURE = 0.7  # how sure a model must be for anything to be changed by its word
_SHARE, _LEAST = 0.05, 1  # of a scope a pass may take out of recall: a twentieth, and at least one

Build = Callable[[Mapping[str, Memory], str, datetime], Awaitable[Change | None]]
Said = Literal["applied", "would be", "nothing", "stale", "refused", "full"]


class _Left(Changed):
    """A step that is not taken, and why."""

    def __init__(self, outcome: Literal["nothing", "stale", "full"]) -> None:
        super().__init__(f"left: {outcome}")
        self.outcome: Literal["nothing", "stale", "full"] = outcome


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model judged: of which rows, as they were shown to it, how, how surely, and why in its own words."""

    task: Task[Any]
    unit: str
    rows: Mapping[str, Memory]
    verdict: str
    confidence: float = 1.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A change a judgement asks for. `build` makes it under the lock, from the rows as they are, which are as judged."""

    judged: Judged
    build: Build
    unless: Statement | None = None  # a statement that must not be there already


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one step."""

    task: str
    verdict: str
    said: Said
    rows: Sequence[Memory]
    receipt: str = ""
    opened: Sequence[Memory] = ()
    closed: Sequence[str] = ()


@dataclass(slots=True)
class Turn:
    """One pass. `pause` is awaited before each question and each change: it returns when nobody is waiting for an
    answer. With `dry` nothing is written, neither to the store nor to the journal."""

    mind: Mind
    model: Model
    lease: Lease
    name: str
    dry: bool
    pause: Callable[[], Awaitable[None]]
    told: Callable[[str, int], None]
    done: list[Done] = field(default_factory=list[Done])
    questions: int = 0
    unusable: int = 0
    unsettled: set[str] = field(default_factory=set[str])  # units to be looked at again by another pass
    waiting: list[Step] = field(default_factory=list[Step])  # beyond what a pass may take away
    _room: dict[str, int] = field(default_factory=dict[str, int])
    _seen: set[str] = field(default_factory=set[str])  # by this pass, which if dry keeps no journal

    def fresh(self, unit: str) -> bool:
        """Whether this has not been looked at."""
        return not (self.mind.journal.done(unit) or unit in self._seen)

    def judged(self, unit: str) -> None:
        """This is judged, and what is to be done about it waits: the model is not asked of it again in this pass."""
        self._seen.add(unit)

    async def units(self, candidates: Iterable[str], unit: Callable[[str], str], most: int) -> list[str]:
        """Of these the first that nobody has looked at and nobody else is looking at; they are this pass's now."""
        fresh = {unit(i): i for i in candidates if self.fresh(unit(i))}
        taken = await self.mind.lane.run(lambda: self.lease.take(fresh, most))
        return [fresh[u] for u in taken]

    async def ask(self, task: Task[A], material: Material, units: Iterable[str]) -> A | None:
        """The model's answer; None when it gave none that can be used, which is noted of all it was to be about. Raises
        ModelUnavailable."""
        await self.pause()
        self.questions += 1
        try:
            return await self.model.answer(task, material)
        except AnswerUnusable as unusable:
            log.info("%s: %s", task.name, unusable)
            self.unusable += 1
            units = list(units)
            self.unsettled.update(units)
            await self._note(*(self._entry(task, unit, "unusable", ()) for unit in units))
            return None

    async def nothing(self, task: Task[Any], unit: str, ids: Sequence[str], *, beside: bool = False) -> None:
        """Note that something was looked at and is to be left as it is."""
        self._seen.add(unit)
        await self._note(self._entry(task, unit, "nothing", ids, beside=beside))

    async def left(self, judged: Judged, said: Outcome = "nothing") -> None:
        """Note a judgement that changes nothing."""
        self._seen.add(judged.unit)
        self.done.append(
            Done(
                judged.task.name,
                judged.verdict,
                "refused" if said == "refused" else "nothing",
                list(judged.rows.values()),
            )
        )
        await self._note(self._of(judged, said))

    async def take(self, step: Step) -> Said:
        """Take a step, unless what was judged has changed, or the pass has done as much as it may."""
        await self.pause()
        judged, receipt, now = step.judged, new_receipt(), self.mind.clock()
        made, taken, intended = Change(receipt, now), Counter[str](), False

        async def build() -> Change:
            nonlocal made, taken
            made, taken = await self._built(step, receipt, now)
            return made

        said: Said = "would be"
        try:
            await build()  # most of what comes to nothing is told without a line in the journal
            if not self.dry:
                await self._note(self._of(judged, "intended", receipt), synced=True)
                intended = True
                there = await self.mind.writer.commit(build, unless=step.unless)
                said = "nothing" if there else "applied"
        except _Left as left:
            return await self._not_taken(step, left.outcome, receipt, intended=intended)
        except Changed:
            return await self._not_taken(step, "stale", receipt, intended=intended)
        except StoreUnavailable:
            raise
        except SimonidesError:  # what the model wrote cannot be stored: a secret, perhaps
            return await self._not_taken(step, "refused", receipt, intended=intended)
        if said != "nothing":
            self._room.update({scope: self._room[scope] - count for scope, count in taken.items()})
        await self._taken_down(judged, made, said)
        return said

    async def _built(self, step: Step, receipt: str, now: datetime) -> tuple[Change, Counter[str]]:
        """The change a step asks for, and what it takes out of recall. Raises _Left where it is not to be made."""
        judged = step.judged
        there = await self.mind.reader.get(judged.rows)
        if any(not unchanged(there.get(i), m) for i, m in judged.rows.items()):
            raise _Left("stale")
        made = await step.build(there, receipt, now)
        if made is None or not (made.opens or made.edits):
            raise _Left("nothing")
        taken = await self._taken(made, now)
        if await self._too_much(taken):
            raise _Left("full")
        return made, taken

    async def _taken_down(self, judged: Judged, change: Change, said: Said) -> None:
        """Note a step that was taken, or in a dry pass would have been."""
        self._seen.add(judged.unit)
        closed = [e.id for e in change.edits if e.put.get("status") == "superseded"]
        opened = [m for m, _ in change.opens]
        receipt = "" if self.dry else change.receipt
        rows = list(judged.rows.values())
        self.done.append(Done(judged.task.name, judged.verdict, said, rows, receipt, opened, closed))
        if not self.dry:
            await self._note(self._of(judged, "nothing" if said == "nothing" else "applied", receipt))
            ids = dict.fromkeys([*judged.rows, *(m.id for m in opened), *closed])
            self.mind.audit.note(change.at, "", "consolidate", judged.verdict, ids=list(ids), receipt=receipt)

    async def _not_taken(
        self, step: Step, said: Literal["nothing", "stale", "full", "refused"], receipt: str, *, intended: bool
    ) -> Said:
        judged = step.judged
        if said in ("full", "stale"):
            self.unsettled.add(judged.unit)
        if said != "stale":  # that is judged anew
            self.judged(judged.unit)
        if said == "full":
            self.waiting.append(step)
            if intended:
                await self._note(self._of(judged, "lost", receipt))
            return said
        self.done.append(Done(judged.task.name, judged.verdict, said, list(judged.rows.values())))
        await self._note(self._of(judged, said, receipt if intended else ""))
        return said

    async def _too_much(self, taken: Mapping[str, int]) -> bool:
        for scope in taken:
            if scope not in self._room:
                there = await self.mind.reader.count(f"status = 'current' AND scope = {quoted(scope)}")
                self._room[scope] = max(_LEAST, int(_SHARE * there))
        return any(count > self._room[scope] for scope, count in taken.items())

    async def _taken(self, change: Change, now: datetime) -> Counter[str]:
        """How many statements of each scope a change takes out of recall; what takes their place is not lost, and what was
        only derived from them does not count."""
        going = [e.id for e in change.edits if "valid_to" in e.put and _over(e.put, now)]
        rows = await self.mind.reader.get(going)
        taken = Counter(m.scope for m in rows.values() if m.status == "current")
        taken.subtract(m.scope for m, _ in change.opens if m.supersedes)
        return +taken

    def _of(self, judged: Judged, outcome: Outcome, receipt: str = "") -> Entry:
        made = self._entry(judged.task, judged.unit, outcome, list(judged.rows))
        return replace(
            made, verdict=judged.verdict, confidence=judged.confidence, reason=judged.reason[:200], receipt=receipt
        )

    def _entry(
        self, task: Task[Any], unit: str, outcome: Outcome, ids: Sequence[str], *, beside: bool = False
    ) -> Entry:
        at = self.mind.clock().isoformat()
        about = (task.name, task.version, self.model.name, self.name)
        return Entry(at, unit, outcome, *about, ids=tuple(ids), beside=beside)

    async def _note(self, *entries: Entry, synced: bool = False) -> None:
        if self.dry:
            return
        try:
            await self.mind.lane.run(lambda: self.mind.journal.note(*entries, synced=synced))
        except OSError as broken:
            raise StoreUnavailable(
                f"The journal of the consolidator cannot be written ({broken}), so nothing is changed. Check the disk."
            ) from broken


def _over(put: Mapping[str, Any], now: datetime) -> bool:
    return put.get("status") == "superseded" or (put["valid_to"] is not None and put["valid_to"] <= now)


def made_at(edits: Iterable[Edit], now: datetime, why: str) -> list[Edit]:
    """Edits as of the time they are made, not of when what takes another's place was told; what was believed until then
    stays what was believed."""
    return [replace(e, why=why, put={**e.put, "closed_at": now} if "closed_at" in e.put else e.put) for e in edits]


def taking(by: Memory, gone: Collection[str], why: str) -> Edit:
    """That a current row has taken the place of others: it says so, and stands against them no more."""
    put: dict[str, Any] = {"supersedes": with_more(by.supersedes, *gone)}
    if set(gone) & set(by.contests):
        put["contests"] = [i for i in by.contests if i not in gone]
    return Edit(by.id, "current", put, why=why)


def with_more(there: Iterable[str], *more: str) -> list[str]:
    """A list of ids with more at its end, each once."""
    return list(dict.fromkeys((*there, *more)))


def unchanged(there: Memory | None, judged: Memory) -> bool:
    """Whether a row is what it was when it was judged; that it was used, or got its vector, changes nothing of it."""
    return there is not None and _told(there) == _told(judged)


def _told(memory: Memory) -> Memory:
    return replace(memory, pending=False, used_at=None, expires_at=None)
