"""What the tests of the readers share: the fixtures, what is read of them, and zips made of them."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from simonides.server.importing.record import Bad, Format, Record

FIXTURES = Path(__file__).parent / "fixtures"


def records(form: Format, path: Path) -> list[Record]:
    """The good records of a file."""
    return [r for r in form.read(path) if isinstance(r, Record)]


def bads(form: Format, path: Path) -> list[tuple[str, str]]:
    """Where bad records stand, and why they are bad."""
    return [(r.where, r.why) for r in form.read(path) if isinstance(r, Bad)]


def contents(form: Format, path: Path) -> list[str]:
    """The statements of the good records."""
    return [r.content for r in records(form, path)]


def zipped(path: Path, members: Mapping[str, str | bytes]) -> Path:
    """A zip with these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return path


def folder_zipped(path: Path, folder: Path, prefix: str = "") -> Path:
    """A zip of a folder of the fixtures, below `prefix`."""
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return zipped(path, {prefix + p.relative_to(folder).as_posix(): p.read_bytes() for p in files})


def fixture(name: str) -> bytes:
    """The bytes of a fixture."""
    return (FIXTURES / name).read_bytes()
