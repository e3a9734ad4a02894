"""Predicates over the table. The only place where text becomes part of a filter."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from ..memory import Kind, Memory, Status
from ..text.when import When

Reach = Literal["current", "history", "all"]
_BEGAN = "coalesce(valid_from, recorded_at)"  # when what a row states began, as far as known


def quoted(text: str) -> str:
    """`text` as a literal of the filter language: single quotes doubled, nothing else is special in it.

    Raises ValueError for text that is not valid Unicode, which no row can hold.
    """
    text.encode("utf-8")
    return "'" + text.replace("'", "''") + "'"


def quoted_list(texts: Iterable[str]) -> str:
    """Several literals, separated by commas."""
    return ", ".join(quoted(t) for t in texts)


def instant(at: datetime) -> str:
    """A UTC time as a literal, to the microsecond."""
    return f"timestamp '{at.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%S.%f').rjust(26, '0')}Z'"


def with_ids(ids: Iterable[str]) -> str:
    """Rows with one of these ids."""
    return f"id IN ({quoted_list(ids) or quoted('')})"


def with_keys(any_of: Sequence[str]) -> str:
    """Rows of which a claim has one of these keys."""
    if len(any_of) == 1:
        return f"array_has(claim_keys, {quoted(any_of[0])})"
    return f"array_has_any(claim_keys, [{quoted_list(any_of)}])"


def naming(column: str, ids: Iterable[str]) -> str:
    """Rows whose list `column` names one of these ids."""
    return " OR ".join(f"array_has({column}, {quoted(i)})" for i in ids)


def naming_receipt(receipt: str) -> str:
    """Rows that a change touched, by its receipt."""
    return f"contains(undo, {quoted(json.dumps(receipt, ensure_ascii=False))})"


def contested_in(scopes: Iterable[str]) -> str:
    """The current rows of these scopes that stand against another."""
    return f"status = 'current' AND array_length(contests) > 0 AND scope IN ({quoted_list(scopes)})"


def unverified_among(ids: Iterable[str]) -> str:
    """Of these rows, the current ones that were only read somewhere."""
    return f"{with_ids(ids)} AND status = 'current' AND trust = 'external'"


def in_use(ids: Iterable[str], sessions: Iterable[str]) -> str:
    """Rows that are kept by their use: these, and the working ones of these sessions."""
    tests = [with_ids(ids)]
    if named := quoted_list(sessions):
        tests.append(f"(kind = 'working' AND session IN ({named}))")
    return f"used_at IS NOT NULL AND ({' OR '.join(tests)})"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a statement is known by, and the time at which it must still hold to count as known."""

    digest: str
    now: datetime


def versions_of(lineages: Iterable[str]) -> str:
    """Every version of these lineages."""
    return " OR ".join(f"(id >= {quoted(n + '.')} AND id < {quoted(n + '/')})" for n in dict.fromkeys(lineages))


def saying(statement: Statement) -> str:
    """The current rows of a statement that have neither expired nor stopped being true."""
    return f"digest = {quoted(statement.digest)} AND status = 'current' AND {_alive(statement.now)} AND {_holds(statement.now)}"


def saying_any(digests: Iterable[str], now: datetime) -> str:
    """The same, of several statements."""
    return f"digest IN ({quoted_list(digests)}) AND status = 'current' AND {_alive(now)} AND {_holds(now)}"


def holds(memory: Memory, now: datetime) -> bool:
    """Whether a current row has neither expired nor stopped being true: what `saying` asks of rows in the table."""
    return not memory.expired(now) and (memory.kind == "event" or memory.valid_to is None or memory.valid_to > now)


def _alive(now: datetime) -> str:
    return f"(expires_at IS NULL OR expires_at > {instant(now)})"


def _holds(now: datetime) -> str:
    return f"(kind = 'event' OR valid_to IS NULL OR valid_to > {instant(now)})"


def _not_over(at: str) -> str:
    """Events that had not ended before a time; an end is the first moment that is no part of it."""
    return f"(valid_to > {at} OR (valid_to IS NULL AND {_BEGAN} >= {at}))"


def _held(at: datetime) -> str:
    """What had not ended by then: an event that was told again counts by the later telling, and what was superseded
    without an end of its own ended when it was closed."""
    current = f"status = 'current' AND {_holds(at)}"
    over = f"status = 'superseded' AND kind <> 'event' AND coalesce(valid_to, closed_at) > {instant(at)}"
    return f"(({current}) OR ({over}))"


@dataclass(frozen=True, slots=True)
class During:
    """A time a question names, `start` to `end` (UTC, exclusive), whether it is over, and whether the question is
    about what was told then."""

    start: datetime
    end: datetime
    over: bool
    telling: bool = False

    def sql(self, now: datetime) -> str:
        """What happened then or held then, what was told then if that is asked; of what is over also what no longer
        holds."""
        start, end = instant(self.start), instant(self.end)
        told = f"(status = 'current' AND recorded_at >= {start} AND recorded_at < {end})"
        event = f"(kind = 'event' AND {_BEGAN} < {end} AND {_not_over(start)})"
        held = f"(kind <> 'event' AND valid_from < {end} AND (valid_to IS NULL OR valid_to > {start}))"
        told = told if self.telling else "false"
        if not self.over:
            return f"(status = 'current' AND {_holds(now)} AND ({told} OR {event} OR {held}))"
        was = f"(kind <> 'event' AND status = 'superseded' AND {_BEGAN} < {end} AND valid_to > {start} AND valid_to > {_BEGAN})"
        return f"((status = 'current' AND ({told} OR {event} OR {held})) OR {was})"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which rows bear on a question. Everything given must hold.

    `reach`: current rows only, those and the superseded ones, or all. `now` decides what has expired or
    stopped being true; with `ever` that does not matter. `scopes` empty means every scope; `kinds` empty means
    all but working ones, which are seen only by kind or session.

    `claim_keys`: of each group one key at least.

    `as_of`: what had begun by then and had not ended, superseded since or not. `believed_at`: rows that were
    there and not closed by then; what a later closing did to a row is not known to a predicate, so each must
    still be looked at as it was (`belief.past`). `during`: of one of these times, superseded since or not. None
    brings back what is hidden.
    """

    now: datetime
    scopes: tuple[str, ...] = ()
    reach: Reach = "current"
    kinds: tuple[Kind, ...] = ()
    session: str = ""
    tags: tuple[str, ...] = ()
    claim_keys: tuple[tuple[str, ...], ...] = ()
    after: When | None = None
    before: When | None = None
    recorded_by: datetime | None = None
    ever: bool = False
    as_of: datetime | None = None
    believed_at: datetime | None = None
    during: tuple[During, ...] = ()

    def sql(self) -> str:
        """The predicate."""
        parts = [self._status()] if self.ever else [self._status(), _alive(self.believed_at or self.now)]
        if self.scopes:
            parts.append(f"scope IN ({quoted_list(self.scopes)})")
        if self.kinds:
            parts.append(f"kind IN ({quoted_list(self.kinds)})")
        elif not self.session:
            parts.append("kind <> 'working'")
        if self.session:
            parts.append(f"session = {quoted(self.session)}")
        parts += [f"array_has(tags, {quoted(t)})" for t in self.tags]
        parts += [with_keys(any_of) for any_of in self.claim_keys]
        parts += self._times()
        return " AND ".join(parts)

    def admits(self, row: Mapping[str, Any]) -> bool:
        """The predicate for a row that was read: of a filter that asks for what is current now in some scopes and of some
        kinds, and for nothing else."""
        here = row["status"] == "current" and row["scope"] in self.scopes and row["kind"] in self.kinds
        alive = row["expires_at"] is None or row["expires_at"] > self.now
        return here and alive and (row["kind"] == "event" or row["valid_to"] is None or row["valid_to"] > self.now)

    def _status(self) -> str:
        if self.believed_at:
            then = instant(self.believed_at)
            there = f"recorded_at <= {then}"
            if not self.as_of:  # with both, also what was past already then
                there += f" AND (closed_at IS NULL OR closed_at > {then})"
            return f"status IN ('current', 'superseded', 'archived') AND {there}"
        if self.as_of or self.during:
            return "status IN ('current', 'superseded')"
        shown: dict[Reach, tuple[Status, ...]] = {
            "current": ("current",),
            "history": ("current", "superseded"),
            "all": ("current", "superseded", "hidden", "archived", "quarantined"),
        }
        return f"status IN ({quoted_list(shown[self.reach])})"

    def _times(self) -> list[str]:
        parts: list[str] = []
        if self.recorded_by:
            parts.append(f"recorded_at <= {instant(self.recorded_by)}")
        if self.after:  # an event at or after; a state that still held then
            at = instant(self.after.start)
            parts.append(
                f"((kind = 'event' AND {_not_over(at)}) OR (kind <> 'event' AND (valid_to IS NULL OR valid_to > {at})))"
            )
        if self.before:
            parts.append(f"{_BEGAN} < {instant(self.before.start)}")
        if self.during:
            return [*parts, "(" + " OR ".join(d.sql(self.now) for d in self.during) + ")"]
        timeless = not (self.after or self.before or self.ever)
        if self.as_of:
            parts.append(f"{_BEGAN} <= {instant(self.as_of)}")
        if self.believed_at:
            if self.as_of or timeless:
                parts.append(f"(status <> 'current' OR {_holds(self.as_of or self.believed_at)})")
        elif self.as_of:
            parts.append(_held(self.as_of))
        elif self.reach == "current" and timeless:  # what has stopped being true is history
            parts.append(_holds(self.now))
        return parts
