# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Opening a store: made once, never over another, never by older code over newer."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio
import pyarrow as pa
import pytest

from simonides.storage.disk import Disk
from simonides.storage.errors import StoreUnavailable
from simonides.storage.table import schema
from simonides.storage.table.archive import verify
from simonides.storage.table.making import Identity
from simonides.storage.table.manifest import manifest_name
from simonides.storage.table.opening import OWNER, Store
from simonides.storage.table.opening import open_store as open_with
from simonides.storage.table.reader import Reader

pytestmark = pytest.mark.anyio


async def identity() -> Identity:
    return Identity("a model", 8, "f1")


async def nobody() -> Identity:
    raise AssertionError("asked although the store is there")


async def open_store(root: str, ask: Callable[[], Awaitable[Identity]]) -> Store:
    return await open_with(root, ask, Disk())


async def test_a_new_store_remembers_which_model_it_was_made_for(tmp_path: Path) -> None:
    (await open_store(str(tmp_path), identity)).close()

    again = await open_store(str(tmp_path), nobody)
    assert again.identity == Identity("a model", 8, "f1")
    assert len(again.key) == 32


async def test_openers_at_once_agree_on_one_store(tmp_path: Path) -> None:
    stores: list[Store] = []

    async def open_it() -> None:
        stores.append(await open_store(str(tmp_path), identity))

    async with anyio.create_task_group() as tasks:
        for _ in range(4):
            tasks.start_soon(open_it)

    assert len({s.key for s in stores}) == 1


async def test_a_store_of_a_newer_schema_is_opened_for_reading_with_the_way_out(tmp_path: Path) -> None:
    await open_store(str(tmp_path), identity)
    await set_schema(tmp_path, 999)

    store = await open_store(str(tmp_path), nobody)

    assert re.search(r"newer version .* pip install --upgrade", store.read_only)
    assert any(store.read_only in alarm for alarm in store.alarms.told())


async def set_schema(home: Path, version: int) -> None:
    import lancedb

    db = await lancedb.connect_async(str(home / OWNER))
    await (await db.open_table("settings")).update(where="name = 'schema_version'", updates={"value": str(version)})


async def test_a_store_of_the_first_schema_is_packed_away_and_brought_up(tmp_path: Path) -> None:
    import lancedb

    (await open_store(str(tmp_path), identity)).close()
    db = await lancedb.connect_async(str(tmp_path / OWNER))
    memories = await db.open_table("memories")
    await memories.drop_columns(["revision", "checksum"])
    row = {"id": "00000000000a.1", "scope": "global", "kind": "fact", "content": "old", "pending": True}
    more = {
        "confidence": 0.5,
        "importance": 0.5,
        "trust": "user",
        "status": "current",
        "recorded_at": datetime.now(UTC),
    }
    first = await memories.schema()
    await memories.add(pa.Table.from_pylist([row | more], schema=first))
    await set_schema(tmp_path, 1)

    store = await open_store(str(tmp_path), nobody)

    assert {"revision", "checksum"} <= set((await store.memories.schema()).names)
    assert (await Reader(store).get(["00000000000a.1"]))["00000000000a.1"].content == "old"
    packed = verify(str(tmp_path / OWNER / "backups" / f"before-schema-{schema.SCHEMA_VERSION}.zip"))
    assert any(name.startswith("memories.lance/data/") for name in packed.files)


async def test_an_older_store_is_brought_up_step_by_step_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (await open_store(str(tmp_path), identity)).close()
    done: list[int] = []

    async def step(table: Any) -> None:
        done.append(await table.count_rows())

    monkeypatch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 2)
    monkeypatch.setattr(schema, "MIGRATIONS", {schema.SCHEMA_VERSION - 2: step, schema.SCHEMA_VERSION - 1: step})
    (await open_store(str(tmp_path), identity)).close()
    (await open_store(str(tmp_path), identity)).close()

    assert done == [0, 0]


async def test_memories_without_their_settings_are_not_taken_for_a_new_store(tmp_path: Path) -> None:
    import lancedb

    await open_store(str(tmp_path), identity)
    db = await lancedb.connect_async(str(tmp_path / OWNER))
    await db.drop_table("settings")

    with pytest.raises(StoreUnavailable, match=r"lost its table settings.*restore"):
        await open_store(str(tmp_path), identity)


async def test_settings_without_their_memories_are_not_taken_for_a_new_store(tmp_path: Path) -> None:
    await open_store(str(tmp_path), identity)
    shutil.rmtree(tmp_path / OWNER / "memories.lance")

    with pytest.raises(StoreUnavailable, match=r"lost its table memories.*restore"):
        await open_store(str(tmp_path), identity)


async def test_a_table_whose_last_manifest_is_gone_is_never_replaced_by_an_empty_one(tmp_path: Path) -> None:
    await open_store(str(tmp_path), identity)
    for manifest in (tmp_path / OWNER / "memories.lance" / "_versions").glob("*.manifest"):
        manifest.unlink()

    with pytest.raises(StoreUnavailable, match=r"no manifest left.*restore"):
        await open_store(str(tmp_path), identity)


@pytest.mark.parametrize("left", [(), ("lists",), ("lists", "settings")])
async def test_a_making_that_was_interrupted_is_begun_anew(tmp_path: Path, left: tuple[str, ...]) -> None:
    """Killed between putting one table in its place and the next."""
    folder = tmp_path / OWNER
    (await open_store(str(tmp_path), identity)).close()
    (folder / ".making").mkdir()
    for name in {"lists", "settings", "memories"} - set(left):
        (folder / f"{name}.lance").rename(folder / ".making" / f"{name}.lance")

    store = await open_store(str(tmp_path), identity)

    assert await store.memories.count_rows() == 0
    assert not (folder / ".making").exists()


def empty(path: Path) -> None:
    """What a power cut may leave of a file."""
    path.write_bytes(b"")


async def test_a_torn_newest_version_is_stepped_over_and_said(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path), identity)
    before = await store.memories.version()
    await store.memories.delete("false")
    store.close()
    empty(tmp_path / OWNER / "memories.lance" / manifest_name(before + 1))

    healed = await open_store(str(tmp_path), nobody)

    assert await healed.memories.version() == before + 2  # the number of what was set aside is not given again
    assert any("set aside" in alarm for alarm in healed.alarms.told())
    assert len(list((tmp_path / OWNER / "damaged").iterdir())) == 1


async def test_checksums_of_one_table_are_not_taken_for_those_of_another(tmp_path: Path) -> None:
    """Their manifests have the same names."""
    store = await open_store(str(tmp_path), identity)
    for _ in range(3):
        await store.lists.delete("false")
        await store.memories.delete("false")
        await store.durable.settle(await store.memories.version())
    store.close()

    again = await open_store(str(tmp_path), nobody)

    assert again.alarms.told() == []


@pytest.mark.parametrize("part", ["_versions", "_indices"])
async def test_a_flipped_bit_in_a_newest_file_is_seen_at_opening(tmp_path: Path, part: str) -> None:
    store = await open_store(str(tmp_path), identity)
    await store.memories.delete("false")
    await store.durable.settle(await store.memories.version())
    store.close()
    flip(sorted(p for p in (tmp_path / OWNER / "memories.lance" / part).rglob("*.*") if p.suffix != ".json")[0])

    again = await open_store(str(tmp_path), nobody)

    assert await again.memories.count_rows() == 0
    assert any("not what was written" in alarm for alarm in again.alarms.told()) == (part == "_versions")


def flip(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 1
    path.write_bytes(raw)


async def test_a_folder_that_cannot_be_made_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await open_store(str(tmp_path / "file"), identity)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
async def test_the_folder_is_its_owners_alone(tmp_path: Path) -> None:
    await open_store(str(tmp_path / "home"), identity)

    assert stat.S_IMODE((tmp_path / "home" / OWNER).stat().st_mode) == 0o700
