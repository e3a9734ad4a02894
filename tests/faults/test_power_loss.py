"""Power cuts: what was acknowledged is in every image of the disk that is made only of synced bytes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import SimonidesError
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Recalled, Remembered
from tests.faults import shim
from tests.faults.power import Names, Note, Recording, Sync
from tests.faults.quick import QuickEmbedder

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]
SEED = 20261130
CALLER = Caller("after", "after")
_RECALLED = 3  # rows asked for one by one in each image; all are read

Rows = dict[str, tuple[str, str]]
Record = Callable[[str], Recording]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Recordings of one mix of changes, by durability."""
    made: dict[str, Recording] = {}

    def recorded(durability: str) -> Recording:
        if durability not in made:
            folder = tmp_path_factory.mktemp(durability)
            root, log, kept = folder / "disk", folder / "log", folder / "kept"
            root.mkdir()
            kept.mkdir()
            given = (str(root), str(log), str(kept), str(SEED))
            library = shim.built(tmp_path_factory.getbasetemp())
            shim.run(library, "tests.faults.mix", *given, wait_s=200, SIMONIDES_DURABILITY=durability)
            made[durability] = Recording(log, kept)
        return made[durability]

    return recorded


@dataclass(frozen=True, slots=True)
class Cut:
    """A moment at which the power may go: before which event, during or after what."""

    event: int
    told: str


def cuts_of(recording: Recording) -> tuple[list[Cut], list[Cut]]:
    """After every acknowledgement; and at every sync inside compactions and erases."""
    acknowledged: list[Cut] = []
    inside: list[Cut] = []
    begun = ""
    for number, event in enumerate(recording.events):
        if isinstance(event, Sync):
            if begun in ("compact", "erase"):
                inside.append(Cut(number + 1, f"inside {begun}, after sync {event.number} ({event.path})"))
        elif "did" in event.told:
            acknowledged.append(Cut(number + 1, f"after {event.told['did']} at event {number}"))
            begun = ""
        else:
            begun = event.told["begins"]
    return acknowledged, inside


def states(recording: Recording, cut: int) -> list[Rows]:
    """What may be there: the rows as last acknowledged, and as the change under way, if any, makes them."""
    rows: Rows = {}
    for number, event in enumerate(recording.events):
        if not isinstance(event, Note):
            continue
        if number >= cut and "begins" in event.told:
            return [rows]
        if "rows" in event.told:
            after = applied(rows, event.told["rows"])
            if number >= cut:
                return [rows, after]
            rows = after
    return [rows]


def applied(rows: Rows, changed: dict[str, Any]) -> Rows:
    merged = rows | {i: (row[0], row[1]) for i, row in changed.items() if row}
    return {i: row for i, row in merged.items() if i not in changed or changed[i]}


async def lost(home: Path, allowed: Sequence[Rows], dice: random.Random) -> str:
    """What is wrong with the store in an image; empty when nothing is."""
    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as opening:
        try:
            mind = await opening.mind()
            await mind.encoder.load()
            return await _wrong(mind, allowed, dice)
        except SimonidesError as refused:
            return f"refused: {refused}"


async def _wrong(mind: Mind, allowed: Sequence[Rows], dice: random.Random) -> str:
    there = {m.id: (m.content, m.status) for m in await mind.reader.every()}
    if there not in allowed:
        return _differences(there, allowed[0])
    current = sorted(i for i, (_, status) in there.items() if status == "current")
    for one in dice.sample(current, min(_RECALLED, len(current))):
        if there[one][0] not in await recalled(mind, one):
            return f"{one} is there but is not recalled"
    told = (await remember(mind, CALLER, Remember(content="The power is back."))).data
    assert isinstance(told, Remembered)
    return "" if await recalled(mind, told.id) == ["The power is back."] else "a memory of afterwards is not recalled"


async def recalled(mind: Mind, one: str) -> list[str]:
    data = (await recall(mind, CALLER, Recall(ids=[one]))).data
    assert isinstance(data, Recalled)
    return [m.content for m in data.memories]


def _differences(there: Rows, due: Rows) -> str:
    gone = [f"{i} ({due[i][1]})" for i in due if i not in there]
    back = [i for i in there if i not in due]
    other = [f"{i} is {there[i][1]}, not {row[1]}" for i, row in due.items() if i in there and there[i] != row]
    return f"{len(gone)} lost {gone[:3]}, {len(back)} too many {back[:3]}, {len(other)} changed {other[:3]}"


async def faults(recording: Recording, cuts: Sequence[Cut], names: Names, folder: Path) -> list[str]:
    """What is wrong with the images of these cuts, a line each."""
    dice, found = random.Random(SEED), list[str]()
    for cut in cuts:
        image = folder / names / str(cut.event)
        recording.image(cut.event, image, names)
        if why := await lost(image / "home", states(recording, cut.event), dice):
            found.append(f"{cut.told}: {why}")
    return found


def chosen(recording: Recording, most: int) -> list[Cut]:
    """Cuts of both sorts, half and half where there are enough, by the seed."""
    acknowledged, inside = cuts_of(recording)
    dice = random.Random(SEED)
    some = dice.sample(inside, min(len(inside), max(most // 2, most - len(acknowledged))))
    return sorted([*some, *dice.sample(acknowledged, min(len(acknowledged), most - len(some)))], key=lambda c: c.event)


@pytest.mark.parametrize("names", ["asked", "journal"])
async def test_what_was_acknowledged_survives_a_power_cut(record: Record, names: Names, tmp_path: Path) -> None:
    """Thirteen moments of one mix under each reading of what a disk keeps of names."""
    recording = record("synced")

    found = await faults(recording, chosen(recording, 13), names, tmp_path)

    assert not found, "\n".join(found)


@pytest.mark.heavy
@pytest.mark.timeout(900)
@pytest.mark.parametrize("names", ["asked", "journal"])
async def test_no_moment_of_two_hundred_loses_what_was_acknowledged(
    record: Record, names: Names, tmp_path: Path
) -> None:
    """Every acknowledgement, and syncs inside compactions and erases, to two hundred images in all."""
    recording = record("synced")

    found = await faults(recording, chosen(recording, 200), names, tmp_path)

    assert not found, "\n".join(found)


def test_compactions_and_erases_are_synced_step_by_step(record: Record) -> None:
    """Without syncs inside them, the cuts above would all be made after acknowledgements."""
    acknowledged, inside = cuts_of(record("synced"))

    assert len(acknowledged) >= 60
    assert len(inside) >= 100


async def test_without_syncing_a_power_cut_loses_what_was_acknowledged(record: Record, tmp_path: Path) -> None:
    """The guard is what holds: the same cuts, with `durability` set to `process`."""
    recording = record("process")
    acknowledged, _ = cuts_of(recording)

    found = await faults(recording, acknowledged[-1:], "asked", tmp_path)

    assert "lost" in "".join(found)
