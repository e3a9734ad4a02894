"""The mirror over a real store and real files: written, read back, and never at the cost of what a person wrote."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import anyio
import pytest
from filelock import FileLock
from mcp import Client

from simonides.server import mirror as mirror_module
from simonides.server import mirrored as mirrored_module
from simonides.server import mirrorfiles
from simonides.server.app import build
from simonides.server.config import Config, read_config
from simonides.server.lifespan import opened
from simonides.server.mirror import Mirror
from simonides.storage.disk import Disk
from simonides.storage.errors import InvalidArgument
from simonides.storage.memory import Memory
from simonides.storage.table.filters import Filter
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio

BERGEN, SHORT, RUST = "The user lives in Bergen.", "The user prefers short answers.", "The service is written in Rust."
NAMES = ("USER.md", "MEMORY.md")
SECRET = "The user's password is Tr0ub4dor&3xyz."


class Shelf:
    """The folder of a mirror, read and edited as by a person with an editor."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str = "USER.md") -> Path:
        return self.folder / name

    def text(self, name: str = "USER.md") -> str:
        return self.path(name).read_bytes().decode()

    def all(self) -> str:
        return "".join(p.read_bytes().decode() for p in sorted(self.folder.iterdir()))

    def edit(self, old: str, new: str, name: str = "USER.md") -> None:
        text = self.text(name)
        assert old in text
        self.path(name).write_bytes(text.replace(old, new).encode())

    def write(self, text: str, name: str = "USER.md") -> None:
        self.folder.mkdir(exist_ok=True)
        self.path(name).write_bytes(text.encode())

    def line(self, part: str, name: str = "USER.md") -> str:
        return next(x for x in self.text(name).splitlines(keepends=True) if part in x)

    def take_out(self, part: str, name: str = "USER.md") -> None:
        self.edit(self.line(part, name), "", name)

    def add(self, line: str, name: str = "USER.md") -> None:
        self.edit("\n<!-- simonides:end -->", f"{line}\n\n<!-- simonides:end -->", name)

    def copies(self) -> list[Path]:
        return sorted(self.folder.glob("*.bak"))

    def states(self) -> list[tuple[int, int]]:
        return [(s.st_ino, s.st_mtime_ns) for s in (self.path(n).stat() for n in NAMES)]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "mirror")


@pytest.fixture
def mirror(mind: Mind, shelf: Shelf) -> Mirror:
    return Mirror(mind, str(shelf.folder))


@pytest.fixture
async def ids(desk: Desk, mirror: Mirror) -> dict[str, str]:
    """A store of three statements, mirrored."""
    stored = {BERGEN: "fact", SHORT: "preference", RUST: "decision"}
    found = {text: (await desk.remember(text, kind=kind)).data["id"] for text, kind in stored.items()}
    await mirror.once()
    return found


@pytest.fixture
async def other(config: Config, clock: Hands, encoder: Embedder, mind: Mind) -> AsyncGenerator[Mind]:
    """A second process on the same store, as far as one process can be two."""
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        yield await opening.mind()


async def current(mind: Mind) -> dict[str, Memory]:
    """What is current, by its text."""
    rows = await mind.reader.find(Filter(now=mind.clock()), limit=1000)
    return {m.content: m for m in rows}


async def status(mind: Mind, id_: str) -> str:
    return (await mind.reader.get([id_]))[id_].status


def kept(mind: Mind) -> str:
    return Path(mind.store.folder, "mirror.json").read_text()


async def erase(desk: Desk, id_: str) -> None:
    token = (await desk.forget(ids=[id_], mode="erase")).data["confirm"]
    assert (await desk.forget(confirm=token)).data["outcome"] == "erased"


async def test_each_file_says_what_its_resource_says_with_ids_and_grouped_by_kind(
    shelf: Shelf, ids: dict[str, str]
) -> None:
    user, notes = shelf.text("USER.md"), shelf.text("MEMORY.md")

    assert f"## Preferences\n\n- {SHORT} [{ids[SHORT]}]\n\n## Facts\n\n- {BERGEN} [{ids[BERGEN]}]\n" in user
    assert f"## Decisions\n\n- {RUST} [{ids[RUST]}]\n" in notes
    assert RUST not in user


async def test_nothing_is_written_when_nothing_changed(mirror: Mirror, shelf: Shelf, ids: dict[str, str]) -> None:
    before = shelf.states()

    await mirror.once()

    assert shelf.states() == before


async def test_a_change_of_the_store_is_written(desk: Desk, mirror: Mirror, shelf: Shelf, ids: dict[str, str]) -> None:
    new = (await desk.remember("The user lives in Oslo.", replaces=[ids[BERGEN]])).data["id"]

    await mirror.once()

    assert f"- The user lives in Oslo. [{new}]" in shelf.text()
    assert BERGEN not in shelf.text()


@pytest.mark.parametrize(("name", "kind"), [("USER.md", "fact"), ("MEMORY.md", "note")])
async def test_a_new_line_becomes_a_statement_trusted_as_an_assistants(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], name: str, kind: str
) -> None:
    shelf.add("- The user has a dog, Rex.", name)

    await mirror.once()
    new = (await current(mind))["The user has a dog, Rex."]

    assert (new.kind, new.trust, new.client, new.scope) == (kind, "assistant", "mirror", "global")
    assert f"- The user has a dog, Rex. [{new.id}]" in shelf.text("USER.md")


async def test_a_changed_line_replaces_its_memory_and_keeps_its_kind_and_tags(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    old = (await desk.remember(SHORT, kind="preference", tags=["style"], importance="high")).data["id"]
    await mirror.once()

    shelf.edit("short answers", "long answers")
    await mirror.once()
    new = (await current(mind))["The user prefers long answers."]

    assert (new.kind, new.tags, new.supersedes) == ("preference", ("style",), (old,))
    assert new.importance == pytest.approx(0.85)
    assert await status(mind, old) == "superseded"
    assert f"[{new.id}]" in shelf.text()


async def test_a_changed_event_keeps_its_day(desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf) -> None:
    await desk.remember("The user ran a marathon.", kind="event", when="2026-05-03")
    await mirror.once()

    shelf.edit("a marathon", "the marathon of Oslo")
    await mirror.once()

    changed = (await current(mind))["The user ran the marathon of Oslo."]
    assert changed.valid_from is not None
    assert changed.valid_from.isoformat() == "2026-05-03T00:00:00+00:00"
    assert "(on 2026-05-03)" in shelf.text()


async def test_a_line_taken_out_hides_its_memory_and_that_can_be_undone(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    shelf.take_out(BERGEN)

    await mirror.once()
    done = next(e for e in mind.audit.entries() if e.outcome == "hidden")

    assert await status(mind, ids[BERGEN]) == "hidden"
    assert (done.client, done.ids) == ("mirror", [ids[BERGEN]])
    await desk.forget(undo=done.receipt)
    await mirror.once()
    assert BERGEN in shelf.text()


@pytest.mark.parametrize("harm", ["emptied", "cut off", "no end mark", "every line taken out", "garbage"])
async def test_a_damaged_file_hides_nothing_is_copied_beside_and_written_anew(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], harm: str
) -> None:
    whole = shelf.text()
    harmed = {
        "emptied": "",
        "cut off": whole[: whole.index("Bergen")],
        "no end mark": whole.replace("<!-- simonides:end -->", ""),
        "every line taken out": whole.replace(shelf.line(BERGEN), "").replace(shelf.line(SHORT), ""),
        "garbage": "something else entirely\n",
    }[harm]
    shelf.write(harmed)

    await mirror.once()

    assert {BERGEN, SHORT, RUST} == set(await current(mind))
    assert shelf.text() == whole
    assert [p.read_bytes().decode() for p in shelf.copies()] == ([harmed] if harmed else [])


async def test_a_file_that_may_be_half_saved_is_left_for_the_next_pass(
    mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    half = shelf.text()[:100]
    shelf.write(half)

    await mirror.once(settled=False)

    assert shelf.text() == half
    assert shelf.copies() == []


async def test_what_stands_outside_the_marks_is_the_persons_own(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    mine = "# My file\r\n\r\n- not for the memory \u00e9\r\n"
    shelf.write(mine)
    await mirror.once()
    shelf.path().write_bytes(shelf.path().read_bytes() + b"\nMore of mine: \xff\n")

    await desk.remember(BERGEN)
    await mirror.once()
    raw = shelf.path().read_bytes()

    assert raw.startswith(mine.encode())
    assert raw.endswith(b"\nMore of mine: \xff\n")
    assert BERGEN.encode() in raw
    assert set(await current(mind)) == {BERGEN}


async def test_a_secret_stays_in_the_file_with_the_reason_and_goes_nowhere_else(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    shelf.add(f"- {SECRET}")

    await mirror.once()
    after = shelf.text().partition("<!-- simonides:end -->")[2]

    assert f"## Not taken into memory\n\n- {SECRET}\n  > Not taken: content looks like it holds a password" in after
    assert shelf.text().count("Tr0ub4dor") == 1
    assert set(await current(mind)) == {BERGEN, SHORT, RUST}
    assert "Tr0ub4dor" not in kept(mind) + caplog.text + "".join(map(str, mind.audit.entries()))


async def test_what_was_not_taken_is_tried_again_only_when_it_is_changed(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    shelf.add(f"- {SECRET}")
    await mirror.once()
    tried = [e for e in mind.audit.entries() if e.outcome == "refused"]

    await mirror.once()
    assert [e for e in mind.audit.entries() if e.outcome == "refused"] == tried
    shelf.edit(SECRET, "The user's password is in the safe.")
    await mirror.once()

    assert "The user's password is in the safe." in await current(mind)
    assert "Not taken" not in shelf.text()


async def test_a_line_too_long_is_kept_and_told_of(mirror: Mirror, shelf: Shelf, ids: dict[str, str]) -> None:
    long = "- The user said " + "so and " * 1_500 + "so."
    shelf.add(long)

    await mirror.once()

    assert f"{long}\n  > Not taken: content is 10,517 bytes; the limit is 8,192." in shelf.text()


async def test_a_long_statement_is_shown_cut_and_its_whole_is_never_replaced_by_the_part(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    long = "The user walked " + "on and " * 60 + "home."
    id_ = (await desk.remember(long)).data["id"]
    await mirror.once()
    assert f" … [{id_}]" in shelf.text()

    shelf.edit("walked", "ran")
    await mirror.once()

    assert set(await current(mind)) == {long}
    assert shelf.text().count("the rest would be lost") == 1
    assert "- The user walked on" in shelf.text()


async def test_what_the_user_said_is_not_replaced_by_who_can_write_the_file(
    mind: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    await remember(mind, Caller("cli", "cli", "user"), Remember(content=BERGEN))
    await mirror.once()

    shelf.edit("Bergen", "Oslo")
    await mirror.once()

    assert set(await current(mind)) == {BERGEN, "The user lives in Oslo."}
    assert "contested by" in shelf.text()


async def test_an_editor_with_an_old_page_takes_nothing_out_that_it_never_showed(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    old = shelf.text()
    await desk.remember("The user has a dog, Rex.")
    await mirror.once()

    shelf.write(old.replace("Bergen", "Oslo"))
    await mirror.once()

    assert set(await current(mind)) == {"The user lives in Oslo.", SHORT, RUST, "The user has a dog, Rex."}
    assert "Rex" in shelf.text()


async def test_a_line_moved_between_the_files_is_not_hidden_at_once_or_later(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    line = shelf.line(BERGEN)

    shelf.take_out(BERGEN)
    await mirror.once()
    assert BERGEN not in await current(mind)
    shelf.add(line.strip(), "MEMORY.md")
    await mirror.once()

    assert BERGEN in await current(mind)
    moved = shelf.line(BERGEN)
    shelf.take_out(BERGEN)
    shelf.add(moved.strip(), "MEMORY.md")
    await mirror.once()
    assert BERGEN in await current(mind)


@pytest.mark.parametrize("form", ["CRLF", "byte order mark", "no final newline", "by rename"])
async def test_how_an_editor_saves_is_no_edit(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], form: str
) -> None:
    text = shelf.text()
    saved = {"CRLF": text.replace("\n", "\r\n"), "byte order mark": "\ufeff" + text, "no final newline": text[:-1]}
    as_saved = saved.get(form, text)
    beside = Shelf(shelf.folder)
    beside.write(as_saved, "USER.md~")
    os.replace(beside.path("USER.md~"), shelf.path())
    before = len(list(mind.audit.entries()))

    await mirror.once()

    assert shelf.text() == as_saved
    assert len(list(mind.audit.entries())) == before


async def test_a_file_with_the_line_ends_of_windows_keeps_them(
    desk: Desk, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    shelf.write(shelf.text().replace("\n", "\r\n"))

    await desk.remember("The user has a dog, Rex.")
    await mirror.once()

    assert "Rex" in shelf.text()
    assert shelf.text().count("\n") == shelf.text().count("\r\n")


async def test_files_are_their_owners_alone_unless_they_had_another_mode(
    desk: Desk, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    shelf.path("MEMORY.md").chmod(0o644)

    await desk.remember("The build takes a minute.")
    await desk.remember("The user has a dog, Rex.")
    await mirror.once()

    assert [stat.S_IMODE(shelf.path(n).stat().st_mode) for n in NAMES] == [0o600, 0o644]
    assert "a minute" in shelf.text("MEMORY.md")


async def test_a_link_is_followed_to_its_target(desk: Desk, mirror: Mirror, shelf: Shelf, tmp_path: Path) -> None:
    elsewhere = Shelf(tmp_path / "elsewhere")
    elsewhere.write("Mine.\n")
    shelf.folder.mkdir()
    shelf.path().symlink_to(elsewhere.path())

    await desk.remember(BERGEN)
    await mirror.once()

    assert shelf.path().is_symlink()
    assert elsewhere.text().startswith("Mine.\n")
    assert BERGEN in elsewhere.text()


async def test_a_file_edited_between_two_servers_is_read_back_at_the_next_start(
    config: Config, clock: Hands, encoder: Embedder, shelf: Shelf
) -> None:
    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        mind = await opening.mind()
        await remember(mind, Caller(), Remember(content=BERGEN))
        await Mirror(mind, str(shelf.folder)).once()
    shelf.edit("Bergen", "Oslo")

    async with opened(config, clock=clock, load=lambda: encoder) as opening:
        mind = await opening.mind()
        await Mirror(mind, str(shelf.folder)).once()

        assert set(await current(mind)) == {"The user lives in Oslo."}


async def test_two_minds_on_one_folder_double_nothing_and_do_not_take_turns(
    mind: Mind, other: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    second = Mirror(other, str(shelf.folder))
    shelf.add("- The user has a dog, Rex.")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(mirror.once)
        tasks.start_soon(second.once)
    before = shelf.states()
    await second.once()
    await mirror.once()

    assert sorted(await current(mind)) == sorted([BERGEN, SHORT, RUST, "The user has a dog, Rex."])
    assert await mind.reader.count() == 4
    assert shelf.states() == before


async def test_minds_that_word_a_page_otherwise_write_it_once_a_change_each(
    desk: Desk, mind: Mind, other: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    second = Mirror(replace(other, zone=ZoneInfo("Asia/Tokyo")), str(shelf.folder))
    await desk.remember("The user ran a marathon.", kind="event", when="2026-05-03T20:00:00Z")

    await mirror.once()
    await second.once()
    before = shelf.states()
    await mirror.once()
    await second.once()

    assert shelf.states() == before


async def test_a_folder_that_another_process_holds_is_an_alarm_and_left_alone(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirrorfiles, "_PATIENCE_S", 0.05)
    shelf.add("- The user has a dog, Rex.")

    with FileLock(shelf.folder / ".simonides.lock"):
        await mirror.once()
        assert any("Another process has had the mirrored files" in a for a in mind.store.alarms.told())
        assert "Rex. [" not in shelf.text()

    await mirror.once()
    assert "Rex. [" in shelf.text()
    assert mind.store.alarms.told() == []


@pytest.mark.parametrize("step", ["keep", "put", "taken_in"])
async def test_a_process_killed_at_any_step_loses_and_doubles_nothing(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    shelf.edit("Bergen", "Oslo")
    shelf.add("- The user has a dog, Rex.")
    shelf.take_out(SHORT)
    whole: Callable[..., Any] = getattr(mirror_module, step)

    async def dies_after_the_first(*given: Any) -> Any:
        await whole(*given)
        raise KeyboardInterrupt

    def dies(*_: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(mirror_module, step, dies_after_the_first if step == "taken_in" else dies)
        with pytest.raises(KeyboardInterrupt):
            await mirror.once()
    await Mirror(mind, str(shelf.folder)).once()

    assert set(await current(mind)) == {"The user lives in Oslo.", RUST, "The user has a dog, Rex."}
    assert await mind.reader.count() == 5
    assert not list(shelf.folder.glob(".*part*"))


async def test_an_edit_in_the_last_moment_is_never_overwritten(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, times = mirror_module.put, list[int]()

    def edited_just_before(path: str, raw: bytes, was: bytes | None, disk: Disk) -> bool:
        if not times:
            shelf.add("- The user has a dog, Rex.")
        times.append(1)
        return whole(path, raw, was, disk)

    monkeypatch.setattr(mirror_module, "put", edited_just_before)
    await desk.remember("The user plays chess.")
    await mirror.once()

    assert {"The user has a dog, Rex.", "The user plays chess."} <= set(await current(mind))
    assert "Rex. [" in shelf.text()
    assert "chess. [" in shelf.text()


async def test_what_is_erased_is_in_no_mirrored_file_when_the_erase_is_answered(
    config: Config, clock: Hands, encoder: Embedder, shelf: Shelf
) -> None:
    mirrored = config.model_copy(update={"mirror": str(shelf.folder)})
    async with opened(mirrored, clock=clock, load=lambda: encoder) as opening, Client(build(opening)) as client:
        desk, mind = Desk(client), await opening.mind()
        await mind.encoder.load()
        id_ = (await desk.remember("The affair of the user.")).data["id"]
        await desk.remember(BERGEN)
        mirror = Mirror(mind, str(shelf.folder))
        await mirror.once()
        shelf.write(shelf.text()[:-40])
        await mirror.once()
        assert "affair" in shelf.text()
        assert "affair" in shelf.copies()[0].read_text()

        await erase(desk, id_)

        assert BERGEN in shelf.text()
        assert "affair" not in shelf.all()
        assert "affair" not in kept(mind)


async def test_what_was_erased_does_not_come_back_with_an_old_page(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    old = shelf.text()
    await erase(desk, ids[BERGEN])
    await mirror.once()

    shelf.write(old)
    await mirror.once()
    shelf.write(old[: old.index("<!-- simonides:end")])
    await mirror.once()

    assert BERGEN not in await current(mind)
    assert BERGEN not in shelf.all()


async def test_a_line_not_taken_goes_when_the_memory_it_was_made_from_is_erased(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    id_ = (await desk.remember("The user walked " + "on and " * 60 + "home.")).data["id"]
    await mirror.once()
    shelf.edit("walked", "ran")
    shelf.add(f"- {SECRET}")
    await mirror.once()
    assert "ran on and" in shelf.text()

    await erase(desk, id_)
    await mirror.once()

    assert "on and" not in shelf.all()
    assert SECRET in shelf.text()


async def test_a_line_changed_after_its_memory_was_erased_is_told_of_and_not_lost(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    shelf.edit("lives in Bergen", "moved to Oslo")
    await erase(desk, ids[BERGEN])

    await mirror.once()
    await mirror.once()

    assert f"- The user moved to Oslo. [{ids[BERGEN]}]\n  > Not taken: No memory with id" in shelf.text()
    assert set(await current(mind)) == {SHORT, RUST}


async def test_lines_beyond_what_is_taken_in_at_once_wait_in_the_file_for_their_turn(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirrored_module, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(mirror_module, "MOST_AT_ONCE", 2)
    said = [f"The user owns {thing}." for thing in ("a piano", "two boats", "a red bicycle", "an old tent", "skis")]
    shelf.add("\n".join(f"- {text}" for text in said))

    await mirror.once()
    assert shelf.text().count("> Not taken: it waits") == 3
    await mirror.once()
    await mirror.once()

    assert set(said) <= set(await current(mind))
    assert "Not taken" not in shelf.text()


async def test_a_page_that_cannot_be_read_does_not_keep_the_other_from_being_written(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str], desk: Desk
) -> None:
    shelf.write("x" * (mirrorfiles.LARGEST_BYTES + 1))

    await desk.remember("The build takes a minute.")
    await mirror.once()

    assert "a minute" in shelf.text("MEMORY.md")
    assert any("over 1 MiB and left alone" in alarm for alarm in mind.store.alarms.told())


async def test_a_fault_nobody_thought_of_stops_the_mirror_with_an_alarm_and_not_the_server(
    config: Config, clock: Hands, encoder: Embedder, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> list[str]:
        raise RuntimeError("nobody thought of it")

    monkeypatch.setattr(mirror_module, "body", broken)
    monkeypatch.setattr(mirror_module, "POLL_S", 0.01)
    mirrored = config.model_copy(update={"mirror": str(shelf.folder)})

    async with opened(mirrored, clock=clock, load=lambda: encoder, serving=True) as opening:
        mind = await opening.mind()
        with anyio.fail_after(10):
            await until(lambda: bool(mind.store.alarms.told()))
        answer = await remember(mind, Caller(), Remember(content=BERGEN))

    assert answer.data.compact()["outcome"] == "stored"
    assert mind.store.alarms.told() == ["mirror: has stopped by a fault, which is in the log: start the server anew"]


async def test_a_store_open_for_reading_writes_the_files_and_keeps_edits(desk: Desk, mind: Mind, shelf: Shelf) -> None:
    await desk.remember(BERGEN)
    reading = replace(mind, store=replace(mind.store, read_only="a read-only disk"))
    mirror = Mirror(reading, str(shelf.folder))
    await mirror.once()
    assert BERGEN in shelf.text()

    shelf.add("- The user has a dog, Rex.")
    edited = shelf.text()
    await mirror.once()

    assert shelf.text() == edited
    assert not Path(mind.store.folder, "mirror.json").exists()  # noqa: ASYNC240
    assert any("edits of USER.md wait" in alarm for alarm in mind.store.alarms.told())


async def test_the_files_of_another_scope_are_left_alone_with_an_alarm(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    before = shelf.text()

    await Mirror(replace(mind, scope="work"), str(shelf.folder)).once()

    assert shelf.text() == before
    assert any("another store or scope" in alarm for alarm in mind.store.alarms.told())


async def test_without_what_was_kept_an_unedited_file_is_taken_on_and_an_edited_one_copied(
    mind: Mind, mirror: Mirror, shelf: Shelf, ids: dict[str, str]
) -> None:
    Path(mind.store.folder, "mirror.json").unlink()  # noqa: ASYNC240
    shelf.edit("Bergen", "Oslo")

    await mirror.once()

    assert set(await current(mind)) == {BERGEN, SHORT, RUST}
    assert "Oslo" in shelf.copies()[0].read_text()
    assert RUST in shelf.text("MEMORY.md")
    assert len(shelf.copies()) == 1


async def test_only_ids_and_hashes_are_kept_in_the_store(mind: Mind, ids: dict[str, str]) -> None:
    text = kept(mind)

    assert ids[BERGEN] in text
    assert not any(word in text for word in ("Bergen", "answers", "Rust"))
    assert set(json.loads(text)) == {"files"}


async def test_a_fault_of_the_folder_is_an_alarm_that_goes_with_it(
    desk: Desk, mind: Mind, mirror: Mirror, shelf: Shelf
) -> None:
    await desk.remember(BERGEN)
    shelf.folder.mkdir()
    shelf.path().mkdir()

    await mirror.once()
    assert any(alarm.startswith("mirror: ") for alarm in mind.store.alarms.told())
    shelf.path().rmdir()
    await mirror.once()

    assert mind.store.alarms.told() == []
    assert BERGEN in shelf.text()


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - what is waited for happens on a disk
        await anyio.sleep(0.05)


async def test_a_server_writes_what_other_processes_store_and_reads_edits_back(
    config: Config, clock: Hands, encoder: Embedder, shelf: Shelf
) -> None:
    mirrored = config.model_copy(update={"mirror": str(shelf.folder)})
    async with (
        opened(config, clock=clock, load=lambda: encoder) as elsewhere,
        opened(mirrored, clock=clock, load=lambda: encoder, serving=True) as opening,
    ):
        writer: Mind = await elsewhere.mind()
        await opening.mind()
        with anyio.fail_after(20):
            await until(lambda: shelf.path().exists() and shelf.path("MEMORY.md").exists())
            await remember(writer, Caller(), Remember(content=BERGEN))
            await until(lambda: BERGEN in shelf.text())

            shelf.add("- The user has a dog, Rex.")
            await until(lambda: "Rex. [" in shelf.text())

        assert set(await current(writer)) == {BERGEN, "The user has a dog, Rex."}


async def test_no_file_is_made_before_the_mind_is_open(config: Config, encoder: Embedder, shelf: Shelf) -> None:
    mirrored = config.model_copy(update={"mirror": str(shelf.folder)})

    async with opened(mirrored, load=lambda: encoder, serving=True):
        await anyio.lowlevel.checkpoint()

    assert not shelf.folder.exists()


def test_the_folder_is_set_by_flag_or_variable_and_made_absolute() -> None:
    set_ = read_config({"SIMONIDES_MIRROR": "~/notes"})

    assert set_.mirror == str(Path("~/notes").expanduser())
    assert Path(read_config({"SIMONIDES_MIRROR": "x"}, mirror="here").mirror) == Path("here").absolute()
    assert read_config({}).mirror == ""


def test_a_mirror_inside_of_the_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="SIMONIDES_MIRROR lies inside of the store; give a folder of its own"):
        read_config({"SIMONIDES_HOME": str(tmp_path)}, mirror=str(tmp_path / "local" / "x"))
