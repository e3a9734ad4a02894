"""What of a text its sources do not have."""

from __future__ import annotations

from collections.abc import Iterator

from .codes import codes
from .denying import new_denials
from .han import unseen_han, unseen_words
from .names import names
from .numbers import numbers
from .piece import Piece, blanked
from .sources import Sources
from .times import times

_ORDINAL = ("st", "nd", "rd", "th")


def unknown(text: str, sources: Sources, *, free: bool) -> Iterator[Piece]:
    """What of a text its sources do not have, in no order.

    `free`: whether it may be worded with any Chinese words."""
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
    yield from new_denials(text, [source.text for source in sources.all])
