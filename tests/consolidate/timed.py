"""A process that serves one caller, with or without a model that tidies its store, and says how long each call took."""

from __future__ import annotations

import logging
import time

import anyio

from simonides.server.audited import audited
from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from tests.consolidate.jobs import name_of, names, pair_of
from tests.faults.zygote import Channel

_CALLER = Caller("timed", "timed")
_BETWEEN = 40  # statements between the two about somebody


def calls(channel: Channel, home: str, base_url: str, timeout_s: float) -> None:
    """Open the store, and make one call for each message: statement `number` is told or asked for. Without an address
    there is no model; with one its passes follow each other without a rest."""
    logging.disable(logging.WARNING)  # that a pass rests is no news here
    anyio.run(_calls, channel, home, base_url, timeout_s)


async def _calls(channel: Channel, home: str, base_url: str, timeout_s: float) -> None:
    config = Config(
        home=home,
        timezone="UTC",
        log_level="ERROR",
        llm_base_url=base_url,
        llm_model="scripted" if base_url else "",
        llm_timeout_s=timeout_s,
        llm_tokens_per_day=0,
        llm_idle_s=0,
    )
    async with opened(config, serving=True) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        channel.tell(opened=True)
        while True:
            await anyio.wait_readable(channel.line)
            if (order := channel.hear(0)) is None:
                break
            began = time.perf_counter()
            await _call(mind, order["verb"], order["number"])
            channel.tell(took_s=time.perf_counter() - began)
        done = [e for e in mind.journal.entries() if e.outcome == "applied"]
        channel.tell(applied=len(done))


async def _call(mind: Mind, verb: str, number: int) -> None:
    text = statement(number)
    if verb == "remember":
        await audited(mind, _CALLER, remember, Remember(content=text))
    else:
        await audited(mind, _CALLER, recall, Recall(query=f"What is known about {name_of(text)}?"))


def statement(number: int) -> str:
    """One of a pair about somebody; the other is told a while before or after."""
    block, place = divmod(number, 2 * _BETWEEN)
    (name,) = names(block * _BETWEEN + place % _BETWEEN, 1)
    return pair_of(name, place % _BETWEEN)[place // _BETWEEN]
