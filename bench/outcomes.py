"""What storing did to what was there: how often a statement stands against another or takes its place."""

from __future__ import annotations

from collections.abc import Sequence

from .items import Item
from .measures import Measure, mean, measured
from .served import Served

CONTESTED, SUPERSEDED, REINFORCED = "contested", "superseded", "reinforced"
_OUTCOMES = ("stored", REINFORCED, SUPERSEDED, CONTESTED)


def touches(served: Served, item: str) -> bool:
    """Whether a statement stands against another or took its place, by what was answered to any of its parts."""
    return any(told.outcome in (CONTESTED, SUPERSEDED) for told in served.answers_to(item))


def touched(metric: str, served: Served, items: Sequence[Item], seed: int) -> list[Measure]:
    """The share of the statements that touched another."""
    return measured(metric, len(items), seed, mean([touches(served, item.id) for item in items]))


def counted(label: str, served: Served) -> list[Measure]:
    """How often each outcome was answered, of all statements."""
    every = served.outcomes.total()
    return [Measure(f"{label}: {outcome}", served.outcomes[outcome], every) for outcome in _OUTCOMES]
