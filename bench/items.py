"""What is stored, what is asked, and what an answer is, whoever gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

GLOBAL = "global"  # the scope every question reads besides its own

Place = frozenset[str]  # the items one rank of an answer stands for; empty: none that was stored here


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to store. `more` are further arguments of remember."""

    id: str
    text: str
    scope: str = GLOBAL
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Question:
    """One question, the items that answer it, those that did once and no longer do, and those that only rumour does.

    `more` are further arguments of recall; an empty `query` among them asks by the others alone.
    """

    text: str
    gold: frozenset[str]
    scope: str = GLOBAL
    kind: str = ""
    stale: frozenset[str] = frozenset()
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])
    rumour: frozenset[str] = frozenset()


def group_questions(group: Mapping[str, Any]) -> list[Question]:
    """The questions of a group of the retrieval files, asked in the scope that bears its name."""
    name = group["group"]
    return [
        Question(q["question"], frozenset(f"{name}/{item}" for item in q["gold"]), name, q["category"])
        for q in group["questions"]
    ]


@dataclass(frozen=True, slots=True)
class Answer:
    """Places, best first, and how sure the one who answers is; sureness compares only within one rival."""

    places: Sequence[Place]
    sure: float | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the server's answer and those of its rivals, by name."""

    question: Question
    ours: Answer
    rivals: Mapping[str, Answer]


class Rival(Protocol):
    """Something plain that answers the same questions from the same items."""

    name: str

    def answer(self, question: Question, k: int) -> Answer:
        """The best `k` of the items the question can see."""
        ...


def without_repeats(places: Iterable[Place]) -> list[Place]:
    """The places less those whose items all came before: several parts of one item count once."""
    seen: set[str] = set()
    kept: list[Place] = []
    for place in places:
        if not place or place - seen:
            kept.append(place)
            seen |= place
    return kept
