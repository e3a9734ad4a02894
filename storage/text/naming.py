"""Other names declared for entities and relations: what counts as one, as long as the declarations stand.

A declaration is a claim like any other, so it can be superseded, hidden, undone and erased, and the names part again:
(Bob, is the same as, Robert Smith); (leads, is the same relation as, manages); (employs, is the inverse of, works for).
Nothing stored is renamed by it: what was told under either name keeps its own, and probes ask for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..memory import Claim
from .relations import relation_of, slot_of, subject_of

SAME, SAME_RELATION, INVERSE = "same as", "same relation as", "inverse of"
DECLARING = (SAME, SAME_RELATION, INVERSE)
MOST_NAMES = 32  # of one entity or relation: more are somebody's mistake, and would be asked for one by one

Turned = tuple[str, bool]  # the name of a relation, and whether it says it from the other side


@dataclass(frozen=True, slots=True)
class Naming:
    """Which names go together. Without declarations every name stands for itself."""

    entities: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    relations: Mapping[str, tuple[Turned, ...]] = field(default_factory=dict[str, tuple[Turned, ...]])

    def names_of(self, entity: str) -> tuple[str, ...]:
        """All names an entity is kept under, this one first."""
        name = subject_of(entity)
        return self.entities.get(name, (name,))

    def relations_of(self, worded: str) -> tuple[Turned, ...]:
        """All names a relation is kept under, its own first, and which of them say it from the other side."""
        name, turned, _ = relation_of(worded)
        return tuple((n, t != turned) for n, t in self.relations.get(name, ((name, False),)))


PLAIN = Naming()


def naming(declared: Iterable[Claim]) -> Naming:
    """What claims declare of names; claims of other relations say nothing of them."""
    entities, relations = _Joined(), _Joined()
    for claim in declared:
        slot = slot_of(claim)
        if slot.relation == SAME:
            entities.join(subject_of(claim.subject), subject_of(claim.object))
        elif slot.relation in (SAME_RELATION, INVERSE):
            (one, one_turned, _), (other, other_turned, _) = relation_of(claim.subject), relation_of(claim.object)
            relations.join(one, other, turned=(slot.relation == INVERSE) != (one_turned != other_turned))
    return Naming(
        {name: tuple(n for n, _ in group) for name, group in entities.groups().items()},
        dict(relations.groups()),
    )


class _Joined:
    """Names joined one by one; of each, whether it says the same as the first of its group or the inverse."""

    def __init__(self) -> None:
        self._group: dict[str, dict[str, bool]] = {}

    def join(self, one: str, other: str, *, turned: bool = False) -> None:
        mine, theirs = (self._group.setdefault(n, {n: False}) for n in (one, other))
        if mine is theirs or len(mine) + len(theirs) > MOST_NAMES:
            return  # what declares a relation to be its own inverse adds nothing to what is there
        flip = (mine[one] != theirs[other]) != turned
        for name, side in theirs.items():
            mine[name] = side != flip
            self._group[name] = mine

    def groups(self) -> Mapping[str, tuple[Turned, ...]]:
        """For each name its group, itself first, the others in order; sides as seen from it."""
        return {
            name: (
                (name, False),
                *((n, side != group[name]) for n, side in sorted(group.items()) if n != name),
            )
            for name, group in self._group.items()
        }
