"""What a person hands over, a file, a folder or a zip, as one list of members read as streams.

Nothing is extracted to the disk, so names in a zip are only labels. What is packed may be far larger than the
file: reading stops at the limits below, and no reader holds a member whole except by `whole`.
"""

from __future__ import annotations

import gzip
import io
import os
import zipfile
import zlib
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol, cast

from ...storage.errors import InvalidArgument

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MEMBER_LIMIT = 4 << 30  # bytes unpacked of one packed member; the largest chat exports are a few GB
ARCHIVE_LIMIT = 8 << 30  # bytes unpacked in one reading of one archive
WHOLE_LIMIT = 16 << 20  # bytes of a member that must be held whole: a Markdown note, a small JSON file
MOST_MEMBERS = 200_000

_BROKEN = (OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, ValueError)


class Damaged(Exception):
    """A member cannot be read (on): damaged, encrypted, packed in an unknown way, or over a limit."""


class _Budget:
    """Bytes that may still be unpacked."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise Damaged(f"unpacks to more than {MEMBER_LIMIT >> 30} GB, or all of it to over {ARCHIVE_LIMIT >> 30}")


class _Source(Protocol):
    """What a plain file, a member of a zip and an unpacked gzip have in common."""

    def read1(self, size: int, /) -> bytes: ...

    def close(self) -> None: ...


class _Checked(io.RawIOBase):
    """A stream that reports every way to be broken as `Damaged`, and keeps to its budgets."""

    def __init__(self, inner: _Source, budgets: tuple[_Budget, ...]) -> None:
        self._inner = inner
        self._budgets = budgets

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        try:
            # read1: what came before the damage is returned, and the damage told by the next call.
            data = self._inner.read1(len(view))
        except Damaged:
            raise
        except NotImplementedError:
            raise Damaged("is packed in a way that is not known here") from None
        except _BROKEN:
            raise Damaged("is damaged: it cannot be read on from here") from None
        for budget in self._budgets:
            budget.take(len(data))
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._inner.close()
        super().close()


@dataclass(frozen=True, slots=True)
class Member:
    """One file. `name` is its path inside what was handed over, with slashes, without `.gz`."""

    name: str
    opens: Callable[[], io.BufferedReader]

    @property
    def base(self) -> str:
        """The last part of its name, in lower case."""
        return PurePosixPath(self.name).name.lower()

    @property
    def suffix(self) -> str:
        """What its name ends with, in lower case, with the dot."""
        return PurePosixPath(self.name).suffix.lower()

    def beginning(self, size: int) -> bytes:
        """Its first `size` bytes, or as many as there are and can be read."""
        got = bytearray()
        try:
            with self.opens() as stream:
                while len(got) < size and (chunk := stream.read1(size - len(got))):
                    got += chunk
        except Damaged:
            pass
        return bytes(got)

    def damage(self) -> str:
        """Why not even its beginning can be read; "" when it can."""
        try:
            with self.opens() as stream:
                stream.read1(1)
        except Damaged as damage:
            return str(damage)
        return ""

    def whole(self) -> bytes:
        """All of it. Raises Damaged when it is over WHOLE_LIMIT or cannot be read."""
        with self.opens() as stream:
            data = stream.read(WHOLE_LIMIT + 1)
        if len(data) > WHOLE_LIMIT:
            raise Damaged(f"is over {WHOLE_LIMIT >> 20} MB; one file of this sort must be smaller")
        return data


@contextmanager
def opened(path: Path) -> Generator[list[Member]]:
    """The members of a file (itself), a folder (all files below it) or a zip, in the order of their names.

    Hidden files, links and what macOS adds to zips are passed over. Raises InvalidArgument when there is nothing
    that can be read.
    """
    with ExitStack() as kept_open:
        try:
            members = _members(path, kept_open)
        except OSError:
            raise InvalidArgument("file", "may not be read by this user, or is gone; check its permissions.") from None
        yield members


def _members(path: Path, kept_open: ExitStack) -> list[Member]:
    if path.is_dir():
        return [_plain(p, p.relative_to(path).as_posix()) for p in _files(path)]
    if not path.is_file():
        raise InvalidArgument("file", "is not there, or no file or folder; give the path of an export.")
    if not zipfile.is_zipfile(path) and not _starts_as_zip(path):
        return [_plain(path, path.name)]
    try:
        packed = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise InvalidArgument("file", "is a damaged zip: its list of members cannot be read; fetch it anew.") from None
    return _packed(kept_open.enter_context(packed))


def _starts_as_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def _files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for root, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [f for f in folders if not f.startswith(".")]
        found.extend(
            p for n in names if not n.startswith(".") and (p := Path(root, n)).is_file() and not p.is_symlink()
        )
        _refuse_too_many(len(found))
    return sorted(found)


def _refuse(error: OSError) -> None:
    # A folder that may not be read would else be left out in silence.
    raise error


def _packed(packed: zipfile.ZipFile) -> list[Member]:
    _refuse_too_many(len(packed.infolist()))
    budget = _Budget(ARCHIVE_LIMIT)
    shown = [i for i in packed.infolist() if not i.is_dir() and not _hidden(i.filename)]
    return [_zipped(packed, info, budget) for info in sorted(shown, key=lambda i: i.filename)]


def _refuse_too_many(count: int) -> None:
    if count > MOST_MEMBERS:
        raise InvalidArgument("file", f"holds over {MOST_MEMBERS:,} files; import it in parts.")


def _hidden(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in parts)


def _plain(path: Path, name: str) -> Member:
    def opens() -> io.BufferedReader:
        try:
            return _stream(path.open("rb"), name, ())
        except OSError:
            raise Damaged("cannot be opened; check its permissions") from None

    return Member(_label(name), opens)


def _zipped(packed: zipfile.ZipFile, info: zipfile.ZipInfo, budget: _Budget) -> Member:
    def opens() -> io.BufferedReader:
        try:
            return _stream(_source(packed, info), info.filename, (budget, _Budget(MEMBER_LIMIT)))
        except NotImplementedError:
            raise Damaged("is packed in a way that is not known here") from None
        except RuntimeError:
            raise Damaged("is encrypted; unpack it first") from None
        except _BROKEN:
            raise Damaged("is damaged: it cannot be opened") from None

    return Member(_label(info.filename), opens)


def _source(packed: zipfile.ZipFile, info: zipfile.ZipInfo) -> _Source:
    # The stubs say only that it is some stream of bytes.
    return cast(zipfile.ZipExtFile, packed.open(info))


def _label(name: str) -> str:
    """A name that can be shown and stored: file systems and zips may hold what is no text."""
    return name.removesuffix(".gz").encode("utf-8", "replace").decode()


def _stream(inner: _Source, name: str, budgets: tuple[_Budget, ...]) -> io.BufferedReader:
    stream = _buffered(_Checked(inner, budgets))
    if not name.endswith(".gz"):
        return stream
    return _buffered(_Checked(gzip.GzipFile(fileobj=stream), (*budgets, _Budget(MEMBER_LIMIT))))


def _buffered(raw: Any) -> io.BufferedReader:
    # Any: the stubs bind a reader to the type of its source, which nobody here needs to name.
    return io.BufferedReader(raw)
