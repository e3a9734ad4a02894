"""An endpoint for a test, with an account in a folder of its own."""

from __future__ import annotations

import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from simonides.storage.disk import Disk
from simonides.storage.lane import Lane
from simonides.storage.llm.access import Access
from simonides.storage.llm.breaker import Breaker
from simonides.storage.llm.endpoint import Endpoint
from simonides.storage.llm.spending import Spending
from simonides.storage.memory import Clock


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def spending(folder: str, clock: Clock, **limits: Any) -> Spending:
    """An account in a folder, with limits and prices."""
    return Spending(folder, Access("http://nowhere/v1", "", "m", **limits), clock, Disk("process"), Lane())


@asynccontextmanager
async def endpoint(
    access: Access, folder: str = "", clock: Clock = utc_now, now: Callable[[], float] = time.monotonic
) -> AsyncGenerator[Endpoint]:
    """One that is closed at the end."""
    with tempfile.TemporaryDirectory() as own:
        account = Spending(folder or own, access, clock, Disk("process"), Lane())
        made = Endpoint(access, account, Breaker(now))
        try:
            yield made
        finally:
            await made.aclose()
