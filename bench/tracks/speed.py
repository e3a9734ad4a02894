"""How much longer things take than the bare minimum that does the same, both timed in turn in one run."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from mcp import Client

from ..bare_store import BareStore
from ..conditions import Conditions, Track
from ..items import Item
from ..measures import Measure, measured, ratio_of_medians
from ..sentences import questions, statements
from ..served import Served, parameters

_BARE = [sys.executable, str(Path(__file__).parent.parent / "bare_server.py")]
_PAIRS = 7  # starts of each server
_STORED = 1000  # memories recall searches
BLOCK = 20  # calls of one side before the other has its turn
_RECALLS, _REMEMBERS = 10, 5  # blocks of each
_LIMIT = 10

Call = Callable[[str], Awaitable[object]]


async def run(conditions: Conditions) -> list[Measure]:
    """Ratios of medians; times in seconds say more of the machine than of the server."""
    conditions.steps.expect(_PAIRS + _RECALLS + _REMEMBERS + 3)  # with what each begins with and does not count
    ours, bare = await _starts(conditions)
    measures = ratio("start to tools/list, over a bare server", ours, bare, conditions)
    texts = statements(_STORED + (_REMEMBERS + 1) * BLOCK, conditions.seed)
    stored, new = texts[:_STORED], texts[_STORED:]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        store = await BareStore.made(folder, stored)
        async with conditions.serving() as served:
            await conditions.store(served, [Item(f"{i}", text) for i, text in enumerate(stored)])
            measures += await _recalls(served, store, conditions)
            measures += await _remembers(served, store, new, conditions)
            return [*measures, conditions.refused(served)]


async def _starts(conditions: Conditions) -> tuple[list[float], list[float]]:
    """Times from the start of the process to its list of tools, after one of each that does not count."""
    sides: tuple[tuple[Sequence[str], list[float]], ...] = ((conditions.server, []), (_BARE, []))
    for pair in range(-1, _PAIRS):
        for command, times in sides if pair % 2 else sides[::-1]:
            took = await _start(command)
            if pair >= 0:
                times.append(took)
        conditions.steps.done()
    return sides[0][1], sides[1][1]


async def _start(command: Sequence[str]) -> float:
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        began = time.perf_counter()
        async with Client(parameters(command, home)) as client:
            await client.list_tools()
            return time.perf_counter() - began


async def _recalls(served: Served, store: BareStore, conditions: Conditions) -> list[Measure]:
    asked = questions((_RECALLS + 1) * BLOCK, conditions.seed)

    async def ask(text: str) -> None:
        await served.recall(text, _LIMIT)

    ours, bare = await in_turn(asked, ask, store.find, conditions)
    return ratio(f"recall at {_STORED:,}, over encoding and a bare hybrid query", ours, bare, conditions)


async def _remembers(served: Served, store: BareStore, new: Sequence[str], conditions: Conditions) -> list[Measure]:
    async def remember(text: str) -> None:
        await served.remember(Item(text, text))

    ours, bare = await in_turn(new, remember, store.add, conditions)
    return ratio(f"remember at {_STORED:,}, over encoding, a bare add and syncing it", ours, bare, conditions)


async def in_turn(
    texts: Sequence[str], ours: Call, bare: Call, conditions: Conditions
) -> tuple[list[float], list[float]]:
    """Times of both sides for the same texts, block by block in changing order; the first block does not count."""
    sides: tuple[tuple[Call, list[float]], ...] = ((ours, []), (bare, []))
    for number, at in enumerate(range(0, len(texts), BLOCK)):
        for call, times in sides if number % 2 else sides[::-1]:
            for text in texts[at : at + BLOCK]:
                began = time.perf_counter()
                await call(text)
                times.append(time.perf_counter() - began)
        conditions.steps.done()
    return sides[0][1][BLOCK:], sides[1][1][BLOCK:]


def ratio(metric: str, ours: Sequence[float], bare: Sequence[float], conditions: Conditions) -> list[Measure]:
    """The median of ours over that of the other side, resampled pair by pair."""
    return measured(metric, len(ours), conditions.seed, ratio_of_medians(ours, bare))


TRACK = Track("ratios of times to those of a bare server and a bare store", [], run)
