"""Rules that decide without a model. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable

from ..memory import TRUST_ORDER, Memory, Trust

SURE = 0.5  # from this confidence on, a statement may replace any other of its trust


def why_not_supersede(new: Memory, old: Memory) -> str:
    """Why `new` may not replace `old`, in words for the caller; empty when it may.

    Lower trust never supersedes higher, whatever confidence it claims; an unsure statement does not
    supersede a surer one.
    """
    if TRUST_ORDER[new.trust] < TRUST_ORDER[old.trust]:
        return f"it comes from '{new.trust}', the stored one from '{old.trust}'"
    if new.confidence < SURE and new.confidence < old.confidence:
        return f"its confidence {new.confidence:g} is below {SURE:g} and below the stored {old.confidence:g}"
    return ""


def least_trust(sources: Iterable[Trust]) -> Trust:
    """How far what was derived from these may be trusted: no further than the least of them."""
    return min(sources, key=TRUST_ORDER.__getitem__)
