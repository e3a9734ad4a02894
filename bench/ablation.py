"""Ways to fuse meaning and words, on the same vectors and tokens, computed here and not over MCP.

What the constants of `simonides.tools.fuse` rest on: each way ranks every item of a set for every question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simonides.storage.table.search import POOL
from simonides.storage.text.grams import grams, query_grams
from simonides.tools.fuse import DOUBT_SHARPNESS, FOUND_POOL, WORDS_WEIGHT
from simonides.tools.nearby import nearby

from .embedding import encode
from .reading import by_field, read_lines
from .rivals import K1, B

Scores = npt.NDArray[np.float64]
Fusion = Callable[[Scores, Scores], Scores]
_RANK_CONSTANT = 60  # of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009)


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: cosine and BM25 of every item, the places of its gold, and the session of every item, in the
    order they were told."""

    cosines: Scores
    words: Scores
    gold: Sequence[int]
    sessions: Sequence[str] = ()


class Index:
    """Items by their vectors and tokens, as the server has them."""

    def __init__(self, texts: Sequence[str], sessions: Sequence[str] = ()) -> None:
        self._sessions = sessions
        self._vectors = encode(texts)
        self._counts = [Counter(grams(t).split()) for t in texts]
        lengths = np.array([c.total() for c in self._counts], float)
        self._norms = K1 * (1 - B + B * lengths / lengths.mean())
        self._holders = Counter(t for c in self._counts for t in c)

    def ask(self, question: str, gold: Sequence[int]) -> Asked:
        """Both channels' scores of all items."""
        words = np.zeros(len(self._counts))
        for token in query_grams(question).split():
            weight = np.log(1 + (len(words) - self._holders[token] + 0.5) / (self._holders[token] + 0.5))
            counts = np.array([c[token] for c in self._counts], float)
            words += weight * counts * (K1 + 1) / (counts + self._norms)
        return Asked((self._vectors @ encode([question])[0]).astype(float), words, gold, self._sessions)


def _ranks(scores: Scores) -> Scores:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return ranks


def _doubt(cosines: Scores) -> float:
    best = np.sort(cosines)[::-1][:FOUND_POOL]
    return 1.0 - 1.0 / float(np.exp(DOUBT_SHARPNESS * (best - best[0])).sum())


FUSIONS: Mapping[str, Fusion] = {
    "meaning alone": lambda cosines, words: cosines,
    "words alone": lambda cosines, words: words,
    "reciprocal ranks": lambda cosines, words: (
        1 / (_RANK_CONSTANT + _ranks(cosines)) + np.where(words > 0, 1 / (_RANK_CONSTANT + _ranks(words)), 0)
    ),
    "scores, words in full": lambda cosines, words: cosines + WORDS_WEIGHT * words,
    "scores, words by doubt": lambda cosines, words: cosines + WORDS_WEIGHT * _doubt(cosines) * words,
}


def _conversations(data: Path) -> list[Asked]:
    asked: list[Asked] = []
    for group in read_lines(data / "ret_en_locomo.jsonl"):
        turns = by_field(group)
        place = {turn["id"]: i for i, turn in enumerate(turns)}
        index = Index([f"{turn['speaker']}: {turn['text']}" for turn in turns], [str(t["session"]) for t in turns])
        asked += _all(index, group["questions"], place)
    return asked


def _statements(data: Path) -> list[Asked]:
    memories = read_lines(data / "mem_retrieval_small/memories.jsonl")
    place = {m["id"]: i for i, m in enumerate(memories)}
    return _all(Index([m["text"] for m in memories]), read_lines(data / "mem_retrieval_small/questions.jsonl"), place)


def _lives(data: Path, language: str, *, claims: bool) -> list[Asked]:
    asked: list[Asked] = []
    for life in read_lines(data / f"personas_{language}.jsonl"):
        gone = {i for s in life["statements"] for i in s["supersedes"]}
        kept = [s for s in life["statements"] if s["id"] not in gone]
        told = [" ".join([s["text"], *(" ".join(c[:3]) for c in s["claims"][:1] if claims)]) for s in kept]
        timeless = [q for q in life["questions"] if q["type"] not in ("as_of", "past", "history")]
        asked += _all(Index(told, [s["session"] for s in kept]), timeless, {s["id"]: i for i, s in enumerate(kept)})
    return asked


def _all(index: Index, questions: Sequence[dict[str, Any]], place: Mapping[Any, int]) -> list[Asked]:
    found = [(q["question"], [place[i] for i in q["gold"] if i in place]) for q in questions]
    return [index.ask(text, gold) for text, gold in found if gold]


def _measured(asked: Sequence[Asked], fusion: Fusion, *, near: bool) -> tuple[float, float]:
    """MRR of the first gold item, and the mean share of gold in the first ten."""
    scores = [_with_neighbours(a, fusion(a.cosines, a.words)) if near else fusion(a.cosines, a.words) for a in asked]
    ranks = [_ranks(s)[list(a.gold)] for s, a in zip(scores, asked, strict=True)]
    return float(np.mean([1 / (1 + r.min()) for r in ranks])), float(np.mean([(r < 10).mean() for r in ranks]))


def _with_neighbours(asked: Asked, scores: Scores) -> Scores:
    """The scores with what each of the best of either channel gains by its neighbours, as the server adds it, but to
    items of every kind."""
    worded = [int(i) for i in np.argsort(-asked.words)[:POOL] if asked.words[i] > 0]
    pool = {*(int(i) for i in np.argsort(-asked.cosines)[:POOL]), *worded}
    told: dict[str, list[str]] = {}
    for place, session in enumerate(asked.sessions):
        told.setdefault(session, []).append(str(place))
    made = scores.copy()
    for place, gain in nearby({str(i): float(scores[i]) for i in pool}, told).items():
        made[int(place)] += gain
    return made


def ablation(data: Path) -> list[dict[str, Any]]:
    """MRR and R@10 of every way to fuse on every set, a row each."""
    sets = {
        "ret_en_locomo": _conversations(data),
        "mem_retrieval_small": _statements(data),
        **{
            f"personas_{language}, {told}": _lives(data, language, claims=told == "with claims")
            for language in ("en", "zh")
            for told in ("text only", "with claims")
        },
    }
    return [
        {
            "set": name,
            "fusion": way + ", nearby" * near,
            "MRR": round(mrr, 3),
            "R@10": round(recall, 3),
            "n": len(asked),
        }
        for name, asked in sets.items()
        for way, fusion in FUSIONS.items()
        for near in ((False, True) if way.startswith("scores") and asked[0].sessions else (False,))
        for mrr, recall in [_measured(asked, fusion, near=near)]
    ]
