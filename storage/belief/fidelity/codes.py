"""Identifiers: what must stand in a source to the letter, because one sign more or less makes it another thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .piece import Piece

_SEARCH = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|(?P<url>\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"'`，。；、）】」』\u4e00-\u9fff]+|\bwww\.[^\s<>\"'`，。；、）】」』\u4e00-\u9fff]+)"
    r"|(?P<mail>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<handle>(?<![\w@])@\w[\w-]+)"
    r"|(?P<path>(?<![\w/.])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]*)*|(?<!\w)[A-Za-z]:\\[\w.\\-]+|(?<![\w/])[\w.-]+(?:/[\w.-]+){2,})"
    r"|(?P<flag>(?<![\w-])--?[a-zA-Z][\w-]*(?:=\S+)?)"
    r"|(?P<host>\b\d{1,3}(?:\.\d{1,3}){2,}(?::\d+)?\b)"
    r"|(?P<file>\b[A-Za-z_][\w-]*(?:\.[a-z][a-z0-9]{0,9})+\b)"
    r"|(?P<mixed>[A-Za-z0-9_\u00c0-\u024f]+(?:[-_.:#+]+[A-Za-z0-9_\u00c0-\u024f]+)*[+#]*)",
    re.ASCII,
)
_TRAILING = ".,;:!?)]}'\""
_MIXED = re.compile(r"(?=[^\d]*\d)(?=.*[A-Za-z_])")
_SNAKE = re.compile(r"\w+_\w+", re.ASCII)
# A number and its unit, or words joined to a number, are no identifiers: 30min, 5-year-old, mid-2023, 80s.
_COUNTED = re.compile(
    r"\d+(?:[.:,]\d+)*(?:st|nd|rd|th|s|k|m|mn|bn|am|pm|x|h|hr|hrs|min|mins|sec|secs|ms|kg|g|mg|lb|lbs|cm|mm|km|mi|ft|l|ml|cl"
    r"|gb|mb|tb|kb|hz|mhz|ghz|w|kw|kwh|v|mph|kmh|c|f|usd|eur|gbp|rmb|mins|percent|pct)"
    r"|\d+(?:[.,]\d+)*(?:-[a-z]+)+|(?:mid|early|late|pre|post|sub|over|under|non)-\d+s?|[a-z]+-\d+-[a-z]+",
    re.IGNORECASE,
)
_ABBREVIATED = frozenset(["e.g", "i.e", "a.m", "p.m", "etc", "vs", "no", "approx"])
_LOOSE = re.compile(r"[\s\-_]+")


def codes(text: str) -> Iterator[Piece]:
    """The identifiers of a text: code, addresses, paths, flags, and words that hold digits."""
    for found in _SEARCH.finditer(text):
        kind, words = str(found.lastgroup), found[0].rstrip(_TRAILING) if found.lastgroup != "code" else found[0]
        if kind == "mixed" and not _is_mixed(words):
            continue
        if kind == "file" and (words.casefold() in _ABBREVIATED or len(words) < 4):
            continue
        if words:
            yield Piece(found.start(), found.start() + len(words), words)


def stands(code: str, folded: str, loose: str) -> bool:
    """Whether an identifier stands in a text, given in lower case and, after that, without blanks and hyphens."""
    wanted = code.strip("`").casefold()
    if _whole(wanted, folded):
        return True
    # "iPhone 15" is "iPhone15": what has no signs but letters and digits may be written apart.
    return wanted.replace("-", "").isalnum() and _whole(_LOOSE.sub("", wanted), loose)


def loosened(folded: str) -> str:
    """A text in lower case without what is left out at will; words are parted by one sign that no identifier has."""
    return re.sub(r"(?<=[a-z0-9])[\s_-]+(?=\d)|(?<=\d)[\s_-]+(?=[a-z0-9])|(?<=\w)[-_]+(?=\w)", "", folded)


def _whole(wanted: str, folded: str) -> bool:
    at = folded.find(wanted)
    while at >= 0:
        before, after = folded[at - 1 : at], folded[at + len(wanted) : at + len(wanted) + 1]
        if not (_joins(before) and _joins(wanted[0])) and not (_joins(after) and _joins(wanted[-1])):
            return True
        at = folded.find(wanted, at + 1)
    return False


def _joins(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _is_mixed(words: str) -> bool:
    if _SNAKE.fullmatch(words):
        return True
    return bool(_MIXED.match(words)) and not _COUNTED.fullmatch(words)
