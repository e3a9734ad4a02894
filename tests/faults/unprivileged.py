"""A process that gives up being root, and then does what a person without rights to a folder would do.

Everything is imported before, and done once in a folder of its own: the interpreter itself may stand where only
root can read.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.server.status import status_of
from simonides.storage.errors import SimonidesError
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Recalled, Remembered
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel, Message
from tests.processes.forked import typed

CALLER = Caller("unprivileged", "unprivileged")
NOBODY = 65534
QUESTION = "Where does the heron stand?"


def give_up_root() -> None:
    """Be nobody from here on, in every thread."""
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def using(channel: Channel, home: str) -> None:
    """Job: open the store in `home` as nobody and try every verb; tell what each said, or why it was refused."""
    with tempfile.TemporaryDirectory() as scratch:
        anyio.run(partial(_used, scratch))
    give_up_root()
    channel.tell(**anyio.run(partial(_used, home)))


async def _used(home: str) -> Message:
    async with opened(Config(home=home, timezone="UTC"), load=QuickEmbedder) as opening:
        try:
            mind = await opening.mind()
        except SimonidesError as refused:
            return {"opening": _told(refused)}
        await mind.encoder.load()
        id_ = ([m.id for m in await mind.reader.every()] or ["unknown"])[0]
        told: Message = {"recall": await _tried(lambda: _recalled(mind))}
        told["remember"] = await _tried(lambda: _remembered(mind))
        told["hide"] = await _tried(lambda: _forgotten(mind, Forget(ids=[id_])))
        told["erase"] = await _tried(lambda: _forgotten(mind, Forget(ids=[id_], mode="erase")))
        told["again"] = await _tried(lambda: _recalled(mind))
        told["read_only"] = (await status_of(mind)).get("read_only", "")
        return told


async def _tried(work: Callable[[], Awaitable[Any]]) -> Any:
    """What something answered; `{"refused", "why"}` when it was refused."""
    try:
        return await work()
    except SimonidesError as refused:
        return _told(refused)


def _told(refused: SimonidesError) -> Message:
    return {"refused": type(refused).__name__, "why": str(refused)}


async def _recalled(mind: Mind) -> list[str]:
    answer = (await recall(mind, CALLER, Recall(query=QUESTION))).data
    assert isinstance(answer, Recalled)
    return [m.id for m in answer.memories]


async def _remembered(mind: Mind) -> str:
    answer = (await remember(mind, CALLER, Remember(content="The heron stands on one leg."))).data
    assert isinstance(answer, Remembered)
    return answer.id


async def _forgotten(mind: Mind, args: Forget) -> str:
    answer = (await forget(mind, CALLER, args)).data
    assert isinstance(answer, Forgotten)
    return answer.outcome


def typing(channel: Channel, home: str, words: list[str]) -> None:
    """Job: type `simonides …` as nobody; tell the exit code and what was printed, to either stream."""
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "file").touch()
        typed(str(Path(scratch) / "file"), words)
    give_up_root()
    code, out, err = typed(home, words)
    channel.tell(code=code, printed=out + err)
