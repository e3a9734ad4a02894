"""Upkeep: vectors for those that wait, few files however many commits."""

from __future__ import annotations

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.disk import size_on_disk
from simonides.storage.memory import Change, Memory
from simonides.storage.table.reserve import live_bytes
from simonides.storage.table.upkeep import COMMITS_BETWEEN
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.conftest import commit

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 30, tzinfo=UTC)


def memory(number: int) -> Memory:
    return Memory(f"{number:0>12}.1", "global", "fact", f"statement {number}", AT)


async def test_rows_stored_before_the_model_came_are_embedded_when_it_comes(config: Config, encoder: Embedder) -> None:
    come = threading.Event()

    def load() -> Embedder:
        come.wait(20)
        return encoder

    async with opened(config, load=load) as opening:
        mind = await opening.mind()
        await commit(mind, Change("r-1", AT, tuple((memory(i), None) for i in range(70))))
        waiting = await mind.reader.count("pending = true")

        come.set()
        with anyio.fail_after(30):
            assert await mind.upkeep.caught_up(30)

        assert waiting == 70
        assert await mind.reader.count("pending = true") == 0
        assert await mind.reader.count("vector IS NOT NULL") == 70


async def test_commits_do_not_pile_up_as_files(mind: Mind) -> None:
    for number in range(3 * COMMITS_BETWEEN):
        await commit(mind, Change(f"r-{number}", AT, ((memory(number), None),)))
    await mind.upkeep.compact()

    stats: Any = await mind.store.memories.stats()
    assert stats["fragment_stats"]["num_fragments"] < COMMITS_BETWEEN
    assert await mind.reader.count() == 3 * COMMITS_BETWEEN


async def test_what_a_stopped_compaction_left_behind_is_dropped_by_whoever_opens_the_store_next(
    config: Config, encoder: Embedder
) -> None:
    async with opened(config, load=lambda: encoder) as opening:
        mind = await opening.mind()
        table = Path(mind.store.durable.table)
        for group in range(COMMITS_BETWEEN):
            rows = tuple((memory(100 * group + number), None) for number in range(100))
            await commit(mind, Change(f"r-{group}", AT, rows))
        await mind.store.memories.checkout_latest()
        await mind.store.memories.optimize(cleanup_older_than=None)  # merged, then stopped
    left = size_on_disk(str(table)) / live_bytes(str(table))

    async with opened(config, load=lambda: encoder) as opening:
        await opening.mind()
        with anyio.fail_after(20):
            while size_on_disk(str(table)) > 1.25 * live_bytes(str(table)):  # noqa: ASYNC110  # it happens on the disk
                await anyio.sleep(0.05)

    assert left > 1.25
