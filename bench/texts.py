"""The one rule by which a text too long for one memory becomes several."""

from __future__ import annotations

import re

LONGEST = 8_192  # bytes of UTF-8 in one memory

_SENTENCE = re.compile(r".+?(?:[.!?]+(?=\s|$)|[。！？]+|\n|$)\s*", re.DOTALL)


def parts(text: str, longest: int = LONGEST) -> list[str]:
    """The text whole, or as few runs of whole sentences as fit; a sentence too long by itself is cut."""
    if _size(text) <= longest:
        return [text]
    made = [""]
    for sentence in _SENTENCE.findall(text):
        for piece in _pieces(sentence, longest):
            if made[-1] and _size(made[-1] + piece) > longest:
                made.append("")
            made[-1] += piece
    return [part.strip() for part in made if part.strip()]


def _size(text: str) -> int:
    return len(text.encode())


def _pieces(sentence: str, longest: int) -> list[str]:
    """A sentence whole, or cut at characters into pieces that fit."""
    pieces: list[str] = []
    while _size(sentence) > longest:
        piece = sentence.encode()[:longest].decode(errors="ignore")
        pieces.append(piece)
        sentence = sentence[len(piece) :]
    return [*pieces, sentence]
