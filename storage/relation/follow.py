# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The claims of a table, kept as the table goes on: read once, then what was written since."""

from __future__ import annotations

import anyio

from ..lane import Lane
from ..table.looking import Looking
from ..table.opening import Store
from .claims import COLUMNS, EMPTY, Claims, brought_up, read_in


class Following:
    """The claims of one store, held in memory: about 20 bytes a claim, and the names. Read when they are first asked
    for; what any process wrote since is read at every look."""

    def __init__(self, store: Store) -> None:
        self._looking = Looking(store)
        self._lane = Lane()
        self._turn = anyio.Lock()
        self._claims = EMPTY

    async def now(self) -> Claims:
        """The claims of the newest version."""
        table = await self._looking.now()
        if await table.version() == self._claims.version:
            return self._claims
        async with self._turn:
            table = await self._looking.now()
            version = await table.version()
            if version != self._claims.version:
                self._claims = await self._brought_up(version)
            return self._claims

    async def anew(self) -> Claims:
        """The claims of the newest version, read whole: what `now` is to equal."""
        table = await self._looking.now()
        return await self._whole(await table.version())

    async def _brought_up(self, version: int) -> Claims:
        before = self._claims
        if not 0 <= before.version < version:
            return await self._whole(version)
        test = f"written > {before.version}"
        rows = await self._looking.arrow(lambda t: t.query().where(test).select(list(COLUMNS)))
        counted = await self._looking.looked(lambda: self._looking.table.count_rows())
        now = await self._lane.run(lambda: brought_up(before, rows, version, counted))
        return now or await self._whole(version)

    async def _whole(self, version: int) -> Claims:
        rows = await self._looking.arrow(lambda t: t.query().select(list(COLUMNS)))
        counted = await self._looking.looked(lambda: self._looking.table.count_rows())
        return await self._lane.run(lambda: read_in(rows, version, counted))
