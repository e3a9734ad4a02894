"""Who it is that several things hold of, in other words than they were stored in."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..conditions import Conditions, Track
from ..items import Answer, Asked, Question
from ..linking import Linking, Scores
from ..measures import Measure
from ..scoring import Outcome, any_at, rank_of
from ..served import Served
from ..world import Posed, World, drawn, write_triples
from .importing import Line

_SIZES = (1_000, 10_000)  # entities; the second if everything is asked for
_QUESTIONS = 200
_DEPTH = 10
_HOME = "home"
_WAYS = ("same words", "relation paraphrased", "filler in Chinese", "both")


async def run(conditions: Conditions) -> list[Measure]:
    """A world of each size in a store of its own, filled by an import of facts in slots."""
    if list(conditions.server[-1:]) != ["serve"]:
        conditions.steps.progress.console.print("left out: the command line of the server does not end in serve")
        return []
    measures: list[Measure] = []
    for size in _SIZES if conditions.full else _SIZES[:1]:
        measures += await measured_in(drawn(size, _QUESTIONS, conditions.seed), f"{size:,} entities", conditions)
    return measures


async def measured_in(world: World, label: str, conditions: Conditions) -> list[Measure]:
    """The figures of one world; none, and a note, where the server refuses to be asked so."""
    conditions.steps.expect(2 + len(_WAYS) * len(world.posed))
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        file = Path(folder, "memory.jsonl")
        write_triples(file, world.triples())
        await Line(conditions.server[:-1], Path(folder)).take_in(_HOME, file)
        conditions.steps.done()
        async with conditions.serving(str(Path(folder, _HOME))) as served:
            if await served.having(_told(_worded(world, world.posed[0], _WAYS[0])), 1) is None:
                conditions.refused(served)
                conditions.steps.progress.console.print(f"{label} left out: the server does not take having")
                return []
            linking = Linking(world)
            conditions.steps.done()
            asked = [await _ask(served, world, linking, p, way, conditions) for p in world.posed for way in _WAYS]
            refused = conditions.refused(served, f"{label}: refused calls")
    outcome = Outcome(asked, conditions.seed)
    measures = [
        Measure(f"{label}: gold per question", float(np.mean([len(p.gold) for p in world.posed])), len(world.posed))
    ]
    for way in _WAYS:
        one_way = outcome.only(lambda question, way=way: question.kind == way)
        measures += one_way.mean(f"{label}, {way}: first is gold", any_at(1))
        measures += one_way.mean(f"{label}, {way}: gold in five", any_at(5))
        measures += one_way.mean(f"{label}, {way}: decoy ahead", _decoy_ahead)
    return [*measures, refused]


async def _ask(served: Served, world: World, linking: Linking, posed: Posed, way: str, conditions: Conditions) -> Asked:
    """One question in one wording."""
    constraints = _worded(world, posed, way)
    rivals = {name: _answer(world, scores) for name, scores in linking.scores(constraints).items()}
    told = _told(constraints)
    names = await served.having(told, _DEPTH) or []
    ours = Answer([frozenset({name}) for name in names])
    conditions.steps.done()
    return Asked(Question("; ".join(told), posed.gold, kind=way, stale=frozenset({posed.decoy})), ours, rivals)


def _worded(world: World, posed: Posed, way: str) -> list[tuple[str, str]]:
    """The constraints as relation and filler in words."""
    paraphrased, translated = way in _WAYS[1::2], way in _WAYS[2:]
    return [
        (
            world.relations[r].other if paraphrased else world.relations[r].stored,
            world.fillers[f].chinese if translated else world.fillers[f].english,
        )
        for r, f in posed.pairs
    ]


def _told(constraints: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{relation}: {filler}" for relation, filler in constraints]


def _answer(world: World, scores: Scores) -> Answer:
    best: list[int] = np.argsort(-scores, kind="stable")[:_DEPTH].tolist()
    return Answer([frozenset({world.names[i]}) for i in best])


def _decoy_ahead(question: Question, answer: Answer) -> float:
    """1 if the entity with the same fillers under other relations comes before all that answer."""
    return float(rank_of(question.stale, answer) < rank_of(question.gold, answer))


TRACK = Track("who several things hold of, among 1,000 entities (--full: and 10,000), in other words", [], run)
