"""Whether anybody is being answered: what can wait, waits for a quiet moment."""

from __future__ import annotations

import contextlib
from collections.abc import Generator

import anyio

_LOOK_S = 0.02  # while a call is under way


class Activity:
    """Calls under way in this process, and when the last one ended."""

    def __init__(self) -> None:
        self._calls = 0
        self._last = anyio.current_time()

    @contextlib.contextmanager
    def call(self) -> Generator[None]:
        """Around a call that somebody waits for."""
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1
            self._last = anyio.current_time()

    async def quiet(self, span_s: float) -> None:
        """Wait until nobody has been answered for so many seconds."""
        while self._calls or anyio.current_time() < self._last + span_s:
            left = self._last + span_s - anyio.current_time()
            await anyio.sleep(_LOOK_S if self._calls else left)
