"""The bundle every tool is given: the open store, the encoder, the clock, and who is asking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from ..storage.ids import Minter
from ..storage.lane import Lane
from ..storage.memory import GLOBAL, Clock, Trust
from ..storage.text.embedding import Encoder
from .activity import Activity

if TYPE_CHECKING:
    from ..storage.audit import Audit
    from ..storage.belief.retention import Retention
    from ..storage.journal import Journal
    from ..storage.llm.task import Configured
    from ..storage.memory import Vector
    from ..storage.relation.relations import Relations
    from ..storage.table.erase import Eraser
    from ..storage.table.lists import Lists
    from ..storage.table.opening import Store
    from ..storage.table.reader import Reader
    from ..storage.table.search import Finder
    from ..storage.table.upkeep import Upkeep
    from ..storage.table.writer import Writer

SILENCE = timedelta(minutes=30)  # a new session begins after this
_LATEST = 200  # memories shown to a caller that what it says is compared with
_MOST_RECALLED = 2_000  # memories kept of a caller before those of long ago are dropped


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking: the client's name, what its connection is known by, and how far its word is trusted."""

    client: str = ""
    connection: str = "local"
    trust: Trust = "assistant"

    @property
    def known_by(self) -> str:
        """What is kept of a caller is kept under this."""
        return f"{self.connection}/{self.client}"


@dataclass(slots=True)
class Sessions:
    """What a process keeps of its callers: the default session of each connection, a new one after half an
    hour of silence, what each was shown in that time, and the scopes it has stored into."""

    scopes: set[str] = field(default_factory=lambda: {GLOBAL})
    _recalled: dict[str, dict[str, datetime]] = field(default_factory=dict[str, dict[str, datetime]])
    _latest: dict[str, tuple[str, datetime]] = field(default_factory=dict[str, tuple[str, datetime]])

    def recalled(self, caller: Caller, ids: Iterable[str], now: datetime) -> None:
        """These memories were just shown to `caller`: what it says like them may be their echo."""
        there = self._recalled.setdefault(caller.known_by, {})
        there.update(dict.fromkeys(ids, now))
        if len(there) > _MOST_RECALLED:
            self._recalled[caller.known_by] = {i: t for i, t in there.items() if now - t <= SILENCE}

    def lately(self, caller: Caller, now: datetime) -> list[str]:
        """The latest of what `caller` was shown within the last half hour."""
        there = self._recalled.get(caller.known_by, {})
        return [i for i, at in sorted(there.items(), key=lambda shown: shown[1]) if now - at <= SILENCE][-_LATEST:]

    def recalled_lately(self, caller: Caller, id_: str, now: datetime) -> bool:
        """Whether `caller` was shown this memory within the last half hour."""
        at = self._recalled.get(caller.known_by, {}).get(id_)
        return at is not None and now - at <= SILENCE

    def current(self, caller: Caller, now: datetime) -> str:
        """The session `caller` is in, by name."""
        name, seen = self._latest.get(caller.known_by, ("", now))
        if not name or now - seen > SILENCE:
            name = f"{caller.client or 'session'}-{now.strftime('%Y%m%d-%H%M%S')}"
        self._latest[caller.known_by] = (name, now)
        return name


@dataclass(frozen=True, slots=True)
class Mind:
    """Everything a tool works with. Built once, by `server.lifespan`; nothing in it is found, all is given."""

    store: Store
    reader: Reader
    finder: Finder
    relations: Relations
    writer: Writer
    eraser: Eraser
    lists: Lists
    audit: Audit
    upkeep: Upkeep
    retention: Retention
    journal: Journal
    encoder: Encoder
    sessions: Sessions
    activity: Activity
    clock: Clock
    mint: Minter
    lane: Lane
    scope: str = GLOBAL
    zone: tzinfo | None = None
    encoder_wait_s: float = 3.0
    model: Configured | None = None
    model_wait_s: float = 15.0

    async def encode(self, text: str, *, asking: bool = False, wait_s: float = 0.0) -> Vector | None:
        """The unit vector of a text, None without a model that belongs to the store."""
        if self.store.moved and self.encoder.state == "ready":
            self.encoder.refuse(
                f"the store was embedded anew with {self.store.moved[0].embedder!r}: restart this server"
            )
        vectors = await self.encoder.encode([text], asking=asking, wait_s=wait_s)
        return None if vectors is None else vectors[0]

    def scopes_read(self, scope: str) -> tuple[str, ...]:
        """The scopes a question reads: the one asked for, and `global`."""
        return tuple(dict.fromkeys((scope or self.scope, GLOBAL)))
