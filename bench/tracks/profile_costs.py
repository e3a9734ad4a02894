"""Ways to find of whom several things hold: what each takes in time and in memory, computed in this process."""

from __future__ import annotations

import time

import numpy as np

from ..conditions import Conditions, Track
from ..linking import EXACT, Linking
from ..measures import Measure
from ..world import drawn
from .speed import ratio

_SIZES = (1_000, 10_000)
_QUESTIONS = 60  # the first tenth does not count


async def run(conditions: Conditions) -> list[Measure]:
    """Each way after the other for the same questions; quality is what the track `having` measures."""
    measures: list[Measure] = []
    for size in _SIZES if conditions.full else _SIZES[:1]:
        world = drawn(size, _QUESTIONS, conditions.seed)
        conditions.steps.expect(1 + _QUESTIONS)
        linking = Linking(world)
        conditions.steps.done()
        times: dict[str, list[float]] = {}
        for posed in world.posed:
            words = [(world.relations[r].other, world.fillers[f].english) for r, f in posed.pairs]
            for name, way in linking.ways(*linking.cosines(words)).items():
                began = time.perf_counter()
                way()
                times.setdefault(name, []).append(time.perf_counter() - began)
            conditions.steps.done()
        taken = {name: all_[_QUESTIONS // 10 :] for name, all_ in times.items()}
        for name, held in linking.held().items():
            label = f"{size:,} entities, {name}"
            if name != EXACT:
                measures += ratio(f"{label}: time over {EXACT}", taken[name], taken[EXACT], conditions)
            measures.append(Measure(f"{label}: bytes an entity in memory", held, size))
        measures.append(Measure(f"{size:,} entities, {EXACT}: median ms", 1e3 * float(np.median(taken[EXACT])), size))
    return measures


TRACK = Track(
    "ways to find of whom several things hold: time and memory at 1,000 entities (--full: and 10,000)", [], run
)
