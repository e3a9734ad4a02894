"""Tombstones: what was erased is known again, and nothing is told of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from simonides.storage.disk import Disk
from simonides.storage.memory import Memory
from simonides.storage.table.tombstones import NAME, Tombstones

AT = datetime(2026, 11, 30, tzinfo=UTC)
ERASED = Memory("00000000000a.1", "global", "fact", "The aardvark is in Room 7.", AT)


def test_what_was_erased_is_known_by_its_id_and_by_what_it_said(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT + timedelta(hours=1))

    copied = replace(ERASED, id="00000000000b.1", content="The aardvark  is in Room 7. ")
    other = replace(ERASED, id="00000000000c.1", content="The aardvark is in Room 8.")

    assert Tombstones(str(tmp_path), Disk()).naming([ERASED, copied, other]) == {ERASED.id, copied.id}
    assert len(stones) == 1


def test_what_is_stated_anew_after_the_erase_is_another_memory(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT)

    anew = replace(ERASED, id="00000000000b.1", recorded_at=AT + timedelta(seconds=1))

    assert stones.naming([anew]) == set()


def test_the_file_says_nothing_of_what_was_erased(tmp_path: Path) -> None:
    Tombstones(str(tmp_path), Disk()).add([ERASED], AT)

    kept = (tmp_path / NAME).read_text()

    assert "aardvark" not in kept
    assert ERASED.id not in kept


def test_two_stores_hash_the_same_text_to_different_stones(tmp_path: Path) -> None:
    files: list[str] = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        Tombstones(str(tmp_path / name), Disk()).add([ERASED], AT)
        files.append((tmp_path / name / NAME).read_text().splitlines()[-1])

    assert files[0] != files[1]


def test_stones_of_a_backup_join_those_that_are_there(tmp_path: Path) -> None:
    (tmp_path / "backup").mkdir()
    Tombstones(str(tmp_path / "backup"), Disk()).add([ERASED], AT)
    ours = Tombstones(str(tmp_path), Disk())
    mine = replace(ERASED, id="00000000000d.1", content="Mine.")
    ours.add([mine], AT)

    for _ in range(2):
        ours.take_in((tmp_path / "backup" / NAME).read_bytes())
    later = replace(ERASED, id="00000000000e.1", content="Later.")
    ours.add([later], AT)

    assert ours.naming([ERASED, mine, later]) == {ERASED.id, mine.id, later.id}
    assert len(ours) == 3


def test_a_line_that_a_crash_left_half_written_spoils_no_other(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT)
    with (tmp_path / NAME).open("a") as file:
        file.write('{"at": "2026-')
    other = replace(ERASED, id="00000000000f.1", content="Other.")

    stones.add([other], AT)

    assert stones.naming([ERASED, other]) == {ERASED.id, other.id}


def test_tombstones_that_were_taken_in_twice_are_still_known(tmp_path: Path) -> None:
    """A store that took in those of another has the line of its own key twice; the order of lines is what counts."""
    homes = {name: tmp_path / name for name in ("one", "other", "new")}
    erased = {name: replace(ERASED, id=f"00000000000{i}.1", content=name) for i, name in enumerate(["one", "other"])}
    stones: dict[str, Tombstones] = {}
    for name, home in homes.items():
        home.mkdir()
        stones[name] = Tombstones(str(home), Disk())
    for name, row in erased.items():
        stones[name].add([row], AT)

    stones["one"].take_in((homes["other"] / NAME).read_bytes())
    late = replace(ERASED, id="00000000000d.1", content="late")
    stones["one"].add([late], AT)
    stones["new"].take_in((homes["one"] / NAME).read_bytes())

    assert stones["new"].naming([*erased.values(), late]) == {late.id, *(row.id for row in erased.values())}


def test_a_half_written_line_costs_nothing_of_what_is_taken_in(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    other, one = (Tombstones(str(tmp_path / name), Disk()) for name in ("other", "one"))
    other.add([ERASED], AT)
    (tmp_path / "one" / NAME).write_bytes(b'{"at": "2026-')

    one.take_in((tmp_path / "other" / NAME).read_bytes())

    assert one.naming([ERASED]) == {ERASED.id}
