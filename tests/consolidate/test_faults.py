"""Whatever the endpoint does, the store is as before, or changed as a right answer allows, and goes on working."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal

from simonides.storage.memory import CONSOLIDATOR, Memory
from simonides.tools.consolidate.passing import Report
from simonides.tools.mind import Caller, Mind
from tests.conftest import Hands
from tests.consolidate import household
from tests.consolidate.badly import FAILING, UNUSABLE, judging
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Script, merged_as
from tests.consolidate.household import ALL_CATS, CATS, CHENGDU, FLAT, MORE_CATS, NUTS, SHANGHAI, TIDE, rightly
from tests.consolidate.overhttp import (
    KEY,
    answering,
    at_endpoint,
    difference,
    task_of,
    tidied,
    words_on_disk,
)
from tests.faults.machine import OneStore
from tests.llm.scripted import Reply, Scripted, refusal, refused_url

pytestmark = pytest.mark.anyio
HANG_S = 0.5  # of patience with an endpoint that never answers


@dataclass(frozen=True)
class Told:
    """A store on the disk with the household in it, and its ids by content."""

    home: Path
    clock: Hands
    ids: dict[str, str]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    """Told once; every test has a copy."""
    home, clock = tmp_path_factory.mktemp("told") / "home", Hands()
    with start_blocking_portal("asyncio") as portal:
        yield Told(home, clock, _tell(portal, home, clock))


def _tell(portal: BlockingPortal, home: Path, clock: Hands) -> dict[str, str]:
    store = OneStore(portal, home, clock)

    async def tell(mind: Mind) -> dict[str, str]:
        ids = await household.told(Bench(mind, Caller("test", "test"), clock))
        assert await mind.upkeep.caught_up(30)
        return ids

    try:
        return store.call(tell)
    finally:
        store.close()


@dataclass(frozen=True)
class Outcome:
    """What one pass did to the household."""

    report: Report
    before: list[Memory]
    after: list[Memory]

    @property
    def changed(self) -> dict[str, dict[str, Any]]:
        """See `difference`."""
        return difference(self.before, self.after)


@asynccontextmanager
async def household_at(told: Told, tmp_path: Path, base_url: str, **more: Any) -> AsyncGenerator[Bench]:
    """A copy of the household, with a model at this address."""
    shutil.copytree(told.home, tmp_path / "home")
    clock = Hands()
    clock.now = told.clock.now
    async with at_endpoint(tmp_path / "home", clock, base_url, **more) as at:
        yield at


async def outcome(at: Bench) -> Outcome:
    """Of one pass, after which a statement is stored and found, and the key is nowhere on the disk."""
    before = await at.mind.reader.every()
    report = await tidied(at)
    after = await at.mind.reader.every()
    assert await at.tell("The lamp by the door was mended.", session="later")
    assert "The lamp by the door was mended." in await at.contents("lamp by the door")
    assert words_on_disk(Path(at.mind.store.folder), KEY) == []
    return Outcome(report, before, after)


@pytest.mark.parametrize("name", FAILING)
async def test_an_endpoint_that_fails_changes_nothing_and_the_pass_says_why(
    told: Told, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    script, why = FAILING[name]
    caplog.set_level("DEBUG")

    with Scripted(script) as server:
        async with household_at(told, tmp_path, server.base_url, timeout_s=HANG_S if name == "hang" else 20.0) as at:
            came = await outcome(at)

    assert came.changed == {}
    assert came.after == came.before
    assert why in came.report.failed
    assert came.report.failed
    assert KEY not in caplog.text + came.report.failed


async def test_an_endpoint_that_is_not_there_changes_nothing_and_the_pass_says_so(
    told: Told, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    async with household_at(told, tmp_path, refused_url()) as at:
        came = await outcome(at)

    assert came.after == came.before
    assert "Nothing can be reached" in came.report.failed
    assert KEY not in caplog.text


@pytest.mark.parametrize("name", UNUSABLE)
async def test_an_answer_that_cannot_be_used_changes_nothing_and_is_counted(
    told: Told, tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    caplog.set_level("DEBUG")

    with Scripted(UNUSABLE[name]) as server:
        async with household_at(told, tmp_path, server.base_url) as at:
            came = await outcome(at)
            noted = {e.outcome for e in at.mind.journal.entries()}

    assert came.after == came.before
    assert came.report.unusable > 0
    assert noted == {"unusable"}
    assert KEY not in caplog.text


async def test_an_answer_about_memories_of_another_scope_changes_nothing(told: Told, tmp_path: Path) -> None:
    others = list(told.ids.values())

    with Scripted(lambda body: judging(body, lambda n: others[-1 - n], lambda n: others[-1 - n])) as server:
        async with household_at(told, tmp_path, server.base_url) as at:
            came = await outcome(at)

    assert came.after == came.before
    assert came.report.unusable > 0


async def test_right_answers_change_what_they_say_and_nothing_else(
    told: Told, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")

    with Scripted(answering(rightly())) as server:
        async with household_at(told, tmp_path, server.base_url) as at:
            came = await outcome(at)

    assert _rightly_changed(came, told.ids) == RIGHT
    assert (came.report.failed, came.report.unusable) == ("", 0)
    assert KEY not in caplog.text
    assert {asked.headers["authorization"] for asked in server.requests} == {f"Bearer {KEY}"}


# By content: what may be different after a pass of right answers.
RIGHT = {
    FLAT: {"claims", "entities"},
    NUTS: {"importance"},
    CATS: {"status", "valid_to"},
    MORE_CATS: {"status", "valid_to"},
    SHANGHAI: {"status", "valid_to"},
    CHENGDU: {"supersedes"},
    ALL_CATS: {"new fact"},
    TIDE: {"new summary"},
}


def _rightly_changed(came: Outcome, ids: dict[str, str]) -> dict[str, set[str]]:
    """What changed, by content; what must follow from it is looked at here."""
    contents = {id_: content for content, id_ in ids.items()}
    there = {m.id: m for m in came.after}
    found: dict[str, set[str]] = {}
    for id_, columns in came.changed.items():
        row = there[id_]
        found[contents.get(id_, row.content)] = set(columns) - {"digest"} if id_ in contents else {f"new {row.kind}"}
        if id_ not in contents:
            assert (row.client, row.trust, row.scope) == (CONSOLIDATOR, "assistant", "global")
    if CHENGDU in found:
        assert there[ids[CHENGDU]].supersedes == (ids[SHANGHAI],)
    return found


WRONG_WORDS: dict[str, tuple[dict[str, Script], set[str]]] = {
    "a number in the merged text": (
        {"merging": merged_as("Ines keeps three grey cats, Miso and Nori.")},
        {CATS, MORE_CATS, ALL_CATS},
    ),
    "a name in the summary": (
        {"summary": household.invented_summary("Zora waits for the ferry.")},
        {TIDE},
    ),
}


@pytest.mark.parametrize("name", WRONG_WORDS)
async def test_a_text_with_something_invented_is_dropped_and_the_rest_is_done(
    told: Told, tmp_path: Path, name: str
) -> None:
    wrong, missing = WRONG_WORDS[name]

    with Scripted(answering(rightly() | wrong)) as server:
        async with household_at(told, tmp_path, server.base_url) as at:
            came = await outcome(at)

    assert _rightly_changed(came, told.ids) == {k: v for k, v in RIGHT.items() if k not in missing}
    assert "applied" in {d.said for d in came.report.done}
    assert {"nothing", "refused"} & {d.said for d in came.report.done}


async def test_after_a_fault_a_further_pass_does_what_the_first_could_not(told: Told, tmp_path: Path) -> None:
    right, refused = answering(rightly()), list[str]()

    def reply(body: dict[str, Any]) -> Reply:
        if task_of(body) == "merging" and not refused:
            refused.append("merging")
            return refusal(429, retry_after="120")
        return right(body)

    with Scripted(reply) as server:
        async with household_at(told, tmp_path, server.base_url) as at:
            first = await outcome(at)
            second = await tidied(at)
            after = await at.mind.reader.every()

    assert first.report.failed
    assert not second.failed
    assert ALL_CATS in {m.content for m in after if m.status == "current"}
