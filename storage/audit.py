"""The audit: who did what to which memories, and how it ended. No content, no question, ever.

Lines of JSON, only appended to. A line is in the file before its answer leaves; it is synced by the system, so a
power cut may take the last seconds of the audit with it, though no memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from .alarms import Alarms
from .disk import Disk

NAMES = ("audit.jsonl", "audit.1.jsonl", "audit.2.jsonl", "audit.3.jsonl")  # newest first
_LARGEST_BYTES = 8 << 20
_MOST_IDS = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """One call, or what was done unasked (then without a client). `reason` is a code for what was refused."""

    at: str
    verb: str
    outcome: str
    client: str = ""
    ids: Sequence[str] = ()
    reason: str = ""
    receipt: str = ""


class Audit:
    """The audit of one store. A process that may not write there keeps none."""

    def __init__(self, folder: str, disk: Disk, alarms: Alarms, *, silent: bool = False) -> None:
        self._folder = folder
        self._disk = disk
        self._alarms = alarms
        self._silent = silent

    def note(
        self,
        at: datetime,
        client: str,
        verb: str,
        outcome: str,
        *,
        ids: Sequence[str] = (),
        reason: str = "",
        receipt: str = "",
    ) -> None:
        """Append one line. A fault is an alarm, and never that of the call it is about."""
        if self._silent:
            return
        entry = Entry(at.isoformat(), verb, outcome, client, tuple(ids)[:_MOST_IDS], reason, receipt)
        line = json.dumps({k: v for k, v in asdict(entry).items() if v}, ensure_ascii=False) + "\n"
        try:
            self._make_room()
            self._disk.append(self._path(0), line.encode(), synced=False)
        except OSError as fault:
            self._alarms.sound("audit", f"cannot be written: {fault.strerror}")
        else:
            self._alarms.lower("audit")

    def entries(self) -> Iterator[Entry]:
        """All that is kept, oldest first; lines that a crash left half written are passed over."""
        for number in reversed(range(len(NAMES))):
            path = Path(self._path(number))
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if path.exists() else ():
                try:
                    found: Any = json.loads(line)
                    yield Entry(**found)
                except (ValueError, TypeError):
                    continue

    def _make_room(self) -> None:
        """Put the file away when it is large; the oldest goes."""
        path = self._path(0)
        if os.path.exists(path) and os.path.getsize(path) > _LARGEST_BYTES:
            for number in reversed(range(1, len(NAMES))):
                if os.path.exists(self._path(number - 1)):
                    os.replace(self._path(number - 1), self._path(number))

    def _path(self, number: int) -> str:
        return os.path.join(self._folder, NAMES[number])
