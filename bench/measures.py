"""A measured quantity with its interval: seeded bootstrap over questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

RESAMPLES = 1000
_TAILS = (2.5, 97.5)

Choice = npt.NDArray[np.int64]
Statistic = Callable[[Choice], float]  # what is measured, on a choice of the questions; nan: not defined there


@dataclass(frozen=True, slots=True)
class Compared:
    """What a rival reaches on the same questions, and how far the server is ahead of it, pair by pair."""

    value: float
    low: float
    high: float
    lead: float
    lead_low: float
    lead_high: float


@dataclass(frozen=True, slots=True)
class Measure:
    """One quantity; a plain count has no interval."""

    metric: str
    value: float
    n: int
    low: float | None = None
    high: float | None = None
    rivals: Mapping[str, Compared] = field(default_factory=dict[str, Compared])


def measured(
    metric: str, n: int, seed: int, ours: Statistic, rivals: Mapping[str, Statistic] | None = None
) -> list[Measure]:
    """The measure over `n` questions, as a list of one; of none where it is not defined.

    Server and rivals are measured on the same resamples.
    """
    if not n or np.isnan(value := ours(np.arange(n))):
        return []
    choices = np.random.default_rng(seed).integers(0, n, size=(RESAMPLES, n))
    drawn = _each(ours, choices)
    low, high = _interval(drawn)
    compared: dict[str, Compared] = {}
    for name, theirs in (rivals or {}).items():
        their_value, their_drawn = theirs(np.arange(n)), _each(theirs, choices)
        if not np.isnan(their_value):
            ahead = (value - their_value, *_interval(drawn - their_drawn))
            compared[name] = Compared(their_value, *_interval(their_drawn), *ahead)
    return [Measure(metric, value, n, low, high, compared)]


def _each(statistic: Statistic, choices: Choice) -> npt.NDArray[np.float64]:
    return np.array([statistic(choice) for choice in choices], dtype=np.float64)


def _interval(drawn: npt.NDArray[np.float64]) -> tuple[float, float]:
    low, high = np.nanpercentile(drawn, _TAILS)
    return float(low), float(high)


def mean(values: Sequence[float]) -> Statistic:
    """The mean over the questions chosen."""
    array = np.asarray(values, dtype=np.float64)
    return lambda chosen: float(array[chosen].mean())


def auroc(scores: Sequence[float], positive: Sequence[bool]) -> Statistic:
    """How often a positive has a higher score than a negative, ties half; nan without both."""
    array, truth = np.asarray(scores, dtype=np.float64), np.asarray(positive, dtype=np.bool_)

    def statistic(chosen: Choice) -> float:
        score, label = array[chosen], truth[chosen]
        high, low = score[label], np.sort(score[~label])
        if not len(high) or not len(low):
            return float("nan")
        below = np.searchsorted(low, high, "left") + np.searchsorted(low, high, "right")
        return float(below.mean() / (2 * len(low)))

    return statistic


def ratio_of_medians(ours: Sequence[float], theirs: Sequence[float]) -> Statistic:
    """The median of the one over the median of the other, resampled pair by pair."""
    above, below = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    return lambda chosen: float(np.median(above[chosen]) / np.median(below[chosen]))
