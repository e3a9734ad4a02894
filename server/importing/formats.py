"""The formats that can be read: one line each."""

from __future__ import annotations

from pathlib import Path

from ...storage.errors import InvalidArgument
from . import (
    basic_memory,
    chatgpt,
    claude,
    mcp_memory_service,
    mem0,
    memory_files,
    mempalace,
    openmemory,
    server_memory,
)
from .archive import opened
from .record import Format

_LOOKED_AT = 50

# The first that recognises a file reads it, so those that go by names of files alone stand last.
FORMATS: tuple[Format, ...] = (
    server_memory.FORMAT,
    mcp_memory_service.FORMAT,
    mem0.FORMAT,
    openmemory.FORMAT,
    chatgpt.FORMAT,
    chatgpt.WITH_ANSWERS,
    claude.FORMAT,
    claude.WITH_ANSWERS,
    mempalace.FORMAT,
    basic_memory.FORMAT,
    memory_files.FORMAT,
)


def format_of(path: Path, name: str = "") -> Format:
    """The format called `name`; without one, the format `path` looks to be in.

    Raises InvalidArgument for a name that is not known ("from"), and for a file that is not there, cannot be read,
    or is in no format known ("file").
    """
    if name:
        named = next((f for f in FORMATS if f.name == name.strip().casefold()), None)
        if named is None:
            raise InvalidArgument("from", f"is no format known here; known are {_known()}.")
        return named
    found = next((f for f in FORMATS if f.recognises(path)), None)
    if found is None:
        raise InvalidArgument("file", f"is in no format known here{_damage(path)}; known are {_known()}.")
    return found


def _damage(path: Path) -> str:
    """What keeps it from being recognised, if something in it cannot be read."""
    with opened(path) as members:
        broken = ((m.name, m.damage()) for m in members[:_LOOKED_AT])
        return next((f" ({name} in it {why})" for name, why in broken if why), "")


def _known() -> str:
    return ", ".join(f.name for f in FORMATS)
