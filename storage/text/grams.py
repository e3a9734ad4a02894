"""Our own search tokens: what the words channel matches.

The full-text index splits at white space and does nothing else; every decision is here. CJK text, which
has no spaces, gives each character and each pair; other words are kept whole, split at punctuation and
inner capitals, and stemmed if English; every emoji is a token. No character of a query is an operator.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import snowballstemmer

VERSION = 1  # kept with every row; raise it with any change below, so that older rows can be told

_CJK = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u1100-\u11ff\uac00-\ud7af\U00020000-\U0003ffff]+"
)
_WORD = re.compile(r"\w+(?:[-_./@:+#'’]+\w+)*[+#]*")
_EMOJI = re.compile("[\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff]")
_INNER = re.compile(r"[-_./@:+#'’]+")
_HUMP = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_STEM = "~"  # keeps "~run" of running apart from the word itself
_LONGEST = 64  # the index drops longer tokens, so they are cut alike on both sides

# English words that say nothing of what is asked. Dropped from queries only, and only while others remain.
_EMPTY_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "do",
        "does",
        "did",
        "doing",
        "have",
        "has",
        "had",
        "having",
        "i",
        "you",
        "he",
        "she",
        "it",
        "we",
        "they",
        "me",
        "him",
        "her",
        "us",
        "them",
        "my",
        "your",
        "his",
        "its",
        "our",
        "their",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "about",
        "into",
        "and",
        "or",
        "but",
        "if",
        "so",
        "as",
        "than",
        "then",
        "that",
        "this",
        "these",
        "those",
        "there",
        "here",
        "what",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "where",
        "why",
        "how",
        "will",
        "would",
        "can",
        "could",
        "should",
        "may",
        "might",
        "must",
        "not",
        "no",
        "yes",
        "s",
        "t",
        "d",
        "ll",
        "re",
        "ve",
        "m",
        "any",
        "some",
        "ever",
        "also",
        "just",
    ]
)


_english: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]  # stateless: a table of suffixes


def _ascii_word(token: str) -> bool:
    return token.isascii() and token.isalpha()


def _parts(word: str) -> Iterator[str]:
    """A word whole, its pieces between punctuation, and the humps of camelCase, lower-cased."""
    yield word.lower()
    pieces = [p for p in _INNER.split(word) if p]
    if len(pieces) > 1:
        yield from (p.lower() for p in pieces)
    humps = [h for p in pieces for h in _HUMP.findall(p)]
    if len(humps) > len(pieces):
        yield from (h.lower() for h in humps)


def _tokens(text: str, *, asking: bool) -> Iterator[str]:
    text = unicodedata.normalize("NFKC", text)
    for run in _CJK.findall(text):
        if not asking or len(run) == 1:
            yield from run
        yield from (run[i : i + 2] for i in range(len(run) - 1))
    rest = _CJK.sub(" ", text)
    for word in _WORD.findall(rest):
        for token in dict.fromkeys(_parts(word)):
            yield token
            if _ascii_word(token):
                yield _STEM + _english.stemWord(token)
    yield from _EMOJI.findall(rest)


def grams(content: str) -> str:
    """The tokens of a statement, separated by spaces, with repetitions (their number counts in BM25)."""
    return " ".join(t[:_LONGEST] for t in _tokens(content, asking=False))


def query_grams(query: str) -> str:
    """The tokens of a question, each once; empty if the question has none (only punctuation, say).

    Words that carry nothing ("what did the") are left out unless the question has no others.
    """
    tokens = list(dict.fromkeys(t[:_LONGEST] for t in _tokens(query, asking=True)))
    telling = [t for t in tokens if t.removeprefix(_STEM) not in _EMPTY_WORDS]
    return " ".join(telling or tokens)
