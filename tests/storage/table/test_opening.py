# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Opening a store: made once, never over another, never by older code over newer."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import anyio
import pytest

from simonides.storage.errors import StoreUnavailable
from simonides.storage.table.opening import OWNER, Identity, Store, open_store

pytestmark = pytest.mark.anyio


async def identity() -> Identity:
    return Identity("a model", 8, "f1")


async def test_a_new_store_remembers_which_model_it_was_made_for(tmp_path: Path) -> None:
    (await open_store(str(tmp_path), identity)).close()

    async def other() -> Identity:
        raise AssertionError("asked although the store is there")

    again = await open_store(str(tmp_path), other)
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


async def test_a_store_of_a_newer_schema_is_refused_with_the_way_out(tmp_path: Path) -> None:
    import lancedb

    await open_store(str(tmp_path), identity)
    db = await lancedb.connect_async(str(tmp_path / OWNER))
    await (await db.open_table("settings")).update(where="name = 'schema_version'", updates={"value": "999"})

    with pytest.raises(StoreUnavailable, match=r"newer version .* pip install --upgrade"):
        await open_store(str(tmp_path), identity)


async def test_an_older_store_is_brought_up_step_by_step_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simonides.storage.table import schema

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

    with pytest.raises(StoreUnavailable, match="memories but no settings"):
        await open_store(str(tmp_path), identity)


async def test_a_folder_that_cannot_be_made_is_an_error_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await open_store(str(tmp_path / "file"), identity)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
async def test_the_folder_is_its_owners_alone(tmp_path: Path) -> None:
    await open_store(str(tmp_path / "home"), identity)

    assert stat.S_IMODE((tmp_path / "home" / OWNER).stat().st_mode) == 0o700
