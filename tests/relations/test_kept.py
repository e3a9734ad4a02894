"""What is kept beside the memories: made from them, thrown away at will, never in the way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simonides.server.doctor import examine, rebuild
from simonides.storage.relation.relations import Relations
from simonides.storage.table.filters import Filter
from simonides.storage.table.making import table_path
from simonides.storage.table.schema import ATOMS, PROFILES
from simonides.tools.mind import Mind
from tests.conftest import Desk

pytestmark = pytest.mark.anyio
FACTS = (
    ("Ann", "lives in", "Berlin"),
    ("Ann", "likes", "coffee"),
    ("Ann", "works at", "Acme"),
    ("Tom", "likes", "tea"),
)


async def told(desk: Desk) -> None:
    for s, r, o in FACTS:
        await desk.remember(f"{s} {r} {o}.", subject=s, relation=r, object=o)


def beside(mind: Mind, *, profiles: bool = False) -> Relations:
    """Another process's relation store, as far as it is one."""
    return Relations(mind.store, mind.encoder.encode_many, profiles=profiles)


def tear(folder: Path) -> None:
    """Damage every file of a folder."""
    for file in folder.iterdir():
        file.write_bytes(b"torn")


def holding(folder: Path, word: bytes) -> list[Path]:
    """The files below that hold a word."""
    return [p for p in folder.rglob("*") if p.is_file() and word in p.read_bytes().lower()]


def tables(mind: Mind) -> set[str]:
    """The tables there are."""
    return {p.stem for p in Path(mind.store.folder).iterdir() if p.suffix == ".lance"}


async def tend(relations: Relations) -> None:
    """Have everything kept, though the table may go on meanwhile."""
    for _ in range(10):
        if await relations.tend():
            return
    raise AssertionError("it is never done")


async def test_another_process_takes_the_vectors_that_are_kept(desk: Desk, mind: Mind) -> None:
    await told(desk)
    await tend(mind.relations)

    async def refused(phrases: object) -> None:
        return None

    kept = await Relations(mind.store, refused).kept.read()

    assert ("entity", "berlin") in kept
    assert ("relation", "work at") in kept


async def test_what_is_damaged_is_made_anew_by_itself(desk: Desk, mind: Mind) -> None:
    await told(desk)
    await tend(mind.relations)
    tear(Path(table_path(mind.store.folder, ATOMS), "data"))

    other = beside(mind)
    fits, complete = await other.fitting("Anne", "resides in", "", Filter(mind.clock()), 5)
    await tend(other)

    assert complete
    assert fits
    assert ("entity", "berlin") in await beside(mind).kept.read()


async def test_an_erase_takes_the_names_of_what_is_erased(desk: Desk, mind: Mind) -> None:
    await told(desk)
    secret = await desk.remember("Ann owns Quillfeather.", subject="Ann", relation="owns", object="Quillfeather")
    await tend(mind.relations)

    listed = await desk.forget(ids=[secret.data["id"]], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])
    await tend(mind.relations)

    assert not holding(Path(mind.store.folder), b"quillfeather")
    assert ("entity", "quillfeather") not in await mind.relations.kept.read()


async def test_profiles_propose_whom_scoring_finds(desk: Desk, mind: Mind) -> None:
    await told(desk)
    wanted, asked = Filter(mind.clock()), [("lives in", "Berlin"), ("enjoys", "coffee")]
    other = beside(mind, profiles=True)
    await tend(other)

    by_profiles, _ = await other.having(asked, wanted, 3)
    by_scoring, _ = await mind.relations.having(asked, wanted, 3)

    assert [h.name for h in by_profiles] == ["ann"]
    assert by_profiles[0].rows == by_scoring[0].rows
    assert by_profiles[0].score == pytest.approx(by_scoring[0].score, abs=1e-3)


async def test_profiles_that_are_late_miss_nothing_that_was_written_since(desk: Desk, mind: Mind) -> None:
    await told(desk)
    other = beside(mind, profiles=True)
    await tend(other)
    for r, o in (("lives in", "Oslo"), ("likes", "chess"), ("works at", "Globex")):
        await desk.remember(f"Eve {r} {o}.", subject="Eve", relation=r, object=o)

    found, _ = await other.having([("lives in", "Oslo"), ("likes", "chess")], Filter(mind.clock()), 3)

    assert found[0].name == "eve"


async def test_the_doctor_makes_anew_what_is_kept(desk: Desk, mind: Mind) -> None:
    await told(desk)
    await tend(mind.relations)
    async with mind.store.lock:  # so that nothing makes it anew before it is looked at
        shutil.rmtree(Path(table_path(mind.store.folder, ATOMS), "_versions"))
        assert "damaged" in await mind.relations.verify()

    await rebuild(mind, lambda done, of: None)

    assert next(f for f in await examine(mind) if f.check == "relations").well
    assert ("entity", "berlin") in await mind.relations.kept.read()


async def test_an_erase_takes_the_profiles(desk: Desk, mind: Mind) -> None:
    await told(desk)
    await tend(beside(mind, profiles=True))
    assert PROFILES in tables(mind)

    listed = await desk.forget(subject="Tom", mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    assert PROFILES not in tables(mind)
