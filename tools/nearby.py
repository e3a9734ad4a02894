"""The nearby channel: what was said next to a hit, and in the same conversation, is likelier to answer."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..storage.table.search import Candidate

# What a point by which neighbours are above the usual adds, tuned on the development data of bench/ (the ablation
# is in docs/benchmarks.md). Only events are told one after the other; statements of a session are no conversation.
NEXT_WEIGHT, SESSION_WEIGHT = 0.5, 0.4
_OTHERS = 3  # of a session, the best that count
_BEST = 60  # candidates whose sessions are looked at
Told = Mapping[str, Sequence[str]]  # by session, the ids of its events in the order they were told


def events_of(ranked: Sequence[Candidate]) -> list[str]:
    """The ids of the events among the best candidates, which come in their order."""
    return [c.id for c in ranked[:_BEST] if c.kind == "event"]


def beside(ranked: Sequence[Candidate], told: Told) -> list[str]:
    """What was told next to these candidates and is none itself."""
    known = {c.id for c in ranked}
    found: dict[str, None] = {}
    for ids in told.values():
        for one, next_ in pairwise(ids):
            if (one in known) != (next_ in known):
                found[next_ if one in known else one] = None
    return list(found)


def nearby(scores: Mapping[str, float], told: Told) -> dict[str, float]:
    """What each event gains by its neighbours and by the rest of its session, where these are above the median of
    all events that are candidates."""
    events = [scores[i] for ids in told.values() for i in ids if i in scores]
    if not events:
        return {}
    usual = median(events)
    gains: dict[str, float] = {}
    for ids in told.values():
        there = [scores.get(i, 0.0) for i in ids]
        best = heapq.nlargest(_OTHERS + 1, there)
        for at, id_ in enumerate(ids):
            if id_ not in scores:
                continue
            next_to = max(there[at - 1] if at else 0.0, there[at + 1] if at + 1 < len(there) else 0.0)
            gain = NEXT_WEIGHT * max(next_to - usual, 0.0) + SESSION_WEIGHT * max(_rest(best, there[at]) - usual, 0.0)
            if gain > 0:
                gains[id_] = gain
    return gains


def _rest(best: Sequence[float], own: float) -> float:
    """The mean of the best of a session without this one."""
    others = sum(best) - own if own in best else sum(best[:_OTHERS])
    return others / _OTHERS
