"""Probes by slots: exactly, in other words, and along a path of relations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..storage.errors import InvalidArgument
from ..storage.table.keys import probe
from .mind import Mind
from .page import Hit, Page

if TYPE_CHECKING:
    from ..storage.relation.relations import Fit
    from ..storage.relation.walking import Path
    from ..storage.table.filters import Filter
    from .fuse import Why

MOST_HOPS = 4
_MOST_FITS = 50
_CONTRAST = 8  # power: of claims about one entity only the relation differs, and that is a small part of the score
_STEP = re.compile(r"\s*(?:>|→|›|＞)\s*")
_OTHERWISE = "No memory has these very slots; these come nearest, the nearest first."
NAMES_LATER = "Names in other words are not compared yet: the embedding model is still loading."


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a probe as asked; what is empty is what is asked."""

    subject: str = ""
    relation: str = ""
    object: str = ""

    def __bool__(self) -> bool:
        return bool(self.subject or self.relation or self.object)

    @property
    def path(self) -> Sequence[str]:
        """The relations of a path ("father > employer"), in the order they are gone along; empty for a single one."""
        steps = [s for s in _STEP.split(self.relation) if s]
        return steps if len(steps) > 1 else ()


async def with_slots(mind: Mind, slots: Slots, wanted: Filter) -> Filter:
    """The filter with the keys of the slots, under every name declared for them. Raises InvalidArgument for a path that
    cannot be gone."""
    if not slots:
        return wanted
    if slots.path:
        _check(slots)
        return wanted
    named = await mind.relations.naming(wanted)
    return replace(wanted, claim_keys=probe(slots.subject, slots.relation, slots.object, named))


def _check(slots: Slots) -> None:
    if len(slots.path) > MOST_HOPS:
        raise InvalidArgument(
            "relation",
            f"has {len(slots.path)} steps; the limit is {MOST_HOPS}. Ask for the first, then go on from there.",
        )
    if bool(slots.subject) == bool(slots.object):
        raise InvalidArgument(
            "relation", "is a path: give the subject it starts at, or the object it ends at, and not both."
        )


async def along_path(mind: Mind, slots: Slots, wanted: Filter, offset: int, most: int) -> Page:
    """The memories of the chains from the subject along the path, or back from the object; chain by chain, the best
    first."""
    paths, complete = await _paths(mind, slots, wanted)
    whole = [p for p in paths if len(p.rows) == len(slots.path)]
    ids = list(dict.fromkeys(i for p in paths for i in p.rows))
    rows = await mind.reader.seen(ids[offset : offset + most])
    note = (
        ""
        if whole or not paths
        else f"The path was not found to its end: {len(paths[0].rows)} of {len(slots.path)} steps."
    )
    return Page(
        [Hit(m, why=("relation",)) for m in rows.values()],
        more=len(ids) > offset + most,
        complete=complete,
        note=note if complete else NAMES_LATER,
    )


async def _paths(mind: Mind, slots: Slots, wanted: Filter) -> tuple[list[Path], bool]:
    forth = bool(slots.subject)
    steps = [(r, not forth) for r in (slots.path if forth else reversed(slots.path))]
    return await mind.relations.along(slots.subject or slots.object, steps, wanted)


async def in_other_words(mind: Mind, slots: Slots, wanted: Filter, offset: int, most: int) -> Page:
    """What comes nearest to a probe that no claim answers to the letter."""
    fits, complete = await _fitting(mind, slots, wanted, min(offset + most + 1, _MOST_FITS))
    shown = fits[offset : offset + most]
    rows = await mind.reader.seen(f.id for f in shown)
    return Page(
        [Hit(rows[f.id], score=f.score, why=("relation",)) for f in shown if f.id in rows],
        more=len(fits) > offset + most,
        found=fits[0].score if fits else None,
        complete=complete,
        note=NAMES_LATER if not complete else _OTHERWISE if fits else "",
    )


async def beside_query(mind: Mind, slots: Slots, wanted: Filter) -> tuple[Mapping[str, float] | None, Filter]:
    """For a question with slots beside it: the filter, if any memory has these very slots; else what comes near, and the
    filter without them. None where there are no slots: then they are to be read out of the question."""
    if not slots:
        return None, wanted
    if slots.path:
        paths, _ = await _paths(mind, slots, wanted)
        return {i: p.score for p in reversed(paths) for i in p.rows}, wanted
    if await mind.reader.find(wanted, limit=1):
        return {}, wanted
    fits, _ = await _fitting(mind, slots, wanted, _MOST_FITS)
    return {f.id: f.score**_CONTRAST for f in fits}, replace(wanted, claim_keys=())


def why(channels: tuple[Why, ...], wanted: Filter) -> tuple[Why, ...]:
    """The channels that found a row; its claims did, too, where the slots were asked for to the letter."""
    return channels if "relation" in channels or not wanted.claim_keys else (*channels, "relation")


async def _fitting(mind: Mind, slots: Slots, wanted: Filter, most: int) -> tuple[list[Fit], bool]:
    return await mind.relations.fitting(slots.subject, slots.relation, slots.object, wanted, most)
