"""Rivals that read the slots of a probe and of what is stored, computed here: exactly, and by how near the words are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .items import Answer, Item, Place, Question
from .linking import GRAM_SHARE, Words

_ENTITY, _RELATION = 0.7, 0.3  # weights of the two slots of a probe
_SLOTS = ("subject", "relation", "object")


class ExactSlots:
    """A table of slots: what has those asked for, letter for letter, in the order it was stored. Words alone find nothing."""

    name = "slots, exact"

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items

    def answer(self, question: Question, k: int) -> Answer:
        """The first `k` that have them."""
        asked = _asked(question)
        found: list[Place] = [
            frozenset({item.id}) for item in self._items if asked and all(item.more[s] == asked[s] for s in asked)
        ]
        return Answer(found[:k], float(bool(found)))


class NearSlots:
    """The cosine of each slot asked for with the same slot of what is stored, weighed and summed.

    Vectors are those of the sentence encoder less their mean, with hashed pairs and triples of characters beside them.
    """

    name = "slots, cosine"

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._known: dict[str, Words] = {}
        self._at: dict[str, npt.NDArray[np.int64]] = {}  # of each item the number of its word, by slot
        for slot in _SLOTS:
            words = sorted({item.more[slot] for item in items})
            numbers = {word: number for number, word in enumerate(words)}
            self._known[slot] = Words(words, GRAM_SHARE)
            self._at[slot] = np.array([numbers[item.more[slot]] for item in items])

    def answer(self, question: Question, k: int) -> Answer:
        """The best `k`; none for words alone."""
        if not (asked := _asked(question)):
            return Answer([], 0.0)
        scores = np.zeros(len(self._items), np.float32)
        for slot, word in asked.items():
            weight = _RELATION if slot == "relation" else _ENTITY
            scores += weight * self._known[slot].cosines([word])[0][self._at[slot]]
        best: list[int] = np.argsort(-scores, kind="stable")[:k].tolist()
        return Answer([frozenset({self._items[i].id}) for i in best], float(scores[best[0]]))


def _asked(question: Question) -> Mapping[str, Any]:
    return {slot: question.more[slot] for slot in _SLOTS if slot in question.more}
