"""The words of a text in one form: stems and concepts, and pairs of Chinese characters."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Any

import snowballstemmer

from .kinds import SYNONYMS

LONGEST = 1_000  # characters read; what is longer is no single statement
_BEGINNING = 5  # characters of a word that its forms have in common
_GLIMPSED = re.compile(r"[a-zà-öø-ÿ]{2,}|\d+")
HAN = re.compile(r"[\u3400-\u9fff]+")
WORD = re.compile(r"[a-zà-öø-ÿ][a-zà-öø-ÿ0-9]*(?:[-_.@/][a-z0-9à-ÿ]+)*[+#]*|\d[\w.-]*[a-z_][\w-]*")
_FILLERS = """
a an the is are was were be been being am do does did doing have has had having i you he she it we they me him
her us them my your his its our their mine yours hers ours theirs of in on at to for from by with about into and
or but if so as than then that this these those there here what which who whom whose when where why how will would
can could should may might must not no yes s t d ll re ve m any some ever also just very really quite too only
up out off down over back again now since because after before until till during per each every all more most
much many few lot lots one user says said mentioned told asked got get gets getting go goes going went gone make
makes made take takes took taken put puts let come comes came thing things way still always usually often never
well good new old little big last next first day today yesterday week month year time times ago bit same own
around through under between against without within onto upon another other another's own such both either isn
don doesn didn wasn weren aren hasn haven hadn won couldn wouldn shouldn ain
"""
EMPTY = frozenset(_FILLERS.split())
_HAN_EMPTY = re.compile(
    r"[的了是在有和与跟就都也又很把被给让对从到向为于着过吧呢吗啊个这那其该此之而及或等将会要能可以我你他她它们每上下里中外来去一已不没用户]"
)
_CONCEPTS_HAN = {word: concept for word, concept in SYNONYMS.items() if HAN.match(word)}
_LONGEST_CONCEPT = max(map(len, _CONCEPTS_HAN))


@functools.lru_cache(maxsize=1 << 17)
def stem(word: str) -> str:
    """A word in one form: its concept if it has one, else its English stem."""
    if found := SYNONYMS.get(word):
        return found
    stemmer: Any = snowballstemmer.stemmer("english")  # pyright: ignore[reportUnknownMemberType]
    short = str(stemmer.stemWord(word))
    return SYNONYMS.get(short, short)


def stems(text: str) -> set[str]:
    """The English words of a text that tell something, each in one form."""
    return {stem(w) for w in WORD.findall(text) if w not in EMPTY}


@functools.lru_cache(maxsize=1 << 10)
def glimpsed(statement: str) -> frozenset[str]:
    """The beginnings of a statement's words and its pairs of Chinese characters: what costs next to nothing to know."""
    text = statement[:LONGEST].lower()
    words = {w[:_BEGINNING] for w in _GLIMPSED.findall(text) if w not in EMPTY}
    return frozenset({*words, *pairs(text, set())})


def concepts(text: str) -> Iterator[str]:
    """The concepts of the Chinese words in a text, the longest word first where several begin alike."""
    n = 0 if HAN.search(text) else len(text)
    while n < len(text):
        for size in range(min(_LONGEST_CONCEPT, len(text) - n), 0, -1):
            if found := _CONCEPTS_HAN.get(text[n : n + size]):
                yield found
                n += size - 1
                break
        n += 1


def pairs(text: str, owners: AbstractSet[str]) -> Iterable[str]:
    """The pairs of Chinese characters that stand side by side, but for those of names and empty words."""
    for owner in sorted(owners, key=len, reverse=True):
        if not owner.isascii():
            text = text.replace(owner, " ")
    for run in HAN.findall(_HAN_EMPTY.sub(" ", text)):
        yield from (a + b for a, b in itertools.pairwise(run))
