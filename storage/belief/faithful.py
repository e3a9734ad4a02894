"""Whether what a model wrote is faithful to its sources: nothing is named, counted, dated or denied that they do not say.

What is checked is what can be looked up: numbers, dates and times, names, identifiers, Chinese words, negation. An
English word in lower case is not: a summary may say "resides" for "lives". When in doubt, something is invented: a text
that is dropped costs nothing, one that is kept is believed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..memory import Claim
from .fidelity import slots
from .fidelity.sources import Sources, plain
from .fidelity.unknown import unknown


def invented(text: str, sources: Sequence[str]) -> list[str]:
    """What of a text is in none of its sources, as written and in order; empty if nothing."""
    told = plain(text).strip()
    if any(_stands_whole(told, plain(source)) for source in sources):
        return []
    found = sorted(unknown(told, Sources(sources), free=False), key=lambda piece: (piece.start, -piece.end))
    words = list[str]()
    end = 0
    for piece in found:
        if piece.end > end:
            words.append(piece.words)
            end = piece.end
    return list(dict.fromkeys(words))


def _stands_whole(text: str, source: str) -> bool:
    """Whether a text is a part of a source, cut at no word."""
    if not text:
        return True
    before, standing, after = source.partition(text)
    cut_before = before[-1:].isalnum() and text[0].isalnum()
    cut_after = after[:1].isalnum() and text[-1].isalnum()
    return bool(standing) and not cut_before and not cut_after


def grounded(claim: Claim, statement: str) -> bool:
    """Whether a claim stands in a statement: its subject and object in the statement's own words, in any inflection.

    The user is always grounded as a subject, as is an object that only affirms. The relation may be worded freely, but
    brings no number, name, identifier or negation of its own.
    """
    return slots.stand(claim, plain(statement))
