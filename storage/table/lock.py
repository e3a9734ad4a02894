"""The lock of a store: one writer at a time, among tasks and among processes."""

from __future__ import annotations

import os
from types import TracebackType

import anyio
from filelock import FileLock, Timeout

from ..errors import StoreUnavailable

_NAME = ".lock"
_POLL_S = 0.005
_PATIENCE_S = 60.0  # a commit takes milliseconds, a compaction seconds, an erase in a large store some more


class StoreLock:
    """Held around every commit: `async with lock:`.

    The file lock is the operating system's: it goes when its process does, however that ends. Raises
    StoreUnavailable when another process keeps it for a minute.
    """

    def __init__(self, folder: str) -> None:
        self._among_tasks = anyio.Lock()
        self._among_processes = FileLock(os.path.join(folder, _NAME), thread_local=False)

    async def __aenter__(self) -> None:
        await self._among_tasks.acquire()
        try:
            await self._acquire()
        except BaseException:
            self._among_tasks.release()
            raise

    async def _acquire(self) -> None:
        deadline = anyio.current_time() + _PATIENCE_S
        while True:
            try:
                self._among_processes.acquire(timeout=0)
                return
            except Timeout:
                if anyio.current_time() > deadline:
                    raise StoreUnavailable(
                        f"Another process has been writing to the store for {_PATIENCE_S:g} s; nothing was changed. "
                        "Try again; if it lasts, look for a hung simonides process."
                    ) from None
                await anyio.sleep(_POLL_S)
            except OSError as broken:
                raise StoreUnavailable(f"The store cannot be locked; nothing was changed. {broken}") from broken

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Released without an await: a cancelled writer must not keep the others out.
        self._among_processes.release()
        self._among_tasks.release()
