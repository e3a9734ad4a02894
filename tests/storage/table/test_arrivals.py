"""What comes in from an export finds its place: one head a lineage, nothing said twice, nothing changed that is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

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


def test_a_version_that_was_taken_back_takes_no_place() -> None:
    undone = memory("a", 2, status="hidden", supersedes=(memory("a").id,))

    arrived = fitted([undone], [memory("a")], (), AT)

    assert arrived.opens == [undone]
    assert arrived.closes == []


def test_what_is_said_already_comes_in_as_superseded() -> None:
    twin = replace(memory("b"), digest="d")

    assert [m.status for m in fitted([twin], [], {"d"}, AT).opens] == ["superseded"]
    assert [m.status for m in fitted([twin, replace(twin, id="00000000000c.1")], [], (), AT).opens] == [
        "current",
        "superseded",
    ]


@st.composite
def stores(draw: st.DrawFn) -> list[Memory]:
    """Rows of up to three lineages of up to four versions, at most one of each current."""
    rows: list[Memory] = []
    for lineage in draw(st.sets(st.sampled_from("abc"))):
        versions = draw(st.sets(st.integers(1, 4), min_size=1))
        head = draw(st.sampled_from(sorted(versions)))
        for version in versions:
            status: Status = "current" if version == head else draw(st.sampled_from(STATUSES[1:]))
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

    await mind.writer.undo("r-theirs", "r-undo", AT)
    assert (await mind.reader.get([old.id]))[old.id].status == "current"


@pytest.mark.anyio
async def test_what_says_the_same_as_something_current_does_not_come_in_beside_it(mind: Mind) -> None:
    await add(mind, replace(memory("a"), digest="d"))

    await mind.writer.restore([replace(memory("b"), digest="d")], AT)

    assert (await mind.reader.get([memory("b").id]))[memory("b").id].status == "superseded"
