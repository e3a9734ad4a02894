"""How alike two names are, or two wordings of a relation: by meaning and by spelling.

Numbers here were tuned on the development data of bench/; docs/benchmarks.md has the ablation.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..memory import Matrix, Vector

    Scores = NDArray[np.float32]
    Numbers = NDArray[np.int32]

SPELLING_SHARE = 0.3  # of the likeness of two names; the rest is meaning
ACROSS_SCRIPTS = 1.3  # times the meaning of names in two scripts: translations come less near than wordings of one
DOER_LIKENESS = 0.95  # of "performer" to "performs", turned: the same but for what a noun leaves open
# Of "daughter" to "parent", turned, which the one makes true; and of "trains" to "teacher", which is much like it, yet not
# the same: below what counts as such (`RELATION_SAME`). Which go together: storage/text/kindred.py.
IMPLIED_LIKENESS, KINDRED_LIKENESS = 0.85, 0.75
MISSPELT_SHARE = 0.75  # of what spelling alone is worth: a slip in a short name leaves little of its meaning
# Of a name that letters may stand for: its initials, or letters of it in their order, the first of them first.
INITIALS_LIKENESS, SHORTENED_LIKENESS = 0.6, 0.5
_SHORTEST, _LONGEST = 2, 5  # letters of such a code
_HAN = re.compile("[\u3400-\u9fff]")
_CELLS = 1 << 16  # pairs and triples of characters, hashed: two that meet are one in some thousands
_BLOCK = 4_096  # vectors turned into floats at once


def centred(vectors: Matrix, mean: Vector) -> Matrix:
    """Unit vectors of what is left without the mean; shape as given."""
    left = vectors - mean
    lengths = np.linalg.norm(left, axis=-1, keepdims=True)
    return (left / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


def is_chinese(name: str) -> bool:
    """Whether a name is written in Chinese characters, or some of it is."""
    return bool(_HAN.search(name))


def spelled(name: str) -> Numbers:
    """The different pairs and triples of characters of a name, hashed to `_CELLS` numbers."""
    text = f" {name} "
    pieces = {text[i : i + n] for n in (2, 3) for i in range(len(text) - n + 1)}
    return np.asarray(sorted({zlib.crc32(p.encode()) % _CELLS for p in pieces}), np.int32)


def joined(meaning: Scores, spelling: Scores, same_script: NDArray[np.bool_]) -> Scores:
    """The likeness of names from that of their meanings and their spellings; across scripts the meaning alone, since two
    spellings tell nothing there."""
    mixed = SPELLING_SHARE * spelling + (1.0 - SPELLING_SHARE) * meaning
    return np.where(same_script, np.maximum(mixed, MISSPELT_SHARE * spelling), ACROSS_SCRIPTS * meaning).astype(
        np.float32
    )


class Spellings:
    """Names by what they are spelled with: which share how much with a given one."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._chinese: list[bool] = []
        self._cells: list[Numbers] = []
        self._postings: tuple[Numbers, NDArray[np.int64], NDArray[np.float32]] | None = None

    def __len__(self) -> int:
        return len(self._cells)

    def add(self, names: list[str]) -> None:
        """Take in more names, in the order of their numbers."""
        if not names:
            return  # what was made of those known stays good
        self._names += names
        self._chinese += [is_chinese(n) for n in names]
        self._cells += [spelled(n) for n in names]
        self._postings = None

    def same_script(self, name: str) -> NDArray[np.bool_]:
        """Which names are written in Chinese, if this one is, or are not, if it is not."""
        return np.asarray(self._chinese, bool) == is_chinese(name)

    def shortened(self, code: str) -> Scores:
        """How likely each name is what a few capital letters stand for, 0 for any other asked name."""
        found = np.zeros(len(self._names), np.float32)
        if not (code.isascii() and code.isalpha() and code.isupper() and _SHORTEST <= len(code) <= _LONGEST):
            return found
        letters = code.lower()
        within = re.compile(letters[0] + "".join(f".*{c}" for c in letters[1:]))
        for at, name in enumerate(self._names):
            if len(name) > len(code) and within.match(name):
                is_initials = letters == "".join(word[0] for word in re.findall(r"[^\W_]+", name))
                found[at] = INITIALS_LIKENESS if is_initials else SHORTENED_LIKENESS
        return found

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
