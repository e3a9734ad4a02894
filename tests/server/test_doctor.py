"""The doctor finds what does not hold, and mends what can be mended."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simonides.server.doctor import examine, rebuild
from simonides.server.status import status_of
from simonides.storage.memory import Memory
from simonides.storage.table.rows import sealed, to_row
from simonides.storage.table.schema import arrow_table, memories_schema
from simonides.storage.table.tombstones import NAME
from simonides.tools.mind import Mind
from tests.conftest import Desk
from tests.storage.table.test_writer import memory

pytestmark = pytest.mark.anyio


async def ill(mind: Mind) -> set[str]:
    return {f.check for f in await examine(mind) if not f.well}


def untold(done: int, of: int) -> None:
    """Nobody watches."""


async def test_a_store_in_use_is_well(desk: Desk, mind: Mind) -> None:
    old = await desk.remember("Mira lives in Berlin.")
    await desk.remember("Mira lives in Lisbon.", replaces=[old.data["id"]])
    await mind.upkeep.compact()

    assert await ill(mind) == set()
    assert (await status_of(mind))["alarms"] == []


async def written(mind: Mind, rows: Sequence[Memory]) -> None:
    """Write rows past everything that keeps the store whole."""
    schema = memories_schema(mind.store.identity.dimension)
    table: Any = mind.store.memories
    await table.checkout_latest()
    await table.add(arrow_table([sealed(to_row(m, None)) for m in rows], schema))


@pytest.mark.parametrize(
    ("rows", "check"),
    [
        ([memory("a"), replace(memory("a", 2), pending=True)], "heads"),
        ([replace(memory("a"), digest="d"), replace(memory("b"), digest="d")], "duplicates"),
        ([replace(memory("a"), derived_from=("00000000000z.1",))], "sources"),
        ([replace(memory("a"), trust="external"), replace(memory("b"), derived_from=(memory("a").id,))], "trust"),
    ],
)
async def test_what_must_not_be_is_found(mind: Mind, rows: list[Memory], check: str) -> None:
    await written(mind, rows)

    assert check in await ill(mind)


async def test_what_was_erased_and_is_there_again_is_found(desk: Desk, mind: Mind) -> None:
    id_ = (await desk.remember("The affair.")).data["id"]
    row = (await mind.reader.get([id_]))[id_]
    listed = await desk.forget(ids=[id_], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    await written(mind, [row])

    assert "erased" in await ill(mind)


async def test_an_event_that_happened_twice_may_be_erased_once(desk: Desk, mind: Mind) -> None:
    """The same words of another day are another memory."""
    kept = (await desk.remember("Went running.", kind="event", when="2026-01-05")).data["id"]
    gone = (await desk.remember("Went running.", kind="event", when="2026-02-09")).data["id"]
    assert kept != gone
    listed = await desk.forget(ids=[gone], mode="erase")

    await desk.forget(confirm=listed.data["confirm"])

    assert await ill(mind) == set()


async def test_a_damaged_tombstone_is_found_and_dropped_by_a_rebuild(desk: Desk, mind: Mind) -> None:
    id_ = (await desk.remember("The affair.")).data["id"]
    listed = await desk.forget(ids=[id_], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])
    path = Path(mind.store.folder, NAME)
    path.write_bytes(path.read_bytes().replace(b'"key": "', b'"key": "0', 1))  # noqa: ASYNC240
    assert "tombstones" in await ill(mind)

    await rebuild(mind, untold)

    assert await ill(mind) == set()


async def test_a_table_that_lost_its_primary_key_gets_it_back(mind: Mind) -> None:
    table: Any = mind.store.memories
    await table.add(await table.query().to_arrow(), mode="overwrite")
    assert "indexes" in await ill(mind)

    await rebuild(mind, untold)

    assert await ill(mind) == set()


async def test_a_text_changed_on_the_disk_is_an_alarm(desk: Desk, mind: Mind) -> None:
    id_ = (await desk.remember("The red bus.")).data["id"]
    await mind.store.memories.update(where=f"id = '{id_}'", updates={"content": "The blue bus."})

    assert (await desk.recall("bus")).ids == []
    assert "alarms" in await ill(mind)


async def test_rebuilding_mends_tokens_indexes_leftovers_and_permissions(desk: Desk, mind: Mind) -> None:
    id_ = (await desk.remember("The vermilion bus.")).data["id"]
    await mind.store.memories.update(where=f"id = '{id_}'", updates={"grams": "nothing"})
    await mind.store.memories.drop_index("grams_idx")
    leave_behind(Path(mind.store.durable.table))
    os.chmod(mind.store.folder, 0o755)
    assert {"indexes", "leftovers", "folder"} <= await ill(mind)

    await rebuild(mind, untold)

    assert await ill(mind) == set()
    assert await mind.reader.count("contains(grams, 'vermilion')") == 1
    assert stat.S_IMODE(os.stat(mind.store.folder).st_mode) == 0o700


def leave_behind(table: Path) -> None:
    (table / "data" / "orphan.lance").write_bytes(b"what a commit that failed left")


async def test_alarms_are_in_the_status_for_people_and_clients(mind: Mind) -> None:
    mind.store.alarms.sound("growth", "too large")

    assert (await status_of(mind))["alarms"] == ["growth: too large"]
