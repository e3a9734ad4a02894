"""A statement that is known already, told again: it is reinforced, and may settle what it stands against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..storage.belief.rules import (
    CONTESTS_NOTHING,
    SURE,
    TOLD_AGAIN,
    Standing,
    outranks,
    placed,
    reinforced,
    same_slot,
)
from ..storage.errors import Changed
from ..storage.ids import new_receipt
from ..storage.memory import TRUST_ORDER, Change, Edit, Memory, Trust
from ..storage.table.arrivals import closing
from .heads import Meant
from .mind import Caller, Mind
from .placing import BY_CALLER, MISTAKEN
from .reply import Answer, Remembered
from .scan import of_slots
from .settle import contested, standing_against, superseding
from .statement import closing_derived, ref


@dataclass(frozen=True, slots=True)
class _Done:
    """What telling a statement again does to its row (`put`, `why`) and to others."""

    row: Memory
    put: dict[str, object]
    why: str
    closes: Sequence[Memory]
    yields: Sequence[Memory]
    ends: Sequence[tuple[Memory, datetime]]
    contests: Sequence[tuple[Memory, str]]

    @property
    def gives_way(self) -> Sequence[Memory]:
        """The rows whose place it takes, at once or when it begins."""
        return (*self.closes, *self.yields)


def already_said(there: str, *, echo: bool = False) -> Answer:
    """The answer when there was nothing to do. `echo`: it says what this connection was just shown."""
    text = f"reinforced {there}: this was already known; nothing was stored twice, its other fields stay as they were."
    if echo:
        text += (
            " It was just recalled here, so saying it again adds nothing. If the user confirmed it against another "
            "statement, say so with replaces."
        )
    return Answer(Remembered(outcome="reinforced", id=there, decided_by="rule"), text)


async def repeated(
    mind: Mind, caller: Caller, again: Memory, replaced: Sequence[Meant], *, correction: bool, seen: int
) -> Answer:
    """Reinforce the row `again.id`, which says the same: its trust and confidence may rise and its life lengthen; what
    is replaced in its favour closes. `seen`: the version of the table in which it was found.

    Raises Changed when the row went meanwhile.
    """
    receipt, now = new_receipt(), again.recorded_at
    if again.kind == "working":
        mind.retention.used_session(again.session, now)
    done: _Done | None = None

    async def build() -> Change:
        nonlocal done
        done = await _done(mind, caller, again, replaced, correction=correction)
        by = replace(again, valid_from=done.row.began)
        why = MISTAKEN if correction else BY_CALLER if replaced else "another is surer now"
        edits = [Edit(m.id, "current", closing(m, by, correction=correction), why=why) for m in done.closes]
        edits += [Edit(m.id, m.status, {"valid_to": end}, why=why) for m, end in done.ends]
        edits += await closing_derived(mind, done.closes, {"status": "superseded", "closed_at": now})
        edits += [Edit(m.id, "current", {"contests": [*m.contests, again.id]}, why=w) for m, w in done.contests]
        own = [Edit(again.id, "current", done.put, why=done.why)] if done.put else []
        return Change(receipt, now, edits=(*edits, *own))

    if not (await build()).edits:
        await mind.writer.settled(seen)
        return already_said(again.id, echo=mind.sessions.recalled_lately(caller, again.id, now))
    await mind.writer.commit(build)
    return _answer(mind, done, receipt, replaced, correction=correction) if done else already_said(again.id)


async def _done(mind: Mind, caller: Caller, again: Memory, replaced: Sequence[Meant], *, correction: bool) -> _Done:
    """What telling it again does, by the rows as they are now."""
    rows = await mind.reader.get([again.id, *(m.memory.id for m in replaced)])
    if (row := rows.get(again.id)) is None or row.status != "current":
        raise Changed(f"{again.id} went meanwhile. Try again.")
    now = again.recorded_at
    echo = mind.sessions.recalled_lately(caller, row.id, now)
    stands = _stands(row, again, echo=echo, judged=bool(replaced) or correction)
    surer = replace(row, trust=stands.trust, confidence=stands.confidence)
    named = [m for i in replaced if (m := rows.get(i.memory.id)) and m.id != row.id and m.status == "current"]
    rivals = await _rivals(mind, row, now) if row.kind not in CONTESTS_NOTHING else []
    others = [m for m in rivals if m not in named and same_slot(row, m)]
    named_too = named or correction or (stands.trust, stands.confidence) != (row.trust, row.confidence)
    by_caller = placed(_as_told(surer, row, now), named, (), now, correction=correction)
    # Of others it takes the place only by what is said now: what was claimed before did not suffice.
    teller = replace(surer, trust=_less(surer, again), confidence=min(stands.confidence, again.confidence))
    by_rule = placed(_as_told(teller, row, now), (), others if named_too and not echo else (), now)
    closes, yields = (*by_caller.closes, *by_rule.closes), (*by_caller.yields, *by_rule.yields)
    contests = [(m, why) for m, why in by_caller.contests if row.id not in m.contests]
    put = _put(row, again, stands) | (_time_of(row, closes) if correction else {})
    if gone := {m.id for m in (*closes, *yields)}:
        put["supersedes"] = [*row.supersedes, *gone]
    if gone or contests:
        put["contests"] = [*(i for i in row.contests if i not in gone), *(m.id for m, _ in contests)]
    told = (
        not echo
        and TRUST_ORDER[again.trust] >= TRUST_ORDER[row.trust]
        and again.confidence >= min(row.confidence, SURE)
    )
    passed = told and any(outranks(m, surer, now) for m in rivals if m.id not in gone)
    if passed and not put:
        put["origins"] = list(row.origins)
    ends = (*by_caller.ends, *by_rule.ends)
    return _Done(row, put, TOLD_AGAIN if passed else "", closes, yields, ends, contests)


def _as_told(surer: Memory, row: Memory, now: datetime) -> Memory:
    """The row as it is told now: it holds from when it did."""
    return replace(surer, valid_from=row.began, recorded_at=now)


def _less(one: Memory, other: Memory) -> Trust:
    return min(one.trust, other.trust, key=TRUST_ORDER.__getitem__)


def _put(row: Memory, again: Memory, stands: Standing) -> dict[str, object]:
    """What changes of the row itself."""
    risen = {n: getattr(stands, n) for n in ("trust", "confidence", "origins")}
    return _renewed(row, again) | {n: v for n, v in risen.items() if v != getattr(row, n)}


def _time_of(row: Memory, mistaken: Sequence[Memory]) -> dict[str, object]:
    """A correction holds when what it corrects was said to, unless it says otherwise itself."""
    old = next((m for m in mistaken if m.valid_from), None)
    if old is None or row.valid_from:
        return {}
    return {"valid_from": old.valid_from, "precision": old.precision, "valid_to": row.valid_to or old.valid_to}


def _stands(row: Memory, again: Memory, *, echo: bool, judged: bool) -> Standing:
    """How the row stands once told again. What repeats what was just recalled is worth nothing, but where its caller
    judges by it: then it is as sure as it says, and no more trusted."""
    if echo and judged and again.trust != "user":
        again = replace(again, trust=row.trust, source=row.source)
        echo = False
    return reinforced(row, again, echo=echo)


async def _rivals(mind: Mind, row: Memory, now: datetime) -> list[Memory]:
    """The current rows a statement stands against, and those of its slots."""
    there = await mind.reader.get(row.contests) if row.contests else {}
    slots = {m.id: m for m in await of_slots(mind, row, now) if same_slot(row, m)} if row.claims else {}
    return [m for m in (there | slots).values() if m.status == "current" and m.id != row.id]


def _renewed(row: Memory, again: Memory) -> dict[str, object]:
    """What is said again does not go earlier than the statement that repeats it would. Working state is kept by its use
    anyway."""
    if row.kind == "working" or row.expires_at is None:
        return {}
    if again.expires_at is None or again.expires_at > row.expires_at:
        return {"expires_at": again.expires_at, "used_at": again.used_at}
    return {}


def _answer(mind: Mind, done: _Done, receipt: str, replaced: Sequence[Meant], *, correction: bool) -> Answer:
    row = done.row
    superseded = [ref(m) for m in done.gives_way]
    against = contested(replace(row, confidence=1.0), done.contests, mind.scope, correction=correction)
    result = Remembered(
        outcome="superseded" if superseded else "contested" if against else "reinforced",
        id=row.id,
        superseded=superseded,
        contested=against,
        decided_by="caller" if superseded and (replaced or correction) else "rule",
        receipt=receipt,
    )
    lines = [f"{row.id} says this already (receipt {receipt}){_rise(done)}"]
    lines += [*superseding(mind.store.key, superseded), *(m.moved for m in replaced if m.moved)]
    lines += standing_against(mind.store.key, against)
    return Answer(result, "\n".join(lines))


def _rise(done: _Done) -> str:
    """What changed of the row, in words."""
    put = done.put
    risen = [f"it is trusted as {put['trust']!r} now"] if "trust" in put else []
    risen += [f"its confidence is {put['confidence']:g} now"] if "confidence" in put else []
    risen += ["it stays longer now"] if "expires_at" in put else []
    risen += ["it is the newer word now"] if done.why == TOLD_AGAIN else []
    return "; " + ", ".join(risen) if risen else ""
