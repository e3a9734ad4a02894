"""What a correction corrects that names nothing: what still holds in its slot, and not what was over before."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Desk, Said

pytestmark = pytest.mark.anyio


async def lives_in(desk: Desk, city: str, **more: Any) -> Said:
    return await desk.remember(f"Mira lives in {city}.", subject="Mira", relation="lives in", object=city, **more)


async def where(desk: Desk, as_of: str = "") -> list[str]:
    return [c["object"] for m in (await asked(desk, as_of)).data["memories"] for c in m["claims"]]


async def asked(desk: Desk, as_of: str) -> Said:
    return await desk.recall(subject="Mira", relation="lives in", as_of=as_of)


async def test_a_correction_does_not_end_with_what_was_over_before(desk: Desk) -> None:
    await lives_in(desk, "Berlin", when="2019-05-01", until="2020-05-01")
    await lives_in(desk, "Lisbon", when="2021-05-01")

    await lives_in(desk, "Rome", correction=True)

    assert await where(desk) == ["Rome"]
    assert await where(desk, "2022") == ["Rome"]


@pytest.mark.parametrize("late", [False, True])
async def test_a_correction_leaves_history_alone_whenever_that_was_told(desk: Desk, late: bool) -> None:
    homes = [("Berlin", "2019-05-01"), ("Lisbon", "2021-05-01")]
    for city, when in homes[::-1] if late else homes:
        await lives_in(desk, city, when=when)

    await lives_in(desk, "Rome", correction=True)

    assert await where(desk, "2020-06") == ["Berlin"]
    assert await where(desk, "2022") == ["Rome"]
