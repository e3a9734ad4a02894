"""A memory as a client sees it: a structured record and one line of text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, tzinfo

from ..storage.memory import GLOBAL, Memory
from ..storage.text.when import iso, iso_at
from .mind import Mind
from .reply import ClaimShown, Shown, cut, defused

_SOURCE_TOKENS = 30


async def later_versions(mind: Mind, memories: Iterable[Memory]) -> dict[str, str]:
    """For superseded memories, the id of what stands next in their place."""
    closed = [m for m in memories if m.status == "superseded"]
    if not closed:
        return {}
    next_: dict[str, str] = {}
    for m in sorted(await mind.reader.successors(m.id for m in closed), key=lambda m: m.recorded_at):
        next_.update(dict.fromkeys(m.supersedes, m.id))
    return next_


def record(memory: Memory, zone: tzinfo | None, superseded_by: str = "") -> Shown:
    """The structured form; what is empty or usual is left out when it is sent."""
    return Shown(
        id=memory.id,
        content=memory.content,
        kind=memory.kind,
        confidence=memory.confidence,
        trust=memory.trust,
        status=memory.status,
        when=iso_at(memory.valid_from, memory.precision, zone) if memory.valid_from else "",
        until=_last_of(memory.valid_to, zone) if memory.valid_to else "",
        recorded=iso(memory.recorded_at, zone),
        scope=memory.scope,
        session=memory.session if memory.kind == "working" else "",
        source=memory.source,
        tags=list(memory.tags),
        claims=[
            ClaimShown(subject=c.subject, relation=c.relation, object=c.object, exclusive=c.exclusive)
            for c in memory.claims
        ],
        superseded_by=superseded_by,
        reason=reason_of(memory),
        contests=list(memory.contests),
    )


def reason_of(memory: Memory) -> str:
    """Why another took the place of a memory; empty where none did."""
    if memory.status != "superseded":
        return ""
    return next((str(e.get("why", "")) for e in reversed(memory.undo) if e["by"] == memory.closed_by), "")


def _last_of(end: datetime, zone: tzinfo | None) -> str:
    """The last day a statement held when it ended with a day, else the instant it ended."""
    local = end.astimezone(zone) if end.year < 9999 else end
    if (local.hour, local.minute, local.second, local.microsecond) == (0, 0, 0, 0) and local.year > 1:
        return (local.date() - timedelta(days=1)).isoformat()
    return iso(end, zone)


def precise(at: datetime) -> str:
    """A time that names an answer: to the microsecond, in UTC, fit for a URI."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def told_of(shown: Shown, *, brief: bool = False) -> list[str]:
    """What there is to say of a memory besides its content; `brief` leaves out kind, scope and when it was recorded."""
    told = [] if brief or shown.kind == "fact" else [shown.kind]
    if shown.when:
        told.append(("on " if shown.kind == "event" else "since ") + shown.when)
    if not brief:
        told.append(f"recorded {shown.recorded[:10]}")
    if shown.until:
        told.append(f"until {shown.until[:10]}")
    if shown.trust != "assistant":
        told.append(f"from {_name(shown.source)!r}, unverified" if shown.trust == "external" else "said by the user")
    if shown.confidence < 0.6:
        told.append(f"confidence {shown.confidence:g}")
    if shown.status != "current":
        by = f" by {shown.superseded_by}" if shown.superseded_by else ""
        told.append(shown.status + by + (f": {shown.reason}" if shown.reason else ""))
    if shown.contests:
        told.append("contested by " + ", ".join(shown.contests[:3]))
    if shown.scope != GLOBAL and not brief:
        told.append(f"scope {shown.scope}")
    return told


def _name(source: str) -> str:
    """The beginning of a source's name, where it is long, on one line."""
    short = cut("".join(c if c.isprintable() else " " for c in source), _SOURCE_TOKENS)
    return short if short == source else short + "…"


def line(shown: Shown, number: int) -> str:
    """The text form, with markup in it made inert."""
    told = told_of(shown)
    return f"{number}. [{shown.id}] {defused(shown.content)} ({defused(', '.join(told))})"


def with_content(shown: Shown, content: str) -> Shown:
    """The same record with other (shortened) content."""
    return shown.model_copy(update={"content": content})
