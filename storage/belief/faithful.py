"""Whether what a model wrote is faithful to its sources: nothing is named, counted, dated or denied that they do not say.

What is checked is what can be looked up: numbers, dates and times, names, identifiers, Chinese words, negation. An
English word in lower case is not: a summary may say "resides" for "lives". When in doubt, something is invented: a text
that is dropped costs nothing, one that is kept is believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..memory import Claim
from ..text.relations import is_user
from .fidelity.codes import codes
from .fidelity.han import unseen_han, unseen_words
from .fidelity.names import names
from .fidelity.numbers import numbers
from .fidelity.piece import Piece, blanked
from .fidelity.sources import Sources, negation, plain
from .fidelity.times import times
from .wording.words import EMPTY, stem


def invented(text: str, sources: Sequence[str]) -> list[str]:
    """What of a text is in none of its sources, as written and in order; empty if nothing."""
    found = sorted(_unknown(plain(text), Sources(sources), free=False), key=lambda piece: (piece.start, -piece.end))
    words = list[str]()
    end = 0
    for piece in found:
        if piece.end > end:
            words.append(piece.words)
            end = piece.end
    return list(dict.fromkeys(words))


def _unknown(text: str, sources: Sources, *, free: bool) -> Iterator[Piece]:
    """`free`: whether it may be worded with any Chinese words."""
    literal = list(codes(text))
    yield from (piece for piece in literal if not sources.has_code(piece.words))
    rest = blanked(text, literal)
    told = list(times(rest))
    yield from (piece for piece, meant in told if not any(map(sources.has_time, meant)))
    rest = blanked(rest, [piece for piece, _ in told])
    counted = list(numbers(rest))
    for piece, value in counted:
        if not sources.has_number(value) and not (piece.words[-2:] in _ORDINAL and sources.has_day(value)):
            yield piece
    rest = blanked(rest, [piece for piece, _ in counted])
    yield from names(rest, sources.words)
    if not free:
        yield from unseen_han(rest, sources.joined)
        yield from unseen_words(rest, sources.joined)
    if not sources.negative and (denied := negation(text)):
        yield denied


_ORDINAL = ("st", "nd", "rd", "th")


_PLAIN = frozenset(["yes", "true", "是", "对", "有", "真"])
_ENGLISH = re.compile(r"[a-zà-öø-ÿ]+(?:'[a-z]+)?|\d+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_IDLE_HAN = frozenset("的了是在和与着过个")


def grounded(claim: Claim, statement: str) -> bool:
    """Whether a claim stands in a statement: its subject and object in the statement's own words, in any inflection.

    The user is always grounded, as is an object that only affirms. The relation may be worded freely, but brings no
    number, name, identifier or negation of its own.
    """
    text = plain(statement)
    if any(_unknown(plain(claim.relation), Sources([text]), free=True)):
        return False
    return _stands(claim.subject, text) and (claim.object.casefold() in _PLAIN or _stands(claim.object, text))


def _stands(words: str, statement: str) -> bool:
    """Whether all that these words say is said by a statement."""
    if is_user(words):
        return True
    wanted, said = plain(words).casefold().strip(), statement.casefold()
    if re.search(rf"(?<![a-z0-9]){re.escape(wanted)}(?![a-z0-9])", said):
        return True
    if any(_unknown(plain(words), Sources([statement]), free=True)):
        return False
    stems = {stem(w) for w in _ENGLISH.findall(said)}
    content = [w for w in _ENGLISH.findall(wanted) if w.removesuffix("'s") not in EMPTY]
    signs = [c for c in _HAN.findall(wanted) if c not in _IDLE_HAN]
    if not content and not signs:
        return False
    return all(_is_said(stem(w.removesuffix("'s")), stems) for w in content) and all(c in said for c in signs)


def _is_said(one: str, stems: set[str]) -> bool:
    return one in stems or any(_akin(one, other) for other in stems)


def _akin(one: str, other: str) -> bool:
    """Whether two stems are of one family: drive and driver."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 4 and len(long) - len(short) <= 3 and long.startswith(short)
