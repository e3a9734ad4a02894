"""The entity of which several things hold, in whatever words: slot by slot, constraint by constraint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .probing import Constraint, by_entity, top
from .walking import Standing

if TYPE_CHECKING:
    from ..text.naming import Naming
    from .claims import Claims
    from .likeness import Numbers, Scores

MET = 0.25  # from which worth on a constraint counts as met; below it is named as missing
_AT_ONCE = 25  # entities looked up in the table at once, the most promising first
_MOST = 500
_CLAIMS_EACH = 3  # of an entity for one constraint, in case the best of them no longer stands


@dataclass(frozen=True, slots=True)
class Holder:
    """An entity, how well the constraints hold of it on the whole, 0..1, those that do not by their place, and the rows
    that say those that do, by place."""

    name: str
    score: float
    missing: tuple[int, ...]
    rows: Mapping[int, str]


async def holders(
    constraints: Sequence[Constraint],
    claims: Claims,
    named: Naming,
    standing: Standing,
    most: int,
    among: Sequence[int] | None = None,
) -> list[Holder]:
    """The entities of which the constraints hold best, best first; of each at least one holds.

    What an entity could reach with all that was ever said of it bounds what it reaches with what stands, so they are
    looked up in that order until no other can be better. `among`: only these, where something else proposed them.
    """
    worth = [_worth(c, claims) for c in constraints]
    bounds = np.mean([by_entity(c, claims, len(claims.words.entities)) for c in constraints], axis=0)
    if among is not None:
        others = np.ones(len(bounds), bool)
        others[list(among)] = False
        bounds[others] = 0.0
    bounds, group = _joined(bounds, claims, named)
    found: list[Holder] = []
    order = top(bounds, _MOST, MET / len(constraints))
    for start in range(0, len(order), _AT_ONCE):
        some: list[int] = order[start : start + _AT_ONCE].tolist()
        if len(found) >= most and found[most - 1].score >= bounds[some[0]]:
            break
        found += await _looked_up(some, group, worth, claims, standing)
        found.sort(key=lambda h: (-h.score, h.name))
    return found[:most]


@dataclass(frozen=True, slots=True)
class _Worth:
    """What each claim is worth for a constraint, for its subject and for its object."""

    subjects: Scores
    objects: Scores


def _worth(constraint: Constraint, claims: Claims) -> _Worth:
    return _Worth(constraint.of_subjects(claims), constraint.of_objects(claims))


def _joined(bounds: Scores, claims: Claims, named: Naming) -> tuple[Scores, Mapping[int, Sequence[int]]]:
    """The bounds with those of one entity under several names on the first of them, and who goes by several."""
    group: dict[int, list[int]] = {}
    bounds = bounds.copy()
    for names in {tuple(sorted(names)) for names in named.entities.values()}:
        numbers = [n for n in map(claims.words.entities.known, names) if n is not None]
        if len(numbers) > 1:
            first = max(numbers, key=lambda n: bounds[n])
            total = min(1.0, float(bounds[numbers].sum()))  # each may hold what the others lack
            bounds[numbers] = 0.0
            bounds[first] = total
            group[first] = numbers
    return bounds, group


async def _looked_up(
    entities: Sequence[int],
    group: Mapping[int, Sequence[int]],
    worth: Sequence[_Worth],
    claims: Claims,
    standing: Standing,
) -> list[Holder]:
    best: dict[int, list[list[tuple[float, int]]]] = {}
    for entity in entities:
        members = group.get(entity, [entity])
        forth, back = claims.by_subject.of(members), claims.by_object.of(members)
        at = np.concatenate([forth, back])
        best[entity] = [_best(at, np.concatenate([w.subjects[forth], w.objects[back]])) for w in worth]
    places = sorted({at for of_each in best.values() for few in of_each for _, at in few})
    ids = dict(zip(places, claims.ids_of(np.asarray(places, np.int32)), strict=True))
    there = await standing(dict.fromkeys(ids.values()))
    return [h for e in entities if (h := _holder(claims.words.entities.names[e], best[e], ids, there)) is not None]


def _best(at: Numbers, scores: Scores) -> list[tuple[float, int]]:
    """The few claims worth most, and where they are."""
    return [(float(scores[i]), int(at[i])) for i in top(scores, _CLAIMS_EACH).tolist()]


def _holder(
    name: str, best: Sequence[Sequence[tuple[float, int]]], ids: Mapping[int, str], there: set[str]
) -> Holder | None:
    standing = [next(((w, ids[at]) for w, at in few if ids[at] in there), (0.0, "")) for few in best]
    missing = tuple(i for i, (w, _) in enumerate(standing) if w < MET)
    if len(missing) == len(best):
        return None
    rows = {i: id_ for i, (w, id_) in enumerate(standing) if w >= MET}
    return Holder(name, sum(w for w, _ in standing) / len(best), missing, rows)
