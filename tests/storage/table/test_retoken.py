# pyright: reportUnknownMemberType=false
"""Rows with the tokens of an older version: brought up by themselves, once, where that is allowed."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import UTC, datetime

import anyio
import lancedb
import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.disk import Disk
from simonides.storage.memory import Change, Memory
from simonides.storage.table.filters import Filter
from simonides.storage.table.making import Identity
from simonides.storage.table.opening import OWNER, Store, open_store
from simonides.storage.table.reader import Reader
from simonides.storage.table.retoken import AT_ONCE, OUTDATED, retoken
from simonides.storage.table.search import Finder, Wording
from simonides.storage.table.writer import Writer
from simonides.storage.text.embedding import DEFAULT, Embedder, known_identity

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 30, tzinfo=UTC)
SAID = "She sells mangoes, मिठाई and tea."


@dataclass(frozen=True, slots=True)
class Bare:
    """A store with nobody at work in it."""

    store: Store
    reader: Reader
    writer: Writer

    async def store_old(self, count: int) -> None:
        """Rows as the first version wrote them, which cut words at combining marks."""
        memories = (Memory(f"{n:0>12}.1", "global", "fact", f"{SAID} {n}", AT) for n in range(count))
        change = Change("r-1", AT, tuple((m, None) for m in memories))

        async def build() -> Change:
            return change

        await self.writer.commit(build)
        await self.put({"grams": "she sells mangoes म ठ", "grams_version": 1})

    async def put(self, updates: dict[str, str | int], where: str = "true") -> None:
        """Change rows behind the writer's back."""
        await self.store.memories.update(updates, where=where)

    async def version(self) -> int:
        """The number of the table's newest version."""
        await self.store.memories.checkout_latest()
        return await self.store.memories.version()


@pytest.fixture
async def bare(config: Config) -> AsyncGenerator[Bare]:
    async def identity() -> Identity:
        known = known_identity(DEFAULT)
        assert known
        return Identity(*known)

    store = await open_store(config.home, identity, Disk())
    yield Bare(store, Reader(store), Writer(store, lambda pending: None))
    store.close()


async def test_a_store_with_old_tokens_is_brought_up_after_opening(
    bare: Bare, config: Config, encoder: Embedder
) -> None:
    await bare.store_old(2 * AT_ONCE + 1)

    async with opened(config, load=lambda: encoder) as opening:
        mind = await opening.mind()
        with anyio.fail_after(60):
            while await mind.reader.count(OUTDATED):  # noqa: ASYNC110  # upkeep tells nobody
                await anyio.sleep(0.05)

        assert await mind.reader.count("contains(grams, 'मिठाई')") == 2 * AT_ONCE + 1


async def test_until_then_old_rows_are_found_by_the_tokens_they_have(bare: Bare) -> None:
    await bare.store_old(1)

    async def no_vector() -> None:
        return None

    assert [c.id for c in await Finder(bare.store).search(no_vector, Wording("mangoes"), Filter(AT))] == [
        "000000000000.1"
    ]


async def test_each_step_brings_up_some_rows_and_the_last_writes_nothing(bare: Bare) -> None:
    await bare.store_old(AT_ONCE + 1)

    steps = [(await retoken(bare.reader, bare.writer), await bare.reader.count(OUTDATED)) for _ in range(2)]
    done = await bare.version()
    again = await retoken(bare.reader, bare.writer)

    assert steps == [(True, 1), (True, 0)]
    assert not again
    assert await bare.version() == done


async def test_rows_of_a_newer_version_are_left_alone(bare: Bare) -> None:
    await bare.store_old(1)
    await bare.put({"grams_version": 999})

    assert not await retoken(bare.reader, bare.writer)
    assert await bare.reader.count("grams_version = 999") == 1


async def test_a_damaged_row_does_not_hold_up_the_others(bare: Bare) -> None:
    await bare.store_old(2)
    await bare.put({"content": "not what was written"}, where="id = '000000000000.1'")

    steps = [await retoken(bare.reader, bare.writer) for _ in range(2)]

    assert steps == [True, False]
    assert await bare.reader.count(f"id = '000000000000.1' AND {OUTDATED}") == 1
    assert await bare.reader.count(OUTDATED) == 1


async def test_a_store_that_is_open_for_reading_only_is_left_alone(
    bare: Bare, config: Config, encoder: Embedder
) -> None:
    await bare.store_old(1)
    await written_by_a_newer_version(config)
    before = await bare.version()

    async with opened(config, load=lambda: encoder) as opening:
        mind = await opening.mind()
        with anyio.fail_after(10):
            await mind.upkeep.run(mind.reader, mind.writer)  # has nothing to wait for, and returns
        refused = mind.store.read_only

    assert refused
    assert await bare.version() == before


async def written_by_a_newer_version(config: Config) -> None:
    db = await lancedb.connect_async(f"{config.home}/{OWNER}")
    settings = await db.open_table("settings")
    await settings.update({"value": "999"}, where="name = 'schema_version'")
