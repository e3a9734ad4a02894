"""Tombstones: what was erased is known again, and nothing is told of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from simonides.storage.disk import Disk
from simonides.storage.errors import StoreUnavailable
from simonides.storage.memory import Memory
from simonides.storage.table.tombstones import NAME, Tombstones
from simonides.tools.statement import with_digest

AT = datetime(2026, 11, 30, tzinfo=UTC)


def saying(id: str, content: str, scope: str = "global") -> Memory:
    return with_digest(Memory(id, scope, "fact", content, AT))


ERASED = saying("00000000000a.1", "The aardvark is in Room 7.")


def test_what_was_erased_is_known_by_its_id_and_by_what_it_said(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT + timedelta(hours=1))

    copied = saying("00000000000b.1", "The aardvark  is in Room 7. ")
    other = saying("00000000000c.1", "The aardvark is in Room 8.")

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
    mine = saying("00000000000d.1", "Mine.")
    ours.add([mine], AT)

    for _ in range(2):
        ours.take_in((tmp_path / "backup" / NAME).read_bytes())
    later = saying("00000000000e.1", "Later.")
    ours.add([later], AT)

    assert ours.naming([ERASED, mine, later]) == {ERASED.id, mine.id, later.id}
    assert len(ours) == 3


def test_a_line_that_a_crash_left_half_written_spoils_no_other(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT)
    with (tmp_path / NAME).open("a") as file:
        file.write('{"at": "2026-')
    other = saying("00000000000f.1", "Other.")

    stones.add([other], AT)

    assert stones.naming([ERASED, other]) == {ERASED.id, other.id}


def test_tombstones_that_were_taken_in_twice_are_still_known(tmp_path: Path) -> None:
    """A store that took in those of another has the line of its own key twice; the order of lines is what counts."""
    homes = {name: tmp_path / name for name in ("one", "other", "new")}
    erased = {name: saying(f"00000000000{i}.1", name) for i, name in enumerate(["one", "other"])}
    stones: dict[str, Tombstones] = {}
    for name, home in homes.items():
        home.mkdir()
        stones[name] = Tombstones(str(home), Disk())
    for name, row in erased.items():
        stones[name].add([row], AT)

    stones["one"].take_in((homes["other"] / NAME).read_bytes())
    late = saying("00000000000d.1", "late")
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


def test_no_flipped_bit_passes_for_what_was_written(tmp_path: Path) -> None:
    """Where a line cannot be read it is not known what was erased: nothing may be taken in on its word."""
    stones, path = Tombstones(str(tmp_path), Disk()), tmp_path / NAME
    stones.add([ERASED], AT)
    whole = path.read_bytes()
    unseen: list[int] = []
    for bit in range(8 * len(whole)):
        raw = bytearray(whole)
        raw[bit // 8] ^= 1 << bit % 8
        path.write_bytes(raw)
        if not stones.damaged and stones.naming([ERASED]) != {ERASED.id} and bit < 8 * (len(whole) - 1):
            unseen.append(bit)

    assert unseen == []


def test_damaged_tombstones_are_said_until_they_are_dropped(tmp_path: Path) -> None:
    stones, path = Tombstones(str(tmp_path), Disk()), tmp_path / NAME
    other = saying("00000000000f.1", "Other.")
    stones.add([ERASED], AT)
    stones.add([other], AT)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[1].replace(b'"ids"', b'"idz"'), lines[2]]))

    with pytest.raises(StoreUnavailable, match=r"damaged.*--erased-too"):
        stones.refuse_if_damaged()
    stones.mend()

    stones.refuse_if_damaged()
    assert stones.naming([ERASED, other]) == {other.id}


def test_what_is_brought_back_on_purpose_is_no_longer_erased(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    other = saying("00000000000f.1", "Other.")
    stones.add([ERASED, other], AT)

    stones.lift([ERASED])

    assert stones.naming([ERASED, other]) == {other.id}
    assert stones.damaged == 0


def test_the_same_words_in_another_scope_were_not_erased(tmp_path: Path) -> None:
    stones = Tombstones(str(tmp_path), Disk())
    stones.add([ERASED], AT)

    assert stones.naming([saying("00000000000b.1", ERASED.content, scope="another")]) == set()


def test_a_line_that_lost_only_its_end_is_still_known(tmp_path: Path) -> None:
    stones, path = Tombstones(str(tmp_path), Disk()), tmp_path / NAME
    stones.add([ERASED], AT)
    other = saying("00000000000f.1", "Other.")
    for end in (b"", b"\x0b"):
        path.write_bytes(path.read_bytes()[:-1] + end)
        assert stones.naming([ERASED]) == {ERASED.id}

        stones.add([other], AT)
        assert stones.naming([ERASED, other]) == {ERASED.id, other.id}
        assert stones.damaged == 0
