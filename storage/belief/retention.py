"""How long memories stay: what goes by itself, what its use keeps, and what takes it away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

import anyio

from ..errors import SimonidesError
from ..ids import new_receipt
from ..memory import LIFE, Change, Clock, Edit, Kind, Memory
from ..table.filters import instant
from ..table.reader import Reader
from ..table.writer import Writer
from ..text.periods import moved

log = logging.getLogger(__name__)

_BY_USE: frozenset[Kind] = frozenset({"working"})  # their life begins anew with every use
_EVERY_S = 60.0
_AT_ONCE = 1_000  # memories taken away under one receipt

Told = Callable[[datetime, str, list[str]], None]


class Retention:
    """What keeps memories and what takes them away, for one process.

    Nothing is written when a memory is used: uses are kept here, and written together within a minute and at the
    end. What expired is in no answer from that second on; taking it away only tidies up.
    """

    def __init__(
        self, reader: Reader, writer: Writer, clock: Clock, life: Mapping[Kind, timedelta], told: Told
    ) -> None:
        self._reader, self._writer, self._clock, self._told = reader, writer, clock, told
        self._life = life
        self._ids: dict[str, datetime] = {}  # of memories, and of sessions, with their last use
        self._sessions: dict[str, datetime] = {}

    def life_of(self, kind: Kind, now: datetime) -> tuple[datetime | None, datetime | None]:
        """When a memory of this kind expires by default, and the use it counts from if use renews it."""
        if (life := self._life.get(kind)) is None:
            return None, None
        return moved(now, life), now if kind in _BY_USE else None

    def used(self, memories: Iterable[Memory], now: datetime) -> None:
        """These were shown, or written to."""
        self._ids.update({m.id: now for m in memories if m.used_at is not None})

    def used_session(self, session: str, now: datetime) -> None:
        """The unfinished task of this session went on: all its state is in use."""
        self._sessions[session] = now

    async def run(self) -> None:
        """Tidy every minute, for the life of the process; faults are logged and tried again."""
        while True:
            await anyio.sleep(_EVERY_S)
            try:
                await self.tidy()
            except Exception as fault:  # the edge of a background task that must go on for the life of the process
                log.warning("retention, to be tried again: %s", str(fault)[:300])

    async def tidy(self) -> str:
        """Write down what was used, then take away what expired; the receipt of that, empty if nothing had."""
        await self.note_uses()
        now = self._clock()
        over = (await self._reader.where(f"status = 'current' AND expires_at <= {instant(now)}"))[:_AT_ONCE]
        if not over:
            return ""
        receipt = new_receipt()
        gone: list[Memory] = []

        async def build() -> Change:
            there = await self._reader.get(m.id for m in over)  # another process may have done it
            gone[:] = [m for m in there.values() if m.status == "current" and m.expired(now)]
            return Change(receipt, now, edits=tuple(_archived(m) for m in gone))

        await self._writer.commit(build)
        if not gone:
            return ""
        self._told(now, receipt, [m.id for m in gone])
        return receipt

    async def note_uses(self) -> None:
        """Write down what was used since the last time."""
        if not (self._ids or self._sessions):
            return
        ids, sessions = self._ids, self._sessions
        self._ids, self._sessions = {}, {}
        try:
            await self._writer.use(ids, sessions, lambda at: moved(at, self._life.get("working", LIFE["working"])))
        except SimonidesError:
            self._ids, self._sessions = ids | self._ids, sessions | self._sessions
            raise


def _archived(memory: Memory) -> Edit:
    """Put away since it expired. Whoever undoes that wants to keep it, so it comes back without an end."""
    put = {"status": "archived", "closed_at": memory.expires_at}
    return Edit(memory.id, "current", put, back={"expires_at": None, "used_at": None})
