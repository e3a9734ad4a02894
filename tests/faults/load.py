"""What the children do: an open store, and changes to it as they are told, several at a time if so asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import Changed, SimonidesError
from simonides.storage.memory import Memory
from simonides.storage.table import commit, upkeep
from simonides.storage.table.filters import quoted_list, with_ids
from simonides.storage.table.lock import StoreLock
from simonides.tools import remember as remembering
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.placing import Plan
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Recalled, Remembered
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel, Message

CALLER = Caller("load", "load")
OPENED: Message = {"opened": True, "alarms": []}  # what a child says of a store that is as it should be
_MOST_RETRIES = 50


def busy(channel: Channel, home: str, together: int = 1, without: Sequence[str] = ()) -> None:
    """Open the store, say `opened` and what is wrong with it, and do what is told until the line ends.

    An order is `{"number": n, "verb": name, …}`, its answer `{"number": n, …}` with what the tool said, or
    `refused` and why. Up to `together` orders are worked on at once. `without` names guards that are taken away
    first: "lock", "revision", "upkeep", "again".
    """
    for guard in without:
        guards = {
            "lock": _take_the_lock_away,
            "revision": _take_the_comparison_away,
            "upkeep": _compact_never,
            "again": _place_once,
        }
        guards[guard]()
    anyio.run(partial(_busy, channel, home, together))


def _compact_never() -> None:
    async def compact(_: upkeep.Upkeep) -> None:
        return None

    upkeep.Upkeep.compact = compact  # pyright: ignore[reportAttributeAccessIssue]


def _take_the_lock_away() -> None:
    async def pass_through(*given: object) -> None: ...

    for name in ("__aenter__", "__aexit__"):
        setattr(StoreLock, name, pass_through)


def _take_the_comparison_away() -> None:
    """An edit of a row is then written even if the row is not what it was made from."""
    assert hasattr(commit, "_GREW_BY_ONE")
    setattr(commit, "_GREW_BY_ONE", None)  # noqa: B010 (private to all but this)


def _place_once() -> None:
    """A statement is then stored as it was placed before the lock was taken, whatever others wrote meanwhile."""

    async def keep(mind: Mind, args: Remember, new: Memory, before: Plan) -> Plan:
        return before

    assert hasattr(remembering, "_again")
    setattr(remembering, "_again", keep)  # noqa: B010 (private to all but this)


async def _busy(channel: Channel, home: str, together: int) -> None:
    async with opened(Config(home=home, timezone="UTC"), load=QuickEmbedder) as opening:
        hands = Hands(await opening.mind())
        await hands.mind.encoder.load()
        channel.tell(opened=True, alarms=hands.mind.store.alarms.told())
        places = anyio.CapacityLimiter(together)
        async with anyio.create_task_group() as tasks:
            while not channel.ended:
                if channel.waiting or await _readable(channel):
                    while (order := channel.hear(0)) is not None:
                        tasks.start_soon(_obey, channel, places, hands, order)


async def _readable(channel: Channel) -> bool:
    await anyio.wait_readable(channel.line)
    return True


async def _obey(channel: Channel, places: anyio.CapacityLimiter, hands: Hands, order: Message) -> None:
    number = order.pop("number")
    async with places:
        try:
            answer = await hands.do(**order)
        except SimonidesError as refused:
            answer = {"refused": type(refused).__name__, "why": str(refused)}
    channel.tell(number=number, **answer)


class Hands:
    """The verbs of an order, by name, on one open store."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self._verbs: dict[str, Callable[..., Awaitable[Message]]] = {
            "remember": self.remember,
            "insist": self.insist,
            "hide": self.hide,
            "undo": self.undo,
            "erase": self.erase,
            "recall": self.recall,
            "compact": self.compact,
            "rows": self.rows,
        }

    async def do(self, verb: str, **arguments: Any) -> Message:
        """Carry out an order."""
        return await self._verbs[verb](**arguments)

    async def remember(self, **given: Any) -> Message:
        """Store a statement, or replace others by it."""
        told = (await remember(self.mind, CALLER, Remember(**given))).data
        assert isinstance(told, Remembered)
        return {"outcome": told.outcome, "id": told.id, "receipt": told.receipt}

    async def insist(self, content: str, replaces: list[str]) -> Message:
        """Replace, looking again and trying again as long as the answer is that it has changed."""
        for stale in range(_MOST_RETRIES):
            try:
                return await self.remember(content=content, replaces=replaces) | {"stale": stale}
            except Changed:
                shown = (await recall(self.mind, CALLER, Recall(ids=replaces, max_tokens=8000))).data
                assert isinstance(shown, Recalled)
                replaces = [next(m.id for m in reversed(shown.memories) if m.status == "current")]
        raise Changed(f"still stale after {_MOST_RETRIES} tries")

    async def hide(self, ids: list[str]) -> Message:
        """Hide memories."""
        return await self._forget(Forget(ids=ids))

    async def undo(self, receipt: str) -> Message:
        """Take a change back."""
        return await self._forget(Forget(undo=receipt))

    async def erase(self, ids: list[str]) -> Message:
        """List what would be erased, and confirm it."""
        listed = await self._forget(Forget(ids=ids, mode="erase"))
        return await self._forget(Forget(confirm=listed["confirm"]))

    async def _forget(self, args: Forget) -> Message:
        told = (await forget(self.mind, CALLER, args)).data
        assert isinstance(told, Forgotten)
        ids = [ref.id for ref in told.affected]
        return {"outcome": told.outcome, "ids": ids, "receipt": told.receipt, "confirm": told.confirm}

    async def recall(self, query: str) -> Message:
        """The ids that answer a question, best first."""
        told = (await recall(self.mind, CALLER, Recall(query=query))).data
        assert isinstance(told, Recalled)
        return {"ids": [m.id for m in told.memories]}

    async def compact(self) -> Message:
        """What upkeep does by itself after some commits."""
        await self.mind.upkeep.compact()
        return {}

    async def rows(self, ids: list[str] | None = None, contents: list[str] | None = None) -> Message:
        """Rows as they are, by id or by content; all of them when neither is given."""
        tests = [with_ids(ids)] if ids else []
        tests += [f"content IN ({quoted_list(contents)})"] if contents else []
        found = await (self.mind.reader.where(" OR ".join(tests)) if tests else self.mind.reader.every())
        return {"rows": [as_told(m) for m in found]}


def as_told(memory: Memory) -> Message:
    """Of a row, what the tests compare: everything that a change may change."""
    return {
        "id": memory.id,
        "content": memory.content,
        "scope": memory.scope,
        "status": memory.status,
        "supersedes": sorted(memory.supersedes),
        "digest": memory.digest,
        "stack": [[e["by"], e.get("of", "")] for e in memory.undo],
    }
