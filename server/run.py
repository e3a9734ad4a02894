"""What every command does: its settings, a mind for the time of its work, and how it shows what came of it."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import anyio
import typer

from ..storage.errors import SimonidesError
from .config import Config

T = TypeVar("T")
JsonFlag = Annotated[bool, typer.Option("--json", help="Answer with JSON, for scripts.")]


def config_of(context: typer.Context) -> Config:
    """The settings the command was started with; the log goes to stderr."""
    config = context.obj
    assert isinstance(config, Config)
    logging.basicConfig(stream=sys.stderr, level=config.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    return config


def with_mind(config: Config, work: Callable[[Any], Awaitable[T]]) -> T:
    """Open the store, do the work, close it; our own errors, and those of files, come out as they are, not in a group."""
    return anyio.run(within_mind, config, work)


async def within_mind(config: Config, work: Callable[[Any], Awaitable[T]]) -> T:
    """The same, for who runs already."""
    from .lifespan import opened

    async with opened(config) as opening:
        try:
            done = await work(await opening.mind())
        except (SimonidesError, OSError) as fault:
            failed = fault
        else:
            return done
    raise failed


def show(data: Any, text: str, *, as_json: bool) -> None:
    """An answer, for a script or for a person."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2) if as_json else text)
