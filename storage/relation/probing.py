"""Slot-wise scores: how well each claim fits a probe whose slots are worded in some other way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .atoms import Near
from .claims import Claims, Groups
from .likeness import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .likeness import Numbers, Scores

# What an entity weighs beside a relation (research: .7 and .3 were best on held-out paraphrases, typos and translations).
ENTITY_WEIGHT, RELATION_WEIGHT = 0.7, 0.3
# From which likeness on an entity counts as perhaps the one meant, and a relation as another wording.
ENTITY_LEAST, RELATION_LEAST = 0.45, 0.2
# The same where the store uses the asked relation itself, though not of this entity: then only what says the same.
RELATION_SAME = 0.8
# Widths of the kernels by which constraints are joined (Frady and others' soft binding, as measured for profiles).
RELATION_WIDTH, FILLER_WIDTH = 1.0, 0.7


@dataclass(frozen=True, slots=True)
class Asked:
    """A probe: how near each entity comes to its subject and to its object, and each relation to its relation; None for
    what is asked."""

    subject: Scores | None
    relation: Near | None
    object: Scores | None


def scored(asked: Asked, claims: Claims) -> Scores:
    """How well each claim fits, 0..1, shape (n,): the weighted mean over the slots given, from the better side; 0 where
    a slot given is not met at all."""
    direct = _one_side(asked.subject, asked.relation and asked.relation.direct, asked.object, claims)
    if asked.relation is None:
        return direct
    return np.maximum(direct, _one_side(asked.object, asked.relation.turned, asked.subject, claims))


def _one_side(subject: Scores | None, relation: Scores | None, object_: Scores | None, claims: Claims) -> Scores:
    total, weight = np.zeros(len(claims), np.float32), 0.0
    met = np.ones(len(claims), bool)
    slots = (
        (subject, claims.subject, ENTITY_WEIGHT, ENTITY_LEAST),
        (relation, claims.relation, RELATION_WEIGHT, RELATION_LEAST),
        (object_, claims.object, ENTITY_WEIGHT, ENTITY_LEAST),
    )
    for near, numbers, share, least in slots:
        if near is not None:
            likeness = near[numbers]
            total += share * likeness
            met &= likeness >= least
            weight += share
    return np.where(met, total / max(weight, 1e-9), 0.0).astype(np.float32)


def strict(near: Near, least: float) -> Near:
    """Only relations so near."""
    return Near(*(np.where(side >= least, side, -1.0).astype(np.float32) for side in (near.direct, near.turned)))


def only(near: Scores) -> Scores:
    """Only the entities of the very name, where there are any."""
    exact = near >= 1.0
    return np.where(exact, near, -1.0).astype(np.float32) if exact.any() else near


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing that must hold of an entity: how much each relation and each filler is worth for it, 0..1."""

    direct: Scores
    turned: Scores
    filler: Scores

    @classmethod
    def of(cls, relation: Near, filler: Scores) -> Constraint:
        """The constraint of a relation and a filler as near as given."""
        return cls(
            kernel(relation.direct, RELATION_WIDTH),
            kernel(relation.turned, RELATION_WIDTH),
            kernel(filler, FILLER_WIDTH),
        )

    def of_subjects(self, claims: Claims) -> Scores:
        """What each claim is worth for its subject, shape (n,)."""
        return self.direct[claims.relation] * self.filler[claims.object]

    def of_objects(self, claims: Claims) -> Scores:
        """What each claim is worth for its object."""
        return self.turned[claims.relation] * self.filler[claims.subject]


def by_entity(constraint: Constraint, claims: Claims, entities: int) -> Scores:
    """The best that any claim of an entity is worth for a constraint, shape (entities,)."""
    best = np.zeros(entities, np.float32)
    sides: tuple[tuple[Groups, Scores], ...] = (
        (claims.by_subject, constraint.of_subjects(claims)),
        (claims.by_object, constraint.of_objects(claims)),
    )
    for groups, worth in sides:
        np.maximum.at(best, groups.keys, groups.best(worth))
    return best


def top(scores: Scores, most: int, least: float = 0.0) -> Numbers:
    """The places of the highest scores above `least`, the highest first; ties by place."""
    places = np.flatnonzero(scores > least)
    if len(places) > most:
        edge = np.partition(scores[places], len(places) - most)[len(places) - most]
        places = places[scores[places] >= edge]
    order: NDArray[np.int64] = np.lexsort((places, -scores[places]))
    return places[order][:most].astype(np.int32)
