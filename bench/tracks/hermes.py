"""Beside another holographic memory: what it finds of an entity, how long that and an add take, and the room of a fact.

Ours is a server in a process of its own, asked over MCP, and syncs what it acknowledges; theirs is called in this
process and leaves syncing to SQLite. Both get the same texts; ours with their slots, which theirs has no place for.
"""

from __future__ import annotations

import contextlib
import random
import re
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faker import Faker

from ..conditions import Conditions, Track
from ..holographic import HolographicStore, NotThere, holographic
from ..items import Answer, Asked, Item, Question
from ..measures import Measure
from ..processtime import children, processor_s
from ..scoring import Outcome, recall_at
from ..served import Served
from ..world import drawn, write_triples
from .importing import Line
from .speed import ratio

Fact = tuple[str, str, str]

_SIZES = (100, 1_000, 5_000)  # facts; the last if everything is asked for
_FACTS = 10  # of each entity: as many as are looked at
_PROBES = {100: 10, 1_000: 10, 5_000: 3}  # theirs takes seconds
_ADDS = 20  # after a block of each that does not count
_HOME = "home"
_SLOTS = ("subject", "relation", "object")
# What theirs takes for a name, of which other names are no entities to it.
_NAME = re.compile(r"[A-Z][a-z]+ [A-Z][a-z]+")


@dataclass(slots=True)
class _Spent:
    """Time of single calls of one side, and processor time of all of them; `clock` tells the seconds used so far."""

    clock: Callable[[], float]
    wall_s: list[float] = field(default_factory=list[float])
    processor_s: float = 0.0

    @contextlib.contextmanager
    def call(self) -> Generator[None]:
        """Time what is done inside."""
        used, began = self.clock(), time.perf_counter()
        yield
        self.wall_s.append(time.perf_counter() - began)
        self.processor_s += self.clock() - used


async def run(conditions: Conditions) -> list[Measure]:
    """The same facts in both, in stores of each size; ours is filled by an import."""
    if list(conditions.server[-1:]) != ["serve"]:
        conditions.steps.progress.console.print("left out: the command line of the server does not end in serve")
        return []
    try:
        children()
        measures: list[Measure] = []
        for size in _SIZES if conditions.full else _SIZES[:-1]:
            measures += await _beside(size, conditions)
    except (NotThere, OSError) as why:
        conditions.steps.progress.console.print(f"left out: {why}", markup=False)
        return []
    return measures


async def _beside(size: int, conditions: Conditions) -> list[Measure]:
    facts = drawn_facts(size + 2 * _ADDS, conditions.seed)
    stored, new = facts[:size], facts[size:]
    conditions.steps.expect(2 + _PROBES[size] + len(new))
    label = f"{size:,} facts"
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        home, file, memory = (Path(folder, name) for name in (_HOME, "theirs.db", "memory.jsonl"))
        write_triples(memory, stored)
        await Line(conditions.server[:-1], Path(folder)).take_in(_HOME, memory)
        conditions.steps.done()
        with holographic(file) as theirs:
            theirs.fill([_text(fact) for fact in stored])
            conditions.steps.done()
            before = children()
            async with conditions.serving(str(home)) as served:
                (pid,) = children() - before
                measures = await _probed(label, served, pid, theirs, stored, conditions)
                measures += await _added(label, served, pid, theirs, new, conditions)
                refused = conditions.refused(served, f"{label}: refused calls")
        for whose, path in (("ours", home), ("theirs", file)):
            room = round(_bytes(path) / len(facts))
            measures.append(Measure(f"{label}: bytes on disk a fact, {whose}", room, len(facts)))
        return [*measures, refused]


def drawn_facts(count: int, seed: int) -> list[Fact]:
    """So many facts as subject, relation and object, a number of each entity, one entity after the other."""
    world = drawn(count // _FACTS, 0, seed)
    named = dict(zip(world.names, _names(len(world.names), seed), strict=True))
    each: dict[str, list[Fact]] = {}
    for name, relation, filler in world.triples():
        each.setdefault(named[name], []).append((named[name], relation, filler))
    return [fact for facts in each.values() for fact in facts[:_FACTS]]


def _text(fact: Fact) -> str:
    return " ".join(fact)


def _names(count: int, seed: int) -> list[str]:
    """So many distinct names of two words that theirs takes for one."""
    faker = Faker("en_US")
    faker.seed_instance(seed)
    names: dict[str, None] = {}
    while len(names) < count:
        if _NAME.fullmatch(name := f"{faker.first_name()} {faker.last_name()}"):
            names.setdefault(name)
    return list(names)


async def _probed(
    label: str, served: Served, pid: int, theirs: HolographicStore, facts: Sequence[Fact], conditions: Conditions
) -> list[Measure]:
    """What is found of an entity: the share of its facts among as many places as it has facts."""
    subjects = random.Random(conditions.seed).sample(sorted({fact[0] for fact in facts}), _PROBES[len(facts)])
    sides, asked = _sides(pid), list[Asked]()
    for subject in subjects:
        with sides[0].call():
            ours = await served.contents(_FACTS, {"subject": subject})
        with sides[1].call():
            probed = theirs.probe(subject, _FACTS)
        found = {"their probe": _answer(probed), "their related": _answer(theirs.related(subject, _FACTS))}
        gold = frozenset(_text(fact) for fact in facts if fact[0] == subject)
        asked.append(Asked(Question(subject, gold), _answer(ours), found))
        conditions.steps.done()
    return [
        *Outcome(asked, conditions.seed).mean(f"{label}: found of an entity, of {_FACTS}", recall_at(_FACTS)),
        *_compared(f"{label}: recall by subject, over their probe", sides, conditions),
    ]


async def _added(
    label: str, served: Served, pid: int, theirs: HolographicStore, facts: Sequence[Fact], conditions: Conditions
) -> list[Measure]:
    """Adding the same facts in turn, after a block that does not count."""
    sides = _sides(pid)
    for number, fact in enumerate(facts):
        item = Item(_text(fact), _text(fact), more=dict(zip(_SLOTS, fact, strict=True)))
        if number == _ADDS:
            sides = _sides(pid)
        with sides[0].call():
            await served.remember(item)
        with sides[1].call():
            theirs.add(item.text)
        conditions.steps.done()
    return _compared(f"{label}: remember, over their add", sides, conditions)


def _sides(pid: int) -> tuple[_Spent, _Spent]:
    """Nothing spent yet: ours by the clock of the server, theirs by that of this process."""
    return _Spent(lambda: processor_s(pid)), _Spent(time.process_time)


def _compared(label: str, sides: tuple[_Spent, _Spent], conditions: Conditions) -> list[Measure]:
    """Ours over theirs: the medians of the times of a call, and the sums of the time on a processor."""
    ours, theirs = sides
    on_processor = Measure(f"{label}: processor time", ours.processor_s / theirs.processor_s, len(ours.wall_s))
    return [*ratio(f"{label}: time", ours.wall_s, theirs.wall_s, conditions), on_processor]


def _answer(texts: Sequence[str]) -> Answer:
    return Answer([frozenset({text}) for text in texts])


def _bytes(place: Path) -> int:
    """Of a file, or of all files in a folder."""
    files = place.rglob("*") if place.is_dir() else [place]
    return sum(path.stat().st_size for path in files if path.is_file())


TRACK = Track("beside the store of hermes-agent 0.19.0: 100 and 1,000 facts (--full: and 5,000); downloads it", [], run)
