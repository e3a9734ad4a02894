"""The stdio transport: a subprocess of its client, which ends when the client does."""

from __future__ import annotations

import io
import logging
import os
import signal
import sys
from collections.abc import AsyncGenerator

import anyio

from ..storage.text.clean import mend_escapes
from .app import build
from .config import Config
from .lifespan import Opening, opened

_PARENT_POLL_S = 1.0


async def _leave_when_told(opening: Opening) -> None:
    """SIGTERM, SIGINT or a dead parent: close and go. The SDK's blocked stdin thread allows no gentler way."""
    parent = os.getppid()
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        told = False
        while not told and os.getppid() == parent:
            with anyio.move_on_after(_PARENT_POLL_S):
                await anext(signals)
                told = True
    await opening.settle()
    logging.shutdown()
    os._exit(0)


async def _mended_lines() -> AsyncGenerator[str]:
    """The lines of stdin. The SDK drops a line it cannot parse without an answer, and its client waits."""
    async for line in anyio.wrap_file(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")):
        yield mend_escapes(line)


async def serve_stdio(config: Config) -> None:
    """Serve one client over stdin and stdout until stdin ends or the process is told to leave."""
    async with opened(config, serving=True) as opening, anyio.create_task_group() as tasks:
        if sys.platform != "win32":
            tasks.start_soon(_leave_when_told, opening)
        await build(opening, stdio=True).run_lines(_mended_lines())
        tasks.cancel_scope.cancel()
