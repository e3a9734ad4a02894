"""Which entities of a store a question names, as written there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text.clean import fold
from ..text.relations import USER, subject_of

if TYPE_CHECKING:
    from .claims import Vocabulary

_MOST_WORDS, _MOST_HAN = 6, 40  # of a name that is looked for
_MOST = 8
_WORD = re.compile(r"[^\W_]+(?:[-.'’&][^\W_]+)*", re.UNICODE)
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")
_INSIDE = re.compile(r"[A-Za-z0-9]{2}")
_ENDING = (".", "!", "?")
_OWNING = re.compile(r"['’]s?$")
# Words that are names of nothing by themselves, though a claim may have them as its object.
_PLAIN = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "who",
        "what",
        "which",
        "whose",
        "whom",
        "where",
        "when",
        "why",
        "how",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "with",
        "and",
        "or",
        "not",
        "no",
        "yes",
        "it",
        "its",
        "he",
        "she",
        "they",
        "him",
        "her",
        "his",
        "their",
        "this",
        "that",
        "there",
    ]
)
_CAPITAL = re.compile(r"(?<![.!?。！？]\s)(?<!^)\b[^\W\d_a-z][\w'’-]+(?:\s+(?:of|the|de|van|von|[^\W\d_a-z][\w'’-]*))*")


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity a question names: as written there, and its number. `doubtful`: the words are those of a relation, too,
    or inside of one, as in "her director" where somebody's job is director."""

    written: str
    entity: int
    doubtful: bool = False


def mentions(question: str, entities: Vocabulary, wordings: Vocabulary) -> list[Mention]:
    """The entities named to the letter, the longest names first; what lies inside of a longer name is not another."""
    found: list[Mention] = []
    taken: list[tuple[int, int]] = []
    worded = [(a, b) for a, b in _spans(question) if wordings.known(fold(question[a:b])) is not None]
    for start, end in sorted(_spans(question), key=lambda s: (s[0] - s[1], s[0])):
        if any(a < end and start < b for a, b in taken):
            continue
        written = question[start:end]
        number = _known(written, entities)
        if number is not None:
            taken.append((start, end))
            doubtful = any(a <= start and end <= b for a, b in worded)
            found.append(Mention(_OWNING.sub("", written), number, doubtful))
    return found[:_MOST]


def _known(written: str, entities: Vocabulary) -> int | None:
    for form in (written, _OWNING.sub("", written)):
        name = subject_of(form)
        if name == USER or name in _PLAIN or (len(name) < 2 and name.isascii()):
            continue
        if (number := entities.known(name)) is not None:
            return number
    return None


def _spans(question: str) -> Iterator[tuple[int, int]]:
    words = [(m.start(), m.end()) for m in _WORD.finditer(question)]
    for first in range(len(words)):
        for last in range(first, min(first + _MOST_WORDS, len(words))):
            yield words[first][0], words[last][1]
            if question[words[last][1] : words[last][1] + 1] in _ENDING:  # "Back in the U.S.S.R.", "Who?"
                yield words[first][0], words[last][1] + 1
    if _HAN.search(question):  # without spaces a name may begin and end anywhere but inside of a word of letters
        edges = [at for at in range(len(question) + 1) if not _INSIDE.match(question, max(at - 1, 0)) or not at]
        for start in edges:
            yield from ((start, end) for end in edges if 2 <= end - start <= _MOST_HAN)


def unknown_names(question: str, found: list[Mention]) -> list[str]:
    """What looks like names in a question and none of those found: capitals inside of a sentence, and what is quoted."""
    known = {fold(m.written) for m in found}
    names = [m[0] for m in _CAPITAL.finditer(question)]
    return [name for name in names if not any(k in fold(name) for k in known)][:3]
