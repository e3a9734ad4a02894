"""Pending lists: shown, kept, taken once, forgotten after a quarter of an hour."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import anyio
import pytest

from simonides.storage.table.lists import Listed
from simonides.storage.table.making import table_path
from simonides.storage.table.manifest import DATA, named, versions
from simonides.storage.table.schema import LISTS
from simonides.tools.mind import Mind

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 30, tzinfo=UTC)
LISTED = Listed("erase", {"00000000000a.1": "current/1"})


async def test_a_list_is_taken_once_even_by_callers_at_once(mind: Mind) -> None:
    await mind.lists.keep("erase-1", LISTED, AT)
    taken: list[Listed | None] = []

    async def take() -> None:
        taken.append(await mind.lists.take("erase-1", AT))

    async with anyio.create_task_group() as tasks:
        for _ in range(4):
            tasks.start_soon(take)

    assert [t for t in taken if t] == [LISTED]


async def test_a_list_older_than_a_quarter_of_an_hour_is_gone(mind: Mind) -> None:
    await mind.lists.keep("erase-1", LISTED, AT)

    assert await mind.lists.take("erase-1", AT + timedelta(minutes=15, seconds=1)) is None


async def test_looking_at_a_list_leaves_it(mind: Mind) -> None:
    await mind.lists.keep("erase-1", LISTED, AT)

    assert await mind.lists.peek("erase-1", AT) == LISTED
    assert await mind.lists.take("erase-1", AT) == LISTED


async def test_a_token_nobody_made_names_nothing(mind: Mind) -> None:
    assert await mind.lists.take("' OR '1'='1", AT) is None


async def test_a_list_that_the_disk_did_not_take_whole_is_in_nobodys_way(mind: Mind) -> None:
    """The engine takes some faults of the disk for success, and names a file without its end."""
    await mind.lists.keep("erase-1", LISTED, AT)
    path = table_path(mind.store.folder, LISTS)
    victim = Path(path, next(p for p in named(path, versions(path)[0]) if p.startswith(DATA)))
    os.truncate(victim, victim.stat().st_size // 4)  # noqa: ASYNC240
    await mind.store.tables.open()  # nothing of it is in a cache

    await mind.lists.keep("erase-2", LISTED, AT + timedelta(hours=1))

    assert await mind.lists.take("erase-2", AT + timedelta(hours=1)) == LISTED
