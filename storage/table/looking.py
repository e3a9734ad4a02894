"""A look at the table: at its newest version, again where files go away under it."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from lancedb.table import AsyncTable

from ..errors import StoreUnavailable
from .engine import Fault, engine
from .manifest import is_newest
from .opening import Store
from .schema import Arrow

T = TypeVar("T")
Ask = Callable[[AsyncTable], Any]  # makes a query
_LOOKS = 5  # at a table whose files go away under a question, because somebody erases


class Looking:
    """Looks at one table. Every one sees what any process has committed so far."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def table(self) -> AsyncTable:
        """The handle of all readers, which may be another with every look."""
        return self._store.reading

    async def now(self) -> AsyncTable:
        """The table as it is now: one look for newer versions, for all that is then asked of it."""
        if not is_newest(self._store.durable.table, await self.table.version()):
            await self.looked(self.table.checkout_latest)
            await self._store.notice_move(self.table)
        return self.table

    async def looked(self, look: Callable[[], Awaitable[T]]) -> T:
        """Do something with the table; once more on its newest version when its files went away meanwhile."""
        for attempt in range(1, _LOOKS + 1):
            try:
                with engine():
                    return await look()
            except Fault as fault:
                if not fault.vanished or attempt == _LOOKS:
                    raise _unreadable(fault) from fault
            with contextlib.suppress(Fault), engine():  # said by the next look, if it stays so
                await self.table.checkout_latest()
        raise AssertionError("the last look returns or raises")

    async def arrow(self, ask: Ask) -> Arrow:
        """What a query finds, made anew for every look: the handle may be another by then."""
        return await self.looked(lambda: ask(self.table).to_arrow())


def _unreadable(fault: Fault) -> StoreUnavailable:
    return StoreUnavailable(
        f"The store cannot be read: {fault} Look with `simonides doctor`; a backup is put back "
        "with `simonides restore`."
    )
