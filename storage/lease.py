"""Who works on what: consolidators of several processes share one store's work without a daemon.

Each holder keeps a file lock for as long as it lives, and beside it a list of what it has taken. The system gives the
lock back when its process dies, however that ends: then what it had taken is free again, at once and without a clock.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

FOLDER = "leases"
_PATIENCE_S = 10.0  # the lists are read and written in a millisecond


class Lease:
    """What one holder, `name`, has taken: `with lease:` around the time of its work. Blocking, for the lane."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder = os.path.join(folder, FOLDER)
        self._name = name
        self._alive = FileLock(self._file(self._name, "lock"), thread_local=False, mode=0o600)
        self._table = FileLock(os.path.join(self._folder, "table.lock"), thread_local=False, mode=0o600)
        self._taken: set[str] = set()

    def __enter__(self) -> Lease:
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        with self._table.acquire(timeout=_PATIENCE_S):
            self._alive.acquire(timeout=0)
            self._write()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._table.acquire(timeout=_PATIENCE_S):
            self._remove(self._name)
        self._alive.release()
        Path(self._file(self._name, "lock")).unlink(missing_ok=True)

    def take(self, units: Iterable[str], most: int) -> list[str]:
        """Those of the units nobody else has, in their order, at most so many; they are this holder's now."""
        with self._table.acquire(timeout=_PATIENCE_S):
            others = self._of_others()
            mine = [u for u in units if u not in others][:most]
            self._taken.update(mine)
            self._write()
        return mine

    def others(self) -> set[str]:
        """The names of the other holders that are alive."""
        with self._table.acquire(timeout=_PATIENCE_S):
            self._of_others()
            return {path.stem for path in Path(self._folder).glob("*.json")} - {self._name}

    def _of_others(self) -> set[str]:
        taken: set[str] = set()
        for path in Path(self._folder).glob("*.json"):
            if path.stem == self._name:
                continue
            if self._dead(path.stem):
                self._remove(path.stem)
                Path(self._file(path.stem, "lock")).unlink(missing_ok=True)
            else:
                taken.update(json.loads(path.read_bytes()))
        return taken

    def _dead(self, holder: str) -> bool:
        lock = FileLock(self._file(holder, "lock"), thread_local=False, mode=0o600)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return False
        lock.release()
        return True

    def _write(self) -> None:
        half = self._file(self._name, "part")
        Path(half).write_text(json.dumps(sorted(self._taken)), encoding="utf-8")
        os.replace(half, self._file(self._name, "json"))  # another reads the old list or the new one, under the lock

    def _remove(self, holder: str) -> None:
        for kind in ("json", "part"):
            Path(self._file(holder, kind)).unlink(missing_ok=True)

    def _file(self, holder: str, kind: str) -> str:
        return os.path.join(self._folder, f"{holder}.{kind}")
