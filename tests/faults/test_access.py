"""Folders that cannot be written, or not even read: what can be done is done, and the rest is refused with the reason."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Remembered
from tests.faults.quick import QuickEmbedder
from tests.faults.unprivileged import CALLER, NOBODY
from tests.faults.zygote import Zygote

pytestmark = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="being another user takes being root first"
)


@pytest.fixture
def home() -> Iterator[Path]:
    """A home below folders that everybody may pass, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder) / "home"


def filled(home: Path) -> str:
    """Make a store with one statement in it; its id."""

    async def work() -> str:
        async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as opening:
            told = (
                await remember(await opening.mind(), CALLER, Remember(content="The heron stands in the pond."))
            ).data
            assert isinstance(told, Remembered)
            return told.id

    return anyio.run(work)


def set_modes(home: Path, folders: int, files: int) -> None:
    """Give all folders and files below a home, and itself, these modes."""
    for root, _, names in os.walk(home, topdown=False):
        for name in names:
            os.chmod(os.path.join(root, name), files)
        os.chmod(root, folders)


def own(home: Path, user: int) -> None:
    """Give a home and all below it to a user."""
    for root, _, names in os.walk(home):
        for path in (root, *(os.path.join(root, name) for name in names)):
            os.chown(path, user, user)


def snapshot(home: Path) -> dict[str, bytes]:
    """Every file below a home."""
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def used_by_nobody(zygote: Zygote, home: Path) -> dict[str, Any]:
    """What opening a store and trying every verb says to a user without rights."""
    child = zygote.start("tests.faults.unprivileged:using", home=str(home))
    told = child.expect()
    child.end()
    return told


def typed_by_nobody(zygote: Zygote, home: Path, *words: str) -> tuple[int, str]:
    """The exit code and the output of a command typed by a user without rights."""
    child = zygote.start("tests.faults.unprivileged:typing", home=str(home), words=words)
    told = child.expect()
    child.end()
    return told["code"], told["printed"]


def assert_read_only(told: dict[str, Any], id_: str) -> None:
    """Everything that reads works, everything that writes says that and why it cannot."""
    assert told["recall"] == told["again"] == [id_]
    for verb in ("remember", "hide", "erase"):
        assert told[verb]["refused"] == "StoreUnavailable", verb
        assert "reading only" in told[verb]["why"] or "read-only" in told[verb]["why"], verb
        assert "cannot be written" in told[verb]["why"], verb
    assert "cannot be written" in told["read_only"]


@pytest.mark.parametrize("owner", [0, NOBODY], ids=["of somebody else", "of one's own"])
def test_a_folder_that_cannot_be_written_is_opened_for_reading(zygote: Zygote, home: Path, owner: int) -> None:
    id_ = filled(home)
    own(home, owner)
    set_modes(home, 0o555, 0o444)
    before = snapshot(home)

    told = used_by_nobody(zygote, home)

    assert_read_only(told, id_)
    assert snapshot(home) == before


def test_a_store_on_a_file_system_mounted_for_reading_is_opened_for_reading(zygote: Zygote, home: Path) -> None:
    id_ = filled(home)
    own(home, NOBODY)
    mounted = home.parent / "mounted"
    mounted.mkdir()
    made = subprocess.run(["mount", "--bind", "-o", "ro", home, mounted], capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"nothing can be mounted here: {made.stderr.decode().strip()}")

    try:
        told = used_by_nobody(zygote, mounted)
    finally:
        subprocess.run(["umount", "-l", mounted], check=True)

    assert_read_only(told, id_)


@pytest.mark.parametrize("unwritable", ["local/memories.lance/data", "local/memories.lance/_versions"])
def test_a_table_that_cannot_be_written_in_a_store_that_can_takes_nothing_in(
    zygote: Zygote, home: Path, unwritable: str
) -> None:
    """The folder of the store alone may be written: nothing may be acknowledged that is not there."""
    id_ = filled(home)
    own(home, NOBODY)
    (home / unwritable).chmod(0o555)

    told = used_by_nobody(zygote, home)

    assert told["recall"] == told["again"] == [id_]
    for verb in ("remember", "hide"):
        assert told[verb]["refused"] == "StoreUnavailable", verb
        assert "nothing was changed" in told[verb]["why"] or "cannot be written" in told[verb]["why"], verb


def no_access(home: Path) -> None:
    filled(home)
    set_modes(home, 0o700, 0o600)


def files_hidden(home: Path) -> None:
    filled(home)
    set_modes(home, 0o755, 0o600)


def a_file(home: Path) -> None:
    home.write_text("no folder")
    home.chmod(0o644)


def no_parent(home: Path) -> None:
    assert not home.parent.joinpath("nowhere").exists()


@pytest.mark.parametrize(
    ("make", "below"),
    [(no_access, ""), (files_hidden, ""), (a_file, ""), (no_parent, "../nowhere/home")],
    ids=["no access", "files cannot be read", "a file", "a parent that cannot be made"],
)
def test_a_home_that_cannot_be_used_is_refused_with_the_reason_and_no_traceback(
    zygote: Zygote, home: Path, make: Any, below: str
) -> None:
    make(home)
    at = Path(os.path.normpath(home / below))

    told = used_by_nobody(zygote, at)
    code, printed = typed_by_nobody(zygote, at, "recall", "heron")

    assert set(told) == {"opening"}
    assert told["opening"]["refused"] == "StoreUnavailable"
    assert str(at) in told["opening"]["why"]
    assert code == 2
    assert "simonides:" in printed
    assert str(at) in printed
    assert "Traceback" not in printed
