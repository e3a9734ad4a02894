"""Our own search tokens: what the words channel matches.

The full-text index splits at white space and does nothing else; every decision is here. Text of scripts
without spaces between words (CJK, and Korean for its particles; Thai, Lao, Khmer, Burmese) gives each
character and each pair. Other words are kept whole, split at punctuation and inner capitals, and stemmed if
English; of paths, versions and addresses each pair of neighbouring parts is kept, too. Words with diacritics
are also kept without. Every emoji sequence and every symbol is a token. No character of a query is an operator.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator
from typing import Any

import regex
import snowballstemmer

from .spelling import bare, normal

VERSION = 2  # kept with every row; raise it with any change below, so that older rows can be told

_CJK = regex.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u1100-\u11ff\uac00-\ud7af\U00020000-\U0003ffff]+"
)
_STACKED = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+")  # no spaces, and marks upon letters
_CLUSTER = regex.compile(r"\X")
# In `regex`, unlike `re`, \w takes combining marks for the parts of words they are.
_WORD = regex.compile(r"(?!\p{M})\w+(?:(?:[-_./@:+#'’=&?%~°־]|(?<=\d),(?=\d))+\w+)*[+#]*")
_PIECE = regex.compile(r"[^-_./@:+#'’=&?%~°־,]+")
_HUMP = regex.compile(r"\p{Lu}?\p{Ll}[\p{Ll}\p{M}]*|\p{Lu}+(?!\p{Ll})|\d+")
_PICTURE = r"\p{Extended_Pictographic}\p{Emoji_Modifier}?[\U000e0020-\U000e007f]*"
_EMOJI = regex.compile(rf"\p{{RI}}{{2}}|[0-9#*]\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*")
_BASE = regex.compile(r"\p{Extended_Pictographic}")
_SYMBOL = regex.compile(r"(?![\x00-\x23\x25-\x7f])[\p{S}§]")  # of ASCII the dollar alone
# Numbers that are grouped at will: telephones, dates, book numbers.
_GROUPED = regex.compile(
    r"\+(?=(?:\D{0,3}\d){7})\d{1,3}(?:[ ()./-]{1,3}\d+){1,6}|(?<![\w.])(?=(?:-?\d){7})\d+(?:-\d+)+(?:-[Xx])?(?![\w-])"
)
_NO_DIGIT = regex.compile(r"[^0-9Xx]+")
_STEM = "~"  # keeps "~run" of running apart from the word itself
_LONGEST = 60  # bytes: the index drops tokens of 64 and more
_HEAD = 48  # bytes kept of a longer one, before its checksum
_MOST_HUMPS = 6  # what has more is a hash, whose letters and digits mean nothing apart

# English words that say nothing of what is asked. Dropped from queries only, and only while others remain.
_EMPTY = """
a an the is are was were be been being am do does did doing have has had having i you he she it we
they me him her us them my your his its our their of in on at to for from by with about into and or
but if so as than then that this these those there here what which who whom whose when where why how
will would can could should may might must not no yes s t d ll re ve m any some ever also just
"""
_EMPTY_WORDS = frozenset(_EMPTY.split())


@functools.lru_cache(maxsize=1 << 14)  # words come again and again, and stemming is the slowest step
def _stem_of(word: str) -> str:
    """The stem of an English word. A stemmer keeps its place in itself, so threads must not share one."""
    stemmer: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]
    return str(stemmer.stemWord(word))


def grams(content: str) -> str:
    """The tokens of a statement, separated by spaces, with repetitions (their number counts in BM25)."""
    return " ".join(map(_fitted, _tokens(normal(content), asking=False)))


def query_grams(query: str) -> str:
    """The tokens of a question, each once; empty if the question has none (only punctuation, say).

    Words that carry nothing ("what did the") are left out unless the question has no others.
    """
    tokens = list(dict.fromkeys(map(_fitted, _tokens(normal(query), asking=True))))
    telling = [t for t in tokens if t.removeprefix(_STEM) not in _EMPTY_WORDS]
    return " ".join(telling or tokens)


def literal_grams(query: str) -> frozenset[str]:
    """The tokens a statement has if it holds this query to the letter, where the query is one word, identifier,
    number or run of CJK; of an English word its stem will do. Empty for a question of several words."""
    text = normal(query).strip()
    if _GROUPED.fullmatch(text):
        return frozenset({_fitted(_digits(text))})
    if len(text.split()) > 1:
        return frozenset()
    if text.isascii() and text.isalpha() and len(_HUMP.findall(text)) == 1:
        return frozenset({_STEM + _stem_of(text.casefold())})
    rest, pictures = _apart(text)
    needed = [*_unspaced(text, asking=True), *pictures, *_SYMBOL.findall(rest)]
    for word in _WORD.findall(rest):
        needed += _neighbours(word) or [word.casefold()]
    return frozenset(map(_fitted, needed))


def _tokens(text: str, *, asking: bool) -> Iterator[str]:
    rest, pictures = text, list[str]()
    if not text.isascii():
        yield from _unspaced(text, asking=asking)
        rest, pictures = _apart(text)
    for word in _WORD.findall(rest):
        for token in dict.fromkeys(_parts(word)):
            yield token
            if token.isascii() and token.isalpha():
                yield _STEM + _stem_of(token)
    for picture in pictures:
        yield picture
        if len(picture) > 1:
            yield from _BASE.findall(picture)
    yield from _SYMBOL.findall(rest)
    yield from map(_digits, _GROUPED.findall(rest))


def _unspaced(text: str, *, asking: bool) -> Iterator[str]:
    """Characters and pairs of what is written without spaces; pairs alone, where there are any, of a question."""
    runs = [*_CJK.findall(text), *(_CLUSTER.findall(run) for run in _STACKED.findall(text))]
    for run in runs:
        if not asking or len(run) == 1:
            yield from run
        yield from (run[i] + run[i + 1] for i in range(len(run) - 1))


def _apart(text: str) -> tuple[str, list[str]]:
    """The text with blanks for what has no spaces and for emoji, and those emoji."""
    rest = _STACKED.sub(" ", _CJK.sub(" ", text))
    pictures = _EMOJI.findall(rest)
    return (_EMOJI.sub(" ", rest) if pictures else rest), pictures


def _parts(word: str) -> Iterator[str]:
    """A word whole, its pieces, their pairs, and the humps of camelCase: lower-cased, and without diacritics, too."""
    for part in _as_written(word):
        folded = part.casefold()
        yield folded
        if not folded.isascii():
            yield bare(folded)


def _as_written(word: str) -> Iterator[str]:
    yield word
    pieces = _PIECE.findall(word)
    # A letter left alone by a hyphen or a colon is not a word: USB-C and C:/ are not about C. Behind an
    # apostrophe it is the end of one.
    shortest = 1 if not pieces or set(word) - set("".join(pieces)) <= set("'’") else 2
    if len(pieces) > 1:
        yield from (p for p in pieces if len(p) >= shortest or not p.isalpha())
        yield from _neighbours(word)
    humps = [h for p in pieces if len(found := _HUMP.findall(p)) <= _MOST_HUMPS for h in found]
    if len(humps) > len(pieces):
        yield from (h for h in humps if len(h) > 1 or not h.isalpha())


def _neighbours(word: str) -> list[str]:
    """The pairs of neighbouring parts of a path, version or address, lower-cased; none of words with hyphens only."""
    at = [m.span() for m in _PIECE.finditer(word)]
    if len(at) < 3 or _hyphened(word):
        return []
    return [word[at[i][0] : at[i + 1][1]].casefold() for i in range(len(at) - 1)]


def _hyphened(word: str) -> bool:
    return word.replace("-", "").replace("'", "").replace("’", "").isalnum()


def _digits(number: str) -> str:
    return _NO_DIGIT.sub("", number).casefold()


def _fitted(token: str) -> str:
    """A token the index takes; what is too long ends in a checksum of the whole, so that it stays the only one."""
    if len(token) * 4 <= _LONGEST or len(raw := token.encode()) <= _LONGEST:
        return token
    return f"{raw[:_HEAD].decode(errors='ignore')}…{zlib.crc32(raw):08x}"
