"""Fields of foreign records, taken for what they should be or refused."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, cast

from ...storage.memory import Claim, Kind
from ...storage.text.clean import clean
from ...storage.text.when import When, written_when
from ...tools.arguments import LONGEST_LIST, LONGEST_STRING
from .pieces import UNDECODABLE, Piece, shown
from .record import Bad, Record

Raw = Mapping[str, Any]

# Their words for what a memory is that mean what ours mean. Any other becomes a tag.
_KINDS: Mapping[str, Kind] = {
    "fact": "fact",
    "preference": "preference",
    "decision": "decision",
    "event": "event",
    "procedure": "procedure",
    "note": "note",
}
_MILLISECONDS = 1e11  # seconds would be the year 5138


class Unfit(Exception):
    """A record cannot be used; the text says why and repeats nothing of it."""


def each(pieces: Iterable[Piece | Bad], make: Callable[[str, Raw], Iterable[Record | Bad]]) -> Iterator[Record | Bad]:
    """What `make` makes of each piece; what was bad before stays so."""
    for piece in pieces:
        if isinstance(piece, Bad):
            yield piece
        else:
            yield from judged(piece.where, piece.value, make)


def judged(where: str, raw: Any, make: Callable[[str, Raw], Iterable[Record | Bad]]) -> Iterator[Record | Bad]:
    """What `make` makes of a JSON object; one Bad when it is none, or when `make` raises Unfit."""
    try:
        if not isinstance(raw, dict):
            raise Unfit("is no JSON object")
        yield from make(where, cast(Raw, raw))
    except Unfit as unfit:
        yield Bad(where, str(unfit), raw_of(raw))


def raw_of(raw: Any) -> str:
    """A refused value as text, shortened."""
    try:
        return shown(raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=str))
    except (RecursionError, ValueError):
        return ""


def statement(value: Any, name: str) -> str:
    """The text of a record. Raises Unfit when it is no text, empty, or holds bytes that were no UTF-8."""
    if not isinstance(value, str):
        raise Unfit(f'has no "{name}"' if value is None else f'has no text as its "{name}"')
    if UNDECODABLE in value:
        raise Unfit(f'has bytes that are no UTF-8 in its "{name}"')
    text = clean(value)
    if not text:
        raise Unfit(f'has nothing in its "{name}"')
    return text


def text(raw: Raw, *names: str) -> str:
    """The first text under one of `names`, on one line and inside the limit of a string; "" when there is none."""
    for name in names:
        value = raw.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and (found := short(str(value))):
            return found
    return ""


def short(value: str) -> str:
    """Text on one line and within LONGEST_STRING bytes, so that it can be a source, a tag or a session."""
    return _line(value.replace(UNDECODABLE, "\ufffd")).encode()[:LONGEST_STRING].decode(errors="ignore").strip()


def words(*values: Any) -> tuple[str, ...]:
    """Tags from lists, from texts with commas and from single texts, each once, at most LONGEST_LIST."""
    found: list[str] = []
    for value in values:
        parts = (
            value.split(",") if isinstance(value, str) else cast(list[Any], value) if isinstance(value, list) else []
        )
        found += [short(p) for p in parts if isinstance(p, str)]
    return tuple(dict.fromkeys(w for w in found if w))[:LONGEST_LIST]


def as_object(value: Any) -> Raw:
    """The value if it is an object; else an empty one."""
    return cast(Raw, value) if isinstance(value, dict) else {}


def inner(raw: Raw, name: str) -> Raw:
    """The object under `name`; an empty one when there is none."""
    return as_object(raw.get(name))


def listed(raw: Raw, name: str) -> list[Any]:
    """The list under `name`, empty when there is none. Raises Unfit when it is something else."""
    value = raw.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unfit(f'has no list as its "{name}"')
    return cast(list[Any], value)


def moment(*values: Any) -> datetime | None:
    """The first of `values` that is an instant: ISO 8601 (UTC where no zone is given), seconds or milliseconds
    since 1970. A time that cannot be understood is no time, not a bad record."""
    for value in values:
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float) and math.isfinite(value):
            seconds = value / 1000 if abs(value) > _MILLISECONDS else value
            try:
                return datetime.fromtimestamp(seconds, UTC)
            except (OverflowError, ValueError, OSError):
                continue
        if isinstance(value, str) and (found := period(value)):
            return found.start
    return None


def period(value: Any) -> When | None:
    """A time with the precision it was written with; None when it is none."""
    return written_when(value, UTC) if isinstance(value, str) else None


def instant(at: datetime | None) -> When | None:
    """When something happened that is known to the second."""
    return When(at, at, "instant") if at else None


def claimed(subject: str, relation: str, object_: str) -> tuple[Claim, ...]:
    """A claim, or none when a slot is empty or over the limit: the statement says it anyway."""
    claim = Claim(_line(subject), _line(relation), _line(object_))
    slots = (claim.subject, claim.relation, claim.object)
    return (claim,) if all(0 < len(s.encode()) <= LONGEST_STRING for s in slots) else ()


def _line(value: str) -> str:
    return " ".join(clean(value).split())


def plain(relation: str) -> str:
    """A relation in words: `works_at` reads "works at"."""
    return " ".join(relation.replace("_", " ").split())


def kind_of(word: str, otherwise: Kind) -> tuple[Kind, tuple[str, ...]]:
    """Our kind for theirs, and a tag for what ours does not say."""
    kind = _KINDS.get(word.casefold())
    return (kind, ()) if kind else (otherwise, words(word))


def share(value: Any, otherwise: float) -> float:
    """A number from 0 to 1; `otherwise` when it is none."""
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if fits else otherwise


def origin(*parts: str) -> str:
    """A name made of what a record says, for programs that give none: the same in every export."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
