"""Whether two statements can both hold now, judged by their wording alone. Pure functions, no model."""

from __future__ import annotations

from .apart import contrasted, elsewhere, strangers
from .evidence import (
    corrected,
    differing,
    excluded,
    former,
    kinds_differ,
    loosely,
    misnamed,
    moved_house,
    reversed_alone,
    supplanted,
)
from .frames import value_apart
from .reading import Reading, read
from .weighing import score
from .words import glimpsed

_REMOTE = 0.05  # cosine below which texts that share no word are not read: hardly one of them clashes
_PART = 40  # characters of a statement that a reason may quote


def clash(new: str, old: str, cosine: float | None) -> str:
    """Why these two statements cannot both hold now, in a few words; empty when they can, or in doubt.

    `new` was told later. `cosine` is that of their embeddings, None if one has none yet.
    """
    if cosine is not None and cosine < _REMOTE and not glimpsed(new) & glimpsed(old):
        return ""
    ours, theirs = read(new), read(old)
    if ours.text == theirs.text or ours.idle or theirs.idle:
        return ""
    if strangers(ours, theirs, surely=True) or elsewhere(ours, theirs):
        return ""
    if "intent" in ours.cues and "intent" not in theirs.cues:
        return ""
    if reversed_alone(ours, theirs):
        return "the one says what the other denies"
    if pair := corrected(ours, theirs):
        return f"corrected: {_short(pair[0])} -> {_short(pair[1])}"
    if gone := supplanted(ours, theirs):
        return f"in its place: {_short(gone)}"
    if gone := misnamed(ours, theirs):
        return f"not {_short(gone)} but another"
    if frame := value_apart(ours, theirs):
        return f"another value: {_short(frame.old)} -> {_short(frame.new)}"
    if moved_house(ours, theirs):
        return "moved since"
    if contrasted(ours, theirs) and not ours.cues & {"end", "switch", "correct"}:
        return ""
    if excluded(ours, theirs):
        return "states that exclude each other"
    if ours.talk or theirs.talk:  # what is weighed is mostly how a statement is worded, which tells nothing of chat
        return ""
    return _reason(ours, theirs) if score(ours, theirs, cosine) > 0 else ""


def _reason(new: Reading, old: Reading) -> str:
    if gone := former(new, old):
        return f"no longer, or not: {_short(gone)}"
    if pair := differing(new, old) or loosely(new, old):
        return f"another value: {_short(pair[0].words)} -> {_short(pair[1].words)}"
    if kinds := kinds_differ(new, old):
        return f"another {min(kinds)}"
    return "a change of what was told"


def _short(text: str) -> str:
    return text if len(text) <= _PART else f"{text[: _PART - 1]}…"
