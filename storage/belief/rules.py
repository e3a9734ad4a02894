"""Rules that decide without a model what is held true: pure functions over memories.

What one statement does to another: it reinforces it (the same, told again), takes its place (another value of what
has one value at a time, from no less trusted and no less sure a mouth), or stands against it, each naming the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..memory import TRUST_ORDER, Claim, Kind, Memory, Trust
from ..table.undo import standing
from ..text.clean import fold
from ..text.periods import end_of
from ..text.relations import claimed_single, is_passive, single_by_table, slot_of

SURE = 0.5  # from this confidence on, a statement may replace any other of its trust
MOST_SURE = 0.99  # agreement makes nothing certain
# What was said long ago is less sure to hold: a half-life by kind, down to half. The one table of aging confidence.
CONFIDENCE_HALF_LIFE_DAYS: Mapping[Kind, float] = {
    "fact": 730.0,
    "preference": 365.0,
    "decision": 365.0,
    "procedure": 730.0,
    "note": 180.0,
}
_LEAST_LEFT = 0.5  # of a confidence, however old
_DAY = timedelta(days=1)
# What happened stays so beside whatever else did; the state of a task is its own; a summary has its sources.
CONTESTS_NOTHING: frozenset[Kind] = frozenset({"event", "working", "summary"})
TOLD_AGAIN = "told again"  # why a contested row was touched that says the same
_TYPED = "the user"  # said in a conversation or typed: one and the same person


def aged(old: Memory, at: datetime) -> float:
    """How sure `old` still is at `at`, 0..1: its confidence, halved with the half-life of its kind from when it began,
    to no less than half."""
    half_life_days = CONFIDENCE_HALF_LIFE_DAYS.get(old.kind)
    if half_life_days is None:
        return old.confidence
    days = max((at - old.began) / _DAY, 0.0)
    return old.confidence * max(_LEAST_LEFT, 0.5 ** (days / half_life_days))


def why_not_supersede(new: Memory, old: Memory) -> str:
    """Why `new` may not replace `old`, in words for the caller; empty when it may.

    Lower trust never supersedes higher, whatever confidence it claims; an unsure statement does not supersede one
    that is surer still, aged to the time the new one begins.
    """
    if why := less_trusted(new, old):
        return why
    if new.confidence < SURE and new.confidence < (left := aged(old, new.began)):
        return f"its confidence {new.confidence:g} is below {SURE:g} and below the stored {left:.3g}"
    return ""


def told_again_at(memory: Memory) -> datetime | None:
    """When a contested statement was told once more, which makes it the newer; None where it was not, or that was
    undone."""
    standing_ = set(standing(memory.undo))
    times = [str(e["at"]) for e in memory.undo if e.get("why") == TOLD_AGAIN and e["by"] in standing_]
    return datetime.fromisoformat(max(times)) if times else None


def less_trusted(new: Memory, old: Memory) -> str:
    """That `new` is trusted less than `old`, in words; empty when it is not."""
    if TRUST_ORDER[new.trust] < TRUST_ORDER[old.trust]:
        return f"it comes from '{new.trust}', the stored one from '{old.trust}'"
    return ""


def newer(one: Memory, other: Memory) -> bool:
    """Whether `one` is the newer of two: it began later, if both say when they did, else it was told later."""
    again, theirs = told_again_at(one), told_again_at(other)
    if again is None and theirs is None and one.valid_from and other.valid_from and one.valid_from != other.valid_from:
        return one.valid_from > other.valid_from
    return (again or one.recorded_at, one.id) > (theirs or other.recorded_at, other.id)


def outranks(one: Memory, other: Memory, now: datetime) -> bool:
    """Which of two contested statements stands first: what has begun, then the higher trust, then of two sure ones
    the newer, else the surer."""
    if (one.began > now) != (other.began > now):
        return other.began > now
    if one.trust != other.trust:
        return TRUST_ORDER[one.trust] > TRUST_ORDER[other.trust]
    both_sure = one.confidence >= SURE and other.confidence >= SURE
    if not both_sure and one.confidence != other.confidence:
        return one.confidence > other.confidence
    return newer(one, other)


def least_trust(sources: Iterable[Trust]) -> Trust:
    """How far what was derived from these may be trusted: no further than the least of them."""
    return min(sources, key=TRUST_ORDER.__getitem__)


def origin_of(memory: Memory) -> str:
    """Whose word a statement is. The user is one origin in every conversation; a document is another."""
    return fold(memory.source) if memory.trust == "external" else _TYPED


@dataclass(frozen=True, slots=True)
class Standing:
    """How a statement stands after it was told again."""

    trust: Trust
    confidence: float
    origins: tuple[str, ...]


def reinforced(row: Memory, again: Memory, *, echo: bool) -> Standing:
    """How `row` stands once `again` has said the same.

    Independent origins add as noisy-OR, 1 - (1 - a)(1 - b), at most `MOST_SURE`; an origin that has spoken already
    adds nothing but a higher confidence of its own. Who is trusted further says it with their own confidence: what the
    less trusted claimed adds nothing to it. An `echo` of what was just recalled is worth nothing, unless the user typed
    it.
    """
    origins = row.origins or (origin_of(row),)
    if echo and again.trust != "user":
        return Standing(row.trust, row.confidence, row.origins)
    trust = max(row.trust, again.trust, key=TRUST_ORDER.__getitem__)
    origin = origin_of(again)
    if trust != row.trust:
        return Standing(trust, again.confidence, (*origins, *([] if origin in origins else [origin])))
    if origin in origins:
        return Standing(trust, max(row.confidence, again.confidence), row.origins)
    both = max(min(1.0 - (1.0 - row.confidence) * (1.0 - again.confidence), MOST_SURE), row.confidence)
    return Standing(trust, round(both, 6), (*origins, origin))


def same_slot(new: Memory, old: Memory) -> bool | None:
    """Whether two statements give one slot two values: None where they share no slot, False where the values are one
    or the slot has several at a time."""
    there = {key: slot for c in old.claims for key, slot in _slots(c)}
    shared = [(slot, there[key]) for c in new.claims for key, slot in _slots(c) if key in there]
    if any(ours.value != theirs.value and _one_value(ours, theirs) for ours, theirs in shared):
        return True
    return False if shared else None


@dataclass(frozen=True, slots=True)
class _Filled:
    """What a claim puts into a slot, whether it was said that the slot holds one value, and whether the table says so."""

    value: str
    said: bool | None
    known: bool


def _slots(claim: Claim) -> Iterator[tuple[tuple[str, str, bool], _Filled]]:
    """The slots of a claim: that of its relation, and said in the passive, that of its own subject, if it was said whether
    that holds one value."""
    slot, passive = slot_of(claim), is_passive(claim)
    said = None if passive else claimed_single(claim)
    yield (slot.subject, slot.relation, False), _Filled(slot.value, said, single_by_table(claim))
    if passive and claim.exclusive is not None:
        yield (slot.value, slot.relation, True), _Filled(slot.subject, claim.exclusive, known=False)


def _one_value(new: _Filled, old: _Filled) -> bool:
    """Whether a slot holds one value at a time: as the newer says, else the older, else the table."""
    return next((said for said in (new.said, old.said) if said is not None), new.known or old.known)


@dataclass(frozen=True, slots=True)
class Placed:
    """What a statement does to others. `closes`: it takes their place. `yields`: they hold until it begins, and give
    way then. `ends`: their time ends at the one given, while they stay what they are. `contests`: it stands against
    them, and why. `before`: the one whose beginning is its own end. `corrects`: history, which was never true."""

    new: Memory
    closes: tuple[Memory, ...] = ()
    yields: tuple[Memory, ...] = ()
    ends: tuple[tuple[Memory, datetime], ...] = ()
    contests: tuple[tuple[Memory, str], ...] = ()
    before: Memory | None = None
    corrects: tuple[Memory, ...] = ()


def placed(
    new: Memory, replaced: Iterable[Memory], others: Iterable[Memory], now: datetime, *, correction: bool = False
) -> Placed:
    """Where `new` belongs in time among the rows of its slot, and what becomes of them.

    `replaced`: rows its caller says it replaces; of those that are superseded already it corrects the history.
    `others`: the rows that give the slot another value, current or superseded. A statement that begins before another
    that says when it began is history, and ends there; else it takes the place of what held before it. What begins in
    the future takes the place of others only then, unless it corrects them.
    """
    named, others = tuple(replaced), tuple(others)
    later = [m for m in others if _begins_after(m, new, now) and (not named or m.began > now)]
    before = min((m for m in later if not why_not_supersede(m, new)), key=lambda m: m.began, default=None)
    if before and (new.valid_to is None or before.began < new.valid_to):
        new = replace(new, valid_to=before.began)
    else:
        before = None
    closes: list[Memory] = []
    contests: list[tuple[Memory, str]] = []
    ends: list[tuple[Memory, datetime]] = []
    for old in named:
        why = less_trusted(new, old) if old.kind == "working" else why_not_supersede(new, old)
        contests += [(old, f"not replaced: {why}")] if why else []
        closes += [] if why else [old]
    for old in (m for m in others if _overlap(new, m)):
        if why := _why_not_ended(new, old, now):
            contests.append((old, why))
        elif old in later:
            contests.append((old, f"that began later, but {why_not_supersede(old, new)}"))
        elif old.status == "superseded":
            ends.append((old, new.began))
        else:
            closes.append(old)
    corrects = tuple(m for m in closes if m.status == "superseded")
    yields = tuple(m for m in closes if new.began > now >= m.began and not correction)
    ends += [(m, new.began) for m in yields if m.valid_to is None or m.valid_to > new.began]
    closes = [m for m in closes if m not in yields and m not in corrects]
    return Placed(new, tuple(closes), yields, tuple(ends), tuple(contests), before, corrects)


def _begins_after(old: Memory, new: Memory, now: datetime) -> bool:
    """Whether `old` is known to have begun when the time `new` gives was over."""
    if old.valid_from is None or _empty(old):
        return False
    over = end_of(new.valid_from, new.precision or "instant") if new.valid_from else now
    return old.valid_from >= over and old.valid_from > new.began


def _empty(memory: Memory) -> bool:
    """Whether a superseded statement held at no time: it was a mistake."""
    ended = ended_at(memory)
    return memory.status == "superseded" and ended is not None and ended <= memory.began


def ended_at(memory: Memory) -> datetime | None:
    """When what a row states ended: as it says, else when another took its place; None while it goes on."""
    return memory.valid_to or (None if memory.status == "current" else memory.closed_at)


def _overlap(new: Memory, old: Memory) -> bool:
    """Whether there is a time at which both are said to hold."""
    ended = ended_at(old)
    if ended is not None and ended <= new.began:
        return False
    if old.status == "superseded" and old.began >= new.began:
        return False  # it had its time inside that of the new one, which says nothing of then
    return new.valid_to is None or old.began < new.valid_to


def _why_not_ended(new: Memory, old: Memory, now: datetime) -> str:
    """Why `old` does not end where `new` begins; empty when it does."""
    if new.valid_to and (old.valid_to is None or old.valid_to > new.valid_to):
        over = new.valid_to <= now
        return "both are said to have held at one time" if over else "it ends by itself, and the stored one does not"
    if new.expires_at and old.expires_at is None:
        return "it goes by itself, and the stored one does not"
    return why_not_supersede(new, old)


def held_together(one: Memory, other: Memory) -> bool:
    """Whether two current statements are said to hold at one time."""
    first, second = (one, other) if one.began <= other.began else (other, one)
    return first.valid_to is None or first.valid_to > second.began
