"""One page of the mirror in one pass: what is on it, what is kept of it, and what is to become of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..tools.arguments import GivenKind
from ..tools.sections import NOTES_CHARACTERS, PROFILE_CHARACTERS
from .mirrored import Known, Page, Readings
from .mirrorfiles import Past


@dataclass(frozen=True, slots=True)
class Subject:
    """What one page is about. `kind`: of a statement that is new in it."""

    name: str
    about: str
    title: str
    kind: GivenKind
    characters: int


SUBJECTS = (
    Subject("USER.md", "about the user", "About the user", "fact", PROFILE_CHARACTERS),
    Subject("MEMORY.md", "about the work", "About the work", "note", NOTES_CHARACTERS),
)


@dataclass(slots=True)
class Sheet:
    """A page in one pass. `alone`: it is neither read nor written now, for the reason in `complaint`; `left`: lines
    not taken and the reasons, by the keyed hash of the line; `again`: somebody edited it before it was written."""

    subject: Subject
    path: str
    raw: bytes | None
    past: Past
    page: Page = field(default_factory=lambda: Page("absent"))
    base: Mapping[str, Known] = field(default_factory=dict[str, Known])
    said: Readings = field(default_factory=Readings)
    left: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    gone: set[str] = field(default_factory=set[str])
    damaged: bool = False
    alone: bool = False
    complaint: str = ""
    again: bool = False

    def leave_alone(self, complaint: str) -> None:
        """Neither read nor write it in this pass, and say so."""
        self.alone, self.complaint = True, complaint[:300]

    @property
    def edited(self) -> bool:
        """Whether it is not just as it was written."""
        left = {k: why for k, (_, why) in self.left.items()}
        return self.damaged or bool(self.gone or self.said.written or self.said.refused) or left != self.past.refused


def plain(text: str) -> list[str]:
    """What two texts have in common that differ in line ends, spaces at line ends and empty lines alone."""
    lines: Iterable[str] = re.split("\r\n|\n|\r", text.removeprefix("\ufeff"))
    return [kept for line in lines if (kept := line.rstrip())]
