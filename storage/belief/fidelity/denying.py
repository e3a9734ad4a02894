"""Negation that no source has: a meaning turned round."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..wording.cues import DOUBLE, NEGATION
from ..wording.denials import negated
from ..wording.words import HAN, stems
from .piece import Piece

_SENTENCE = re.compile(r"[^.!?;。！？；\n]*(?:[.!?;](?=\S)[^.!?;。！？；\n]*)*")


def is_negative(text: str) -> bool:
    """Whether a text denies something."""
    return _first(text) is not None


def new_denials(text: str, sources: Sequence[str]) -> Iterator[Piece]:
    """The negations of a text that no source has, or has of something else: one for each sentence."""
    denying = [s for source in sources for s in _negative_sentences(source)]
    said = frozenset[str]().union(*(_words(s) for s in denying))
    for sentence in _SENTENCE.finditer(text):
        if first := _first(sentence[0]):
            about = negated(_undoubled(sentence[0].lower()))
            if not denying or (about and not about & said):
                start, end = (sentence.start() + at for at in first)
                yield Piece(start, end, text[start:end])


@lru_cache(maxsize=1 << 9)
def _negative_sentences(text: str) -> tuple[str, ...]:
    return tuple(m[0].lower() for m in _SENTENCE.finditer(text) if is_negative(m[0]))


@lru_cache(maxsize=1 << 9)
def _words(sentence: str) -> frozenset[str]:
    """The stems, concepts and pairs of Chinese characters of a sentence."""
    runs = HAN.findall(sentence)
    return frozenset(
        {*stems(sentence), *(a + b for run in runs for a, b in itertools.pairwise(run)), *negated(sentence)}
    )


def _first(text: str) -> tuple[int, int] | None:
    found = NEGATION.search(_undoubled(text.lower()))
    return found.span() if found else None


def _undoubled(text: str) -> str:
    """The text without what only looks like a negation, everything in its place; 没错误 is one."""
    return DOUBLE.sub(lambda m: "·" * len(m[0]), text.replace("没错误", "没有误"))
