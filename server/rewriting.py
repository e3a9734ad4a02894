"""Files of other programs, rewritten with care: one at a time, whole or not at all, with a copy of what was there."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from ..storage.disk import Disk
from ..storage.errors import SimonidesError

_PATIENCE_S = 10.0  # an edit takes milliseconds


class Refused(SimonidesError):
    """A file is left as it is. The text says why, and what to do by hand."""


@dataclass(frozen=True)
class Rewrite:
    """What a file says (None: there is none) and what it is to say (None: it is to go)."""

    path: Path
    before: str | None
    after: str | None

    @property
    def changes(self) -> bool:
        """Whether there is anything to be done."""
        return self.before != self.after

    def diff(self) -> str:
        """The change as a unified diff; empty when there is none."""
        old, new = ((t or "").splitlines(keepends=True) for t in (self.before, self.after))
        was, is_ = (str(self.path) if t is not None else os.devnull for t in (self.before, self.after))
        lines = difflib.unified_diff(old, new, was, is_)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def read(path: Path) -> str | None:
    """What a file says, line ends as they are; None when there is none. Raises Refused when it is no UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (IsADirectoryError, NotADirectoryError):
        raise Refused(f"{path} is a folder, or lies in a file; nothing was changed.") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is not UTF-8; nothing was changed. Save it as UTF-8 and try again.") from None


@contextlib.contextmanager
def alone(lock: Path) -> Generator[None]:
    """Hold the lock that keeps a second install out. Raises Refused when another has it for ten seconds."""
    lock.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        with FileLock(str(lock), timeout=_PATIENCE_S):
            yield
    except Timeout:
        raise Refused(f"Another install has been running for {_PATIENCE_S:g} s; nothing was changed.") from None


def write(change: Rewrite, now: datetime) -> Path | None:
    """Make a change, in one step, and say where the copy of what was there before is.

    A link is followed, the mode of the file is kept. Raises Refused when the file is no longer what it was.
    """
    target = Path(os.path.realpath(change.path))
    if read(target) != change.before:
        raise Refused(f"{change.path} was changed by another program meanwhile, and is left alone. Try again.")
    disk = Disk()
    backup = None
    if change.before is not None:
        mode = stat.S_IMODE(target.stat().st_mode)
        backup = _free(target, now)
        _replace(disk, backup, change.before, mode)
        if change.after is None:
            disk.remove(str(target))
        else:
            _replace(disk, target, change.after, mode)
    elif change.after is not None:
        disk.make_folders(str(target.parent))
        disk.write_whole(str(target), change.after.encode())
    return backup


def _replace(disk: Disk, path: Path, text: str, mode: int) -> None:
    disk.write_whole(str(path), text.encode())
    os.chmod(path, mode)


def _free(target: Path, now: datetime) -> Path:
    """A name for a backup that is not taken."""
    stem = f"{target.name}.simonides-{now:%Y%m%dT%H%M%S}"
    names = (f"{stem}{'' if n == 1 else f'-{n}'}.bak" for n in range(1, 1000))
    return next(p for p in (target.with_name(name) for name in names) if not p.exists())
