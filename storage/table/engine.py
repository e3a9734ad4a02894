"""Faults of the engine, by whatever class it raises them, as one."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Generator

from ..errors import StoreUnavailable

# "…, /root/.cargo/registry/…/writer.rs:191:9": where in the engine it was raised tells a person nothing.
_POSITION = re.compile(r",?\s*\S+\.rs:\d+(?::\d+)?")
_GONE = ("not found", "no such file", "notfound")
_CONFLICT = "conflict"
_LONGEST = 300
_PASSING = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ESTALE,
    errno.ETIMEDOUT,
)


class Fault(Exception):
    """The engine could not do what it was asked, in words without positions in its source."""

    def __init__(self, raised: BaseException) -> None:
        whole = _POSITION.sub("", str(raised)).strip()
        super().__init__(whole[:_LONGEST] or type(raised).__name__)
        self._whole = whole.lower()  # what is looked for may stand behind a long path

    @property
    def vanished(self) -> bool:
        """Whether a file went away meanwhile: somebody dropped the version that was looked at."""
        return any(sign in self._whole for sign in _GONE)

    @property
    def conflict(self) -> bool:
        """Whether another process committed in between."""
        return _CONFLICT in self._whole

    @property
    def passing(self) -> bool:
        """Whether it says nothing of what is on the disk: no room, no right, too many files open. Told by words: the
        engine has no numbers for errors."""
        return any(os.strerror(number).lower() in self._whole for number in _PASSING)

    @property
    def denied(self) -> bool:
        """Whether this user may not."""
        return os.strerror(errno.EACCES).lower() in self._whole

    @property
    def full(self) -> bool:
        """Whether the disk has no room."""
        return os.strerror(errno.ENOSPC).lower() in self._whole


@contextlib.contextmanager
def engine() -> Generator[None]:
    """Whatever the engine raises inside comes out as Fault."""
    try:
        yield
    except (RuntimeError, OSError, ValueError) as raised:
        raise Fault(raised) from raised
    except Exception as raised:  # the edge of the engine: the class of a panic in it cannot be imported
        if type(raised).__name__ != "RustPanic":
            raise
        raise Fault(raised) from raised


@contextlib.contextmanager
def unavailable() -> Generator[None]:
    """Faults of the engine inside as what they are to a caller who wanted to write."""
    try:
        with engine():
            yield
    except Fault as fault:
        raise unwritable(fault) from fault


def unwritable(fault: Fault) -> StoreUnavailable:
    """A fault as what it is to a caller who wanted to write."""
    if fault.full:
        return full()
    return StoreUnavailable(
        f"The store cannot be written; nothing was changed. {fault}. Look with `simonides doctor`; if it lasts, put a "
        "backup back: simonides restore FILE."
    )


def full(lacking: int = 0) -> StoreUnavailable:
    """The error for a disk without room; how many bytes are missing, where that is known."""
    missing = f" ({-(-lacking >> 10):,} KiB are missing)" if lacking else ""
    return StoreUnavailable(
        f"The disk is full{missing}: nothing was changed. Free some space; "
        "erasing memories works even so: forget(mode='erase')."
    )
