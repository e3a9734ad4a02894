"""What a briefing says: the strongest of what is held, each thing once, inside a budget. Pure functions."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from typing import Any

from ..storage.memory import Kind, Memory, Trust
from ..storage.text.clean import fold
from ..storage.text.relations import is_user
from .reply import cut, defused, tokens
from .shown import record, told_of

PROFILE_CHARACTERS, NOTES_CHARACTERS = 1_375, 2_200
# What was held long ago says less of the present: a half-life where a kind ages at all.
HALF_LIFE_DAYS: Mapping[Kind, float] = {"event": 30.0, "note": 180.0, "decision": 365.0, "summary": 365.0}
_TRUST: Mapping[Trust, float] = {"user": 1.0, "assistant": 0.9, "external": 0.5}
_COMPARED = 120  # statements, at most; a page has room for some forty
_PASSED_OVER = 5  # that are too long, before a section is full
_ALIKE = 0.8  # share of tokens two statements have in common to be one
_LINE_TOKENS = 60  # of one statement; `recall(ids=…)` has it whole
_DAY = timedelta(days=1)
_ABOUT_USER = re.compile(r"\b(?:the user|user's|i|i'm|i've|my|me|mine|myself)\b|用户|我(?!们)|本人", re.IGNORECASE)
HEADINGS: Mapping[Kind, str] = {
    "preference": "Preferences",
    "fact": "Facts",
    "decision": "Decisions",
    "procedure": "How things are done",
    "event": "Events",
    "note": "Notes",
    "summary": "Summaries",
    "working": "Open",
}


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be said: characters, and tokens by the estimate of all answers."""

    characters: int
    tokens: int

    def holds(self, text: str) -> bool:
        """Whether a text fits."""
        return len(text) <= self.characters and tokens(text) <= self.tokens


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a briefing as it is shown, and how many of how many statements it has."""

    text: str
    shown: Sequence[Memory]
    total: int


def strength(memory: Memory, at: datetime) -> float:
    """How much a memory matters at `at`, 0..1: importance, confidence and trust, halved with age by kind."""
    age_days = max((at - memory.began) / _DAY, 0.0)
    half_life_days = HALF_LIFE_DAYS.get(memory.kind)
    fresh = 0.5 ** (age_days / half_life_days) if half_life_days else 1.0
    return memory.importance * memory.confidence * _TRUST[memory.trust] * fresh


def weights(columns: Mapping[str, Any], at: datetime) -> Any:
    """The same for columns of a table (`reader.WEIGHED`), one number a row."""
    import numpy as np

    from ..storage.table.reader import began

    ages = np.maximum(at.timestamp() * 1e6 - began(columns), 0.0) / (_DAY / timedelta(microseconds=1))
    kinds, trusts = columns["kind"], columns["trust"]
    fresh = np.ones(len(kinds))
    for kind, half_life_days in HALF_LIFE_DAYS.items():
        fresh = np.where(kinds == kind, 0.5 ** (ages / half_life_days), fresh)
    trust = np.select([trusts == t for t in _TRUST], list(_TRUST.values()), 0.0)
    return columns["importance"] * columns["confidence"] * trust * fresh


def strongest(memories: Iterable[Memory], at: datetime) -> list[Memory]:
    """In a total order, the strongest first; of equals the later, then by id."""
    return sorted(memories, key=lambda m: (-strength(m, at), -m.began.timestamp(), m.id))


def about_user(memory: Memory) -> bool:
    """Whether a memory is about the person: by its claims, else by how it is worded."""
    if memory.claims:
        return any(is_user(c.subject) for c in memory.claims)
    return memory.kind != "summary" and bool(_ABOUT_USER.search(memory.content))


def without_repeats(memories: Iterable[Memory]) -> list[Memory]:
    """The first of those that say the same in nearly the same words. Words alike with other numbers in them, or in
    other slots, are another statement. Only as many are compared as may be shown."""
    kept: list[Memory] = []
    said: list[tuple[frozenset[str], frozenset[str], frozenset[str]]] = []
    for memory in memories:
        if len(said) < _COMPARED:
            words, numbers, slots = _telling(memory.content, memory.claims)
            if any(numbers == n and slots == s and _overlap(words, w) >= _ALIKE for w, n, s in said):
                continue
            said.append((words, numbers, slots))
        kept.append(memory)
    return kept


@functools.lru_cache(maxsize=4096)
def _telling(content: str, claims: tuple[object, ...]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The tokens of a statement, those with a digit in them, and its slots."""
    from ..storage.text.grams import grams

    words = frozenset(grams(content).split())
    numbers = frozenset(w for w in words if any(c.isdigit() for c in w))
    return words, numbers, frozenset(fold(str(c)) for c in claims)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)


def section(title: str, memories: Sequence[Memory], room: Room, zone: tzinfo | None) -> Section:
    """The first of `memories` (strongest first) that fit, grouped by kind under a title that says how many are
    shown; empty when not even one fits."""
    return _most(memories, room, lambda chosen: _grouped(title, chosen, len(memories), zone))


def _grouped(title: str, chosen: Sequence[Memory], total: int, zone: tzinfo | None) -> str:
    lines = [f"# {title}{_share(len(chosen), total)}"]
    for kind, heading in HEADINGS.items():
        if of_kind := [m for m in chosen if m.kind == kind]:
            lines += [f"## {heading}", *(_line(m, zone) for m in of_kind)]
    return "\n".join(lines)


def open_tasks(memories: Sequence[Memory], room: Room, zone: tzinfo | None) -> Section:
    """Working state by session, the task that went on last first, each in its order; over the room the oldest
    state goes first."""
    by_session: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=lambda m: (m.recorded_at, m.id)):
        by_session.setdefault(memory.session, []).append(memory)
    sessions = sorted(by_session, key=lambda s: (by_session[s][-1].recorded_at, s), reverse=True)
    newest_first = [m for s in sessions for m in reversed(by_session[s])]

    def told(chosen: Sequence[Memory]) -> str:
        lines = [f"# Unfinished{_share(len(chosen), len(memories))}"]
        for session in sessions:
            if state := [m for m in chosen if m.session == session][::-1]:
                lines += [f"## session {defused(cut(session, 30))}", *(_line(m, zone) for m in state)]
        return "\n".join(lines)

    return _most(newest_first, room, told)


def conflicts(memories: Sequence[Memory], room: Room, zone: tzinfo | None) -> Section:
    """Statements that stand against another which is current, too, pair by pair."""
    by_id = {m.id: m for m in memories}
    pairs = {tuple(sorted((m.id, i))) for m in memories for i in m.contests if i in by_id}
    against = [by_id[i] for pair in sorted(pairs) for i in pair]

    def told(chosen: Sequence[Memory]) -> str:
        lines = [f"# Unsettled{_share(len(chosen) // 2, len(pairs))}"]
        for one, other in zip(chosen[::2], chosen[1::2], strict=False):
            lines += [_line(one, zone), f"  against {_line(other, zone)[2:]}"]
        return "\n".join(lines)

    return _most(against, room, told, step=2)


def _most(memories: Sequence[Memory], room: Room, told: Callable[[Sequence[Memory]], str], step: int = 1) -> Section:
    """As many from the front as fit, `step` at a time; one that is too long for what is left is passed over."""
    best, passed = Section("", (), len(memories)), 0
    for at in range(0, len(memories) - step + 1, step):
        chosen = [*best.shown, *memories[at : at + step]]
        text = told(chosen)
        if room.holds(text):
            best = Section(text, chosen, len(memories))
        elif (passed := passed + 1) > _PASSED_OVER:
            break
    return best


def _share(shown: int, total: int) -> str:
    return f" ({shown} of {total} shown)" if shown < total else f" ({total})"


def _line(memory: Memory, zone: tzinfo | None) -> str:
    told = told_of(record(memory, zone), brief=True)
    noted = f" ({defused(', '.join(told))})" if told else ""
    content = cut(memory.content, _LINE_TOKENS)
    mark = "" if content == memory.content else " …"
    return f"- {defused(' '.join(content.split()))}{mark} [{memory.id}]{noted}"
