"""Healing sets aside what is torn, nothing else, and what it set aside is never mistaken for what came after."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.alarms import Alarms
from simonides.storage.disk import Disk
from simonides.storage.errors import StoreDamaged, StoreUnavailable
from simonides.storage.table import manifest
from simonides.storage.table.durable import Durable
from simonides.storage.table.healing import heal
from simonides.storage.table.manifest import DATA, manifest_name, named, versions
from simonides.storage.table.residue import drop_versions
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.storage.table.test_opening import set_schema
from tests.storage.table.test_writer import add, memory

pytestmark = pytest.mark.anyio
WEEK_S = 7 * 86_400
Opened = Callable[[], AbstractAsyncContextManager[Mind]]


@pytest.fixture
def opens(config: Config, encoder: Embedder) -> Opened:
    """Opens the same store again, as another process would."""

    @asynccontextmanager
    async def mind() -> AsyncGenerator[Mind]:
        async with opened(config, load=lambda: encoder) as opening:
            yield await opening.mind()

    return mind


@pytest.fixture
def table(config: Config) -> str:
    return str(Path(config.home) / "local" / "memories.lance")


@pytest.fixture
def refused(config: Config, encoder: Embedder) -> Callable[[], Awaitable[str]]:
    """Opens the store, which must fail; why."""

    async def why() -> str:
        async with opened(config, load=lambda: encoder) as opening:
            with pytest.raises(StoreUnavailable) as refusal:
                await opening.mind()
            return str(refusal.value)

    return why


async def contents(mind: Mind) -> list[str]:
    return sorted(m.content for m in await mind.reader.every())


def flip(path: Path) -> None:
    """Flip a bit in the middle of a file."""
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


def cut(path: Path, keep: int) -> None:
    """Leave only the first bytes of a file, which is made if it is not there."""
    path.touch()
    path.write_bytes(path.read_bytes()[:keep])


async def test_a_running_process_does_not_write_over_what_another_committed_after_healing(
    opens: Opened, table: str
) -> None:
    """Its handle is of the version that was set aside, whose number must not be given a second time."""
    async with opens() as running:
        await add(running, memory("a"))
        await add(running, memory("b"))
        cut(Path(table, manifest_name(versions(table)[0])), 0)

        async with opens() as healed:
            await add(healed, memory("c"))
        await add(running, memory("d"))

        assert await contents(running) == [f"content of {n} 1" for n in "acd"]


async def test_a_file_that_cannot_be_read_is_not_taken_for_a_torn_one(
    opens: Opened, refused: Callable[[], Awaitable[str]], table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be another user's, or there may be too many open: what is in it is acknowledged."""
    async with opens() as mind:
        await add(mind, memory("a"))
    newest = Path(table, manifest_name(versions(table)[0]))
    read = Path.read_bytes

    def denied(path: Path) -> bytes:
        if path.name == newest.name:
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert "Permission denied" in await refused()
    monkeypatch.undo()

    async with opens() as mind:
        assert await contents(mind) == ["content of a 1"]
        assert mind.store.alarms.told() == []


@pytest.mark.parametrize(
    ("number", "damage"),
    [(errno.EACCES, False), (errno.EMFILE, False), (errno.EDQUOT, False), (errno.ENOSPC, False), (errno.EIO, True)],
)
async def test_only_what_stays_is_damage(
    config: Config, encoder: Embedder, monkeypatch: pytest.MonkeyPatch, number: int, damage: bool
) -> None:
    """A store that is put aside for a backup must be one that no second try would open."""

    def fails(table: str, version: int) -> None:
        raise OSError(number, os.strerror(number), table)

    async with opened(config, load=lambda: encoder) as opening:
        await opening.mind()
    monkeypatch.setattr(manifest, "named", fails)
    async with opened(config, load=lambda: encoder) as opening:
        with pytest.raises(StoreUnavailable) as refusal:
            await opening.mind()

    assert isinstance(refusal.value, StoreDamaged) is damage


async def test_a_number_is_passed_by_the_next_who_opens_when_the_one_who_healed_died(opens: Opened, table: str) -> None:
    async with opens() as mind:
        await add(mind, memory("a"))
        await add(mind, memory("b"))
    torn = versions(table)[0]
    cut(Path(table, manifest_name(torn)), 0)
    heal(table, Disk(), Alarms())  # and no more

    async with opens() as mind:
        assert await mind.store.memories.version() > torn


async def test_a_stray_manifest_of_a_number_nobody_gave_does_not_keep_a_store_busy(opens: Opened, table: str) -> None:
    async with opens() as mind:
        await add(mind, memory("a"))
        last = await mind.store.memories.version()
    cut(Path(table, manifest_name(last)).with_name("00000000000000000007.manifest"), 0)

    async with opens() as mind:
        assert await contents(mind) == ["content of a 1"]
        assert await mind.store.memories.version() < last + 10


async def test_a_store_of_a_newer_schema_is_not_healed_by_older_code(
    opens: Opened, refused: Callable[[], Awaitable[str]], config: Config, table: str
) -> None:
    async with opens() as mind:
        await add(mind, memory("a"))
    await set_schema(Path(config.home), 999)
    newest = versions(table)[0]
    cut(Path(table, manifest_name(newest)), 50)  # a layout this code cannot read

    assert await refused()

    assert versions(table)[0] == newest
    assert not Path(config.home, "local", "damaged").exists()  # noqa: ASYNC240


async def test_a_harmed_data_file_is_told_of_at_every_opening(opens: Opened, table: str) -> None:
    async with opens() as mind:
        await add(mind, memory("a"))
    victim = Path(table, next(p for p in named(table, versions(table)[0]) if p.startswith(DATA)))
    flip(victim)

    told: list[list[str]] = []
    for _ in range(3):
        async with opens() as mind:
            told.append([a for a in mind.store.alarms.told() if "is not what was written" in a])

    assert [len(alarms) for alarms in told] == [1, 1, 1]


async def test_what_an_interrupted_restore_laid_out_goes_at_the_next_opening(opens: Opened, config: Config) -> None:
    left = Path(config.home) / "local" / ".restoring" / "memories.lance"
    async with opens():
        left.mkdir(parents=True)

    async with opens():
        assert not left.parent.exists()


async def test_old_versions_go_oldest_first_whatever_the_clock_said(opens: Opened, table: str) -> None:
    """One that a wrong clock dated into the future would otherwise stay below a gap, and pass for the newest."""
    async with opens() as mind:
        for name in "abcd":
            await add(mind, memory(name))
        there = versions(table)
        ahead = time.time() + 8 * 3600
        os.utime(Path(table, manifest_name(there[2])), (ahead, ahead))
        os.utime(Path(table, manifest_name(there[3])), (ahead - 86_400, ahead - 86_400))

        drop_versions(table, keep=1, older_than_s=600)
        kept = versions(table)
        drop_versions(table, keep=1)

        assert kept == there[:3]
        assert versions(table) == there[:1]


def dated_back(table: str, seconds: int) -> None:
    """Make every version of a table look written so long ago, to the engine and to the file system."""

    def back(found: re.Match[bytes]) -> bytes:
        then = sum((byte & 127) << 7 * i for i, byte in enumerate(found[2])) - seconds
        return found[1] + bytes((then >> 7 * i & 127) | (128 if i < 4 else 0) for i in range(5))

    now = time.time()
    for version in versions(table):
        path = Path(table, manifest_name(version))
        raw, count = re.subn(rb"(\x3a.\x08)([\x80-\xff]{4}[\x01-\x7f])", back, path.read_bytes())
        assert count == 1  # Manifest.timestamp.seconds, a varint of five bytes until 2038
        path.write_bytes(raw)
        os.utime(path, (now - seconds, now - seconds))


async def test_the_last_version_on_the_disk_stays_until_the_next_is_there(
    opens: Opened, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left to itself the engine drops what is older than a week while it merges, before anything is synced."""
    async with opens() as mind:
        for name in "abcdef":
            await add(mind, memory(name))
    dated_back(table, 2 * WEEK_S)
    Path(table).with_suffix(".sums.jsonl").unlink()  # of the manifests as they were
    seen: list[tuple[int, list[int]]] = []
    settle = Durable.settle

    async def watched(durable: Durable, version: int) -> None:
        seen.append((version, versions(table)))
        await settle(durable, version)

    async with opens() as mind:
        synced = await mind.store.memories.version()
        monkeypatch.setattr(Durable, "settle", watched)
        await mind.upkeep.compact()

    of_later = [there for version, there in seen if version > synced]
    assert of_later
    assert synced in of_later[0]
