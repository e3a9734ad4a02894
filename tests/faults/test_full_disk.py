"""A full disk: nothing that was acknowledged is lost, nothing is acknowledged that is not there, and erasing works."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import StoreUnavailable
from simonides.tools.mind import Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Recalled, Remembered
from tests.faults import pages
from tests.faults.erasing import CALLER, confirmed, listed, residue_of
from tests.faults.quick import QuickEmbedder

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="mounting a small disk takes root"),
]
_MOST_ROWS = 3_000  # far more than fit
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 9 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=9m", "tmpfs", folder], capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"a tmpfs cannot be mounted here: {made.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@asynccontextmanager
async def the_mind(disk: Path) -> AsyncGenerator[Mind]:
    """The store on the disk, opened."""
    async with opened(Config(home=str(disk / "home"), timezone="UTC"), load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        yield mind


def long_text(number: int) -> str:
    """A statement of six kilobytes that does not compress well, with a word of its own."""
    dice = random.Random(number)
    words = ["".join(dice.choices(_LETTERS, k=9)) for _ in range(600)]
    return f"{own_word(number)} " + " ".join(words)


def own_word(number: int) -> str:
    """The word only this statement has."""
    return "zq" + "".join(_LETTERS[int(digit)] for digit in f"{number:05d}") + "full"


async def stored(mind: Mind, content: str) -> str:
    """Store a statement; its id, once it was acknowledged."""
    told = (await remember(mind, CALLER, Remember(content=content))).data
    assert isinstance(told, Remembered)
    return told.id


async def until_full(mind: Mind) -> tuple[dict[str, str], StoreUnavailable]:
    """Store statements until one is refused: what was acknowledged, by id, and the refusal."""
    acknowledged: dict[str, str] = {}
    for number in range(_MOST_ROWS):
        try:
            acknowledged[await stored(mind, long_text(number))] = long_text(number)
        except StoreUnavailable as refused:
            return acknowledged, refused
    raise AssertionError(f"{_MOST_ROWS} statements of six kilobytes went onto a disk of 9 MB")


async def tried(mind: Mind, content: str) -> tuple[dict[str, str], StoreUnavailable | None]:
    """Store a statement: its row once it was acknowledged, or the refusal."""
    try:
        return {await stored(mind, content): content}, None
    except StoreUnavailable as refused:
        return {}, refused


def take_the_rest(disk: Path, leave: int = 0) -> Path:
    """Have somebody else's file take all that is free but `leave` bytes; that file."""
    path = disk / "somebody-elses"
    free = shutil.disk_usage(disk).free - leave
    with path.open("ab") as file:
        os.posix_fallocate(file.fileno(), file.tell(), free)
    return path


async def contents(mind: Mind) -> dict[str, str]:
    """All rows there are."""
    return {m.id: m.content for m in await mind.reader.every()}


async def found(mind: Mind, number: int) -> list[str]:
    """What is recalled by the word of a statement."""
    told = (await recall(mind, CALLER, Recall(query=own_word(number), limit=1, max_tokens=8000))).data
    assert isinstance(told, Recalled)
    return [m.id for m in told.memories]


def says_why(refused: StoreUnavailable) -> bool:
    """Whether an error tells a person that the disk is full and that space must be freed."""
    told = str(refused).lower()
    return "disk is full" in told and "free some space" in told


async def test_a_full_disk_is_refused_clearly_and_what_was_acknowledged_is_there(disk: Path) -> None:
    async with the_mind(disk) as mind:
        acknowledged, refused = await until_full(mind)
        there = await contents(mind)

    assert says_why(refused), refused
    assert there == acknowledged
    async with the_mind(disk) as mind:
        assert await contents(mind) == acknowledged


async def test_recall_works_on_a_full_disk_and_in_a_process_that_opens_the_store_there(disk: Path) -> None:
    async with the_mind(disk) as mind:
        acknowledged, _ = await until_full(mind)
        take_the_rest(disk)
        ids = list(acknowledged)

        assert await found(mind, 3) == [ids[3]]
    async with the_mind(disk) as mind:
        assert await found(mind, 3) == [ids[3]]
        assert await contents(mind) == acknowledged


@pytest.mark.parametrize("to_the_last_byte", [False, True])
async def test_erasing_works_on_a_full_disk_and_leaves_nothing(disk: Path, to_the_last_byte: bool) -> None:
    async with the_mind(disk) as mind:
        acknowledged, _ = await until_full(mind)
        if to_the_last_byte:
            take_the_rest(disk)
        gone = list(acknowledged)[5]

        done = await confirmed(mind, await listed(mind, [gone]))

        assert done.done is not None
        assert (done.done.count, residue_of(done)) == (1, 0)
        assert pages.whereabouts(disk / "home", [own_word(5)]) == {}
        assert await contents(mind) == {i: text for i, text in acknowledged.items() if i != gone}


@pytest.mark.parametrize("to_the_last_byte", [False, True])
async def test_after_an_erase_on_a_full_disk_remember_works_or_says_why_not(disk: Path, to_the_last_byte: bool) -> None:
    async with the_mind(disk) as mind:
        acknowledged, _ = await until_full(mind)
        if to_the_last_byte:
            take_the_rest(disk)
        await confirmed(mind, await listed(mind, [list(acknowledged)[5]]))
        before = await contents(mind)

        new, refused = await tried(mind, "short and new")

        assert new or (refused and says_why(refused)), refused
        assert await contents(mind) == before | new
    async with the_mind(disk) as mind:
        assert await contents(mind) == before | new


async def test_an_erase_that_ran_out_of_room_is_carried_on_once_there_is_some(disk: Path) -> None:
    """Listed while there was room; by the time it is confirmed there are a few kilobytes left."""
    async with the_mind(disk) as mind:
        ids = [await stored(mind, long_text(number)) for number in range(20)]
        await mind.upkeep.compact()
        token = await listed(mind, [ids[5]])
        (disk / "home" / "local" / ".reserve").unlink(missing_ok=True)
        taken = take_the_rest(disk, 64 << 10)
        with pytest.raises(StoreUnavailable, match="carried on"):
            await confirmed(mind, token)
        assert set(await contents(mind)) >= {i for i in ids if i != ids[5]}

    taken.unlink()
    async with the_mind(disk) as mind:
        assert set(await contents(mind)) == {i for i in ids if i != ids[5]}
        assert pages.whereabouts(disk / "home", [own_word(5)]) == {}


async def test_remember_works_again_once_there_is_space(disk: Path) -> None:
    async with the_mind(disk) as mind:
        await stored(mind, "first")
        taken = take_the_rest(disk)
        with pytest.raises(StoreUnavailable, match="Free some space"):
            await stored(mind, "second")

        taken.unlink()

        assert await stored(mind, "third")
        assert sorted((await contents(mind)).values()) == ["first", "third"]


@pytest.mark.parametrize("leave", [16 << 10, 256 << 10, 3 << 20])
async def test_a_disk_that_fills_up_in_the_midst_of_a_commit_takes_nothing_of_it(disk: Path, leave: int) -> None:
    """An import of several megabytes, where there is room for the beginning of it only."""
    async with the_mind(disk) as mind:
        kept = {await stored(mind, f"fact {n}"): f"fact {n}" for n in range(5)}
        first = (await mind.reader.every())[0]
        taken = take_the_rest(disk, leave)
        many = [replace(first, id=f"{mind.mint(mind.clock())}.1", content=long_text(n)) for n in range(300)]

        with pytest.raises(StoreUnavailable) as refused:
            await mind.writer.restore(many, mind.clock())

        assert says_why(refused.value), refused.value
        assert await contents(mind) == kept
        taken.unlink()
        assert await stored(mind, "and on")
    async with the_mind(disk) as mind:
        assert len(await contents(mind)) == 6
