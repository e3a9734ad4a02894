"""Backup and restore: verified, never less than there was unasked, and what was erased stays erased."""

from __future__ import annotations

import random
import shutil
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import pytest

from simonides.server.config import Config
from simonides.server.custody import back_up, damaged_in, put_aside, put_back
from simonides.server.lifespan import opened
from simonides.storage.errors import InvalidArgument, StoreDamaged, StoreUnavailable
from simonides.storage.table import restoring
from simonides.storage.table.archive import verify
from simonides.storage.table.making import has_key
from simonides.storage.table.manifest import DATA, named, versions
from simonides.storage.table.sums import path_of
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Mind
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


def untold(done: int, of: int) -> None:
    """Nobody watches."""


async def backup_of(mind: Mind, folder: Path, name: str = "b.zip") -> str:
    return (await back_up(mind, str(folder / name), untold)).path


async def contents(mind: Mind) -> list[str]:
    return [m.content for m in await mind.reader.every()]


async def erase(desk: Desk, *ids: str) -> None:
    listed = await desk.forget(ids=list(ids), mode="erase")
    assert (await desk.forget(confirm=listed.data["confirm"])).data["outcome"] == "erased"


@pytest.fixture
async def other(tmp_path: Path, clock: Hands, encoder: Embedder) -> AsyncGenerator[Mind]:
    """Another store, empty."""
    config = Config(home=str(tmp_path / "other"), timezone="UTC")
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        yield mind


async def test_a_backup_put_into_an_empty_store_is_the_store_it_was_made_of(
    desk: Desk, mind: Mind, other: Mind, tmp_path: Path
) -> None:
    old = await desk.remember("Mira lives in Berlin.", tags=["home"])
    await desk.remember("Mira lives in Lisbon.", replaces=[old.data["id"]])
    await desk.forget(ids=[(await desk.remember("A secret garden.")).data["id"]])
    path = await backup_of(mind, tmp_path)

    done = await put_back(other, path, replace=False, erased_too=False)

    assert done.count == 3
    assert await other.reader.every() == await mind.reader.every()
    assert await other.reader.count("vector IS NULL") == 0


async def test_a_restore_is_seen_at_once_by_those_who_have_the_store_open(
    desk: Desk, mind: Mind, tmp_path: Path
) -> None:
    await desk.remember("The red bus.")
    path = await backup_of(mind, tmp_path)
    await desk.remember("The blue bus.")
    assert len((await desk.recall("bus")).ids) == 2

    done = await put_back(mind, path, replace=True, erased_too=False)

    assert (await desk.recall("bus")).contents == ["The red bus."]
    assert (done.count, done.lost) == (1, 1)
    assert verify(done.kept).count


async def test_a_backup_that_lacks_what_is_there_is_refused_unless_asked_for(
    desk: Desk, mind: Mind, tmp_path: Path
) -> None:
    path = await backup_of(mind, tmp_path)
    await desk.remember("Told since.")

    with pytest.raises(InvalidArgument, match=r"lacks 1 of the 1 .*--replace"):
        await put_back(mind, path, replace=False, erased_too=False)

    assert await contents(mind) == ["Told since."]


async def test_what_was_erased_since_the_backup_stays_erased_unless_forced(
    desk: Desk, mind: Mind, tmp_path: Path
) -> None:
    gone = (await desk.remember("The affair with the lighthouse keeper.")).data["id"]
    await desk.remember("The red bus.")
    path = await backup_of(mind, tmp_path)
    await erase(desk, gone)

    done = await put_back(mind, path, replace=False, erased_too=False)
    assert await contents(mind) == ["The red bus."]
    assert done.left_out == 1

    await put_back(mind, path, replace=False, erased_too=True)
    assert len(await contents(mind)) == 2


async def test_what_was_brought_back_on_purpose_stays_at_the_next_restore(
    desk: Desk, mind: Mind, tmp_path: Path
) -> None:
    gone = (await desk.remember("The affair.")).data["id"]
    path = await backup_of(mind, tmp_path)
    await erase(desk, gone)

    await put_back(mind, path, replace=False, erased_too=True)
    done = await put_back(mind, await backup_of(mind, tmp_path, "again.zip"), replace=False, erased_too=False)

    assert (done.count, done.left_out, done.lost) == (1, 0, 0)
    assert await contents(mind) == ["The affair."]


async def test_a_restore_that_is_refused_takes_in_no_tombstones(
    desk: Desk, mind: Mind, other: Mind, tmp_path: Path
) -> None:
    """Another store erased what stands here: its backup is refused, and must not take ours with it later."""
    gone = (await desk.remember("Bo likes tea.")).data["id"]
    first = await backup_of(mind, tmp_path)
    await put_back(other, first, replace=False, erased_too=False)
    await erase(desk, gone)
    theirs = await backup_of(mind, tmp_path, "theirs.zip")

    with pytest.raises(InvalidArgument, match="lacks 1 of the 1"):
        await put_back(other, theirs, replace=False, erased_too=False)

    assert len(other.store.tombstones) == 0
    assert (await put_back(other, first, replace=False, erased_too=False)).count == 1


async def test_rows_that_were_damaged_before_the_backup_are_left_out_and_named(
    desk: Desk, mind: Mind, other: Mind, tmp_path: Path
) -> None:
    bad = (await desk.remember("The red bus.")).data["id"]
    await desk.remember("The blue bus.")
    await mind.store.memories.update(where=f"id = '{bad}'", updates={"content": "The rad bus."})
    path = await backup_of(mind, tmp_path)
    assert await damaged_in(mind) == 1

    done = await put_back(other, path, replace=False, erased_too=False)

    assert (done.count, done.damaged) == (1, (bad,))
    assert await contents(other) == ["The blue bus."]


async def test_a_restored_table_still_refuses_one_id_twice(desk: Desk, mind: Mind, tmp_path: Path) -> None:
    await desk.remember("The red bus.")

    await put_back(mind, await backup_of(mind, tmp_path), replace=False, erased_too=False)

    assert await has_key(mind.store.memories)


async def test_tombstones_travel_with_the_backup(desk: Desk, mind: Mind, other: Mind, tmp_path: Path) -> None:
    """Erased before the newer backup was made; an older one is then put into a store made of the newer."""
    gone = (await desk.remember("The affair.")).data["id"]
    older = await backup_of(mind, tmp_path, "older.zip")
    await erase(desk, gone)
    newer = await backup_of(mind, tmp_path, "newer.zip")

    await put_back(other, newer, replace=False, erased_too=False)
    done = await put_back(other, older, replace=False, erased_too=False)

    assert (done.count, done.left_out) == (0, 1)


async def test_an_erase_takes_the_copies_the_store_made_itself_with_it(desk: Desk, mind: Mind, tmp_path: Path) -> None:
    path = await backup_of(mind, tmp_path)
    id_ = (await desk.remember("The affair.")).data["id"]
    kept = (await put_back(mind, path, replace=True, erased_too=False)).kept
    await put_back(mind, kept, replace=False, erased_too=False)

    await erase(desk, id_)

    assert not Path(kept).exists()  # noqa: ASYNC240


@pytest.mark.parametrize("harm", ["cut", "flipped", "another file"])
async def test_a_damaged_backup_is_refused_and_changes_nothing(
    desk: Desk, mind: Mind, tmp_path: Path, harm: str
) -> None:
    await desk.remember("The red bus.")
    path = await backup_of(mind, tmp_path)
    damage(Path(path), harm)

    with pytest.raises(InvalidArgument, match=r"damaged|no backup"):
        await put_back(mind, path, replace=True, erased_too=False)

    assert await contents(mind) == ["The red bus."]


def damage(path: Path, harm: str) -> None:
    raw = bytearray(path.read_bytes())
    if harm == "another file":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("x", "y")
        return
    if harm == "flipped":
        raw[len(raw) // 3] ^= 1
    path.write_bytes(raw[: len(raw) // 2] if harm == "cut" else raw)


async def test_a_backup_never_writes_over_a_file(desk: Desk, mind: Mind, tmp_path: Path) -> None:
    path = await backup_of(mind, tmp_path)

    with pytest.raises(InvalidArgument, match="is there already"):
        await back_up(mind, path, untold)


async def test_a_store_that_does_not_open_is_put_aside_for_a_backup(
    tmp_path: Path, config: Config, clock: Hands, encoder: Embedder
) -> None:
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        path = await backup_of(await opening.mind(), tmp_path)
    break_(Path(config.home) / "local" / "memories.lance")
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        with pytest.raises(StoreDamaged, match="no earlier version is whole"):
            await opening.mind()

    async with (
        put_aside(config.home, path) as aside,
        opened(config, clock=clock, load=lambda: encoder) as opening,
    ):
        mind = await opening.mind()
        done = await put_back(mind, path, replace=True, erased_too=False)
        assert done.count == 0
        assert any(aside in alarm for alarm in mind.store.alarms.told())


async def test_a_store_that_was_put_aside_comes_back_when_the_backup_cannot_take_its_place(
    tmp_path: Path, config: Config, clock: Hands, encoder: Embedder
) -> None:
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        path = await backup_of(await opening.mind(), tmp_path)
    table = Path(config.home) / "local" / "memories.lance"
    break_(table)
    sums = Path(path_of(str(table)))
    before = sorted(str(p) for p in table.rglob("*")), sums.read_bytes()  # noqa: ASYNC240

    async def tried() -> None:
        async with put_aside(config.home, path):
            async with opened(config, clock=clock, load=lambda: encoder) as opening:
                await opening.mind()
            raise StoreUnavailable("of a newer version")

    with pytest.raises(StoreUnavailable, match="of a newer version"):
        await tried()

    assert (sorted(str(p) for p in table.rglob("*")), sums.read_bytes()) == before  # noqa: ASYNC240


async def test_a_store_that_had_lost_a_table_is_not_left_with_an_empty_one(
    tmp_path: Path, config: Config, clock: Hands, encoder: Embedder
) -> None:
    """The table that was made meanwhile goes again when the restore fails, also by Ctrl-C."""
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        path = await backup_of(await opening.mind(), tmp_path)
    folder = Path(config.home) / "local"
    shutil.rmtree(folder / "memories.lance")

    async def interrupted() -> None:
        async with put_aside(config.home, path):
            async with opened(config, clock=clock, load=lambda: encoder) as opening:
                await opening.mind()
            raise anyio.get_cancelled_exc_class()

    with pytest.raises(anyio.get_cancelled_exc_class()):
        await interrupted()

    assert sorted(p.name for p in folder.glob("*.lance")) == ["lists.lance", "settings.lance"]
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        with pytest.raises(StoreDamaged, match="lost its table memories"):
            await opening.mind()


async def test_a_memory_without_a_checksum_is_lost_like_any_other(desk: Desk, mind: Mind, tmp_path: Path) -> None:
    """Rows of the first schema have none until they are edited."""
    await desk.remember("Alpha.")
    path = await backup_of(mind, tmp_path)
    later = (await desk.remember("Beta.")).data["id"]
    await mind.store.memories.update(updates_sql={"checksum": "NULL"})

    with pytest.raises(InvalidArgument, match="lacks 1 of the 2"):
        await put_back(mind, path, replace=False, erased_too=False)
    await erase(desk, later)
    done = await put_back(mind, path, replace=False, erased_too=False)

    assert (done.count, done.lost) == (1, 0)


async def test_a_table_that_opens_and_cannot_be_read_is_replaced_when_asked_for(
    desk: Desk, mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad sector in the middle of a data file: sizes and endings are right, and it cannot be decoded."""
    await desk.remember("The red bus.")
    path = await backup_of(mind, tmp_path)
    table = Path(mind.store.durable.table)
    victim = next(p for p in named(str(table), versions(str(table))[0]) if p.startswith(DATA))
    zeroed(table / victim)
    await mind.store.tables.open()

    with pytest.raises(StoreUnavailable, match="--replace"):
        await put_back(mind, path, replace=False, erased_too=False)
    done = await put_back(mind, path, replace=True, erased_too=False)

    assert done.lost == 1
    assert (await desk.recall("bus")).contents == ["The red bus."]


def zeroed(path: Path) -> None:
    """All but the beginning and the end of a file as a bad disk may give it."""
    raw = path.read_bytes()
    path.write_bytes(raw[:16] + bytes(len(raw) - 16 - 200) + raw[-200:])


async def test_a_memory_changed_since_the_backup_is_not_changed_back_unasked(
    desk: Desk, mind: Mind, tmp_path: Path
) -> None:
    id_ = (await desk.remember("The red bus.")).data["id"]
    path = await backup_of(mind, tmp_path)
    await desk.forget(ids=[id_])

    with pytest.raises(InvalidArgument, match="as they were before they were changed"):
        await put_back(mind, path, replace=False, erased_too=False)
    done = await put_back(mind, path, replace=True, erased_too=False)

    assert (done.count, done.lost) == (1, 1)
    assert verify(done.kept).count


def break_(table: Path) -> None:
    for manifest in (table / "_versions").glob("*.manifest"):
        manifest.write_bytes(b"")


async def test_a_healthy_store_is_never_put_aside(
    desk: Desk, mind: Mind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk too full to pack away what would be lost is no damage: only what does not open may be put aside."""
    path = await backup_of(mind, tmp_path)
    await desk.remember("Told since.")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring, "pack", full)
    with pytest.raises(StoreUnavailable, match="disk is full") as refused:
        await put_back(mind, path, replace=True, erased_too=False)

    assert not isinstance(refused.value, StoreDamaged)
    assert await contents(mind) == ["Told since."]


async def test_a_store_is_not_put_aside_for_a_backup_that_cannot_be_used(tmp_path: Path, config: Config) -> None:
    table = Path(config.home) / "local" / "memories.lance"
    table.mkdir(parents=True)
    junk = tmp_path / "junk.zip"
    junk.write_text("not a zip")

    with pytest.raises(InvalidArgument, match="no backup"):
        async with put_aside(config.home, str(junk)):
            pass

    assert table.exists()


async def test_no_flipped_bit_of_a_backup_is_more_than_a_clear_refusal(desk: Desk, mind: Mind, tmp_path: Path) -> None:
    await desk.remember("The red bus.")

    assert refused_of_flipped(Path(await backup_of(mind, tmp_path)), random.Random(4)) > 0


def refused_of_flipped(path: Path, dice: random.Random) -> int:
    """How often a backup is refused with one of its bits flipped: each of the last 200 bytes, and 200 anywhere."""
    whole, refused = path.read_bytes(), 0
    places = [*range(8 * (len(whole) - 200), 8 * len(whole)), *(dice.randrange(8 * len(whole)) for _ in range(200))]
    for bit in places:
        raw = bytearray(whole)
        raw[bit // 8] ^= 1 << bit % 8
        path.write_bytes(raw)
        try:
            verify(str(path))
        except InvalidArgument:
            refused += 1
    return refused
