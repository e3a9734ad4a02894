"""Many patterns looked for at once: only those are tried of which the few characters they need stand in the text."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key")

_GRAM = 4  # characters looked for at most; a word of a pattern is told well enough by so many
_OPEN_END = "?*{"  # what may make the character before it stand for none


class Sieve:
    """Patterns in lower case, as text. A pattern passes if one of the runs of characters, of which any match of it has
    one, stands in the text; what does not pass cannot match."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._always: list[int] = []
        self._by_gram: dict[str, list[int]] = {}
        for n, pattern in enumerate(patterns):
            grams = {run[:_GRAM] for run in needed(pattern)}
            if not all(grams):
                self._always.append(n)
                continue
            for gram in grams:
                self._by_gram.setdefault(gram, []).append(n)

    def passing(self, text: str) -> list[int]:
        """The places of the patterns that may match, in order."""
        grams = _grams(text)
        found = itertools.chain.from_iterable(self._by_gram[gram] for gram in self._by_gram.keys() & grams)
        return sorted({*self._always, *found})


@functools.lru_cache(maxsize=8)  # several tables are looked up for one text
def _grams(text: str) -> frozenset[str]:
    """All runs of one to four characters."""
    return frozenset([text[n : n + size] for size in range(1, _GRAM + 1) for n in range(len(text) - size + 1)])


class Phrases(Generic[Key]):
    """What each of many patterns tells, by a key; a pattern is compiled when first tried. Several may tell the same."""

    def __init__(self, told: Iterable[tuple[Key, str]]) -> None:
        self._told = list(told)
        self._sieve = Sieve([pattern for _, pattern in self._told])
        self._compiled: dict[int, re.Pattern[str]] = {}

    def found(self, text: str) -> set[Key]:
        """The keys of the patterns that match somewhere in a text in lower case."""
        keys = set[Key]()
        for n in self._sieve.passing(text):
            if self._told[n][0] not in keys and self._pattern(n).search(text):
                keys.add(self._told[n][0])
        return keys

    def matches(self, text: str) -> Iterator[tuple[Key, re.Match[str]]]:
        """Every match of every pattern."""
        for n in self._sieve.passing(text):
            for match in self._pattern(n).finditer(text):
                yield self._told[n][0], match

    def _pattern(self, n: int) -> re.Pattern[str]:
        if n not in self._compiled:
            self._compiled[n] = re.compile(self._told[n][1])
        return self._compiled[n]


def alternatives(pattern: str) -> list[str]:
    """A pattern taken apart at each `|` that stands in no bracket."""
    parts, depth, start = list[str](), 0, 0
    for n, sign in _signs(pattern):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "|" and depth == 0:
            parts.append(pattern[start:n])
            start = n + 1
    return [*parts, pattern[start:]]


def needed(pattern: str) -> set[str]:
    """Runs of characters of which every match has one; the empty one where nothing is known of some match."""
    found: set[str] = set()
    for part in alternatives(pattern):
        found |= max(_parts(part), key=_tells, default={""})
    return found


def _tells(runs: set[str]) -> tuple[int, int]:
    return min(min(len(run), _GRAM) if run.isascii() else _GRAM * min(len(run), 2) // 2 for run in runs), -len(runs)


def _parts(alternative: str) -> Iterator[set[str]]:
    """What each piece of an alternative needs: a run of plain characters, or any of those of a group."""
    run, n = "", 0
    while n < len(alternative):
        sign, end = alternative[n], n + 1
        inside = ""
        if sign in "([":
            end = _closing(alternative, n)
            inside = alternative[n + 3 : end - 1] if alternative.startswith("(?:", n) else ""
        elif sign == "\\":
            end = n + 2
        sure = alternative[end : end + 1] not in tuple(_OPEN_END)
        if sign.isalnum() or sign in " '-_@&%<>=" or (sign == "\\" and not alternative[n + 1].isalnum()):
            if sure:
                run += alternative[end - 1]
            elif run:
                yield {run}
                run = ""
        else:
            if run:
                yield {run}
            run = ""
            if inside and sure:
                yield needed(inside)
        n = _after_count(alternative, end)
        if run and n > end:  # "o+": what follows may not be next to it
            yield {run}
            run = ""
    if run:
        yield {run}


def _after_count(pattern: str, n: int) -> int:
    if pattern[n : n + 1] == "{":
        n = pattern.index("}", n) + 1
    elif pattern[n : n + 1] in tuple("?*+"):
        n += 1
    return n + 1 if pattern[n : n + 1] == "?" else n


def _closing(pattern: str, start: int) -> int:
    """The place behind the bracket that closes the one at `start`."""
    depth = 0
    for n, sign in _signs(pattern[start:]):
        depth += (sign in "([") - (sign in ")]")
        if depth == 0:
            return start + n + 1
    raise ValueError(f"the bracket at {start} is not closed: {pattern}")


def _signs(pattern: str) -> Iterator[tuple[int, str]]:
    """Each character and its place; one behind a backslash, and a bracket in a class, as a blank."""
    escaped = in_class = False
    for n, sign in enumerate(pattern):
        if escaped or (in_class and sign != "]" and sign != "\\"):
            escaped = False
            yield n, " "
            continue
        escaped, in_class = sign == "\\", sign == "[" or (in_class and sign != "]")
        yield n, sign
