"""Files that must survive a power cut."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from simonides.storage import disk as disk_module
from simonides.storage.disk import Disk


class Faults:
    """fsync that fails for some paths, and remembers what it was asked to flush."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failing: set[str] = set()
        self.flushed: list[str] = []
        monkeypatch.setattr(disk_module, "_flush", self.flush)

    def flush(self, path: str) -> None:
        """What fsync does, as far as a test can see."""
        os.stat(path)
        if path in self.failing:
            raise OSError(errno.EIO, os.strerror(errno.EIO), path)
        self.flushed.append(path)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Faults:
    return Faults(monkeypatch)


def test_a_file_is_put_in_its_place_whole_and_synced_before_its_folder(tmp_path: Path, faults: Faults) -> None:
    path = tmp_path / "note.json"

    Disk().write_whole(str(path), b"all of it")

    assert path.read_bytes() == b"all of it"
    assert faults.flushed[-1] == str(tmp_path)
    assert faults.flushed[0].endswith(".part")
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_system_failed_to_sync_once_is_written_anew_and_not_only_asked_again(
    tmp_path: Path, faults: Faults
) -> None:
    """After a failed fsync the next may report success with the page never written."""
    path = tmp_path / "data.lance"
    path.write_bytes(b"text")
    before = path.stat().st_ino
    faults.failing = {str(path)}

    assert Disk().sync(str(path))

    assert path.stat().st_ino != before
    assert path.read_bytes() == b"text"
    assert str(path) + ".resync" in faults.flushed


def test_a_failure_that_lasts_is_an_error_and_is_not_forgotten(tmp_path: Path, faults: Faults) -> None:
    path = tmp_path / "data.lance"
    path.write_bytes(b"text")
    disk = Disk()
    faults.failing = {str(path), str(path) + ".resync"}
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        disk.sync(str(path))
    before = path.stat().st_ino

    faults.failing = set()
    disk.sync(str(path))

    assert path.stat().st_ino != before


def test_what_is_gone_needs_no_syncing(tmp_path: Path) -> None:
    assert not Disk().sync(str(tmp_path / "cleaned up"))


def test_with_durability_process_nothing_is_synced(tmp_path: Path, faults: Faults) -> None:
    disk = Disk("process")

    disk.write_whole(str(tmp_path / "a"), b"x")
    disk.append(str(tmp_path / "b"), b"x")
    disk.sync_tree(str(tmp_path))

    assert faults.flushed == []


def test_lines_are_appended_whole_and_a_new_file_is_synced_with_its_folder(tmp_path: Path, faults: Faults) -> None:
    path = tmp_path / "journal.jsonl"
    disk = Disk()

    disk.append(str(path), b"one\n")
    disk.append(str(path), b"two\n")

    assert path.read_bytes() == b"one\ntwo\n"
    assert faults.flushed == [str(path), str(tmp_path), str(path)]
