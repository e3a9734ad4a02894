"""A mind with the real endpoint, configured as a server is, and a scripted model at the other end of the line."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.llm.task import Material
from simonides.storage.memory import Memory
from simonides.tools.consolidate.passing import Consolidator, Report
from simonides.tools.mind import Caller
from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Script
from tests.faults.quick import QuickEmbedder
from tests.llm.scripted import Asked, Reply, answer

KEY = "canary-7Qx9-never-to-be-written"
# A form with nothing in it; what has none is answered by a script or not at all.
EMPTY: Mapping[str, Mapping[str, Any]] = {
    "claims": {"claims": []},
    "pairs": {"judgements": []},
    "importance": {"ratings": []},
    "procedure": {"goal": "", "succeeded": [], "steps": []},
}
# What a row has of its own besides what was told: how it came to be as it is.
_TRACES = frozenset({"undo", "opened_by", "closed_by", "closed_at", "pending", "used_at"})


@asynccontextmanager
async def at_endpoint(
    home: Path, clock: Any, base_url: str, *, timeout_s: float = 20.0, log_level: str = "DEBUG"
) -> AsyncGenerator[Bench]:
    """A bench whose mind asks the model at this address, with `KEY`."""
    config = Config(
        home=str(home),
        timezone="UTC",
        log_level=log_level,
        llm_base_url=base_url,
        llm_api_key=KEY,
        llm_model="scripted",
        llm_timeout_s=timeout_s,
        llm_tokens_per_day=0,
    )
    async with opened(config, clock=clock, load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        yield Bench(mind, Caller("test", "test"), clock)


async def tidied(at: Bench) -> Report:
    """One pass, once every row has its vector, and again every row has one after."""
    assert at.mind.model is not None
    assert await at.mind.upkeep.caught_up(30)
    at.clock.advance(hours=1)
    report = await Consolidator(at.mind, at.mind.model).once()
    assert await at.mind.upkeep.caught_up(30)
    return report


def task_of(body: Mapping[str, Any]) -> str:
    """Which task a request asks."""
    return str(body["response_format"]["json_schema"]["name"])


def material_of(body: dict[str, Any]) -> Material:
    """What a request shows: the data between the marks, and the names in it."""
    data = Asked("", {}, body).material
    return Material(data, [shown["id"] for shown in data.get("pairs") or data["statements"]])


def answering(scripts: Mapping[str, Script]) -> Callable[[dict[str, Any]], Reply]:
    """An endpoint that answers every task by its script; with an empty form where there is none."""

    def reply(body: dict[str, Any]) -> Reply:
        task = task_of(body)
        given: Mapping[str, Any] = scripts[task](material_of(body)) if task in scripts else {}
        return answer({**EMPTY.get(task, {}), **given})

    return reply


def difference(before: Sequence[Memory], after: Sequence[Memory]) -> dict[str, dict[str, Any]]:
    """What is told differently after, by id and column; of a row that came all that is not as it is without a word.
    A row that went is there with nothing."""
    there = {m.id: told(m) for m in after}
    was = {m.id: told(m) for m in before}
    changed = {i: {k: v for k, v in there.get(i, {}).items() if was[i][k] != v} for i in was}
    gone: dict[str, dict[str, Any]] = {i: {} for i in was if i not in there}
    return {i: c for i, c in changed.items() if c} | gone | {i: row for i, row in there.items() if i not in was}


def told(memory: Memory) -> dict[str, Any]:
    """The columns of a row, but for the traces of how it came to be."""
    return {f.name: getattr(memory, f.name) for f in fields(memory) if f.name not in _TRACES}


def words_on_disk(home: Path, word: str) -> list[str]:
    """The files below a folder that hold a word."""
    return [str(p) for p in home.rglob("*") if p.is_file() and word.encode() in p.read_bytes()]
