# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What waits to be written, and who writes it: the first to get the turn commits what all wait for.

No window of time is waited for company: what arrives during one commit is the next.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio

from ..errors import SimonidesError, StoreUnavailable
from ..ids import lineage_of
from ..memory import Claim
from .commit import Commits, Preempted
from .engine import unavailable
from .filters import Statement, saying
from .keys import slot_keys
from .rows import Row

MOST_WAITING = 1_024  # changes; a caller beyond that is refused, not kept waiting
MOST_TOGETHER = 64  # changes in one commit
_ATTEMPTS = 5  # a commit that another process preempted is read and tried again


@dataclass(frozen=True, slots=True)
class Made:
    """The rows of one change. `fresh`: no id of `opens` was ever used."""

    opens: Sequence[Row]
    edits: Sequence[Row]
    fresh: bool = True

    @property
    def touches(self) -> set[str]:
        """The ids and digests this change reads or writes: two changes that share one go one after the other."""
        names: set[str] = set()
        for row in (*self.opens, *self.edits):
            names |= {row["id"], row["digest"] or row["id"], lineage_of(row["id"])}
            names.update(row["derived_from"] or ())
            names.update(row["supersedes"] or ())
            names.update(row["contests"] or ())
            names.update(k for c in row["claims"] or () for k in slot_keys(Claim(**c)))  # a slot may hold one value
        return names


@dataclass(slots=True, eq=False)
class _Waiting:
    """A change that waits for its commit, and what came of it."""

    make: Callable[[], Awaitable[Made]]
    unless: Statement | None
    absent_at: int
    done: anyio.Event = field(default_factory=anyio.Event)
    there: str = ""
    fault: SimonidesError | None = None

    def settle(self, there: str = "", fault: SimonidesError | None = None) -> None:
        self.there, self.fault = there, fault
        self.done.set()


class Queue:
    """The changes of one process, committed one batch at a time under the lock of the store."""

    def __init__(self, commits: Commits) -> None:
        self._commits = commits
        self._waiting: list[_Waiting] = []
        self._turn = anyio.Lock()

    async def submit(
        self, make: Callable[[], Awaitable[Made]], unless: Statement | None = None, absent_at: int = -1
    ) -> str:
        """Have a change committed, perhaps together with others; the id of what says the same, if it was there.

        A caller that is cancelled before its change is begun takes it back; after that it waits for the end.
        """
        self._commits.store.refuse_if_read_only()
        if len(self._waiting) >= MOST_WAITING:
            raise StoreUnavailable(f"{MOST_WAITING} changes are waiting to be written; nothing was changed. Try again.")
        mine = _Waiting(make, unless, absent_at)
        self._waiting.append(mine)
        try:
            await self._turn.acquire()
        except BaseException:
            if mine in self._waiting:
                self._waiting.remove(mine)
            else:
                with anyio.CancelScope(shield=True):
                    await mine.done.wait()
            raise
        try:
            with anyio.CancelScope(shield=True):
                await self._lead(mine)
        finally:
            self._turn.release()
        if mine.fault:
            raise mine.fault
        return mine.there

    async def settled(self, version: int) -> None:
        """See to it that a version is on the disk, whoever wrote it."""
        if not self._commits.store.durable.covers(version) and not self._commits.store.read_only:
            with anyio.CancelScope(shield=True):
                async with self._commits.store.lock:
                    await self._commits.latest()
                    await self._commits.settle()

    async def _lead(self, mine: _Waiting) -> None:
        """Commit what waits until the change of one's own is through."""
        while not mine.done.is_set():
            batch = self._waiting[:MOST_TOGETHER]
            del self._waiting[:MOST_TOGETHER]
            try:
                later = await self._commit(batch)
            except SimonidesError as fault:
                for one in batch:
                    if not one.done.is_set():
                        one.settle(fault=fault)
            except BaseException:
                # A bug, or the end of the process: nobody may be left waiting for ever.
                for one in batch:
                    if not one.done.is_set():
                        one.settle(fault=StoreUnavailable("Writing failed; whether it was done is not known."))
                raise
            else:
                self._waiting[:0] = later

    async def _commit(self, batch: Sequence[_Waiting]) -> list[_Waiting]:
        """Commit what of a batch can go together; the rest is for the next one."""
        async with self._commits.store.lock:
            for attempt in range(1, _ATTEMPTS + 1):
                try:
                    return await self._try([one for one in batch if not one.done.is_set()])
                except Preempted as preempted:
                    if attempt == _ATTEMPTS:
                        raise StoreUnavailable(
                            "Another process keeps coming between; nothing was changed. Try again."
                        ) from preempted
        return []

    async def _try(self, batch: Sequence[_Waiting]) -> list[_Waiting]:
        version = await self._commits.latest()
        ruled_out = self._commits.store.digests.rule_out
        asked = [o.unless for o in batch if o.unless and o.absent_at != version]
        known = await self._known([s for s in asked if not ruled_out(s.digest, version)])
        going: list[tuple[_Waiting, Made]] = []
        later: list[_Waiting] = []
        repeated: list[tuple[_Waiting, str]] = []
        taken: set[str] = set()
        for one in batch:
            if one.unless and (there := known.get(one.unless.digest)):
                repeated.append((one, there))
                continue
            try:
                made = await one.make()
            except SimonidesError as fault:
                one.settle(fault=fault)
                continue
            if taken & made.touches:
                later.append(one)
            else:
                taken |= made.touches
                going.append((one, made))
        opens = [row for _, made in going for row in made.opens]
        edits = [row for _, made in going for row in made.edits]
        if opens or edits:
            await self._commits.write(opens, edits, fresh=all(made.fresh for _, made in going))
        elif repeated:
            await self._commits.settle()  # another process may have died between writing it and syncing it
        for one, there in repeated:
            one.settle(there)
        for one, _ in going:
            one.settle()
        return later

    async def _known(self, statements: Sequence[Statement]) -> dict[str, str]:
        """The current rows that say one of these statements, by digest."""
        if not statements:
            return {}
        test = " OR ".join(f"({saying(s)})" for s in statements)
        with unavailable():
            found: Any = await self._commits.table.query().where(test).select(["id", "digest"]).to_arrow()
        rows = sorted(((r["digest"], r["id"]) for r in found.to_pylist()), reverse=True)
        return dict(rows)  # of several the oldest
