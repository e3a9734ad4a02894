# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What a store costs in the long run: jobs that work on one for long and measure themselves meanwhile."""

from __future__ import annotations

import os
import random
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.table.reserve import live_bytes
from simonides.tools.mind import Mind
from simonides.tools.recall import Recall, recall
from tests.faults.load import CALLER, Hands
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel

MOST_ROWS = 400  # what a soak keeps; beyond that it erases the oldest
TABLE = Path("local", "memories.lance")
_ERASED_AT_ONCE = 100
_SAMPLES = 90
_LOOKS_EVERY = 8  # statements
_RESTS_WITHIN_S, _AT_REST = 20.0, 1.25  # when nobody writes: the table takes at most so many times its newest version
_LOAD = {"remember": 40, "replace": 15, "hide": 8, "undo": 7, "recall": 30}


def resident_kib() -> int:
    """Resident memory of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def disk_bytes(folder: Path) -> int:
    """What the files below a folder hold."""
    total = 0
    for at, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(at, name)).st_size
            except FileNotFoundError:  # a cleanup is under way
                continue
    return total


def figures(home: Path) -> dict[str, float]:
    """What this process and its store take up now."""
    table = home / TABLE
    return {
        "resident_kib": resident_kib(),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "versions": len(os.listdir(table / "_versions")),
        "files": sum(len(names) for _, _, names in os.walk(table)),
        "disk_bytes": disk_bytes(table),
    }


@asynccontextmanager
async def _hands(home: str) -> AsyncGenerator[Hands]:
    async with opened(Config(home=home, timezone="UTC"), load=QuickEmbedder) as opening:
        hands = Hands(await opening.mind())
        await hands.mind.encoder.load()
        yield hands


def soak(channel: Channel, home: str, lasts_s: float, seed: int) -> None:
    """Mixed load for so long, telling figures ninety times in equal spans; last, how much was done."""
    anyio.run(partial(_soak, channel, home, lasts_s, seed))


async def _soak(channel: Channel, home: str, lasts_s: float, seed: int) -> None:
    async with _hands(home) as hands:
        mix = _Mix(hands, seed)
        began = time.monotonic()
        for sample in range(1, _SAMPLES + 1):
            while time.monotonic() < began + lasts_s * sample / _SAMPLES:
                await mix.step()
            channel.tell(**figures(Path(home)), rows=len(mix.ids))
        channel.tell(steps=mix.steps, erases=mix.erases)


class _Mix:
    """Steps of mixed load, which keep the number of rows within bounds."""

    def __init__(self, hands: Hands, seed: int) -> None:
        self.ids: list[str] = []
        self.steps = self.erases = 0
        self._hands = hands
        self._dice = random.Random(seed)

    async def step(self) -> None:
        """One change or question, or an erase of the oldest where there are too many."""
        self.steps += 1
        if len(self.ids) > MOST_ROWS:
            erased = await self._hands.erase(self.ids[:_ERASED_AT_ONCE])
            self.erases += 1
            self.ids = [i for i in self.ids if i not in set(erased["ids"])]
            return
        verb = self._dice.choices(list(_LOAD), list(_LOAD.values()))[0]
        content = f"Ship {self._dice.randrange(50)} was seen off the cape, entry {self.steps}."
        if verb == "recall":
            await self._hands.recall(content)
        elif verb in ("remember", "replace") or not self.ids:
            more = {"replaces": [self.ids[-1]]} if verb == "replace" and self.ids else {}
            self.ids.append((await self._hands.remember(content=content, **more))["id"])
        else:
            hidden = await self._hands.hide([self.ids[-1]])
            if verb == "undo":
                await self._hands.undo(hidden["receipt"])
            else:
                self.ids.append((await self._hands.remember(content=content))["id"])


def statement(number: int) -> str:
    """One of the statements that are stored singly, and asked for."""
    return f"Buoy {number} lies {number * 37 % 1009} cables north of rock {number * 71 % 503}."


def singly(channel: Channel, home: str, count: int) -> None:
    """Store so many statements, one call each; tell how many fragments and bytes there ever were, and figures
    once the store is at rest."""
    anyio.run(partial(_singly, channel, home, count))


async def _singly(channel: Channel, home: str, count: int) -> None:
    most = most_bytes = 0
    table = str(Path(home) / TABLE)
    async with _hands(home) as hands:
        for number in range(count):
            await hands.remember(content=statement(number))
            if number % _LOOKS_EVERY == 0:
                stats: Any = await hands.mind.store.memories.stats()  # a dict, whatever its annotation says
                most = max(most, stats["fragment_stats"]["num_fragments"])
                most_bytes = max(most_bytes, disk_bytes(Path(table)))
        await hands.recall(statement(0))
        with anyio.move_on_after(_RESTS_WITHIN_S):
            while disk_bytes(Path(table)) > _AT_REST * live_bytes(table):  # noqa: ASYNC110  # it happens on the disk
                await anyio.sleep(0.05)
        channel.tell(most_fragments=most, most_bytes=most_bytes, **figures(Path(home)))


def opening_only(channel: Channel, home: str) -> None:
    """Open the same table and answer one question; tell figures."""
    anyio.run(partial(_opening_only, channel, home))


async def _opening_only(channel: Channel, home: str) -> None:
    async with _hands(home) as hands:
        await hands.recall(statement(0))
        channel.tell(**figures(Path(home)))


def bulk(channel: Channel, home: str, source: str) -> None:
    """Write all rows of another store into this new one at once, and put its table in order; tell figures."""
    anyio.run(partial(_bulk, channel, home, source))


async def _bulk(channel: Channel, home: str, source: str) -> None:
    async with _hands(source) as theirs, _hands(home) as ours:
        table = ours.mind.store.memories
        await table.add(await theirs.mind.store.memories.query().to_arrow())
        for _ in range(3):  # one pass leaves what was indexed and what was not apart
            await table.optimize(cleanup_older_than=timedelta(0), delete_unverified=True)
        channel.tell(rows=await table.count_rows(), **figures(Path(home)))


def asked_in_turn(channel: Channel, homes: Mapping[str, str], times: int, count: int, seed: int) -> None:
    """Ask the same questions of several stores in turn; tell the median milliseconds of each."""
    anyio.run(partial(_asked_in_turn, channel, homes, times, count, seed))


async def _asked_in_turn(channel: Channel, homes: Mapping[str, str], times: int, count: int, seed: int) -> None:
    dice = random.Random(seed)
    took: dict[str, list[float]] = {name: [] for name in homes}
    async with _hands(homes["singly"]) as singly, _hands(homes["bulk"]) as bulk:
        minds: dict[str, Mind] = {"singly": singly.mind, "bulk": bulk.mind}
        for turn in range(times + 10):
            question = Recall(query=statement(dice.randrange(count)))
            for name in dice.sample(list(minds), len(minds)):
                began = time.perf_counter()
                await recall(minds[name], CALLER, question)
                if turn >= 10:  # the first ones read files
                    took[name].append(1000 * (time.perf_counter() - began))
    channel.tell(**{name: median(times_ms) for name, times_ms in took.items()})
