"""The one place where slow synchronous work leaves the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

T = TypeVar("T")


class Lane:
    """One worker thread at a time: what runs here never runs beside itself, and never on the loop.

    Work under way is not abandoned on cancellation; the caller waits for it, so nothing is half done.
    """

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(1)

    async def run(self, work: Callable[[], T]) -> T:
        """Run `work` in the lane's thread, after what was sent before it."""
        return await anyio.to_thread.run_sync(work, limiter=self._limiter)
