"""What is packed: damage and bombs are told, nothing is unpacked to the disk."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from simonides.server.importing import archive, pieces
from simonides.server.importing.archive import Damaged, opened
from simonides.server.importing.record import Bad
from simonides.storage.errors import InvalidArgument
from tests.server.importing.reading import zipped


def test_members_of_a_zip_are_only_named_whatever_their_names(tmp_path: Path) -> None:
    file = zipped(
        tmp_path / "x.zip", {"../../evil.md": "a", "/etc/passwd.md": "b", "__MACOSX/._x": "c", ".hidden": "d"}
    )

    with opened(file) as members:
        read = [m.whole() for m in members if m.suffix == ".md"]

    assert sorted(read) == [b"a", b"b"]
    assert [p.name for p in tmp_path.iterdir()] == ["x.zip"]


def test_a_bomb_is_stopped_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MEMBER_LIMIT", 1 << 20)
    file = zipped(tmp_path / "bomb.zip", {"conversations.json": b"[" + b" " * (8 << 20) + b"]"})

    with opened(file) as (member,):
        told = list(pieces.elements(member, ""))

    assert [type(t) for t in told] == [Bad]
    assert "unpacks to more than" in str(told)


def test_many_members_share_one_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "ARCHIVE_LIMIT", 3_000)
    file = zipped(tmp_path / "many.zip", {f"{n}.md": b"x" * 1_000 for n in range(5)})

    def lengths() -> list[int]:
        with opened(file) as members:
            return [len(m.whole()) for m in members]

    with pytest.raises(Damaged, match="unpacks to more"):
        lengths()


def test_a_gzip_in_a_zip_is_bounded_as_what_it_unpacks_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MEMBER_LIMIT", 1 << 20)
    file = zipped(tmp_path / "x.zip", {"memories.jsonl.gz": gzip.compress(b"\n" * (8 << 20))})

    with opened(file) as (member,):
        told = list(pieces.lines(member))

    assert "unpacks to more than" in str(told)


def test_what_must_be_held_whole_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "WHOLE_LIMIT", 100)
    (tmp_path / "note.md").write_bytes(b"x" * 101)

    with opened(tmp_path / "note.md") as (member,), pytest.raises(Damaged, match="must be smaller"):
        member.whole()


def test_a_line_that_is_too_long_is_told_and_the_next_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LINE_LIMIT", 10)
    (tmp_path / "x.jsonl").write_bytes(b'"' + b"x" * 35 + b'"\n"short"\n')

    with opened(tmp_path / "x.jsonl") as (member,):
        long, short = pieces.lines(member)

    assert isinstance(long, Bad)
    assert long.where == "x.jsonl, line 1"
    assert short == pieces.Piece("x.jsonl, line 2", "short")


def test_an_element_that_is_too_large_ends_the_reading_and_what_lies_between_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "ELEMENT_LIMIT", 200_000)
    (tmp_path / "fits.json").write_bytes(b'{"skipped": [' + b'"x",' * 300_000 + b'1], "wanted": ["here"]}')
    (tmp_path / "large.json").write_bytes(b'{"wanted": ["here", ["' + b"x" * 400_000 + b'"], "after"]}')

    read: list[list[object]] = []
    for name in ("fits.json", "large.json"):
        with opened(tmp_path / name) as (member,):
            read.append(list(pieces.elements(member, "wanted")))

    fits, large = read
    assert fits == [pieces.Piece("fits.json, wanted 1", "here")]
    assert large[0] == pieces.Piece("large.json, wanted 1", "here")
    assert "has an element of over" in str(large[1])
    assert len(large) == 2


def test_a_zip_whose_end_is_missing_is_refused(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"a.md": b"text"})
    file.write_bytes(file.read_bytes()[:-10])

    with pytest.raises(InvalidArgument, match=r"^file is a damaged zip"), opened(file):
        pass


def test_an_encrypted_member_is_told(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"a.md": b"text"})
    packed = bytearray(file.read_bytes())
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed[packed.index(sign) + offset] |= 1  # the flag that says a member is encrypted
    file.write_bytes(packed)

    with opened(file) as (member,):
        assert member.damage() == "is encrypted; unpack it first"


def test_too_many_members_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 2)
    file = zipped(tmp_path / "x.zip", {f"{n}.md": "x" for n in range(3)})

    with pytest.raises(InvalidArgument, match="over 2 files"), opened(file):
        pass


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(InvalidArgument, match="no file or folder"), opened(tmp_path / "pipe"):
        pass


def test_a_member_can_be_read_again_from_its_beginning(tmp_path: Path) -> None:
    file = zipped(tmp_path / "x.zip", {"a.md": b"text"})

    with opened(file) as (member,):
        looked_at = member.beginning(2)
        read = member.whole()

    assert (looked_at, read) == (b"te", b"text")
