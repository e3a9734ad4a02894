"""Pairs of statements that clash, say the same, or go together: what the second does to the first, by text alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..conditions import Conditions, Track
from ..items import Item
from ..measures import Measure
from ..outcomes import REINFORCED, touched
from ..reading import SETS, read_lines
from ..served import Served

_SMALL, _FRESH = "conflict_pairs_small.jsonl", "conflict_pairs_fresh.jsonl"
_UPDATE, _DUPLICATE, _TOGETHER = "update", "duplicate", ("compatible", "unrelated")
_ALL, _LANGUAGES = "all", ("en", "zh")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two statements, told one after the other in a scope of their own, and what the second is to the first."""

    old: Item
    new: Item
    label: str
    language: str


async def run(conditions: Conditions) -> list[Measure]:
    """Both sets, each with a server of its own; single pairs are never shown, since one of the sets is frozen."""
    small, fresh = _pairs(conditions.data / _SMALL), _pairs(SETS / _FRESH)
    return [*await _measured("small", small, conditions), *await _measured("fresh", fresh, conditions)]


def _pairs(file: Path) -> list[_Pair]:
    return [
        _Pair(
            Item(f"{pair['id']}/old", pair["old"], pair["id"]),
            Item(f"{pair['id']}/new", pair["new"], pair["id"]),
            pair["label"],
            pair["lang"],
        )
        for pair in read_lines(file)
    ]


async def _measured(name: str, pairs: Sequence[_Pair], conditions: Conditions) -> list[Measure]:
    items = [item for pair in pairs for item in (pair.old, pair.new)]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        lost = {item.id for item in items if not await served.holds(item.id)}
        measures: list[Measure] = []
        for language in (_ALL, *_LANGUAGES):
            chosen = [pair for pair in pairs if language in (_ALL, pair.language)]
            measures += _shares(f"{name}, {language}", served, chosen, conditions.seed)
            measures += _counts(f"{name}, {language}", served, chosen, lost)
        return [*measures, conditions.refused(served, f"{name}: refused calls")]


def _shares(label: str, served: Served, pairs: Sequence[_Pair], seed: int) -> list[Measure]:
    """Of the updates, how many are shown to clash with the first or take its place; how many of the others are, too."""
    measures: list[Measure] = []
    for metric, labels in (
        ("updates surfaced", (_UPDATE,)),
        ("compatible and unrelated touched", _TOGETHER),
        ("duplicates touched", (_DUPLICATE,)),
    ):
        measures += touched(f"{label}: {metric}", served, [p.new for p in pairs if p.label in labels], seed)
    return measures


def _counts(label: str, served: Served, pairs: Sequence[_Pair], lost: set[str]) -> list[Measure]:
    """How many were taken for the same and are not, and how many statements are no longer among what is current."""
    different = [pair.new.id for pair in pairs if pair.label != _DUPLICATE]
    merged = sum(any(told.outcome == REINFORCED for told in served.answers_to(new)) for new in different)
    gone = sum(item.id in lost for pair in pairs for item in (pair.old, pair.new))
    return [
        Measure(f"{label}: merged though no duplicate", merged, len(different)),
        Measure(f"{label}: statements lost", gone, 2 * len(pairs)),
    ]


TRACK = Track("pairs that clash, say the same or go together, by text alone: what the second does", [_SMALL], run)
