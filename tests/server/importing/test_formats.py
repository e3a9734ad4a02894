"""Which reader takes which file, and that no file makes one fall over."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.server.importing.formats import FORMATS, format_of
from simonides.server.importing.record import Format, Record
from simonides.server.transfer import FORMAT as OWN
from simonides.storage.errors import InvalidArgument
from tests.server.importing.reading import FIXTURES, fixture, folder_zipped, zipped

EXPECTED = {
    "server-memory.jsonl": "server-memory",
    "server-memory.json": "server-memory",
    "mcp-memory-service.json": "mcp-memory-service",
    "mem0.json": "mem0",
    "openmemory.json": "openmemory",
    "openmemory.jsonl": "openmemory",
    "basic-memory": "basic-memory",
    "mempalace-markdown": "mempalace",
    "mempalace-jsonl": "mempalace",
    "chatgpt.json": "chatgpt",
    "claude-conversations.json": "claude",
    "claude-memories.json": "claude",
    "claude-projects.json": "claude",
    "hermes": "memory-files",
    "claude-code": "memory-files",
}
FILES = [name for name in EXPECTED if "." in name]


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items())
def test_each_fixture_is_recognised_as_its_own_format_and_as_no_other(name: str, expected: str) -> None:
    assert [f.name for f in FORMATS if f.recognises(FIXTURES / name)] == [expected]
    assert format_of(FIXTURES / name).name == expected


def test_there_is_a_fixture_of_every_format_that_is_recognised() -> None:
    by_name_only = {f.name for f in FORMATS if f.name.endswith("-with-answers")}

    assert {f.name for f in FORMATS} - by_name_only == set(EXPECTED.values())


def test_a_format_can_be_named() -> None:
    assert format_of(FIXTURES / "chatgpt.json", "ChatGPT-with-answers").name == "chatgpt-with-answers"


def test_a_name_nobody_knows_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(InvalidArgument, match=r"^from is no format.* mem0, .*memory-files") as refused:
        format_of(FIXTURES / "mem0.json", "zep")

    assert refused.value.argument == "from"


@pytest.mark.parametrize("data", [b"", b"hello", b"[]", b"{}", b"\xff\xfe\x00", b"PK\x05\x06" + b"\0" * 18])
def test_an_unknown_file_is_refused_with_the_list(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "unknown.json"
    file.write_bytes(data)

    with pytest.raises(InvalidArgument, match=r"^file is in no format known.* mem0, .*memory-files"):
        format_of(file)


def test_a_zip_that_cannot_be_told_for_its_damage_is_refused_with_what_is_damaged(tmp_path: Path) -> None:
    file = zipped(tmp_path / "export.zip", {"conversations.json": fixture("chatgpt.json")})
    packed = file.read_bytes()
    at = packed.index(b"conversations.json") + len("conversations.json")
    file.write_bytes(packed[:at] + b"\xff\xff\xff" + packed[at + 3 :])

    with pytest.raises(InvalidArgument, match=r"conversations\.json in it is damaged"):
        format_of(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"^file is not there"):
        format_of(tmp_path / "nowhere.json")


def test_our_own_export_is_no_format_of_another_program(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    memory = '{"id": "000000000001.1", "content": "x", "kind": "fact", "status": "current", "tags": []}'
    file.write_text(f'{{"format": "{OWN}", "exported_at": "2026-01-01T00:00:00+00:00"}}\n{memory}\n')

    assert [f.name for f in FORMATS if f.recognises(file)] == []


@pytest.mark.parametrize("name", EXPECTED)
def test_every_record_has_a_place_a_name_and_words_and_the_same_in_each_reading(name: str) -> None:
    form = format_of(FIXTURES / name)

    read = list(form.read(FIXTURES / name))

    assert read == list(form.read(FIXTURES / name))
    good = [r for r in read if isinstance(r, Record)]
    assert good
    assert all(r.where and r.origin and r.content == r.content.strip() != "" for r in good)
    assert len({r.origin for r in good}) == len(good)


@pytest.mark.parametrize("form", FORMATS, ids=lambda f: f.name)
def test_a_reader_that_is_named_refuses_the_files_of_the_others(form: Format) -> None:
    own = {"claude-with-answers": "claude", "chatgpt-with-answers": "chatgpt"}.get(form.name, form.name)

    taken = {expected for name, expected in EXPECTED.items() if told(form, FIXTURES / name)}

    assert taken == {own}


def copies(whole: bytes, count: int) -> Iterator[bytes]:
    """Damaged copies: cut at a random place, or with up to three bytes changed. Seed 7."""
    chance = random.Random(7)
    for _ in range(count):
        damaged = bytearray(whole[: chance.randrange(len(whole))] if chance.random() < 0.3 else whole)
        for _ in range(chance.randrange(4)):
            if damaged:
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        yield bytes(damaged)


def told(form: Format, file: Path) -> bool:
    """Whether a reader read on; False when it refused the file as a whole. Anything else would be raised."""
    try:
        for _ in form.read(file):
            pass
    except InvalidArgument:
        return False
    return True


@pytest.mark.parametrize("name", FILES)
def test_no_damage_to_a_file_makes_its_reader_fall_over(tmp_path: Path, name: str) -> None:
    form, file = format_of(FIXTURES / name), tmp_path / name

    read_on = 0
    for damaged in copies(fixture(name), 200):
        file.write_bytes(damaged)
        read_on += told(form, file)

    assert read_on > 50


@pytest.mark.parametrize("name", [name for name in EXPECTED if name not in FILES])
def test_no_damage_to_a_zip_makes_its_reader_fall_over(tmp_path: Path, name: str) -> None:
    form, file = format_of(FIXTURES / name), folder_zipped(tmp_path / "whole.zip", FIXTURES / name)

    read_on = 0
    for damaged in copies(file.read_bytes(), 200):
        (tmp_path / "damaged.zip").write_bytes(damaged)
        read_on += told(form, tmp_path / "damaged.zip")

    assert read_on > 50


def test_a_folder_is_not_searched_through_links(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "hermes", tmp_path / "outside")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "MEMORY.md").symlink_to(tmp_path / "outside" / "MEMORY.md")

    with pytest.raises(InvalidArgument, match=r"^file is in no format"):
        format_of(tmp_path / "inside")
