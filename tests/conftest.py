"""What the tests share: a store of their own, a clock they own, the real encoder loaded once."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.types import TextContent

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.lifespan import Opening, opened
from simonides.storage.memory import Change, Memory
from simonides.storage.text.embedding import Embedder, UniversalSentenceEncoder
from simonides.tools.mind import Caller, Mind
from tests.faults.zygote import Zygote


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--heavy", action="store_true", help="run the tests that take minutes, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--heavy"):
        for item in items:
            if item.get_closest_marker("heavy"):
                item.add_marker(pytest.mark.skip(reason="takes minutes: --heavy"))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    """The real model; loading it for every test would only be slow."""
    return UniversalSentenceEncoder()


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    with start_blocking_portal("asyncio") as portal:
        yield portal
        portal.call(portal.stop, True)  # a store that a failed example left open would be waited for


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    """What forks the processes of a file of tests."""
    with Zygote() as zygote:
        yield zygote


class Hands:
    """A clock whose hands the test moves."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Now; every look is a millisecond later, as in life."""
        self.now += timedelta(milliseconds=1)
        return self.now

    def advance(self, **span: float) -> None:
        """Move forward (or, with negative numbers, back)."""
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(home=str(tmp_path / "home"), timezone="UTC")


@pytest.fixture
async def opening(config: Config, clock: Hands, encoder: Embedder) -> AsyncGenerator[Opening]:
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        yield opening


@pytest.fixture
async def mind(opening: Opening) -> Mind:
    mind = await opening.mind()
    await mind.encoder.load()
    return mind


@pytest.fixture
def caller() -> Caller:
    return Caller("test", "test")


@dataclass
class Said:
    """What a tool answered over MCP."""

    data: dict[str, Any]
    text: str
    error: bool

    @property
    def contents(self) -> list[str]:
        """The contents of the memories in the answer, in order."""
        return [m["content"] for m in self.data["memories"]]

    @property
    def ids(self) -> list[str]:
        """Their ids."""
        return [m["id"] for m in self.data["memories"]]


class Desk:
    """A client with its four tools at hand, answers as `Said`."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, arguments: dict[str, Any]) -> Said:
        """Call any tool with any arguments."""
        result: Any = await self.client.call_tool(tool, arguments)
        block = result.content[0]
        return Said(
            result.structured_content or {}, block.text if isinstance(block, TextContent) else "", result.is_error
        )

    async def remember(self, content: str, **more: Any) -> Said:
        """remember(content, …)."""
        return await self.call("remember", {"content": content, **more})

    async def recall(self, query: str = "", **more: Any) -> Said:
        """recall(query, …)."""
        return await self.call("recall", {"query": query, **more})

    async def forget(self, **arguments: Any) -> Said:
        """forget(…)."""
        return await self.call("forget", arguments)

    async def summarise(self, **arguments: Any) -> Said:
        """summarise(…)."""
        return await self.call("summarise", arguments)


@pytest.fixture
async def desk(opening: Opening, mind: Mind) -> AsyncGenerator[Desk]:
    """A real MCP client on a server in this process."""
    async with Client(build(opening)) as client:
        yield Desk(client)


async def commit(mind: Mind, change: Change, **more: Any) -> str:
    """Commit a change that is known beforehand."""

    async def build() -> Change:
        return change

    return await mind.writer.commit(build, **more)


async def delete(mind: Mind, *ids: str) -> int:
    """Erase rows that are known beforehand; how many were there."""

    async def choose() -> list[Memory]:
        return list((await mind.reader.get(ids)).values())

    return (await mind.eraser.erase(choose, mind.clock())).count
