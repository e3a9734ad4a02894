"""Rivals that find an entity by what holds of it, computed here: each knows all facts and gets the constraints in words.

All but the sentences share one way to link words to what is known: vectors of the sentence encoder, centred on the
known ones, those of fillers with hashed pairs and triples of characters beside them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from simonides.storage import hrr

from .embedding import encode
from .world import World

Scores = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float32]

EXACT = "slots, exact"
_GRAMS = 512  # buckets
GRAM_SHARE = 0.3  # of the squared length of a filler's vector
_RELATION_WIDTH, _FILLER_WIDTH = 1.0, 0.7  # of the kernels
_BEST_PAIRS = 60  # known pairs looked up for each constraint
_NEAREST, _RELATION_HEAT, _FILLER_HEAT = 20, 0.2, 0.1  # of the soft link of a profile's cue
_FLOATS = 2048
_RESCORED = 50
_SEED = "bench"


class Linking:
    """A world made ready to be asked."""

    def __init__(self, world: World) -> None:
        self._relation, self._filler = world.facts[..., 0], world.facts[..., 1]  # (entities, facts)
        stored = [r.stored for r in world.relations]
        english = [f.english for f in world.fillers]
        self._relations = Words(stored, 0.0)
        self._fillers = Words(english, GRAM_SHARE)
        self._known = np.zeros((len(stored), len(english)), np.bool_)
        self._known[self._relation, self._filler] = True
        pairs = (self._relation * len(english) + self._filler).ravel()
        order = np.argsort(pairs, kind="stable")
        self._owners = (order // self._relation.shape[1]).astype(np.int32)
        self._starts = np.searchsorted(pairs[order], np.arange(self._known.size + 1)).astype(np.int32)
        self._roles = hrr.atoms([f"r{i}" for i in range(len(stored))], _FLOATS, _SEED)
        self._atoms = hrr.atoms([f"f{i}" for i in range(len(english))], _FLOATS, _SEED)
        self._profiles = np.stack([self._profile(facts) for facts in world.facts])
        self._sentences = Words([f"{stored[r]} {english[f]}" for r, f in np.argwhere(self._known)], 0.0)
        numbers = np.zeros(self._known.shape, np.int64)
        numbers[self._known] = np.arange(self._known.sum())
        means = self._sentences.vectors[numbers[self._relation, self._filler]].mean(axis=1)
        self._means = means / np.linalg.norm(means, axis=1, keepdims=True)

    def _profile(self, facts: npt.NDArray[np.int64]) -> Scores:
        return hrr.unfolded(hrr.bundle(hrr.bind(self._roles[facts[:, 0]], self._atoms[facts[:, 1]])))

    def scores(self, constraints: Sequence[tuple[str, str]]) -> Mapping[str, Scores]:
        """The score of each entity, by rival, shape (entities,), for constraints in words: relation and filler."""
        found = {name: way() for name, way in self.ways(*self.cosines(constraints)).items()}
        mean = self._means @ self._mean_of(constraints)
        return found | {"mean sentence": mean, "profile, rescored": _rescored(found["profile"], found[EXACT])}

    def cosines(self, constraints: Sequence[tuple[str, str]]) -> tuple[Matrix, Matrix]:
        """How near the known relations and the known fillers come to those of constraints in words."""
        return self._relations.cosines([r for r, _ in constraints]), self._fillers.cosines([f for _, f in constraints])

    def ways(self, relation: Matrix, filler: Matrix) -> Mapping[str, Callable[[], Scores]]:
        """The ways that go by slots, from how near the known words come, each with all the work of its own."""
        return {
            EXACT: lambda: self._best(_alike(relation, filler)),
            "slots, best pairs": lambda: self._from_lists(_alike(relation, filler)),
            "links, overlap": lambda: self._best(_linked(relation, filler)),
            "profile": lambda: self._profiles @ self._cue(relation, filler),
        }

    def held(self) -> Mapping[str, int]:
        """The bytes an entity takes in memory, by way."""
        facts = (self._relation.nbytes + self._filler.nbytes) // len(self._relation)
        lists = (self._owners.nbytes + self._starts.nbytes) // len(self._relation)
        profile = self._profiles.nbytes // len(self._relation)
        return {EXACT: facts, "slots, best pairs": facts + lists, "links, overlap": facts, "profile": profile}

    def _best(self, alike: Matrix) -> Scores:
        """Of each entity the best fact for each constraint, summed; `alike`: (constraints, relations, fillers)."""
        return alike[:, self._relation, self._filler].max(axis=-1).sum(axis=0)

    def _from_lists(self, alike: Matrix) -> Scores:
        """Nothing but the best known pairs of each constraint, out of lists of who has which pair."""
        total = np.zeros(len(self._relation), np.float32)
        for known in np.where(self._known, alike, 0).reshape(len(alike), -1):
            best = np.zeros_like(total)
            pairs = np.argpartition(known, -_BEST_PAIRS)[-_BEST_PAIRS:]
            for pair in pairs[np.argsort(known[pairs])].tolist():  # of several of one entity the best is written last
                best[self._owners[self._starts[pair] : self._starts[pair + 1]]] = known[pair]
            total += best
        return total

    def _cue(self, relation: Matrix, filler: Matrix) -> Scores:
        """What a profile is asked with: the soft link of each role bound to that of its filler, summed."""
        roles = _soft(relation, _RELATION_HEAT).astype(np.complex64) @ self._roles
        fillers = _soft(filler, _FILLER_HEAT).astype(np.complex64) @ self._atoms
        return hrr.unfolded(hrr.bundle(hrr.bind(roles, fillers)))

    def _mean_of(self, constraints: Sequence[tuple[str, str]]) -> Scores:
        mean = self._sentences.of([f"{r} {f}" for r, f in constraints]).mean(axis=0)
        return mean / np.linalg.norm(mean)


class Words:
    """Known words and their vectors: those of the encoder less their mean, and a share of hashed characters."""

    def __init__(self, known: Sequence[str], gram_share: float) -> None:
        self._share = gram_share
        encoded = np.concatenate([encode(known[at : at + 256]) for at in range(0, len(known), 256)])
        self._centre = encoded.mean(axis=0)
        self.vectors = self._joined(encoded, known)

    def of(self, words: Sequence[str]) -> Matrix:
        """The vectors of other words, a row each, of length one."""
        return self._joined(encode(words), words)

    def cosines(self, words: Sequence[str]) -> Matrix:
        """Shape (words, known)."""
        return self.of(words) @ self.vectors.T

    def _joined(self, encoded: Matrix, words: Sequence[str]) -> Matrix:
        centred = encoded - self._centre
        centred /= np.linalg.norm(centred, axis=1, keepdims=True)
        if not self._share:
            return centred
        grams = np.stack([_grams(text) for text in words])
        return np.concatenate(
            [centred * np.sqrt(1 - self._share), grams * np.sqrt(self._share)], axis=1, dtype=np.float32
        )


def _grams(text: str) -> Scores:
    """How often each pair and triple of characters is there, hashed; of length one."""
    folded = f" {text.casefold()} "
    counts = np.zeros(_GRAMS, np.float32)
    for size in (2, 3):
        for at in range(len(folded) - size + 1):
            counts[zlib.crc32(folded[at : at + size].encode()) % _GRAMS] += 1
    return counts / np.float32(np.linalg.norm(counts))


def _alike(relation: Matrix, filler: Matrix) -> Matrix:
    """What each pair of known words is worth, shape (constraints, relations, fillers)."""
    return np.exp((relation - 1) / _RELATION_WIDTH**2)[:, :, None] * np.exp((filler - 1) / _FILLER_WIDTH**2)[:, None]


def _linked(relation: Matrix, filler: Matrix) -> Matrix:
    """One for the pair of the nearest relation and the nearest filler, zero for all others."""
    at = np.arange(len(relation))
    alike = np.zeros((len(relation), relation.shape[1], filler.shape[1]), np.float32)
    alike[at, relation.argmax(axis=1), filler.argmax(axis=1)] = 1
    return alike


def _soft(cosines: Matrix, heat: float) -> Matrix:
    """Weights of the nearest known words, a softmax of length one; zero for all others."""
    most = min(_NEAREST, cosines.shape[1])
    least = np.partition(cosines, -most, axis=1)[:, -most, None]
    weights = np.where(cosines >= least, np.exp((cosines - cosines.max(axis=1, keepdims=True)) / heat), 0)
    return weights / np.linalg.norm(weights, axis=1, keepdims=True)


def _rescored(first: Scores, exact: Scores) -> Scores:
    """The exact score of the best by the first, all others behind."""
    best = np.argsort(-first, kind="stable")[:_RESCORED]
    scores = np.full_like(exact, -1)
    scores[best] = exact[best]
    return scores
