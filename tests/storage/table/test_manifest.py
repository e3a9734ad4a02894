"""Reading manifests: what a version consists of, and whether it is whole."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from simonides.storage.memory import Change, Edit
from simonides.storage.table.manifest import Torn, check, is_newest, manifest_name, named, versions
from simonides.storage.table.residue import unnamed
from simonides.tools.mind import Mind
from tests.conftest import commit
from tests.storage.table.test_writer import AT, add, memory

pytestmark = pytest.mark.anyio


async def grown(mind: Mind) -> Path:
    """A table with data, deletions, indexes and several versions."""
    for name in "abcd":
        await add(mind, memory(name))
    await commit(mind, Change("r-hide", AT, edits=(Edit(memory("a").id, "current", {"status": "hidden"}),)))
    await mind.upkeep.compact()
    await add(mind, memory("e"))
    await commit(mind, Change("r-hide", AT, edits=(Edit(memory("b").id, "current", {"status": "hidden"}),)))
    return Path(mind.store.durable.table)


async def test_the_versions_together_name_every_file_there_is(mind: Mind) -> None:
    table = await grown(mind)

    assert unnamed(str(table)) == []
    newest = named(str(table), versions(str(table))[0])
    assert {path.split("/")[0] for path in newest} == {"data", "_deletions", "_indices", "_transactions"}


async def test_sizes_are_those_on_the_disk(mind: Mind) -> None:
    table = await grown(mind)

    sizes = {p: s for p, s in named(str(table), versions(str(table))[0]).items() if s}

    assert sizes
    assert all((table / path).stat().st_size == size for path, size in sizes.items())


async def test_the_newest_version_is_told_by_its_name(mind: Mind) -> None:
    table = str(await grown(mind))
    newest = versions(table)[0]

    assert is_newest(table, newest)
    assert not is_newest(table, newest - 1)
    assert not is_newest(table, newest + 1)


@pytest.mark.parametrize("kind", ["data", "_deletions"])
@pytest.mark.parametrize("harm", ["gone", "empty", "short"])
async def test_a_version_that_names_a_harmed_file_is_torn(mind: Mind, kind: str, harm: str) -> None:
    table = await grown(mind)
    newest = versions(str(table))[0]
    victim = table / next(p for p in named(str(table), newest) if p.startswith(kind))
    if harm == "gone":
        os.unlink(victim)
    else:
        victim.write_bytes(victim.read_bytes()[: -5 if harm == "short" else 0])

    with pytest.raises(Torn, match=victim.name):
        check(str(table), newest)


async def test_a_harmed_index_is_reported_and_not_fatal(mind: Mind) -> None:
    table = await grown(mind)
    newest = versions(str(table))[0]
    folder = next(p for p in named(str(table), newest) if p.endswith("/"))
    for file in (table / folder).iterdir():
        file.write_bytes(b"")

    assert check(str(table), newest) == [folder]


async def test_no_bytes_whatsoever_make_reading_a_manifest_fail_but_as_torn(mind: Mind) -> None:
    table = await grown(mind)
    newest = versions(str(table))[0]
    path = table / manifest_name(newest)
    whole = path.read_bytes()
    chance = random.Random(0)
    for _ in range(300):
        raw = bytearray(whole[: chance.randrange(len(whole) + 1)] if chance.random() < 0.5 else whole)
        for _ in range(chance.randrange(4)):
            if raw:
                raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        path.write_bytes(raw)

        try:
            check(str(table), newest)
        except Torn:
            continue


async def test_no_single_flipped_bit_makes_reading_a_manifest_fail_but_as_torn(mind: Mind) -> None:
    await add(mind, memory("a"))
    table = mind.store.durable.table

    assert torn_by_one_bit(table, versions(table)[0]) > 0


def torn_by_one_bit(table: str, version: int) -> int:
    """How many bits of a manifest make it torn when they are flipped; the others pass unseen."""
    path = Path(table, manifest_name(version))
    raw = bytearray(path.read_bytes())
    torn = 0
    for bit in range(8 * len(raw)):
        raw[bit // 8] ^= 1 << bit % 8
        path.write_bytes(raw)
        raw[bit // 8] ^= 1 << bit % 8
        try:
            named(table, version)
        except Torn:
            torn += 1
    return torn
