"""Pending lists: shown, kept, taken once, forgotten after a quarter of an hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import anyio
import pytest

from simonides.storage.table.lists import Listed
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
