"""Names in scripts with capitals: words that no source has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import regex

from ...text.spelling import bare
from .ordinary import is_ordinary
from .piece import Piece

_WORD = regex.compile(
    r"[\p{Latin}\p{Greek}\p{Cyrillic}][\p{Latin}\p{Greek}\p{Cyrillic}\p{M}\d]*(?:['-][\p{Latin}\p{Greek}\p{Cyrillic}\p{M}\d]+)*"
)
_OPENING = regex.compile(r"(?:^|[.!?。！？…\n:：;；])[\s\"'“”‘’「『《(（\[*_•·–—-]*$|(?:^|\n)\s*\d+[.)、]\s*$")
_ALWAYS = frozenset(["i", "i'm", "i've", "i'd", "i'll", "user", "users", "ok", "am", "pm"])
_ABBREVIATION = regex.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|No|approx|e\.g|i\.e|etc)|\b\p{Lu})\.\s*$")
_INFLECTED = regex.compile(r"[\p{Cyrillic}\p{Greek}]")


def words_known(text: str) -> Iterator[str]:
    """The words of a text as names are compared: lower case, no diacritics, whole and in their parts."""
    for word in _WORD.findall(text):
        yield from _forms(word)


def names(text: str, known: AbstractSet[str]) -> Iterator[Piece]:
    """The words written with a capital that are not among the known ones; at the start of a sentence, those only that
    are no ordinary English words."""
    for found in _WORD.finditer(text):
        word = str(found[0])
        if word.islower() or (not word[0].isupper() and not _humps(word)):
            continue
        if _is_known(word, known):
            continue
        if _opens(text, found.start()) and word[1:].islower() and is_ordinary(_folded(word)):
            continue
        yield Piece(found.start(), found.end(), word)


def _opens(text: str, at: int) -> bool:
    before = text[max(0, at - 24) : at]
    return at == 0 or (bool(_OPENING.search(before)) and not _ABBREVIATION.search(before))


def _humps(word: str) -> bool:
    return any(c.isupper() for c in word[1:])


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else bare(unicodedata.normalize("NFC", word).casefold())


def _forms(word: str) -> set[str]:
    whole = _folded(word)
    parts = {whole, *re.split(r"['-]", whole)}
    return {form for part in parts for form in (part, _single(part))} - ({"", "s"} - {whole})


def _single(word: str) -> str:
    """A word without possessive and plural."""
    word = word.removesuffix("'s").removesuffix("'")
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word


def _is_known(word: str, known: AbstractSet[str]) -> bool:
    whole = _folded(word)
    if {whole, _single(whole)} & (known | _ALWAYS):
        return True
    parts = [p for p in re.split(r"['-]", whole) if p not in ("", "s")]
    if len(parts) > 1 and all(
        {p, _single(p)} & known or (is_ordinary(p) and p == p.lower() and i) for i, p in enumerate(parts)
    ):
        return True
    if _INFLECTED.match(whole):
        return any(_same_beginning(whole, other) for other in known)
    return False


def _same_beginning(word: str, other: str) -> bool:
    """Whether two words are forms of one, in a language that changes the ends of names."""
    size = max(3, min(len(word), len(other)) - 2)
    return abs(len(word) - len(other)) <= 3 and word[:size] == other[:size]
