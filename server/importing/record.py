"""What a reader of another program's files yields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ...storage.memory import Claim, Kind, Trust
from ...storage.text.when import When


@dataclass(frozen=True, slots=True)
class Record:
    """One statement as another program kept it.

    `where` is its place in the file, for people ("line 12"). `origin` names it in its own program, the same in
    every export of it: importing again adds nothing. `content` may be of any length; empty is bad. `recorded` is
    when it was told there, `when` when it happened or began, `until` when it stopped being true. `gone` is whether
    it no longer stood there (invalidated, superseded). `importance` is 0..1, None where nobody said.
    """

    where: str
    origin: str
    content: str
    kind: Kind = "note"
    claims: tuple[Claim, ...] = ()
    tags: tuple[str, ...] = ()
    scope: str = ""
    session: str = ""
    source: str = ""
    recorded: datetime | None = None
    when: When | None = None
    until: datetime | None = None
    confidence: float = 0.8
    importance: float | None = None
    trust: Trust = "assistant"
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Bad:
    """A record that cannot be used: where it stands, why in words that repeat nothing of it, and what it was."""

    where: str
    why: str
    raw: str


Read = Callable[[Path], Iterator[Record | Bad]]


@dataclass(frozen=True, slots=True)
class Format:
    """A format files may be in. `recognises` tells by a look at the beginning, never by reading all of it."""

    name: str
    about: str
    recognises: Callable[[Path], bool]
    read: Read
