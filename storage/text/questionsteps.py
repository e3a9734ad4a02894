"""What a question asks, in slots: where it starts and which relations lead from there to the answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One hop: the words of the relation, and whether the one known is its object ("who manages X") or its subject
    ("who does X manage", "X's manager")."""

    relation: str
    known_is_object: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a question: start at `known`, as written there, and walk the steps in order, 1 to 4 of them."""

    known: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A reading in the making: how far from the plain sense of the words it is, 0 and up, the mark of the entity it
    starts at, and the steps from there, none yet for a bare name."""

    cost: int
    known: str
    steps: tuple[Step, ...] = ()

    def then(self, relation: str, known_is_object: bool = False, cost: int = 0) -> Path:
        """The path with one step more."""
        return Path(self.cost + cost, self.known, (*self.steps, Step(relation, known_is_object)))

    def dearer(self, cost: int) -> Path:
        """The same path, less likely by so much."""
        return Path(self.cost + cost, self.known, self.steps)
