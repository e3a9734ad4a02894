"""From the candidates of several channels to one order, and how far its first can be trusted.

Constants were tuned on the development data of bench/ only; docs/benchmarks.md has the ablation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from .nearby import Told, nearby

if TYPE_CHECKING:
    from ..storage.table.search import Candidate

Why = Literal["meaning", "words", "relation", "nearby"]

# What a point of BM25 is worth in cosine. Ranks are not fused: reciprocal rank fusion takes away what
# the meaning channel is good at (MRR .73 against .82 on paraphrases).
WORDS_WEIGHT = 0.07
# What it is worth in cosine to be of a time the question names.
TIME_WEIGHT = 0.5
# Who asks as of a time asks for what was another then: what still holds could be asked without.
OVER_WEIGHT = 0.3
# Of events as of a time the latest comes first, among those that bear so much less than the best at most; the earliest
# of them loses nearly as much. None gains: it would against statements that are no events.
LATEST_WEIGHT = 0.15
# What it is worth in cosine that a claim fits the slots asked for, or the question read as slots: all of it for what fits
# to the letter.
RELATION_WEIGHT = 0.5
# But no less than so much of what the best has without: many shared words must not bury what fits.
RELATION_SHARE = 1.0
# Sharpness with which the meaning channel's own doubt is read (inverse temperature over cosines).
DOUBT_SHARPNESS = 32.0
# `found`: inverse temperature over scores in units of their spread, and the null candidate's score: what
# an unrelated memory gets. A spread below the floor is one or two rows, which prove little.
FOUND_SHARPNESS = 1.5
FOUND_NULL = 0.25
FOUND_FLOOR = 0.08
FOUND_POOL = 50
# Logistic calibration of that share, fitted on the development sets, each weighing the same.
FOUND_SLOPE, FOUND_SHIFT = 0.42, 0.35
_LEAST = 1e-12  # what is left of the others beside one that stands alone
# A channel is named in `why` from this share of the score on.
_NAMED_FROM = 0.15


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score (comparable only within one answer) and the channels that found it. `bearing` is the
    score without what it gains by its time: that it is of the time asked for does not make it the answer."""

    candidate: Candidate
    score: float
    why: tuple[Why, ...]
    bearing: float


def _top_share(values: Sequence[float], sharpness: float) -> float:
    """The softmax weight of the largest value, 0..1."""
    top = max(values)
    return 1.0 / sum(math.exp(sharpness * (v - top)) for v in values)


def _channels(meaning: float, words: float, relation: float, near: float) -> tuple[Why, ...]:
    """The channels that have a share in this candidate, before one is doubted for the other's sake."""
    shares: tuple[tuple[Why, float], ...] = (
        ("meaning", meaning),
        ("words", words),
        ("relation", relation),
        ("nearby", near),
    )
    least = _NAMED_FROM * (meaning + words + relation + near)
    return tuple(name for name, share in shares if share > 0 and share >= least)


def rank(
    candidates: Sequence[Candidate],
    told: Told | None = None,
    *,
    as_of: bool = False,
    fits: Mapping[str, float] = MappingProxyType({}),
) -> list[Ranked]:
    """Candidates best first, in a total order: by score, then the newer, then by id.

    The score is the cosine plus BM25 weighted by the meaning channel's doubt: where one memory stands out
    by meaning, shared words say little; where none does, they decide. Events are told apart by their
    particulars (names, things, places), so for them words always count in full; so they do for a memory that
    holds the very word that is all of the question. What is of a time the question names gains by it, and so does
    an event by what was `told` next to it, where that is given, and what `fits` as a relation by how well (0..1);
    asked `as_of` a time, what is over since, and of events alike the latest.
    """
    cosines = sorted((c.cosine for c in candidates if c.cosine is not None), reverse=True)[:FOUND_POOL]
    doubt = 1.0 - _top_share(cosines, DOUBT_SHARPNESS) if len(cosines) > 1 else 1.0
    scores: dict[str, float] = {}
    by_time: dict[str, float] = {}
    for candidate in candidates:
        weight = WORDS_WEIGHT * (1.0 if candidate.kind == "event" or candidate.literal else doubt)
        by_time[candidate.id] = TIME_WEIGHT if candidate.timely else OVER_WEIGHT if as_of and candidate.over else 0.0
        scores[candidate.id] = (candidate.cosine or 0.0) + weight * candidate.words + by_time[candidate.id]
    worth = max(RELATION_WEIGHT, RELATION_SHARE * max(scores.values(), default=0.0))
    by_relation = {c.id: worth * fits.get(c.id, 0.0) for c in candidates}
    for id_, gain in by_relation.items():
        scores[id_] += gain
    for id_, loss in _by_their_order(candidates, scores).items() if as_of else ():
        by_time[id_] -= loss
        scores[id_] -= loss
    gains = nearby(scores, told) if told else {}
    ranked: list[Ranked] = []
    for candidate in candidates:
        gain = gains.get(candidate.id, 0.0)
        by_words = WORDS_WEIGHT * candidate.words
        why = _channels(max(candidate.cosine or 0.0, 0.0), by_words, by_relation[candidate.id], gain)
        score = scores[candidate.id] + gain
        ranked.append(Ranked(candidate, score, why, score - by_time[candidate.id]))
    return sorted(ranked, key=lambda r: (-r.score, -r.candidate.recorded_us, r.candidate.id))


def _by_their_order(candidates: Sequence[Candidate], scores: Mapping[str, float]) -> dict[str, float]:
    """What each event that bears nearly as much as the best of them loses by the later ones."""
    events = [c for c in candidates if c.kind == "event"]
    least = max((scores[c.id] for c in events), default=0.0) - LATEST_WEIGHT
    alike = {c.id: c.began_us for c in events if scores[c.id] >= least}
    order = sorted(set(alike.values()), reverse=True)
    later = {began: at / len(order) for at, began in enumerate(order)}
    return {id_: LATEST_WEIGHT * later[began] for id_, began in alike.items()}


def found(ranked: Sequence[Ranked]) -> float:
    """How likely the first answers, 0..1: its softmax weight among the best fifty and a null candidate.

    The softmax over stored patterns is the retrieval step of modern Hopfield networks (Ramsauer et al.
    2021); here it ranks nothing, it only tells how far the first stands out. Scores are taken in units of
    their own spread, so that one sharpness serves every kind of question.
    """
    if not ranked:
        return 0.0
    scores = [r.bearing for r in ranked[:FOUND_POOL]]
    mean = sum(scores) / len(scores)
    spread = max(math.sqrt(sum((s - mean) ** 2 for s in scores) / len(scores)), FOUND_FLOOR)
    against = sum(math.exp(FOUND_SHARPNESS * (s - scores[0]) / spread) for s in [*scores[1:], FOUND_NULL])
    # share = 1 / (1 + against), so its logit is -log(against); the line below is the calibration
    likely = 1.0 / (1.0 + math.exp(FOUND_SLOPE * math.log(max(against, _LEAST)) - FOUND_SHIFT))
    return likely * min(1.0, max(scores[0], 0.0) / FOUND_NULL)
