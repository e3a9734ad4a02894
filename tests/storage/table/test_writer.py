"""Writing: one change, one commit; whole or not at all; and back again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.storage.errors import Changed, InvalidArgument
from simonides.storage.memory import Change, Claim, Edit, Memory
from simonides.storage.table.filters import Statement
from simonides.storage.table.rows import intact, sealed, to_row
from simonides.tools.mind import Mind
from tests.conftest import commit, delete

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 30, tzinfo=UTC)
SAME = Statement("same", AT)
VECTOR = np.full(512, 1 / np.sqrt(512), dtype=np.float32)


def memory(name: str, version: int = 1, **more: Any) -> Memory:
    return Memory(f"{name:0>12}.{version}", "global", "fact", f"content of {name} {version}", AT, **more)


async def add(mind: Mind, *memories: Memory, receipt: str = "r-add") -> None:
    await commit(mind, Change(receipt, AT, tuple((m, VECTOR) for m in memories)))


async def test_every_field_of_a_memory_comes_back_as_it_was_stored(mind: Mind) -> None:
    stored = Memory(
        id="00000000000a.7",
        scope="a scope",
        kind="event",
        content="Zoë said „hi“ to 米拉 🎸\nand left",
        recorded_at=AT,
        claims=(Claim("Zoë", "greeted", "米拉", False), Claim("Zoë", "left", "the house")),
        entities=("Zoë", "米拉"),
        tags=("a", "'; DROP"),
        confidence=0.35,
        importance=0.75,
        trust="external",
        source="page.html",
        session="s",
        client="c",
        contests=("00000000000b.1",),
        valid_from=datetime(1, 1, 1, tzinfo=UTC),
        valid_to=datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
        precision="year",
        expires_at=datetime(2030, 1, 1, 1, 2, 3, 456789, tzinfo=UTC),
        supersedes=("00000000000c.1",),
        derived_from=("00000000000d.1",),
        digest="d" * 64,
    )

    await add(mind, stored)

    there = (await mind.reader.get([stored.id]))[stored.id]
    assert replace(there, opened_by="", undo=(), pending=True) == stored
    assert (there.opened_by, there.pending) == ("r-add", False)


async def test_superseding_is_one_commit_in_which_no_reader_sees_the_memory_missing(mind: Mind) -> None:
    await add(mind, memory("a"))
    before = await mind.store.memories.version()

    edit = Edit(memory("a").id, "current", {"status": "superseded", "closed_at": AT})
    await commit(mind, Change("r-2", AT, ((memory("a", 2), VECTOR),), (edit,)))

    await mind.store.memories.checkout_latest()
    assert await mind.store.memories.version() == before + 1
    assert [(m.version, m.status) for m in await mind.reader.versions(["00000000000a"])] == [
        (1, "superseded"),
        (2, "current"),
    ]


async def test_a_change_whose_row_was_closed_meanwhile_is_refused_whole(mind: Mind) -> None:
    await add(mind, memory("a"), memory("b"))
    hide = Edit(memory("a").id, "current", {"status": "hidden"})
    await commit(mind, Change("r-hide", AT, edits=(hide,)))

    both = (Edit(memory("b").id, "current", {"status": "hidden"}), hide)
    with pytest.raises(Changed, match=r"is hidden by now, not current"):
        await commit(mind, Change("r-late", AT, ((memory("c"), VECTOR),), both))

    rows = await mind.reader.get([memory(n).id for n in "abc"])
    assert {i: m.status for i, m in rows.items()} == {memory("a").id: "hidden", memory("b").id: "current"}


async def test_a_statement_whose_digest_is_current_is_not_stored_twice_even_by_callers_at_once(mind: Mind) -> None:
    answers: list[str] = []

    async def tell(name: str) -> None:
        change = Change("r-" + name, AT, ((memory(name, digest="same"), VECTOR),))
        answers.append(await commit(mind, change, unless=SAME))

    async with anyio.create_task_group() as tasks:
        for name in "abcde":
            tasks.start_soon(tell, name)

    assert sorted(answers).count("") == 1
    assert await mind.reader.count("digest = 'same'") == 1


async def test_a_statement_that_came_to_be_after_the_caller_looked_is_seen(mind: Mind) -> None:
    there, looked_at = await mind.reader.holding(SAME)
    await commit(mind, Change("r-1", AT, ((memory("a", digest="same"), VECTOR),)))

    late = Change("r-2", AT, ((memory("b", digest="same"), VECTOR),))
    assert there == ""
    assert await commit(mind, late, unless=SAME, absent_at=looked_at) == memory("a").id


async def test_undo_puts_back_exactly_what_a_change_did(mind: Mind) -> None:
    await add(mind, memory("a", valid_to=datetime(2030, 1, 1, tzinfo=UTC)))
    before = (await mind.reader.get([memory("a").id]))[memory("a").id]
    put: Mapping[str, Any] = {"status": "superseded", "closed_at": AT, "valid_to": datetime(2027, 1, 1, tzinfo=UTC)}
    change = Change("r-2", AT, ((memory("a", 2), VECTOR),), (Edit(memory("a").id, "current", put),))
    await commit(mind, change)

    await mind.writer.undo(["r-2"], ["r-3"], AT)

    rows = await mind.reader.get([memory("a").id, memory("a", 2).id])
    assert replace(rows[memory("a").id], undo=before.undo) == before
    assert rows[memory("a", 2).id].status == "hidden"


async def test_undoing_an_undo_does_the_change_again(mind: Mind) -> None:
    await add(mind, memory("a"))
    await commit(mind, Change("r-hide", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))
    await mind.writer.undo(["r-hide"], ["r-undo"], AT)

    await mind.writer.undo(["r-undo"], ["r-again"], AT)

    assert (await mind.reader.get([memory("a").id]))[memory("a").id].status == "hidden"


async def test_an_older_change_is_not_undone_below_a_newer_one(mind: Mind) -> None:
    await add(mind, memory("a"))
    await commit(mind, Change("r-hide", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))

    with pytest.raises(Changed, match=r"undo that first: .*r-hide"):
        await mind.writer.undo(["r-add"], ["r-x"], AT)


async def test_an_unknown_receipt_is_refused(mind: Mind) -> None:
    with pytest.raises(InvalidArgument, match="knows no receipt"):
        await mind.writer.undo(["r-%"], ["r-x"], AT)


async def test_a_cancelled_write_is_done_or_not_but_never_half(mind: Mind) -> None:
    await add(mind, memory("a"))
    edit = Edit(memory("a").id, "current", {"status": "superseded"})
    change = Change("r-2", AT, ((memory("a", 2), VECTOR),), (edit,))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(commit, mind, change)
        await anyio.lowlevel.checkpoint()  # let it begin
        tasks.cancel_scope.cancel()

    statuses = [m.status for m in await mind.reader.versions(["00000000000a"])]
    assert statuses in (["current"], ["superseded", "current"])


async def test_rows_that_wait_for_their_vector_can_be_edited_hidden_and_undone(mind: Mind) -> None:
    await commit(mind, Change("r-add", AT, ((memory("a"), None), (memory("b"), VECTOR))))
    both = tuple(Edit(memory(n).id, "current", {"status": "superseded"}) for n in "ab")

    await commit(mind, Change("r-2", AT, ((memory("a", 2), None),), both))
    await mind.writer.undo(["r-2"], ["r-3"], AT)

    rows = await mind.reader.get([memory("a").id, memory("b").id, memory("a", 2).id])
    assert {i: m.status for i, m in rows.items()} == {
        memory("a").id: "current",
        memory("b").id: "current",
        memory("a", 2).id: "hidden",
    }
    assert not rows[memory("b").id].pending


async def test_a_version_that_is_there_already_is_not_written_over(mind: Mind) -> None:
    await add(mind, memory("a"), memory("a", 2, status="hidden"))

    with pytest.raises(Changed, match="came to be meanwhile"):
        await commit(mind, Change("r-2", AT, ((memory("a", 2, source="other"), VECTOR),)))

    assert (await mind.reader.get([memory("a", 2).id]))[memory("a", 2).id].source == ""


async def test_a_row_does_not_come_back_beside_one_that_says_the_same(mind: Mind) -> None:
    await add(mind, memory("a", digest="same"))
    await commit(mind, Change("r-hide", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))
    await add(mind, memory("b", digest="same"), receipt="r-again")

    with pytest.raises(Changed, match="says the same by now"):
        await mind.writer.undo(["r-hide"], ["r-undo"], AT)


async def test_what_was_derived_goes_with_a_source_that_is_undone(mind: Mind) -> None:
    await add(mind, memory("a"), receipt="r-source")
    await add(mind, memory("b", derived_from=(memory("a").id,)), receipt="r-summary")

    await mind.writer.undo(["r-source"], ["r-undo"], AT)

    rows = await mind.reader.get([memory("a").id, memory("b").id])
    assert {m.status for m in rows.values()} == {"hidden"}


async def test_deleted_rows_are_gone(mind: Mind) -> None:
    await add(mind, memory("a"), memory("b"))

    assert await delete(mind, memory("a").id, "unknown.1") == 1
    assert await mind.reader.get([memory("a").id]) == {}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["add", "hide", "supersede", "undo", "delete"]), st.integers(0, 5)), max_size=10
    )
)
async def test_the_table_agrees_with_a_dictionary_after_any_steps(mind: Mind, steps: list[tuple[str, int]]) -> None:
    """A model of the store as a dict of statuses, with an undo log; each example under names of its own."""
    mint = mind.mint
    model: dict[str, str] = {}
    log: list[tuple[str, dict[str, str]]] = []
    for number, (step, pick) in enumerate(steps):
        receipt = f"r-{mint(AT)}-{number}"
        current = sorted(i for i, s in model.items() if s == "current")
        target = current[pick % len(current)] if current else ""
        before = dict(model)
        if step == "add":
            name = f"{mint(AT)}.1"
            await commit(mind, Change(receipt, AT, ((replace(memory("x"), id=name), VECTOR),)))
            model[name] = "current"
        elif step == "hide" and target:
            await commit(mind, Change(receipt, AT, edits=(Edit(target, "current", {"status": "hidden"}),)))
            model[target] = "hidden"
        elif step == "supersede" and target:
            lineage = target.split(".")[0]
            name = f"{lineage}.{max(int(i.split('.')[1]) for i in model if i.startswith(lineage)) + 1}"
            edit = Edit(target, "current", {"status": "superseded"})
            await commit(mind, Change(receipt, AT, ((replace(memory("x"), id=name), VECTOR),), (edit,)))
            model[target], model[name] = "superseded", "current"
        elif step == "undo" and log:
            undone, state = log.pop()
            await mind.writer.undo([undone], [receipt], AT)
            model = {i: state.get(i, "hidden") for i in model}
            continue
        elif step == "delete" and target:
            await delete(mind, target)
            del model[target]
            log.clear()  # what was deleted cannot come back, so nothing before it is undone here
            continue
        else:
            continue
        log.append((receipt, before))

    there = await mind.reader.get(model)
    assert {i: m.status for i, m in there.items()} == model


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_row_is_whole_whatever_the_digits_of_its_numbers(confidence: float, importance: float) -> None:
    """The table holds them as floats of 32 bits."""
    row = sealed(to_row(memory("a", confidence=confidence, importance=importance), None))

    assert intact(row | {name: float(np.float32(row[name])) for name in ("confidence", "importance")})
