"""Plain rivals, computed here: words alone (BM25) and meaning alone (cosine)."""

from __future__ import annotations

import functools
import math
import re
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import snowballstemmer

from .embedding import encode
from .items import GLOBAL, Answer, Item, Place, Question, without_repeats
from .texts import parts

K1, B = 1.2, 0.75

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_EMPTY = """
a about after again all also am an and any are as at be because been before being but by can could did do does doing
for from further had has have having he her here hers him his how i if in into is it its just me more most my no nor
not of off on once only or other our out over own same she should so some such than that the their them then there
these they this those through to too under until up very was we were what when where which while who whom whose why
will with would you your
"""
_STOP_WORDS = frozenset(_EMPTY.split())
_english: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]


@functools.cache
def terms(text: str) -> tuple[str, ...]:
    """Words lower-cased, English ones stemmed and without stop words; Chinese as pairs of characters."""
    text = unicodedata.normalize("NFKC", text).lower()
    pairs = [run[i : i + 2] for run in _HAN.findall(text) for i in range(max(1, len(run) - 1))]
    words = [w for w in _WORD.findall(_HAN.sub(" ", text)) if w not in _STOP_WORDS]
    return (*pairs, *(_english.stemWord(w) if w.isascii() else w for w in words))


class Shelved(ABC):
    """What rivals share: a question sees its own scope and the global one, and the same text once."""

    name: str

    def __init__(self, items: Sequence[Item]) -> None:
        self._scopes: dict[str, dict[str, set[str]]] = {}
        for item in items:
            shelf = self._scopes.setdefault(item.scope, {})
            for part in parts(item.text):
                shelf.setdefault(part, set()).add(item.id)
        self._ready: dict[str, tuple[list[Place], Any]] = {}

    def answer(self, question: Question, k: int) -> Answer:
        """The best `k` of the items the question can see."""
        places, index = self._shelf(question.scope)
        scores = self.scores(index, question.text)
        best = sorted(scores, key=lambda i: (-scores[i], i))
        return Answer(without_repeats(places[i] for i in best)[:k], scores[best[0]] if best else 0.0)

    def _shelf(self, scope: str) -> tuple[list[Place], Any]:
        if scope not in self._ready:
            seen = [p for s in dict.fromkeys((scope, GLOBAL)) for p in self._scopes.get(s, {}).items()]
            self._ready[scope] = [frozenset(ids) for _, ids in seen], self.indexed([text for text, _ in seen])
        return self._ready[scope]

    @abstractmethod
    def indexed(self, texts: Sequence[str]) -> Any:
        """What answering from these texts needs."""

    @abstractmethod
    def scores(self, index: Any, question: str) -> Mapping[int, float]:
        """The score of each text, by its number; texts that are no candidates are left out."""


class Bm25(Shelved):
    """Okapi BM25 (Robertson and Zaragoza 2009) with the usual constants; a text without a shared term is no candidate."""

    name = "BM25"

    def indexed(self, texts: Sequence[str]) -> tuple[list[int], dict[str, dict[int, int]]]:
        """The lengths of the texts, and for each term how often it is in which text."""
        lengths: list[int] = []
        postings: dict[str, dict[int, int]] = {}
        for number, text in enumerate(texts):
            lengths.append(len(terms(text)))
            for term, count in Counter(terms(text)).items():
                postings.setdefault(term, {})[number] = count
        return lengths, postings

    def scores(self, index: tuple[list[int], dict[str, dict[int, int]]], question: str) -> Mapping[int, float]:
        """The sum over the terms of the question."""
        lengths, postings = index
        usual = sum(lengths) / len(lengths) if lengths else 1.0
        scores: dict[int, float] = {}
        for term in terms(question):
            there = postings.get(term, {})
            rarity = math.log(1 + (len(lengths) - len(there) + 0.5) / (len(there) + 0.5))
            for number, count in there.items():
                norm = count + K1 * (1 - B + B * lengths[number] / usual)
                scores[number] = scores.get(number, 0.0) + rarity * count * (K1 + 1) / norm
        return scores


class UpTo:
    """BM25 that passes over what came after the time a question is `as_of`; of equals the latest is first.

    Words are weighed by everything: an index for each time asked about would fill the memory.
    """

    name = Bm25.name

    def __init__(self, items: Sequence[Item]) -> None:
        # Times of one set are written alike, so that their letters sort as they do.
        self._times: dict[str, str] = {item.id: item.more["when"] for item in items}
        self._all = Bm25(sorted(items, key=lambda item: self._times[item.id], reverse=True))

    def answer(self, question: Question, k: int) -> Answer:
        """The best `k` of what had happened; of everything where the question names no time."""
        ranked = self._all.answer(question, len(self._times)).places
        time = question.more.get("as_of")
        known = (frozenset(i for i in place if not time or self._times[i] <= time) for place in ranked)
        return Answer(list(islice((place for place in known if place), k)))


class MeaningAlone(Shelved):
    """The cosine of the sentence vectors, and nothing else."""

    name = "meaning alone"

    def indexed(self, texts: Sequence[str]) -> Any:
        """The vectors of the texts, one a row."""
        return encode(texts)

    def scores(self, index: Any, question: str) -> Mapping[int, float]:
        """The cosine of every text."""
        cosines: list[float] = (index @ encode([question])[0]).tolist()
        return dict(enumerate(cosines))
