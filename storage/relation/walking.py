"""Chains: from a known entity along relations, fact by fact, each looked up in the table before the next is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .atoms import Near
from .claims import Claims
from .probing import RELATION_LEAST, top

if TYPE_CHECKING:
    from .likeness import Numbers, Scores

MOST_HOPS = 4
BRIDGE = 0.5  # what a path is worth with a fact in between that nobody asked for
_BEAM = 50  # entities a hop goes on from, the best first
_LOOKED_UP = 200  # claims looked up at a hop

Standing = Callable[[Iterable[str]], Awaitable[set[str]]]


@dataclass(frozen=True, slots=True)
class Hop:
    """One relation to go along; `known_is_object`: from its object to its subject."""

    near: Near
    known_is_object: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """Where a walk has come to: an entity, the rows that led there in order, and how well they fit on the whole, 0..1."""

    entity: int
    rows: tuple[str, ...]
    score: float


async def walked(
    start: Sequence[int], hops: Sequence[Hop], claims: Claims, standing: Standing, *, bridging: bool = False
) -> list[Path]:
    """The paths from any of these entities along all the hops, best first; where none goes so far, the longest that
    there are, worth so much less. `bridging`: where nobody has the relation asked for, one fact of any kind may stand in
    between, which a question leaves unsaid ("her sport" of who plays a position of it)."""
    paths = [Path(entity, (), 1.0) for entity in start]
    for done, hop in enumerate(hops):
        further = await _further(paths, hop, claims, standing)
        if not further and bridging and len(paths[0].rows) + len(hops) - done < MOST_HOPS:
            between = await _further(paths, _anything(claims), claims, standing)
            further = await _further(between, hop, claims, standing)
        if not further:
            share = done / len(hops)
            return [Path(p.entity, p.rows, p.score * share) for p in paths if p.rows]
        paths = further
    return paths


def _anything(claims: Claims) -> Hop:
    """A hop along any relation, from subject to object."""
    count = len(claims.words.relations)
    return Hop(Near(np.full(count, BRIDGE, np.float32), np.full(count, -1.0, np.float32)))


async def _further(paths: Sequence[Path], hop: Hop, claims: Claims, standing: Standing) -> list[Path]:
    by_entity = {p.entity: p for p in reversed(paths)}
    entities = sorted(by_entity)
    came = np.zeros(len(claims.words.entities), np.float32)
    came[entities] = [by_entity[e].score for e in entities]
    near = Near(hop.near.turned, hop.near.direct) if hop.known_is_object else hop.near
    forth, back = claims.by_subject.of(entities), claims.by_object.of(entities)
    at = np.concatenate([forth, back])
    from_ = np.concatenate([claims.subject[forth], claims.object[back]])
    to = np.concatenate([claims.object[forth], claims.subject[back]])
    likeness = np.concatenate([near.direct[claims.relation[forth]], near.turned[claims.relation[back]]])
    worth: Scores = np.where(likeness >= RELATION_LEAST, came[from_] * likeness, 0.0).astype(np.float32)
    order: Numbers = top(worth, _LOOKED_UP)
    ids = claims.ids_of(at[order])
    there = await standing(ids)
    found: dict[int, Path] = {}
    for id_, place in zip(ids, order.tolist(), strict=True):
        before, entity = by_entity[int(from_[place])], int(to[place])
        if id_ in there and entity not in found and id_ not in before.rows:
            found[entity] = Path(entity, (*before.rows, id_), float(worth[place]))
        if len(found) == _BEAM:
            break
    return list(found.values())
