# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Pending lists of `forget`: what was shown, kept in the store until it is confirmed, once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from lancedb.table import AsyncTable

from .commit import Commits
from .engine import Fault, engine, unavailable
from .filters import instant, quoted
from .making import table_path
from .manifest import Torn, check
from .opening import Store
from .reserve import make_room
from .schema import LISTS, LISTS_SCHEMA, arrow_table

KEPT = timedelta(minutes=15)
Mode = Literal["hide", "erase"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it was shown: what a confirmation does, and the state each memory was in."""

    mode: Mode
    seen: Mapping[str, str]


class Lists:
    """The pending lists of one store. They hold ids and states, never content."""

    def __init__(self, store: Store) -> None:
        self._lock = store.lock
        self._store = store

    @property
    def _table(self) -> AsyncTable:
        return self._store.lists

    async def keep(self, token: str, listed: Listed, now: datetime) -> None:
        """Keep a list under its token, and drop those nobody confirmed in time."""
        self._store.refuse_if_read_only()
        row = {"token": token, "mode": listed.mode, "made_at": now, "seen": json.dumps(dict(listed.seen))}
        async with self._lock:
            if listed.mode == "erase":  # it is to work on a full disk, from its first step
                commits = Commits(self._store)
                await commits.latest()
                await commits.settle()
                await self._store.lane.run(lambda: make_room(self._store.folder, self._store.disk))
            rows = arrow_table([row], LISTS_SCHEMA)
            try:
                with engine():
                    await self._table.checkout_latest()
                    await self._table.delete(f"made_at < {instant(now - KEPT)}")
                    await self._table.add(rows)
                    await self._look_at()
            except (Fault, Torn):
                # What an earlier fault of the disk left may be in the way: the engine takes some for success. Begin
                # anew, without the other lists: they are listed again.
                with unavailable():
                    await self._table.add(rows, mode="overwrite")

    async def _look_at(self) -> None:
        """Raises Torn when the newest version of the lists is not whole."""
        path, version = table_path(self._store.folder, LISTS), await self._table.version()
        await self._store.lane.run(lambda: check(path, version))

    async def peek(self, token: str, now: datetime) -> Listed | None:
        """The list of a token, if it is there and not too old; it stays."""
        test = f"token = {quoted(token)} AND made_at >= {instant(now - KEPT)}"
        with unavailable():
            await self._table.checkout_latest()
            rows = await self._table.query().where(test).to_list()
        return Listed(rows[0]["mode"], json.loads(rows[0]["seen"])) if rows else None

    async def take(self, token: str, now: datetime) -> Listed | None:
        """The list of a token, for good: only one caller gets it."""
        async with self._lock:
            listed = await self.peek(token, now)
            if listed is not None:
                with unavailable():
                    await self._table.delete(f"token = {quoted(token)}")
        return listed
