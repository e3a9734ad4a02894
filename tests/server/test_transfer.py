"""Export and import: everything kept, bad records refused one by one."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from simonides.server.config import Config
from simonides.server.importing.record import Bad
from simonides.server.intake import TakenIn, take_in
from simonides.server.lifespan import opened
from simonides.server.transfer import export_lines, own_memories
from simonides.storage.errors import StoreUnavailable
from simonides.storage.memory import Memory
from simonides.storage.table import undo
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.conftest import Desk

pytestmark = pytest.mark.anyio


@pytest.fixture
async def other(tmp_path: Path, encoder: Embedder) -> AsyncGenerator[Mind]:
    async with opened(Config(home=str(tmp_path / "other")), load=lambda: encoder) as opening:
        yield await opening.mind()


async def exported(mind: Mind) -> list[str]:
    """The lines of an export."""
    return [line async for line in export_lines(mind)]


async def imported(mind: Mind, lines: Sequence[str], **more: Any) -> TakenIn:
    """What came of importing them."""
    return await take_in(mind, own_memories(lines), **more)


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
    lines = await exported(mind)

    done = await imported(other, lines)

    before = {m.id: replace(m, pending=False) for m in await mind.reader.every()}
    after = {m.id: m for m in await other.reader.every()}
    assert (done.added, done.there, done.refused) == (len(before), 0, 0)
    assert after == before


async def test_what_was_imported_is_found_and_its_receipts_still_undo(desk: Desk, mind: Mind, other: Mind) -> None:
    old = (await desk.remember("Mira lives in Berlin.")).data["id"]
    receipt = (await desk.remember("Mira lives in Lisbon.", replaces=[old])).data["receipt"]
    await imported(other, await exported(mind))

    await other.writer.undo([receipt], ["r-undo"], other.clock())

    assert (await other.reader.get([old]))[old].status == "current"


async def test_importing_twice_changes_nothing(desk: Desk, mind: Mind) -> None:
    await full(desk)
    lines = await exported(mind)

    done = await imported(mind, lines)

    assert (done.added, done.there) == (0, len(lines) - 1)
    assert await exported(mind) != []


async def test_bad_records_are_refused_by_line_and_the_rest_comes_in(desk: Desk, mind: Mind, other: Mind) -> None:
    await desk.remember("good")
    heading, good = await exported(mind)
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

    done = await imported(other, [heading, *bad, good, good])

    assert done.added == 1
    assert [b.where for b in done.bad] == [f"line {n}" for n in range(2, 13)]
    assert token not in str(done.bad)
    assert "GitHub token" in done.bad[5].why


async def test_a_dry_run_counts_and_writes_nothing(desk: Desk, mind: Mind, other: Mind) -> None:
    await full(desk)
    done = await imported(other, await exported(mind), dry_run=True)

    assert (done.added, done.there) == (5, 0)
    assert done.kinds == {"fact": 3, "preference": 1, "summary": 1}
    assert done.scopes == {"global": 4, "家": 1}
    assert await other.reader.count() == 0


async def test_what_was_imported_is_embedded_when_it_is_there(desk: Desk, mind: Mind, other: Mind) -> None:
    await full(desk)
    await other.encoder.load()

    await imported(other, await exported(mind))

    assert await other.reader.count("pending = true OR vector IS NULL") == 0


async def test_an_import_that_was_broken_off_goes_on_where_it_ended(
    mind: Mind, other: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(mind, 250)
    lines = await exported(mind)
    monkeypatch.setattr("simonides.server.intake.BATCH", 50)

    def broken_off() -> Iterator[Memory | Bad]:
        yield from islice(own_memories(lines), 120)
        raise StoreUnavailable("pulled out")

    with pytest.raises(StoreUnavailable, match="pulled out"):
        await take_in(other, broken_off())
    there = await other.reader.count()
    encoded: list[int] = []
    encode = other.encoder.encode_many

    async def counting(texts: Sequence[str]) -> Any:
        encoded.append(len(texts))
        return await encode(texts)

    monkeypatch.setattr(other.encoder, "encode_many", counting)
    done = await imported(other, lines)

    assert there in (50, 100)
    assert (done.added, done.there) == (250 - there, there)
    assert sum(encoded) == 250 - there
    assert (await imported(other, lines)).added == 0


async def fill(mind: Mind, count: int) -> None:
    """So many memories, in one commit."""
    at = mind.clock()
    rows = [Memory(f"{n:0>12}.1", "global", "fact", f"Statement {n}.", at, digest=f"{n:064x}") for n in range(count)]
    await mind.writer.restore(rows, at)


ODD: list[tuple[dict[str, Any], str]] = [
    ({"valid_to": "2026-01-01T00:00:00"}, "has a time without a zone"),
    ({"content": "half \ud800"}, "is no memory record"),
    ({"valid_from": "0001-01-01T00:00:00+14:00"}, "is no memory record"),
    ({"undo": [{"by": "r-1", "was": {"nonsense": 1}}]}, "has an undo stack that cannot be read"),
    ({"undo": [{"by": "r-1", "was": {}, "at": "yesterday"}]}, "has an undo stack that cannot be read"),
    ({"undo": [{"by": "r-1", "was": {}, "at": "2026-01-01T00:00:00"}]}, "has an undo stack that cannot be read"),
]


@pytest.mark.parametrize(("changed", "why"), ODD)
async def test_an_odd_record_is_refused_and_the_next_one_comes_in(
    desk: Desk, mind: Mind, other: Mind, changed: dict[str, Any], why: str
) -> None:
    await desk.remember("good")
    heading, good = await exported(mind)
    odd = json.dumps(json.loads(good) | {"id": "00000000000b.1"} | changed)

    done = await imported(other, [heading, odd, "[" * 200_000, good])

    assert done.added == 1
    assert why in done.bad[0].why
    assert done.refused == 2


async def test_one_record_in_two_batches_is_counted_once(
    mind: Mind, other: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(mind, 30)
    lines = (await exported(mind))[1:]
    monkeypatch.setattr("simonides.server.intake.BATCH", 10)

    counted = await imported(other, lines + lines, dry_run=True)
    done = await imported(other, lines + lines)

    assert (counted.added, counted.there) == (done.added, done.there) == (30, 30)
    assert counted.kinds == done.kinds == {"fact": 30}


async def test_undoing_an_import_answers_in_bounds_and_can_be_undone(desk: Desk, mind: Mind) -> None:
    at = mind.clock()
    opening = undo.entry("r-big", {"status": "hidden", "closed_at": at.isoformat()}, at)
    rows = [
        Memory(
            f"{n:0>12}.1",
            "global",
            "fact",
            f"Statement {n}.",
            at,
            digest=f"{n:064x}",
            opened_by="r-big",
            undo=(opening,),
        )
        for n in range(3_000)
    ]
    await mind.writer.restore(rows, at)

    undone = await desk.forget(undo="r-big")
    gone = await mind.reader.count("status = 'current'")
    back = await desk.forget(undo=undone.data["receipt"])

    assert gone == 0
    assert await mind.reader.count("status = 'current'") == 3_000
    assert max(len(undone.text), len(back.text)) < 30_000
    assert "more" in undone.text
