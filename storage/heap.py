"""Memory given back to the system: many threads that allocate and free leave the heap in holes.

Only where the C library is glibc; elsewhere nothing is done.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h
_ARENAS = 2  # each thread otherwise gets one of its own, up to eight for each core


def bound() -> None:
    """Keep later allocations in few arenas."""
    _glibc("mallopt", _ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give the system what is free."""
    _glibc("malloc_trim", 0)


def _glibc(name: str, *arguments: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):  # another C library
            getattr(ctypes.CDLL(None), name)(*arguments)
