"""Which other entities an entity is like, and which may be it under another name. It proposes; a person joins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..text.relations import is_functional
from .probing import top
from .walking import Standing

if TYPE_CHECKING:
    from .claims import Claims
    from .likeness import Scores

# Who shares so much of what is said of the one of whom less is said, and is called so much alike, may be the same.
SAME_FACTS, SAME_NAME = 0.5, 0.6
_FEWEST_SHARED = 2
_MOST = 10
_LOOKED_UP = 400  # claims of others looked up in the table
_COMMON = 200  # so many say the same: it tells nobody apart
Pair = tuple[int, int, bool]  # relation, the other entity, and whether that one is the subject


@dataclass(frozen=True, slots=True)
class Kin:
    """Another entity: how much it shares with the one asked for, 0..1, how alike their names are, -1..1, what both are
    said to be (relation, other), what speaks against their being one, and whether they may be."""

    name: str
    shared: float
    named: float
    both: tuple[tuple[str, str], ...]
    against: tuple[str, ...]

    @property
    def perhaps_same(self) -> bool:
        """Whether it may be the same one under another name."""
        facts = self.shared >= SAME_FACTS and len(self.both) >= _FEWEST_SHARED
        return not self.against and (facts or self.named >= SAME_NAME)


async def kin_of(entities: Sequence[int], claims: Claims, named: Scores, standing: Standing) -> list[Kin]:
    """The entities that share most with these, which are one, and those called alike; best first."""
    mine = await _pairs(entities, claims, standing)
    own = set(entities)
    sharing = await _sharing(mine, own, claims, standing)
    alike = [e for e in top(named, _MOST + len(own), SAME_NAME).tolist() if e not in own]
    found: list[Kin] = []
    for other in dict.fromkeys([*sorted(sharing, key=lambda e: -len(sharing[e])), *alike]):
        theirs = await _pairs([other], claims, standing)
        if theirs:
            found.append(_kin(other, mine, theirs, float(named[other]), claims))
        if len(found) == 2 * _MOST:
            break
    found.sort(key=lambda k: (-k.perhaps_same, -k.shared - max(k.named, 0.0), k.name))
    return [k for k in found if k.both or k.perhaps_same][:_MOST]


async def _pairs(entities: Sequence[int], claims: Claims, standing: Standing) -> set[Pair]:
    """What is said of these now."""
    forth, back = claims.by_subject.of(entities), claims.by_object.of(entities)
    at = np.concatenate([forth, back])
    ids = claims.ids_of(at)
    there = await standing(dict.fromkeys(ids))
    found: set[Pair] = set()
    for id_, place, turned in zip(ids, at.tolist(), [False] * len(forth) + [True] * len(back), strict=True):
        if id_ in there:
            other = claims.subject[place] if turned else claims.object[place]
            found.add((int(claims.relation[place]), int(other), turned))
    return found


async def _sharing(mine: set[Pair], own: set[int], claims: Claims, standing: Standing) -> Mapping[int, set[Pair]]:
    """Who else is said to be some of this, now."""
    places: list[tuple[int, int, Pair]] = []
    for pair in sorted(mine):
        relation, other, turned = pair
        at = (claims.by_subject if turned else claims.by_object).of([other])
        at = at[claims.relation[at] == relation]
        if len(at) <= _COMMON:
            whose = claims.object[at] if turned else claims.subject[at]
            places += [(p, e, pair) for p, e in zip(at.tolist(), whose.tolist(), strict=True) if e not in own]
    places = places[:_LOOKED_UP]
    ids = claims.ids_of(np.asarray([p for p, _, _ in places], np.int32))
    there = await standing(dict.fromkeys(ids))
    found: dict[int, set[Pair]] = defaultdict(set)
    for id_, (_, entity, pair) in zip(ids, places, strict=True):
        if id_ in there:
            found[entity].add(pair)
    return found


def _kin(other: int, mine: set[Pair], theirs: set[Pair], named: float, claims: Claims) -> Kin:
    words, both = claims.words, mine & theirs
    told = tuple(sorted((words.relations.names[r], words.entities.names[o]) for r, o, _ in both))
    ours = {r: o for r, o, turned in mine if not turned and is_functional(words.relations.names[r])}
    against = tuple(
        f"{words.relations.names[r]}: {words.entities.names[ours[r]]}, not {words.entities.names[o]}"
        for r, o, turned in sorted(theirs - both)
        if not turned and r in ours and ours[r] != o
    )
    shared = len(both) / max(1, min(len(mine), len(theirs)))
    return Kin(words.entities.names[other], shared, named, told, against)
