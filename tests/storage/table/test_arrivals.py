"""What comes in from an export finds its place: one head a lineage, nothing said twice, nothing changed that is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.memory import Memory, Status
from simonides.storage.table.arrivals import fitted
from simonides.tools.mind import Mind
from tests.storage.table.test_writer import add, memory

AT = datetime(2026, 11, 30, tzinfo=UTC)
STATUSES: list[Status] = ["current", "superseded", "hidden"]


def test_the_head_that_is_there_gives_way_to_a_later_version() -> None:
    there, new = memory("a"), memory("a", 2, supersedes=(memory("a").id,))

    arrived = fitted([new], [there], (), AT)

    assert arrived.opens == [new]
    assert arrived.closes == [(there, new)]


def test_an_earlier_version_comes_in_closed_by_the_later_one_that_is_there() -> None:
    later = replace(memory("a", 2), recorded_at=AT + timedelta(days=1))

    arrived = fitted([memory("a")], [later], (), AT)

    assert [(m.status, m.closed_at) for m in arrived.opens] == [("superseded", later.recorded_at)]
    assert arrived.closes == []


def test_what_has_yet_to_begin_leaves_the_present_one_its_place() -> None:
    tomorrow = replace(memory("b"), valid_from=AT + timedelta(days=1), supersedes=(memory("a").id,))

    arrived = fitted([memory("a"), tomorrow], [], (), AT)

    assert [m.status for m in arrived.opens] == ["current", "current"]


def test_a_version_that_was_taken_back_takes_no_place() -> None:
    undone = memory("a", 2, status="hidden", supersedes=(memory("a").id,))

    arrived = fitted([undone], [memory("a")], (), AT)

    assert arrived.opens == [undone]
    assert arrived.closes == []


def test_what_is_said_already_comes_in_as_superseded() -> None:
    said, twin = replace(memory("a"), digest="d"), replace(memory("b"), digest="d")

    assert [m.status for m in fitted([twin], [], [said], AT).opens] == ["superseded"]
    assert [m.status for m in fitted([twin, replace(twin, id="00000000000c.1")], [], (), AT).opens] == [
        "current",
        "superseded",
    ]


def test_what_was_said_by_a_row_that_closes_or_has_ended_may_be_said_again() -> None:
    """Paris, then Berlin, then Paris again."""
    first = replace(memory("a"), digest="Paris")
    there_and_back = [
        replace(memory("a", 2, status="superseded"), digest="Berlin"),
        replace(memory("a", 3), digest="Paris"),
    ]
    ended = replace(memory("b"), digest="Paris", expires_at=AT - timedelta(days=1))

    arrived = fitted(there_and_back, [first], [first, ended], AT)

    assert [m.status for m in arrived.opens] == ["superseded", "current"]
    assert [m.id for m, _ in arrived.closes] == [first.id]


def test_what_has_ended_comes_in_as_it_is() -> None:
    ended = replace(memory("b"), digest="d", expires_at=AT - timedelta(days=1))

    assert fitted([ended], [], [replace(memory("a"), digest="d")], AT).opens == [ended]


def test_a_head_stays_until_a_current_one_follows() -> None:
    """The last version is in the next batch, or its line was refused."""
    there, middle = memory("a"), memory("a", 2, status="superseded")

    assert fitted([middle], [there], (), AT).closes == []
    assert fitted([memory("a", 3)], [there, middle], (), AT).closes == [(there, middle)]


def test_a_row_that_comes_in_closed_can_be_put_back_by_the_receipt_of_what_closed_it() -> None:
    later = memory("a", 2, opened_by="r-later")

    first = fitted([memory("a"), later], [], (), AT).opens[0]

    assert (first.status, first.closed_by) == ("superseded", "r-later")
    assert first.undo[-1]["by"] == "r-later"
    assert first.undo[-1]["was"]["status"] == "current"


@st.composite
def stores(draw: st.DrawFn) -> list[Memory]:
    """Rows of up to three lineages of up to four versions: at most one current, those above it undone, those below
    it superseded or undone."""
    rows: list[Memory] = []
    for lineage in draw(st.sets(st.sampled_from("abc"))):
        versions = draw(st.sets(st.integers(1, 4), min_size=1))
        head = draw(st.sampled_from([*sorted(versions), 5]))
        for version in versions:
            below: Status = draw(st.sampled_from(STATUSES[1:]))
            status: Status = "current" if version == head else below if version < head else "hidden"
            rows.append(memory(lineage, version, status=status))
    return rows


@given(stores(), stores())
def test_whatever_comes_in_no_lineage_has_two_heads(there: list[Memory], coming: list[Memory]) -> None:
    known = {m.id for m in there}

    arrived = fitted([m for m in coming if m.id not in known], there, (), AT)

    closed = {m.id for m, _ in arrived.closes}
    heads = [m.lineage for m in (*there, *arrived.opens) if m.status == "current" and m.id not in closed]
    assert len(heads) == len(set(heads))


@pytest.mark.anyio
async def test_undoing_the_change_that_came_in_puts_back_what_it_closed(mind: Mind) -> None:
    old, new = memory("a"), memory("a", 2, supersedes=(memory("a").id,), opened_by="r-theirs")
    await add(mind, old)

    await mind.writer.restore([new], AT)
    after = await mind.reader.get([old.id, new.id])
    assert [after[i].status for i in (old.id, new.id)] == ["superseded", "current"]

    await mind.writer.undo(["r-theirs"], ["r-undo"], AT)
    assert (await mind.reader.get([old.id]))[old.id].status == "current"


def lineage(name: str, count: int, **last: Any) -> list[Memory]:
    """So many versions, each in the place of the one before; `last`: how the last one differs."""
    ids = ["", *(f"{name:0>12}.{v}" for v in range(1, count + 1))]
    rows = [
        memory(name, v, status="superseded", supersedes=(ids[v - 1],) if v > 1 else (), digest=f"{name}{v}")
        for v in range(1, count + 1)
    ]
    return [*rows[:-1], replace(rows[-1], **{"status": "current", **last})]


@pytest.mark.anyio
@pytest.mark.parametrize("at_once", [1, 3, 7, 500])
async def test_however_an_export_is_cut_the_heads_are_those_it_has(mind: Mind, at_once: int) -> None:
    """An older copy of the store is there: a lineage that grew long, one that was merged into it, and a twin."""
    long_, merged, last = lineage("a", 30), lineage("b", 3, status="superseded"), lineage("c", 2)
    last[-1] = replace(last[-1], supersedes=(*last[-1].supersedes, merged[-1].id))
    rows = [*long_, *merged, *last]
    for stale in (long_[0], merged[0], last[0]):
        await add(mind, replace(stale, status="current"))

    for _ in range(2):
        for start in range(0, len(rows), at_once):
            await mind.writer.restore(rows[start : start + at_once], AT)

    found = await mind.reader.every()
    assert sorted(m.id for m in found if m.status == "current") == [long_[-1].id, last[-1].id]
    assert len(found) == len(rows)


@pytest.mark.anyio
async def test_a_damaged_old_version_keeps_nothing_from_coming_in(mind: Mind) -> None:
    rows = lineage("a", 3)
    await add(mind, rows[0], rows[1])
    await mind.store.memories.update(where=f"id = '{rows[0].id}'", updates={"content": "something else"})

    done = await mind.writer.restore([rows[2], memory("b")], AT)

    assert done.added == 2


@pytest.mark.anyio
async def test_a_version_number_without_end_costs_nothing(mind: Mind) -> None:
    endless = memory("a", 999_999_999, supersedes=("00000000000b.999999999",))

    with anyio.fail_after(5):
        done = await mind.writer.restore([endless], AT)

    assert done.added == 1


@pytest.mark.anyio
async def test_a_summary_goes_with_the_source_that_an_import_closes(mind: Mind) -> None:
    old, new = memory("a"), memory("a", 2, supersedes=(memory("a").id,), opened_by="r-theirs")
    await add(mind, old, memory("b", derived_from=(old.id,)))

    await mind.writer.restore([new], AT)

    assert (await mind.reader.get([memory("b").id]))[memory("b").id].status == "superseded"


@pytest.mark.anyio
async def test_what_says_the_same_as_something_current_does_not_come_in_beside_it(mind: Mind) -> None:
    await add(mind, replace(memory("a"), digest="d"))

    await mind.writer.restore([replace(memory("b"), digest="d")], AT)

    assert (await mind.reader.get([memory("b").id]))[memory("b").id].status == "superseded"
