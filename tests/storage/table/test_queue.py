"""The queue: what waits together is committed together, and nobody is kept waiting for ever."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import anyio
import pytest

from simonides.storage.errors import Changed, StoreUnavailable
from simonides.storage.memory import Change, Edit
from simonides.storage.table import queue as queue_module
from simonides.storage.table.commit import Commits, Preempted
from simonides.tools.mind import Mind
from tests.conftest import commit
from tests.storage.table.test_writer import AT, SAME, VECTOR, add, memory

pytestmark = pytest.mark.anyio


def opening(name: str) -> Change:
    return Change("r-" + name, AT, ((memory(name), VECTOR),))


async def all_at_once(mind: Mind, changes: list[Change]) -> list[str]:
    """Commit changes side by side; how each ended."""
    ended: list[str] = []

    async def one(change: Change) -> None:
        try:
            await commit(mind, change)
            ended.append("done")
        except Changed:
            ended.append("stale")

    async with anyio.create_task_group() as tasks:
        for change in changes:
            tasks.start_soon(one, change)
    return ended


async def test_changes_that_wait_together_are_one_commit(mind: Mind) -> None:
    await add(mind, memory("z"))
    before = await mind.store.memories.version()

    await all_at_once(mind, [opening(f"x{i}") for i in range(20)])

    assert await mind.store.memories.version() - before == 1
    assert await mind.reader.count() == 21


async def test_of_several_edits_of_one_memory_in_one_batch_one_wins_and_the_others_are_told(mind: Mind) -> None:
    await add(mind, memory("a"))
    edits = [Change(f"r-{i}", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)) for i in range(5)]

    assert sorted(await all_at_once(mind, [opening("b"), *edits])) == ["done"] * 2 + ["stale"] * 4


async def test_one_statement_told_by_many_at_once_is_stored_once(mind: Mind) -> None:
    there: list[str] = []

    async def tell(name: str) -> None:
        change = Change("r-" + name, AT, ((memory(name, digest="same"), VECTOR),))
        there.append(await commit(mind, change, unless=SAME))

    async with anyio.create_task_group() as tasks:
        for i in range(12):
            tasks.start_soon(tell, f"t{i}")

    assert there.count("") == 1
    assert len(set(there)) == 2
    assert await mind.reader.count("digest = 'same'") == 1


async def test_a_caller_cancelled_before_its_turn_takes_its_change_back(mind: Mind) -> None:
    turn = anyio.CancelScope(deadline=anyio.current_time() + 0.05)

    async with anyio.create_task_group() as tasks, mind.store.lock:
        tasks.start_soon(commit, mind, opening("kept"))  # waits for the lock, in the midst of its commit
        await anyio.wait_all_tasks_blocked()
        with turn:
            await commit(mind, opening("gone"))

    assert turn.cancelled_caught
    assert set(await mind.reader.get([memory("kept").id, memory("gone").id])) == {memory("kept").id}


async def test_more_than_may_wait_are_refused_and_not_kept_waiting(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue_module, "MOST_WAITING", 3)
    refused: list[str] = []

    async def one(name: str) -> None:
        try:
            await commit(mind, opening(name))
        except StoreUnavailable as full:
            refused.append(str(full))

    with anyio.fail_after(20):
        async with anyio.create_task_group() as tasks:
            for i in range(10):
                tasks.start_soon(one, f"x{i}")

    assert len(refused) == 7
    assert all("Try again" in r for r in refused)
    assert await mind.reader.count() == 3


async def test_a_commit_that_another_preempts_is_tried_again_and_the_caller_sees_nothing(
    mind: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    write = Commits.write

    async def preempted(self: Commits, *args: object, **more: object) -> None:
        tries.append(1)
        if len(tries) < 3:
            raise Preempted
        await write(self, *args, **more)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(Commits, "write", preempted)

    await commit(mind, opening("a"))

    assert len(tries) == 3
    assert await mind.reader.count() == 1


async def test_an_error_after_the_deed_is_not_an_error_to_the_caller_and_nothing_is_done_twice(
    mind: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine may answer with a fault although the commit was made."""
    table = mind.store.memories
    add_rows: Any = getattr(type(table), "add")  # noqa: B009 - pyarrow has no types

    async def made_and_failed(self: object, *args: object, **more: object) -> None:
        await add_rows(table, *args, **more)
        raise RuntimeError("connection lost")

    monkeypatch.setattr(type(table), "add", made_and_failed)

    await commit(mind, opening("a"))

    assert await mind.reader.count() == 1


async def test_the_engine_itself_refuses_an_edit_of_a_row_that_is_not_what_was_read(mind: Mind) -> None:
    """Without any lock: the condition of the merge alone."""
    await add(mind, memory("a"))
    commits = Commits(mind.store)
    row = (await commits.read("id IS NOT NULL"))[0]
    await commit(mind, Change("r-1", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))

    late = row | {"status": "superseded", "revision": row["revision"] + 1}
    with pytest.raises(Changed, match="without its lock"):
        await commits.write([], [late], fresh=False)

    assert (await mind.reader.get([row["id"]]))[row["id"]].status == "hidden"


async def test_a_row_damaged_on_the_disk_is_neither_answered_nor_written_back(mind: Mind) -> None:
    await add(mind, memory("a"), memory("b"))
    await mind.store.memories.update(where=f"id = '{memory('a').id}'", updates={"content": "another text"})

    there = await mind.reader.get([memory("a").id, memory("b").id])

    assert list(there) == [memory("b").id]
    assert any(memory("a").id in alarm and "backup" in alarm for alarm in mind.store.alarms.told())
    with pytest.raises(StoreUnavailable, match="damaged"):
        await commit(mind, Change("r-1", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))


async def test_a_restated_memory_still_gets_a_new_version_when_digests_are_known(mind: Mind) -> None:
    """Digests only rule out: a statement equal to a superseded one is not held for known."""
    await add(mind, replace(memory("a"), digest="d" * 64, status="superseded"))
    await mind.reader.learn()

    assert not mind.store.digests.rule_out("d" * 64, mind.store.digests.version)
    assert mind.store.digests.rule_out("e" * 64, mind.store.digests.version)
