"""The lock of a store: one writer at a time, among tasks and among processes."""

from __future__ import annotations

import os
from types import TracebackType

import anyio
from filelock import FileLock, Timeout

from ..errors import StoreUnavailable

_POLL_S = 0.005
_PATIENCE_S = 60.0  # a commit takes milliseconds, a compaction seconds, an erase in a large store some more
_BUSY = "Another process has been writing to the store for {:g} s; nothing was changed. Try again; if it lasts, look for a hung simonides process."


class FolderLock:
    """Held around what only one may do in a folder at a time: `async with lock:`.

    The file lock is the operating system's: it goes when its process does, however that ends. Raises
    StoreUnavailable, in the words of `busy`, when another process keeps it for `patience_s` seconds.
    """

    def __init__(self, folder: str, name: str, patience_s: float, busy: str) -> None:
        self._among_tasks = anyio.Lock()
        self._among_processes = FileLock(os.path.join(folder, name), thread_local=False, mode=0o600)
        self._patience_s, self._busy = patience_s, busy

    async def __aenter__(self) -> None:
        await self._among_tasks.acquire()
        try:
            await self._acquire()
        except BaseException:
            self._among_tasks.release()
            raise

    async def _acquire(self) -> None:
        deadline = anyio.current_time() + self._patience_s
        while True:
            try:
                self._among_processes.acquire(timeout=0)
                return
            except Timeout:
                if anyio.current_time() > deadline:
                    raise StoreUnavailable(self._busy.format(self._patience_s)) from None
                await anyio.sleep(_POLL_S)
            except OSError as broken:
                raise StoreUnavailable(f"The folder cannot be locked; nothing was changed. {broken}") from broken

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Released without an await: a cancelled writer must not keep the others out.
        self._among_processes.release()
        self._among_tasks.release()


class StoreLock(FolderLock):
    """The lock of a store, held around every commit."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder, ".lock", _PATIENCE_S, _BUSY)
