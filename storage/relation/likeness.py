"""How alike two names are, or two wordings of a relation: by meaning and by spelling.

Numbers here were tuned on the development data of bench/; docs/benchmarks.md has the ablation.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..memory import Matrix, Vector

    Scores = NDArray[np.float32]
    Numbers = NDArray[np.int32]

SPELLING_SHARE = 0.3  # of the likeness of two names; the rest is meaning
DOER_LIKENESS = 0.95  # of "performer" to "performs", turned: the same but for what a noun leaves open
MISSPELT_SHARE = 0.75  # of what spelling alone is worth: a slip in a short name leaves little of its meaning
_CELLS = 1 << 16  # pairs and triples of characters, hashed: two that meet are one in some thousands
_BLOCK = 4_096  # vectors turned into floats at once


def centred(vectors: Matrix, mean: Vector) -> Matrix:
    """Unit vectors of what is left without the mean; shape as given."""
    left = vectors - mean
    lengths = np.linalg.norm(left, axis=-1, keepdims=True)
    return (left / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def spelled(name: str) -> Numbers:
    """The different pairs and triples of characters of a name, hashed to `_CELLS` numbers."""
    text = f" {name} "
    pieces = {text[i : i + n] for n in (2, 3) for i in range(len(text) - n + 1)}
    return np.asarray(sorted({zlib.crc32(p.encode()) % _CELLS for p in pieces}), np.int32)


class Spellings:
    """Names by what they are spelled with: which share how much with a given one."""

    def __init__(self) -> None:
        self._cells: list[Numbers] = []
        self._postings: tuple[Numbers, NDArray[np.int64], NDArray[np.float32]] | None = None

    def __len__(self) -> int:
        return len(self._cells)

    def add(self, names: list[str]) -> None:
        """Take in more names, in the order of their numbers."""
        self._cells += [spelled(n) for n in names]
        self._postings = None

    def near(self, name: str) -> Scores:
        """The cosine of each name with this one over what both are spelled with, 0..1."""
        names, starts, sizes = self._posted()
        asked = spelled(name)
        lists = [names[starts[c] : starts[c + 1]] for c in asked.tolist()]
        shared = np.bincount(np.concatenate(lists), minlength=len(sizes)) if lists else np.zeros(len(sizes))
        return (shared / np.sqrt(sizes * max(1, len(asked)))).astype(np.float32)

    def _posted(self) -> tuple[Numbers, NDArray[np.int64], NDArray[np.float32]]:
        if self._postings is None:
            sizes = np.asarray([len(c) for c in self._cells], np.int64)
            cells = np.concatenate(self._cells) if self._cells else np.zeros(0, np.int32)
            owners = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
            order = np.argsort(cells, kind="stable")
            starts = np.searchsorted(cells[order], np.arange(_CELLS + 1))
            self._postings = owners[order], starts, np.maximum(sizes, 1).astype(np.float32)
        return self._postings


def cosines(vectors: NDArray[np.floating[Any]], asked: Vector) -> Scores:
    """The product of each of some unit vectors, whole or half floats, with one."""
    if vectors.dtype == np.float32:
        return (vectors @ asked).astype(np.float32)
    found = np.empty(len(vectors), np.float32)
    for start in range(0, len(vectors), _BLOCK):
        found[start : start + _BLOCK] = vectors[start : start + _BLOCK].astype(np.float32) @ asked
    return found


def kernel(likeness: Scores, width: float) -> Scores:
    """exp(-(1 - c) / width^2), 0..1: what a likeness is worth beside others that must hold as well."""
    return np.exp((likeness - 1.0) / width**2).astype(np.float32)
