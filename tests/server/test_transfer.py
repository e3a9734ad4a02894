"""Export and import: everything kept, bad records refused one by one."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.server.transfer import Imported, export_lines, import_lines
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.conftest import Desk

pytestmark = pytest.mark.anyio


@pytest.fixture
async def other(tmp_path: Path, encoder: Embedder) -> AsyncGenerator[Mind]:
    async with opened(Config(home=str(tmp_path / "other")), load=lambda: encoder) as opening:
        yield await opening.mind()


def ignore(_: Imported) -> None:
    """Nobody watches."""


async def full(desk: Desk) -> None:
    """A store with versions, a hidden row, a summary, claims, times, Chinese."""
    first = (await desk.remember("Mira lives in Berlin.", subject="Mira", relation="lives in", object="Berlin")).data[
        "id"
    ]
    second = (await desk.remember("Mira lives in Lisbon.", replaces=[first], when="2026-11")).data["id"]
    hidden = (await desk.remember("The red bus.", expires="90d", tags=["x"])).data["id"]
    await desk.forget(ids=[hidden])
    await desk.remember("我喜欢喝茶。", source="网页", scope="家", kind="preference", confidence=0.55)
    await desk.summarise(text="Mira is in Lisbon.", ids=[second])


async def test_everything_but_vectors_survives_a_round_trip(desk: Desk, mind: Mind, other: Mind) -> None:
    await full(desk)
    lines = await export_lines(mind)

    done = await import_lines(other, io.StringIO("\n".join(lines)), ignore)

    before = {m.id: replace(m, pending=False) for m in await mind.reader.every()}
    after = {m.id: m for m in await other.reader.every()}
    assert (done.added, done.there, done.refused) == (len(before), 0, {})
    assert after == before


async def test_what_was_imported_is_found_and_its_receipts_still_undo(desk: Desk, mind: Mind, other: Mind) -> None:
    old = (await desk.remember("Mira lives in Berlin.")).data["id"]
    receipt = (await desk.remember("Mira lives in Lisbon.", replaces=[old])).data["receipt"]
    await import_lines(other, io.StringIO("\n".join(await export_lines(mind))), ignore)

    await other.writer.undo(receipt, "r-undo", other.clock())

    assert (await other.reader.get([old]))[old].status == "current"


async def test_importing_twice_changes_nothing(desk: Desk, mind: Mind) -> None:
    await full(desk)
    lines = await export_lines(mind)

    done = await import_lines(mind, io.StringIO("\n".join(lines)), ignore)

    assert (done.added, done.there) == (0, len(lines) - 1)
    assert await export_lines(mind) != []


async def test_bad_records_are_refused_by_line_and_the_rest_comes_in(desk: Desk, mind: Mind, other: Mind) -> None:
    await desk.remember("good")
    heading, good = await export_lines(mind)
    record = json.loads(good)
    token = "gh" + "p_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    bad = [
        "not json",
        json.dumps({"id": "x"}),
        json.dumps(record | {"id": "nope.1"}),
        json.dumps(record | {"content": "x\u202ey", "id": "00000000000b.1"}),
        json.dumps(record | {"content": "x" * 8193, "id": "00000000000c.1"}),
        json.dumps(record | {"content": token, "id": "00000000000d.1"}),
        json.dumps(record | {"confidence": "high", "id": "00000000000e.1"}),
        json.dumps(record | {"confidence": 7, "id": "00000000000f.1"}),
        json.dumps(record | {"undo": [{"x": 1}], "id": "00000000000g.1"}),
        json.dumps(record | {"content": "My e-mail password is Tr0ub4dor" + "&3", "id": "00000000000h.1"}).replace(
            "ss", "s\\u0073"
        ),
        json.dumps(record | {"tags": ["t" * 5000], "id": "00000000000j.1"}),
    ]

    done = await import_lines(other, io.StringIO("\n".join([heading, *bad, good, good])), ignore)

    assert done.added == 1
    assert sorted(done.refused) == list(range(2, 13))
    assert token not in str(done.refused)
    assert "GitHub token" in done.refused[7]
