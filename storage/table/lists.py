# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Pending lists of `forget`: what was shown, kept in the store until it is confirmed, once."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from ..errors import StoreUnavailable
from .filters import instant, quoted
from .opening import Store
from .schema import LISTS_SCHEMA, arrow_table

KEPT = timedelta(minutes=15)
Mode = Literal["hide", "erase"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it was shown: what a confirmation does, and the state each memory was in."""

    mode: Mode
    seen: Mapping[str, str]


@contextlib.asynccontextmanager
async def _usable() -> AsyncGenerator[None]:
    """Faults of the table as what they are to a caller."""
    try:
        yield
    except (RuntimeError, OSError) as broken:
        raise StoreUnavailable(f"The store cannot be used; nothing was changed. {str(broken)[:300]}") from broken


class Lists:
    """The pending lists of one store. They hold ids and states, never content."""

    def __init__(self, store: Store) -> None:
        self._table = store.lists
        self._lock = store.lock

    async def keep(self, token: str, listed: Listed, now: datetime) -> None:
        """Keep a list under its token, and drop those nobody confirmed in time."""
        row = {"token": token, "mode": listed.mode, "made_at": now, "seen": json.dumps(dict(listed.seen))}
        async with self._lock, _usable():
            await self._table.delete(f"made_at < {instant(now - KEPT)}")
            await self._table.add(arrow_table([row], LISTS_SCHEMA))

    async def peek(self, token: str, now: datetime) -> Listed | None:
        """The list of a token, if it is there and not too old; it stays."""
        test = f"token = {quoted(token)} AND made_at >= {instant(now - KEPT)}"
        async with _usable():
            rows = await self._table.query().where(test).to_list()
        return Listed(rows[0]["mode"], json.loads(rows[0]["seen"])) if rows else None

    async def take(self, token: str, now: datetime) -> Listed | None:
        """The list of a token, for good: only one caller gets it."""
        async with self._lock, _usable():
            listed = await self.peek(token, now)
            await self._table.delete(f"token = {quoted(token)}")
        return listed
