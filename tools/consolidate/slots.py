"""Claims for statements without slots: read by the model, checked against the statement, then judged by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...storage.belief.faithful import grounded
from ...storage.belief.rules import newer, placed, same_slot
from ...storage.errors import InvalidArgument
from ...storage.llm.tasks.claims import CLAIMS, Claimed
from ...storage.memory import Change, Claim, Edit, Memory
from ...storage.table.arrivals import closing
from ...storage.text.clean import clean, same
from ...storage.text.relations import slot_of
from ...storage.text.secrets import find_secret
from ...storage.text.when import When, parse_when
from ..mind import Mind
from ..placing import Plan, edits_of
from ..scan import of_slots
from ..statement import closing_derived, entities_of
from .material import material, named, to_look_at
from .turn import SURE, Judged, Step, Turn, made_at, taking, with_more

if TYPE_CHECKING:
    from ...storage.memory import Vector

AT_ONCE = 10  # statements in one question
_MOST = 200  # in one pass and scope
_MOST_CLAIMS = 6  # of one statement
_MOST_KNOWN = 30  # claims shown to the model whose names and relations it should use again
BY_SLOTS = "another value of what has one at a time; a model read the slots"


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read out of a statement: its claims, and since when it holds if it says so."""

    claims: tuple[Claim, ...]
    when: When | None


async def extract(turn: Turn, scope: str) -> None:
    """Give statements of a scope that have no slots the claims they make."""
    mind = turn.mind
    without = f"{to_look_at(scope)} AND coalesce(array_length(claim_keys), 0) = 0"
    ids = await turn.units(await mind.reader.ids(without), lambda i: f"claims:{i}", _MOST)
    for at in range(0, len(ids), AT_ONCE):
        some = ids[at : at + AT_ONCE]
        there = await mind.reader.get(some)
        rows = named([m for i in some if (m := there.get(i)) is not None and not m.claims])
        if rows.names:
            about = await material(mind, rows, {"about": await _known(mind, scope)})
            units = [f"claims:{m.id}" for m in rows.by_name.values()]
            if (answer := await turn.ask(CLAIMS, about, units)) is not None:
                for name, row in rows.by_name.items():
                    await _claimed(turn, row, [c for c in answer.claims if c.id == name])
        turn.told("claims", len(some))


async def _known(mind: Mind, scope: str) -> list[str]:
    """The latest claims of a scope, so that one thing keeps one name."""
    has = f"{to_look_at(scope)} AND array_length(claim_keys) > 0"
    rows = (await mind.reader.get((await mind.reader.ids(has))[:_MOST_KNOWN])).values()
    told = [f"{c.subject} | {c.relation} | {c.object}" for m in rows for c in m.claims[:1]]
    return list(dict.fromkeys(told))


async def _claimed(turn: Turn, row: Memory, found: Sequence[Claimed]) -> None:
    read = _checked(turn.mind, row, found)
    judged = Judged(
        CLAIMS, f"claims:{row.id}", {row.id: row}, "claims", min((c.confidence for c in found), default=1.0)
    )
    if not read.claims:
        await turn.left(replace(judged, verdict="no claim"))
        return
    told = replace(row, claims=read.claims, entities=entities_of(read.claims))
    vector = await turn.mind.encode(told.searchable)

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        return Change(receipt, now, edits=tuple(await _edits(turn.mind, rows[row.id], read, vector, now)))

    await turn.take(Step(judged, build))


def _checked(mind: Mind, row: Memory, found: Sequence[Claimed]) -> _Read:
    """Of what the model read, that which stands in the statement."""
    claims: dict[Any, Claim] = {}
    times: list[When] = []
    for one in found:
        claim = Claim(clean(one.subject), clean(one.relation), clean(one.object), one.exclusive)
        if one.confidence < SURE or not all((claim.subject, claim.relation, claim.object)):
            continue
        if not grounded(claim, row.content) or find_secret(f"{claim.subject} {claim.relation}: {claim.object}"):
            continue
        claims.setdefault(slot_of(claim), claim)
        if one.when and (when := _time(mind, row, one.when)):
            times.append(when)
    alone = {t.start for t in times}
    return _Read(tuple(claims.values())[:_MOST_CLAIMS], times[0] if len(alone) == 1 else None)


def _time(mind: Mind, row: Memory, words: str) -> When | None:
    """Since when a statement holds, in its own words, seen from when it was told; None where it has a time already."""
    if row.valid_from is not None or same(words) not in same(row.content):
        return None
    try:
        when = parse_when("when", words, mind.zone, row.recorded_at)
    except InvalidArgument:
        return None
    return when if when.start <= row.recorded_at else None


async def _edits(mind: Mind, row: Memory, read: _Read, vector: Vector | None, now: datetime) -> list[Edit]:
    """What giving a row its slots does to it, and to the others that fill them, told before it or after."""
    told = replace(row, claims=read.claims, entities=entities_of(read.claims))
    if read.when and row.valid_from is None:
        told = replace(told, valid_from=read.when.start, precision=read.when.precision)
    there = [m for m in await of_slots(mind, told, now) if m.id != row.id]
    told = replace(told, claims=_not_against(told.claims, there))
    others = [m for m in there if same_slot(told, m)]
    after = [m for m in others if newer(m, told) and not (m.valid_from and told.valid_from)]
    plan = Plan(placed(told, (), [m for m in others if m not in after], now), (), False)
    told = plan.new
    edits = made_at(await edits_of(mind, plan, told), now, BY_SLOTS)
    gives_way = [m.id for m in (*plan.placed.closes, *plan.placed.yields)]
    against = [m.id for m, _ in plan.placed.contests]
    put: dict[str, Any] = {
        "claims": [asdict(c) for c in told.claims],
        "entities": list(told.entities),
        **{n: getattr(told, n) for n in ("valid_from", "precision", "valid_to") if getattr(told, n) != getattr(row, n)},
    }
    for later in sorted((m for m in after if m.status == "current"), key=lambda m: (m.recorded_at, m.id)):
        made = placed(later, (), [told], now)
        if made.closes:
            put |= closing(told, later) | {"closed_at": now}
            edits.append(taking(later, [told.id], BY_SLOTS))
            edits += await closing_derived(mind, [told], {"status": "superseded", "closed_at": now})
            break
        if made.contests and later.id not in against:
            against.append(later.id)
            edits.append(Edit(later.id, later.status, {"contests": with_more(later.contests, told.id)}, why=BY_SLOTS))
    if gives_way:
        put["supersedes"] = with_more(told.supersedes, *gives_way)
    if against or set(row.contests) & set(gives_way):
        put["contests"] = with_more([i for i in row.contests if i not in gives_way], *against)
    return [Edit(row.id, "current", put, why=BY_SLOTS if "status" in put else "", vector=vector), *edits]


def _not_against(claims: Sequence[Claim], there: Sequence[Memory]) -> tuple[Claim, ...]:
    """The claims, none called one at a time where a stored one says that its slot holds several: that was said, this is
    a model's guess."""
    several = {(slot_of(c).subject, slot_of(c).relation) for m in there for c in m.claims if c.exclusive is False}
    return tuple(
        replace(c, exclusive=None) if c.exclusive and (slot_of(c).subject, slot_of(c).relation) in several else c
        for c in claims
    )
