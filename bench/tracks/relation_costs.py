"""What the relation store costs: an add with it over one without, and the room of a claim; computed in this process."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember

from ..conditions import Conditions, Track
from ..measures import Measure
from ..world import FACTS, drawn, write_triples
from .importing import Line
from .speed import BLOCK, ratio

_BLOCKS = 12  # of adds of each side; the first does not count
_PAUSE_S = 1.2  # after a block: then what it brought is embedded while the next is told
_ENTITIES, _ENTITIES_FULL = 1_000, 10_000
_RESERVED = ".reserve"  # held free, so that an erase can be finished on a full disk
_CALLER = Caller("bench", "bench")


async def run(conditions: Conditions) -> list[Measure]:
    """Adds in turn to two stores, one of which embeds no names; then the bytes of a store of twelve facts an entity."""
    if list(conditions.server[-1:]) != ["serve"]:
        conditions.steps.progress.console.print("left out: the command line of the server does not end in serve")
        return []
    conditions.steps.expect(_BLOCKS + 2)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return [*await _adds(Path(folder), conditions), *await _bytes(Path(folder), conditions)]


async def _adds(folder: Path, conditions: Conditions) -> list[Measure]:
    claims = {
        f"{s} {r} {o}.": (s, r, o) for s, r, o in drawn(_BLOCKS * BLOCK // FACTS + 1, 0, conditions.seed).triples()
    }
    config = Config(home=str(folder / "with"), timezone="UTC"), Config(home=str(folder / "without"), timezone="UTC")
    async with opened(config[0]) as one, opened(config[1]) as other:
        with_, without = await one.mind(), await other.mind()
        await with_.encoder.load()
        await without.encoder.load()
        without.relations.written = lambda: None  # nothing is embedded behind the answers

        sides = ((with_, list[float]()), (without, list[float]()))
        texts = list(claims)[: _BLOCKS * BLOCK]
        for number, at in enumerate(range(0, len(texts), BLOCK)):
            for mind, times in sides if number % 2 else sides[::-1]:
                for text in texts[at : at + BLOCK]:
                    began = time.perf_counter()
                    await _add(mind, text, claims[text])
                    times.append(time.perf_counter() - began)
            conditions.steps.done()
            await anyio.sleep(_PAUSE_S)
    ours, bare = (times[BLOCK:] for _, times in sides)
    return ratio("remember with slots, names embedded behind it, over none embedded", ours, bare, conditions)


async def _add(mind: Mind, text: str, claim: tuple[str, str, str]) -> None:
    s, r, o = claim
    await remember(mind, _CALLER, Remember(content=text, subject=s, relation=r, object=o, exclusive=False))


async def _bytes(folder: Path, conditions: Conditions) -> list[Measure]:
    entities = _ENTITIES_FULL if conditions.full else _ENTITIES
    file = folder / "memory.jsonl"
    write_triples(file, drawn(entities, 0, conditions.seed).triples())
    await Line(conditions.server[:-1], folder).take_in("bytes", file)
    conditions.steps.done()
    home, claims = folder / "bytes", entities * FACTS
    measures: list[Measure] = []
    for profiles in (False, True):
        async with opened(Config(home=str(home), timezone="UTC", profiles=profiles)) as one:
            mind = await one.mind()
            await mind.encoder.load()
            while not await mind.relations.tend():
                pass
        label = f"bytes a claim, {FACTS} of each of {entities:,} entities"
        measures.append(Measure(f"{label}{', with profiles' if profiles else ''}", _room(home) / claims, claims))
    conditions.steps.done()
    held = sum(p.stat().st_size for p in home.rglob(_RESERVED))
    return [*measures, Measure("beside them, held free for an erase on a full disk", held / claims, claims)]


def _room(home: Path) -> int:
    return sum(p.stat().st_size for p in home.rglob("*") if p.is_file() and p.name != _RESERVED)


TRACK = Track("what the relation store costs: time of an add, bytes of a claim (--full: of 10,000 entities)", [], run)
