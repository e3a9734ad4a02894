"""What is erased is off the disk: out of every file of the home, whatever happens meanwhile, and it stays away."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from simonides.server.config import Config
from simonides.server.intake import take_in
from simonides.server.lifespan import opened
from simonides.server.transfer import export_lines, own_memories
from simonides.storage.errors import StoreUnavailable, UnknownMemory
from simonides.storage.table.erase import Eraser
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Remembered, Summary
from simonides.tools.summarise import Summarise, summarise
from tests.faults import pages
from tests.faults.erasing import CALLER, FIXED, confirmed, fill, listed, residue_of, word
from tests.faults.quick import QuickEmbedder
from tests.faults.rounds import Rounds
from tests.faults.zygote import Zygote

pytestmark = pytest.mark.anyio
FIELDS = ("content", "subject", "relation", "object", "tag", "source", "session", "scope")
HAN = "龘靐"  # a pair no other row has; indexed as a pair


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def table(home: Path) -> Path:
    return home / "local" / "memories.lance"


@pytest.fixture
async def mind(home: Path) -> AsyncGenerator[Mind]:
    """A store with an embedder that costs nothing."""
    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        yield mind


def canary(field: str, version: int) -> str:
    """The word of a field in a version."""
    return f"zq{field}canary{'abc'[version]}xw"


async def stored(mind: Mind, version: int, replaces: list[str]) -> Remembered:
    """A version of the memory to be erased, with a word of its own in every field."""
    of = {field: canary(field, version) for field in FIELDS}
    given = Remember(
        content=f"The {of['content']} sits on the roof {HAN}.",
        subject=of["subject"],
        relation=of["relation"],
        object=of["object"],
        tags=[of["tag"]],
        source=of["source"],
        session=of["session"],
        scope=of["scope"],
        replaces=replaces,
    )
    told = (await remember(mind, CALLER, given)).data
    assert isinstance(told, Remembered)
    return told


@dataclass(frozen=True)
class Changed:
    """A memory that was changed much: its lineage, the ids of its rows, and all that must not be found of it."""

    lineage: str
    ids: list[str]
    canaries: list[pages.Canary]


async def much_changed(mind: Mind) -> Changed:
    """A memory of three versions among others, hidden and put back, with a summary made from it."""
    ids: list[str] = []
    for version in range(3):
        for n in range(10):
            await remember(mind, CALLER, Remember(content=f"The heron of pond {version}{n} is patient."))
        ids.append((await stored(mind, version, ids[-1:])).id)
    told = (await summarise(mind, CALLER, Summarise(text="In short, zqsummarycanaryxw.", ids=ids[-1:]))).data
    assert isinstance(told, Summary)
    hidden = (await forget(mind, CALLER, Forget(ids=ids[-1:]))).data
    assert isinstance(hidden, Forgotten)
    await forget(mind, CALLER, Forget(undo=hidden.receipt))
    await mind.upkeep.compact()
    texts = [canary(f, v) for f in FIELDS for v in range(3) if f != "scope" or v == 0]  # a new version keeps its scope
    rows = (await mind.reader.get(ids)).values()
    vectors = QuickEmbedder().encode([m.searchable for m in rows]).astype(np.float16)
    canaries = [*texts, HAN, "zqsummarycanaryxw", *(v.tobytes() for v in vectors)]
    return Changed(ids[0].partition(".")[0], [*ids, told.id], canaries)


async def test_every_field_of_every_version_is_gone_from_every_file_of_the_home(mind: Mind, home: Path) -> None:
    erased = await much_changed(mind)
    assert set(pages.whereabouts(home, erased.canaries)) == set(erased.canaries)

    done = await confirmed(mind, await listed(mind, [erased.lineage]))

    assert done.done is not None
    assert done.done.count == len(erased.ids) == 4
    assert residue_of(done) == 0
    assert pages.whereabouts(home, erased.canaries) == {}


async def test_not_even_the_ids_and_digests_are_left(mind: Mind, home: Path) -> None:
    erased = await much_changed(mind)
    digests = [m.digest for m in (await mind.reader.get(erased.ids)).values()]
    assert set(pages.whereabouts(home, [*erased.ids, *digests])) == {*erased.ids, *digests}

    await confirmed(mind, await listed(mind, [erased.lineage]))

    assert pages.whereabouts(home, [*erased.ids, *digests]) == {}


async def test_no_file_of_before_the_erase_is_left_and_none_that_nothing_names(mind: Mind, table: Path) -> None:
    erased = await much_changed(mind)
    before = pages.units(table)

    await confirmed(mind, await listed(mind, [erased.lineage]))

    assert pages.residue(table, before) == []


async def test_what_is_not_erased_stays_as_it_was(mind: Mind) -> None:
    erased = await much_changed(mind)
    others = [m for m in await mind.reader.every() if m.id not in erased.ids]

    await confirmed(mind, await listed(mind, [erased.lineage]))

    assert await mind.reader.every() == others
    assert len(others) == 30


async def test_one_row_of_ten_thousand_is_gone_from_every_file(mind: Mind, home: Path, table: Path) -> None:
    ids = await fill(mind, 10_000)
    before, number = pages.units(table), FIXED + 4 * 1_000
    kinds = {path.split("/")[2] for path in pages.whereabouts(home, [word(number)])[word(number)]}
    assert kinds == {"data", "_indices"}

    done = await confirmed(mind, await listed(mind, [ids[number]]))

    assert residue_of(done) == 0
    assert pages.whereabouts(home, [word(number)]) == {}
    assert pages.residue(table, before) == []
    assert await mind.reader.count() == 9_999


async def test_an_import_of_an_older_export_does_not_bring_the_erased_back(mind: Mind, home: Path) -> None:
    erased = await much_changed(mind)
    lines = [line async for line in export_lines(mind)]
    await confirmed(mind, await listed(mind, [erased.lineage]))
    kept = await mind.reader.every()

    await take_in(mind, own_memories(lines))

    assert await mind.reader.every() == kept
    for id_ in erased.ids:
        with pytest.raises(UnknownMemory):
            await recall(mind, CALLER, Recall(ids=[id_]))
    assert pages.whereabouts(home, erased.canaries) == {}


async def test_what_was_erased_can_be_stated_anew(mind: Mind) -> None:
    first = await stored(mind, 0, [])
    await confirmed(mind, await listed(mind, [first.id]))

    again = await stored(mind, 0, [])

    assert again.outcome == "stored"
    assert again.id != first.id
    assert (await mind.reader.get([again.id]))[again.id].content


async def test_an_erase_that_cannot_go_on_keeps_nobody_from_reading_and_says_so(
    home: Path, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config(home=str(home), timezone="UTC")
    async with opened(config, load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        gone, kept = await stored(mind, 0, []), await stored(mind, 1, [])
        token = await listed(mind, [gone.id])
        monkeypatch.setattr(Eraser, "_rewrite", refused)
        with pytest.raises(StoreUnavailable, match="not complete"):
            await confirmed(mind, token)

    async with opened(config, load=QuickEmbedder) as opening:
        mind = await opening.mind()
        assert [m.id for m in await mind.reader.every()] == [kept.id]
        assert any("erase is not complete" in alarm for alarm in mind.store.alarms.told())

        monkeypatch.undo()
        await mind.eraser.resume()
        assert mind.store.alarms.told() == []
    assert pages.whereabouts(home, [canary("content", 0)]) == {}


async def refused(eraser: Eraser) -> None:
    raise OSError(28, "No space left on device")


async def test_an_erase_that_somebody_else_carried_through_is_no_alarm_any_more(
    mind: Mind, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = await stored(mind, 0, [])
    token = await listed(mind, [gone.id])
    with monkeypatch.context() as patched:
        patched.setattr(Eraser, "_rewrite", refused)
        with pytest.raises(StoreUnavailable):
            await confirmed(mind, token)
    assert mind.store.alarms.told()

    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as opening:
        await opening.mind()
    await mind.eraser.resume()

    assert mind.store.alarms.told() == []


async def test_what_an_interrupted_restore_left_is_erased_as_well(mind: Mind, home: Path, table: Path) -> None:
    gone = await stored(mind, 0, [])
    shutil.copytree(home / "local" / "memories.lance", home / "local" / ".restoring" / "memories.lance")

    done = await confirmed(mind, await listed(mind, [gone.id]))

    assert residue_of(done) == 0
    assert pages.whereabouts(home, [canary("content", 0)]) == {}


def test_an_erase_that_is_killed_is_carried_on_and_leaves_nothing(zygote: Zygote, home: Path) -> None:
    rounds = Rounds(zygote, home, random.Random(11))
    rounds.fill(500)

    rounds.run(6, kill_every=2)


@pytest.mark.heavy
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("rows", "erasures"), [(5_000, 180), (100_000, 20)])
def test_random_rows_of_a_large_store_are_erased_with_a_kill_in_every_tenth(
    zygote: Zygote, home: Path, rows: int, erasures: int, record_property: Callable[[str, object], None]
) -> None:
    rounds = Rounds(zygote, home, random.Random(rows))
    rounds.fill(rows)

    rounds.run(erasures, kill_every=10)

    record_property("erase", rounds.report())
    print(rounds.report())  # noqa: T201 - the figure is what the run is for
    assert rounds.carried_on


def test_readers_in_another_process_never_see_a_fault_or_a_wrong_answer(zygote: Zygote, home: Path) -> None:
    rounds = Rounds(zygote, home, random.Random(7))
    rounds.fill(500)
    reader = zygote.start("tests.faults.erasing:reading", home=str(home), expected=rounds.answers)
    reader.expect()

    rounds.run(5, kill_every=100)
    seen = reader.ask(enough=True)

    assert seen["asked"] > 20
    assert (seen["faults"], seen["wrong"]) == ([], [])
