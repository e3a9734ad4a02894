"""The server under test, reached over MCP and nothing else."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import anyio
from mcp import Client, MCPError, StdioServerParameters

from .items import GLOBAL, Answer, Item, Place, without_repeats
from .texts import parts

_STATUS = "memory://status"
_MOST = 50  # memories one recall may be asked for
_TOKENS = 8000
_PATIENCE_S = 300.0
NO_MORE: Mapping[str, Any] = MappingProxyType({})
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


class Unusable(Exception):
    """The server cannot be measured."""


def settings(home: str) -> dict[str, str]:
    """What the environment of the server says: its store in `home`, one BLAS thread, times without a zone in UTC."""
    return {"SIMONIDES_HOME": home, "OPENBLAS_NUM_THREADS": "1", "TZ": "UTC"}


def parameters(command: Sequence[str], home: str, more: Mapping[str, str] = NO_SETTINGS) -> StdioServerParameters:
    """How the server is started; `more`: further variables of its environment."""
    return StdioServerParameters(command=command[0], args=list(command[1:]), env={**settings(home), **more})


@dataclass(frozen=True, slots=True)
class Stored:
    """What the server answered to a statement; `against`: the ids it stands against; no `id` where it was refused."""

    outcome: str
    id: str = ""
    receipt: str = ""
    against: Sequence[str] = ()


class Served:
    """A running server, and which of the items stored in it each of its ids stands for."""

    def __init__(self, client: Client) -> None:
        self.outcomes: Counter[str] = Counter()
        self.refusals: list[str] = []
        self.calls = 0
        self._client = client
        self._items: dict[str, set[str]] = {}
        self._answers: dict[str, list[Stored]] = {}

    @property
    def name(self) -> str:
        """Name and version, as the server gives them."""
        info = self._client.server_info
        return f"{info.name} {info.version}" if info else "unnamed"

    async def settled(self) -> None:
        """Wait until the model is loaded and nothing waits for its vector; a server that cannot tell is ready.

        Raises Unusable when that does not come about.
        """
        with anyio.move_on_after(_PATIENCE_S):
            while (state := await self._state()) != "ready":
                if state == "failed":
                    break
                await anyio.sleep(0.05)
            else:
                return
        raise Unusable("the server's embedder did not become ready")

    async def _state(self) -> str:
        try:
            read: Any = await self._client.read_resource(_STATUS, cache_mode="bypass")
        except MCPError:
            return "ready"
        status: dict[str, Any] = json.loads(read.contents[0].text)
        state = str(status.get("embedder", {}).get("state", "ready"))
        return "pending" if state == "ready" and status.get("pending", 0) else state

    def ids_of(self, item: str) -> list[str]:
        """The ids the server gave for what was stored of an item."""
        return [told.id for told in self.answers_to(item) if told.id]

    def answers_to(self, item: str) -> list[Stored]:
        """What the server answered when an item was stored, a part of it each, the last time last."""
        return self._answers.get(item, [])

    def items_of(self, id_: str) -> Place:
        """The items one of the server's ids stands for."""
        return frozenset(self._items.get(id_, ()))

    async def remember(self, item: Item) -> bool:
        """Store an item, each of its parts by a call of its own; whether all of it was taken."""
        taken = True
        for part in parts(item.text):
            data = await self._call("remember", {"content": part, "scope": item.scope, **item.more})
            told = Stored(
                data.get("outcome", "refused"),
                data.get("id", ""),
                data.get("receipt", ""),
                [other["id"] for other in data.get("contested", [])],
            )
            self.outcomes[told.outcome] += 1
            self._answers.setdefault(item.id, []).append(told)
            if told.id:
                self._items.setdefault(told.id, set()).add(item.id)
            else:
                taken = False
        return taken

    async def holds(self, item: str) -> bool:
        """Whether all that was stored of an item is among what is current, asked by its ids.

        One that the server gave an end does not count as current, so it is for items that were told with none.
        """
        ids = self.ids_of(item)
        for id_ in ids:
            found = (await self._call("recall", {"ids": [id_], "max_tokens": _TOKENS})).get("memories", [])
            row = next((m for m in found if m["id"] == id_), None)
            if row is None or row.get("status", "current") != "current" or row.get("until"):
                return False
        return bool(ids)

    async def has_claims(self, item: str) -> bool:
        """Whether all that was stored of an item is in slots."""
        found: list[Any] = []
        for id_ in self.ids_of(item):
            told = (await self._call("recall", {"ids": [id_], "max_tokens": _TOKENS})).get("memories", [])
            found.append(next((m.get("claims") for m in told if m["id"] == id_), None))
        return bool(found) and all(found)

    async def summarised(self, scope: str) -> str:
        """The text a model reads of a summary of a scope."""
        result = await self._client.call_tool("summarise", {"scope": scope, "max_words": 800})
        told: Any = result.content[0] if result.content else ""
        return str(getattr(told, "text", told))

    async def undo(self, receipt: str) -> str:
        """Take a change back; the receipt of that, empty when it was refused."""
        return (await self._call("forget", {"undo": receipt})).get("receipt", "")

    async def recall(self, query: str, k: int, scope: str = GLOBAL, more: Mapping[str, Any] = NO_MORE) -> Answer:
        """The best `k` places for a question, page after page until there are so many or no more.

        `more` are further arguments, and have the last word.
        """
        wanted = {"query": query, "scope": scope, "limit": min(k, _MOST), "max_tokens": _TOKENS, **more}
        data = await self._call("recall", wanted)
        sure, places = data.get("found"), self._places(data)
        while (cursor := data.get("cursor")) and len(places) < k:
            data = await self._call("recall", {**wanted, "cursor": cursor})
            if not data.get("memories"):
                break
            places = without_repeats([*places, *self._places(data)])
        return Answer(places[:k], sure)

    async def contents(self, k: int, more: Mapping[str, Any]) -> list[str]:
        """The contents of the best `k` memories, at most a page; `more`: what is asked for."""
        data = await self._call("recall", {"limit": min(k, _MOST), "max_tokens": _TOKENS, **more})
        return [memory["content"] for memory in data.get("memories", [])]

    async def having(self, wanted: Sequence[str], k: int) -> list[str] | None:
        """The names of the best `k` entities for which all wanted ("relation: filler") hold; None when refused.

        An answer that holds nobody may leave `entities` out: that is none found, not a refusal.
        """
        told = len(self.refusals)
        data = await self._call("recall", {"having": list(wanted), "limit": min(k, _MOST), "max_tokens": _TOKENS})
        return None if len(self.refusals) > told else [entity["name"] for entity in data.get("entities", [])]

    async def pages(self, more: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        """The memories of an answer, page after page, as they are told."""
        wanted = {"limit": _MOST, "max_tokens": _TOKENS, **more}
        data = await self._call("recall", wanted)
        while True:
            for memory in data.get("memories", []):
                yield memory
            if not (cursor := data.get("cursor")):
                return
            data = await self._call("recall", {**wanted, "cursor": cursor})

    async def ping(self) -> None:
        """A call that is refused at once: how long one takes on its way."""
        await self._client.call_tool("recall", {"ids": ["nothing"]})

    def _places(self, data: Mapping[str, Any]) -> list[Place]:
        found = data.get("memories", [])
        return without_repeats(self.items_of(m["id"]) for m in found)

    async def _call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The structured result; empty, and kept in `refusals`, when the tool answered with an error."""
        self.calls += 1
        result = await self._client.call_tool(tool, arguments)
        if result.is_error:
            told: Any = result.content[0] if result.content else ""
            self.refusals.append(f"{tool}: {getattr(told, 'text', told)}")
            return {}
        return result.structured_content or {}


@contextlib.asynccontextmanager
async def serving(
    command: Sequence[str], home: str = "", more: Mapping[str, str] = NO_SETTINGS
) -> AsyncGenerator[Served]:
    """A server of its own, ready: with an empty store that is gone afterwards, or with the one in `home`, which stays.

    Raises Unusable when it has not the tools that are measured or does not become ready.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as passing:
        async with Client(parameters(command, home or passing, more)) as client:
            there = {tool.name for tool in (await client.list_tools()).tools}
            if missing := {"remember", "recall"} - there:
                raise Unusable(f"the server has no tool {', '.join(sorted(missing))}")
            served = Served(client)
            await served.settled()
            yield served
