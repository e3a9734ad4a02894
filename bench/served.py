"""The server under test, reached over MCP and nothing else."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Mapping, Sequence
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


class Unusable(Exception):
    """The server cannot be measured."""


def settings(home: str) -> dict[str, str]:
    """What the environment of the server says: its store in `home`, one BLAS thread, times without a zone in UTC."""
    return {"SIMONIDES_HOME": home, "OPENBLAS_NUM_THREADS": "1", "TZ": "UTC"}


def parameters(command: Sequence[str], home: str) -> StdioServerParameters:
    """How the server is started."""
    return StdioServerParameters(command=command[0], args=list(command[1:]), env=settings(home))


class Served:
    """A running server, and which of the items stored in it each of its ids stands for."""

    def __init__(self, client: Client) -> None:
        self.outcomes: Counter[str] = Counter()
        self.refusals: list[str] = []
        self.calls = 0
        self._client = client
        self._items: dict[str, set[str]] = {}
        self._ids: dict[str, list[str]] = {}

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
        return self._ids.get(item, [])

    async def remember(self, item: Item) -> bool:
        """Store an item, each of its parts by a call of its own; whether all of it was taken."""
        taken = True
        for part in parts(item.text):
            data = await self._call("remember", {"content": part, "scope": item.scope, **item.more})
            self.outcomes[data.get("outcome", "refused")] += 1
            if id_ := data.get("id"):
                self._items.setdefault(id_, set()).add(item.id)
                self._ids.setdefault(item.id, []).append(id_)
            else:
                taken = False
        return taken

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

    def _places(self, data: Mapping[str, Any]) -> list[Place]:
        found = data.get("memories", [])
        return without_repeats(frozenset(self._items.get(m["id"], ())) for m in found)

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
async def serving(command: Sequence[str]) -> AsyncGenerator[Served]:
    """A server of its own with an empty store, ready, and gone afterwards with all it stored.

    Raises Unusable when it has not the tools that are measured or does not become ready.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        async with Client(parameters(command, home)) as client:
            there = {tool.name for tool in (await client.list_tools()).tools}
            if missing := {"remember", "recall"} - there:
                raise Unusable(f"the server has no tool {', '.join(sorted(missing))}")
            served = Served(client)
            await served.settled()
            yield served
