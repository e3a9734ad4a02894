"""From a new statement and what it meets to one change: what it replaces, what ends, what it stands against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from ..storage.belief.rules import (
    CONTESTS_NOTHING,
    Placed,
    ended_at,
    less_trusted,
    origin_of,
    placed,
    same_slot,
    why_not_supersede,
)
from ..storage.memory import GLOBAL, TRUST_ORDER, Change, Edit, Memory
from ..storage.table.arrivals import closing
from ..storage.table.filters import unverified_among
from ..storage.text.clean import fold, same
from ..storage.text.relations import claimed_single, single_by_table, slot_of
from .heads import Meant
from .mind import Caller, Mind
from .scan import Encoding, Scanned, alike, clashing, resembling
from .statement import closing_derived, next_id, with_digest

if TYPE_CHECKING:
    from ..storage.memory import Vector

BY_WORDING = (
    "by its wording it cannot hold beside it"  # a reason that is kept quotes nothing: what it quotes may be erased
)
BY_CALLER, _BY_RULE = "replaced by word of the caller", "another value of what has one at a time"
MISTAKEN, _LASTS = "it was a mistake", "what was the state of a task lasts"
_MOST_MEANT = 3  # statements shown as what a correction may mean


@dataclass(frozen=True, slots=True)
class Plan:
    """What storing a statement does. `by`: whose judgement replaces, if anything is replaced. `by_wording`: what it
    stands against by its text alone."""

    placed: Placed
    replaced: Sequence[Meant]
    correction: bool
    by_wording: frozenset[str] = frozenset()

    @property
    def new(self) -> Memory:
        """The statement as it will be stored."""
        return self.placed.new

    @property
    def by(self) -> Literal["", "rule", "caller"]:
        """Who decided: the caller, by what it named, or the rules; empty where nothing was to be decided."""
        if self.gives_way and (self.correction or any(not m.found for m in self.replaced)):
            return "caller"
        return "rule" if self.gives_way or self.placed.contests else ""

    @property
    def gives_way(self) -> Sequence[Memory]:
        """The rows whose place it takes: at once, when it begins, or in the past."""
        return (*self.placed.closes, *self.placed.yields, *self.placed.corrects)

    def why(self, old: Memory) -> str:
        """Why a row gives way, as its history has it."""
        if self.correction:
            return MISTAKEN
        if old.kind == "working":
            return _LASTS
        return BY_CALLER if any(m.memory.id == old.id for m in self.replaced) else _BY_RULE


def plan(
    new: Memory,
    replaced: Sequence[Meant],
    slots: Iterable[Memory],
    beside: Iterable[tuple[Memory, str]] = (),
    *,
    correction: bool,
) -> Plan:
    """Place a statement among the rows it meets: those its caller replaces, those of its slots, those it stands
    `beside` for another reason. A correction that names nothing means what held in its slots at the `when` it gives,
    if that is history by now, else what still holds there."""
    now, named = new.recorded_at, [m.memory for m in replaced]
    ids = {m.id for m in named}
    slots = [m for m in slots if m.id not in ids and same_slot(new, m) is not None]
    others = [m for m in slots if same_slot(new, m)]
    past = [m for m in slots if _was_history(m, new)] if correction and not named else []
    if past:
        new = replace(new, valid_to=_ending(new, past))
        named = [m for m in others if m in past]
    elif correction and not named:
        named = [m for m in others if _still_holds(m, now) and not why_not_supersede(new, m)]
    others = [m for m in others if m not in named]
    if correction and named and not past:
        new = _in_place_of(new, named[0])
    if new.kind in CONTESTS_NOTHING:
        others = []
    there = placed(new, named, others, now, correction=correction)
    made = Plan(there, replaced, correction)
    made = contesting(made, standing_beside(made, new, beside))
    return replace(made, placed=replace(made.placed, new=_lasting(made.placed)))


def _still_holds(memory: Memory, at: datetime) -> bool:
    """Whether a current statement is not over at `at`: a correction of what holds means nothing that is history."""
    return memory.status == "current" and (memory.valid_to is None or memory.valid_to > at)


def _was_history(memory: Memory, new: Memory) -> bool:
    """Whether a row held when the statement says it began, and is over by now."""
    ended = ended_at(memory)
    if new.valid_from is None or ended is None or ended > new.recorded_at:
        return False
    return memory.began <= new.valid_from < ended


def _ending(new: Memory, past: Sequence[Memory]) -> datetime:
    """Where a statement ends that corrects history: with the last of it, unless it says earlier itself."""
    ended = max(end for m in past if (end := ended_at(m)))
    return min(new.valid_to or ended, ended)


def _in_place_of(new: Memory, old: Memory) -> Memory:
    """A correction holds when what it corrects was said to, unless it says otherwise itself."""
    return replace(
        new,
        valid_from=new.valid_from or old.valid_from,
        precision=new.precision if new.valid_from else old.precision,
        valid_to=new.valid_to or old.valid_to,
    )


def _meet(new: Memory, old: Memory) -> bool:
    """Whether two statements may be about one time: neither was over, or is yet to come, when the other held."""
    now = new.recorded_at
    over = [m for m in (new, old) if m.valid_to is not None and m.valid_to <= now]
    return not over and new.began <= now and old.began <= now


def _lasting(there: Placed) -> Memory:
    """The statement with what it takes the place of, in the scope of that, and with what it stands against."""
    new, closes = there.new, (*there.closes, *there.yields)
    scope = new.scope
    if gives_way := (*closes, *there.corrects):
        scope = GLOBAL if any(m.scope == GLOBAL for m in gives_way) else gives_way[0].scope
    return with_digest(
        replace(
            new,
            scope=scope,
            supersedes=tuple(m.id for m in closes),
            contests=tuple(m.id for m, _ in there.contests),
        )
    )


async def clashes(mind: Mind, new: Memory, encoding: Encoding) -> list[tuple[Memory, str]]:
    """The rows a statement clashes with by its text, as they are now, each with why."""
    if new.kind in CONTESTS_NOTHING:
        return []
    like = await alike(mind, new, encoding)
    found = await mind.lane.run(lambda: clashing(new, like))  # long texts take a while
    return await _read(mind, found)


async def mistaken(mind: Mind, new: Memory, encoding: Encoding) -> list[tuple[Memory, str]]:
    """The rows a correction may mean that names nothing and fills no slot of one value."""
    if any(claimed_single(c) or single_by_table(c) for c in new.claims):
        return []
    like = await alike(mind, new, encoding)
    found = await mind.lane.run(lambda: clashing(new, like))
    meant = {i: found.get(i, "perhaps what this corrects") for i in [*found, *resembling(like)][:_MOST_MEANT]}
    return await _read(mind, meant)


async def _read(mind: Mind, found: Mapping[str, str]) -> list[tuple[Memory, str]]:
    rows = await mind.reader.get(found) if found else {}
    return [(rows[i], why) for i, why in found.items() if i in rows]


def standing_beside(made: Plan, new: Memory, found: Iterable[tuple[Memory, str]]) -> list[tuple[Memory, str]]:
    """Of the rows a statement clashes with by its text, those nothing was decided about by its slots."""
    there = made.placed
    settled = {m.id for m in (*made.gives_way, *(m for m, _ in there.contests))}
    return [
        (m, why)
        for m, why in found
        if m.id not in settled
        and m.lineage != new.lineage
        and m.status == "current"
        and same_slot(new, m) is None
        and _meet(there.new, m)
    ]


def contesting(made: Plan, more: Sequence[tuple[Memory, str]]) -> Plan:
    """The plan with what a statement stands against by its text."""
    there = replace(made.placed, contests=(*made.placed.contests, *more))
    return replace(made, placed=there, by_wording=frozenset(m.id for m, _ in more))


async def with_twins(mind: Mind, new: Memory, replaced: Sequence[Meant]) -> list[Meant]:
    """What is replaced, and with it the rows that stand against that in the very words of the statement: it was stored
    contested, and is what the caller settles by saying it again."""
    against = [i for m in replaced for i in m.memory.contests]
    rows = (await mind.reader.get(against)).values() if against else ()
    twins = [
        m for m in rows if m.status == "current" and same(m.content) == same(new.content) and m.digest != new.digest
    ]
    known = {m.memory.id for m in replaced}
    return [*replaced, *(Meant(m.id, m, found=True) for m in twins if m.id not in known and not less_trusted(new, m))]


async def change_of(mind: Mind, made: Plan, vector: Vector | None, receipt: str) -> tuple[Memory, Change]:
    """The statement under its id, and the change that stores it. Call it under the lock: ids are given there."""
    new = made.new
    if made.placed.closes:
        new = replace(new, id=await next_id(mind, made.placed.closes[0].lineage))
    why = ended_before(before.id) if (before := made.placed.before) else ""
    return new, Change(receipt, new.recorded_at, ((new, vector),), tuple(await edits_of(mind, made, new)), why)


def ended_before(id_: str) -> str:
    """Why a statement was kept as history: where this one begins, it ended."""
    return f"ended where {id_} begins"


async def edits_of(mind: Mind, made: Plan, new: Memory) -> list[Edit]:
    """What a statement does to the rows that are there; `new` as it is or will be stored."""
    there = made.placed
    edits = [
        Edit(
            m.id,
            "current",
            closing(m, made.new, correction=made.correction or m.began > new.recorded_at),
            why=made.why(m),
        )
        for m in there.closes
    ]
    edits += [Edit(m.id, m.status, {"valid_to": m.began}, why=MISTAKEN) for m in there.corrects]
    derived_of = (*there.closes, *there.corrects)
    edits += await closing_derived(mind, derived_of, {"status": "superseded", "closed_at": new.recorded_at})
    edits += [Edit(m.id, m.status, {"valid_to": end}, why=made.why(m)) for m, end in there.ends]
    edits += [
        Edit(m.id, m.status, {"contests": [*m.contests, new.id]}, why=BY_WORDING if m.id in made.by_wording else why)
        for m, why in there.contests
    ]
    return edits


async def without_echo(mind: Mind, caller: Caller, new: Memory, scan: Scanned) -> Memory:
    """A statement that says in a new row what this connection just recalled: trusted no further, and no surer, than
    what it repeats."""
    if caller.trust == "user":
        return new
    ours = set(map(slot_of, new.claims))
    like = [m.id for m in scan.slots if m.status == "current" and ours & set(map(slot_of, m.claims))]
    lately = mind.sessions.lately(caller, new.recorded_at)
    rows = await mind.reader.where(unverified_among(lately)) if lately else ()
    for row in rows:
        if row.id in like or fold(row.content) == fold(new.content):
            new = _no_further(new, row)
    return new


def _no_further(new: Memory, row: Memory) -> Memory:
    if origin_of(row) == origin_of(new) or TRUST_ORDER[row.trust] > TRUST_ORDER[new.trust]:
        return new
    return replace(new, trust=row.trust, source=row.source, confidence=min(new.confidence, row.confidence))
