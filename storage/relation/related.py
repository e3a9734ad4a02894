"""The relation channel: a question in words, read as slots, walked along the claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..text.asked import readings
from ..text.relations import USER
from .atoms import Near
from .mentions import Mention, mentions, unknown_names
from .probing import top
from .walking import Hop, Path, Standing, walked

if TYPE_CHECKING:
    from ..text.asked import Reading
    from ..text.naming import Naming
    from .atoms import Atoms
    from .claims import Claims

# A name that is not one of the store's to the letter is taken for the nearest from this likeness on.
NAME_LEAST = 0.7
# A relation the question words is taken for one of the store's from this likeness on.
WORDING_LEAST = 0.3
# What is only near to the whole question is worth so much of what is read in it.
UNREAD_SHARE, UNREAD_LEAST = 0.5, 0.4
# Each further way to read a question is worth so much of the one before.
NEXT_READING = 0.8
_MOST_ROWS = 30
_LOOKED_UP = 100


async def related(
    question: str, atoms: Atoms, claims: Claims, named: Naming, standing: Standing
) -> Mapping[str, float]:
    """The rows of the claims a question asks for, with how well they fit, 0..1; empty where it names no entity."""
    found = mentions(question, claims.words.entities, claims.words.wordings)
    found += await _by_likeness(question, found, atoms, claims, named)
    at = {m.written: m.entity for m in found}
    user = claims.words.entities.known(USER)
    if user is not None:
        at[USER] = user
    fits: dict[str, float] = {}
    share = 1.0
    doubtful = {m.written for m in found if m.doubtful}
    for reading in readings(question, [n for n in at if n not in doubtful]) or readings(question, list(at)):
        if reading.known in at:
            start = _all_names(at[reading.known], named, claims)
            for path in await _paths(reading, start, atoms, claims, named, standing):
                for row in path.rows:
                    fits[row] = max(fits.get(row, 0.0), share * path.score ** (1.0 / len(path.rows)))
            share *= NEXT_READING
    if not fits and found:
        fits = await _unread(question, found, atoms, claims, named, standing)
    best = sorted(fits.items(), key=lambda f: (-f[1], f[0]))[:_MOST_ROWS]
    return dict(best)


def _all_names(entity: int, named: Naming, claims: Claims) -> Sequence[int]:
    names = named.names_of(claims.words.entities.names[entity])
    return [n for n in map(claims.words.entities.known, names) if n is not None]


async def _paths(
    reading: Reading, start: Sequence[int], atoms: Atoms, claims: Claims, named: Naming, standing: Standing
) -> list[Path]:
    return await walked(start, await _hops(reading, atoms, claims, named), claims, standing, bridging=True)


async def _hops(reading: Reading, atoms: Atoms, claims: Claims, named: Naming) -> list[Hop]:
    hops: list[Hop] = []
    for step in reading.steps:
        near = await atoms.near_relations(step.relation, named, claims)
        sides = [np.where(s >= WORDING_LEAST, s, -1.0).astype(np.float32) for s in (near.direct, near.turned)]
        hops.append(Hop(Near(*sides), step.known_is_object))
    return hops


async def _by_likeness(
    question: str, found: list[Mention], atoms: Atoms, claims: Claims, named: Naming
) -> list[Mention]:
    """Names of the question that are spelled or put another way than in the store."""
    more: list[Mention] = []
    for name in unknown_names(question, found):
        near = await atoms.near_entities(name, named, claims)
        more += [Mention(name, int(e)) for e in top(near, 1, NAME_LEAST)]
    return more


async def _unread(
    question: str, found: Sequence[Mention], atoms: Atoms, claims: Claims, named: Naming, standing: Standing
) -> dict[str, float]:
    """What is said of the entities named by relations near to the rest of the question."""
    rest = question
    for mention in found:
        rest = rest.replace(mention.written, " ")
    near = await atoms.near_relations(rest, named, claims)
    likeness = np.maximum(near.direct, near.turned)
    entities = [e for m in found for e in _all_names(m.entity, named, claims)]
    at = np.unique(np.concatenate([claims.by_subject.of(entities), claims.by_object.of(entities)]))
    order = at[top(likeness[claims.relation[at]], _LOOKED_UP, UNREAD_LEAST)]
    ids = claims.ids_of(order)
    there = await standing(ids)
    fits: dict[str, float] = {}
    for id_, place in zip(ids, order.tolist(), strict=True):
        if id_ in there:
            fits.setdefault(id_, UNREAD_SHARE * float(likeness[claims.relation[place]]))
    return fits
