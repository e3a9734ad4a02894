"""forget: hide, or erase; and take a change back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, get_args

from ..storage.belief.rules import held_together, same_slot
from ..storage.errors import Changed, InvalidArgument
from ..storage.ids import PASS, new_receipt, new_token
from ..storage.memory import Change, Edit, Kind, Memory
from ..storage.table.filters import Filter
from ..storage.table.keys import about
from ..storage.text.clean import clean
from ..storage.text.secrets import refuse_secrets
from ..storage.text.when import iso, parse_when
from .arguments import Arguments, said
from .heads import chain_of, rows_meant
from .look import look, read
from .mind import Caller, Mind
from .placing import ended_before
from .reply import Answer, Done, Forgotten, Ref, cut, fenced, listing
from .scan import of_slots
from .statement import closing_derived, derived_closure

MOST_LISTED = 200
# Candidates by query: this share of the best score, and at most so many. A list is for reading.
_WORTH_LISTING, _MOST_BY_QUERY = 0.6, 20
_LISTED_TOKENS = 40  # of each content in a list
_APART = re.compile(r"[\s,]+")  # between receipts


class Forget(Arguments):
    """Hide memories, or erase them for good; also undoes an earlier change by its receipt. By ids, hiding takes one call. By query, and always to erase, the first call lists what would go and returns a `confirm` token; send it back once the user agrees."""

    ids: Annotated[list[str], said("What to forget")] = []
    query: Annotated[str, said("Find candidates instead: lists them with a confirm token, changes nothing")] = ""
    subject: Annotated[str, said("As query: all about this entity")] = ""
    scope: Annotated[str, said("As query: this project")] = ""
    session: Annotated[str, said("As query: this conversation or task")] = ""
    before: Annotated[str, said("As query: older than this")] = ""
    mode: Annotated[
        Literal["hide", "erase"],
        said("hide: out of every answer, can be undone. erase: deleted with all derived from it, for ever"),
    ] = "hide"
    confirm: Annotated[str, said("Token of a list: forget exactly those, in its mode")] = ""
    undo: Annotated[str, said("Receipt of a change to take back, or several, the last first")] = ""


async def forget(mind: Mind, caller: Caller, args: Forget) -> Answer:
    """Hide, list, erase or undo, by what was given.

    Raises InvalidArgument, UnknownMemory, and Changed when what was listed is no longer as it was shown.
    """
    args = args.tidied()
    given = set(args.given()) - {"mode"}
    if not given:
        raise InvalidArgument("forget", "needs ids, a query or filter, a confirm token, or undo.")
    if args.undo or args.confirm:
        if len(given) > 1:
            alone = "undo" if args.undo else "confirm"
            raise InvalidArgument(alone, f"stands alone; leave out {', '.join(sorted(given - {alone}))}.")
        return await (_undo(mind, args.undo) if args.undo else _confirmed(mind, args.confirm))
    if not args.ids:
        return await _list(mind, caller, args, await _candidates(mind, args))
    if len(given) > 1:
        raise InvalidArgument("ids", f"name what to forget; leave out {', '.join(sorted(given - {'ids'}))}.")
    rows = [m.memory for m in await rows_meant(mind, args.ids)]
    if args.mode == "erase":
        return await _list(mind, caller, args, rows)
    return await _hide(mind, rows)


async def _undo(mind: Mind, named: str) -> Answer:
    """Take back one change, or several that are named one after the other, in this order."""
    refuse_secrets("undo", named)  # or it would be repeated
    receipts = await _receipts(mind, named)
    receipt, by = " ".join(receipts), [new_receipt() for _ in receipts]
    rows = await mind.writer.undo(receipts, by, mind.clock(), lambda back, rows: _against(mind, back, rows))
    again = " ".join(reversed(by))
    back = [m for m in rows if m.status == "current"]
    out = [m for m in rows if m.status != "current"]
    affected = [_short(m) for m in back[:MOST_LISTED]]
    gone = [Ref(id=m.id) for m in out[: MOST_LISTED - len(affected)]]
    more = len(rows) - len(affected) - len(gone)
    lines = [f"undone {receipt}; forget(undo={again!r}) does it again."]
    if affected:
        lines += ["Back:", fenced(mind.store.key, listing(affected))]
    lines += [f"Out of every answer: {', '.join(r.id for r in gone)}"] if gone else []
    lines += [f"and {more:,} more"] if more else []
    return Answer(Forgotten(outcome="undone", affected=affected + gone, receipt=again), "\n".join(lines))


async def _receipts(mind: Mind, named: str) -> list[str]:
    """The receipts named, each once; a pass of the consolidator stands for all it did, the last first."""
    names = list(dict.fromkeys(_APART.split(named)))
    if any(n.startswith(PASS) for n in names):
        await mind.lane.run(mind.journal.catch_up)
    return list(dict.fromkeys(r for n in names for r in mind.journal.receipts_of(n) or [n]))


async def undo_with_later(mind: Mind, caller: Caller, args: Forget) -> Answer:
    """Undo changes with all that came after and stands in their way."""
    receipts: list[str] = []
    given = args.tidied().undo
    refuse_secrets("undo", given)
    for named in await _receipts(mind, given):
        receipts += [r for r in await mind.writer.cascade(named) if r not in receipts] or [named]
    return await _undo(mind, " ".join(receipts))


async def _against(mind: Mind, back: Sequence[Memory], rows: Mapping[str, Memory]) -> list[Edit]:
    """What came back may find its place taken: then both stand, each naming the other. What was history only before one
    that goes out is so no longer."""
    edits: dict[str, Edit] = {}
    lifted: list[Edit] = []
    now = mind.clock()
    for gone in (m for m in rows.values() if m.status == "hidden" and m.claims):
        for there in await of_slots(mind, gone, now):
            its = rows.get(there.id, there)
            if its.valid_to == gone.began and its.undo and its.undo[0].get("why") == ended_before(gone.id):
                lifted.append(Edit(its.id, its.status, {"valid_to": None}, why="what it ended before was taken back"))
    named = {m.id: list(m.contests) for m in back}
    for memory in back:
        for there in await of_slots(mind, memory, now):
            other = rows.get(there.id, there)
            if other.status != "current" or not same_slot(memory, other) or other.id in named[memory.id]:
                continue
            if not held_together(memory, other):
                continue
            for one, against in ((memory, other), (other, memory)):
                its = named.setdefault(one.id, list(one.contests))
                its += [against.id] if against.id not in its else []
                edits[one.id] = Edit(one.id, "current", {"contests": its}, why="came back beside it")
    return [*lifted, *edits.values()]


async def _hide(mind: Mind, rows: Sequence[Memory]) -> Answer:
    now, receipt = mind.clock(), new_receipt()
    rows = list({m.id: m for m in rows if m.status != "hidden"}.values())
    if not rows:
        return Answer(Forgotten(outcome="nothing"), "nothing: those are hidden already.")
    put: dict[str, object] = {"status": "hidden", "closed_at": now}
    derived: list[Edit] = []

    async def build() -> Change:
        derived[:] = await closing_derived(mind, rows, put)
        return Change(receipt, now, edits=(*(Edit(m.id, m.status, put) for m in rows), *derived))

    await mind.writer.commit(build)
    affected = [_short(m) for m in rows]
    lines = [f"hidden, {len(rows)} out of every answer (receipt {receipt}):", fenced(mind.store.key, listing(affected))]
    if derived:
        lines.append(f"With them, what was derived from them: {', '.join(e.id for e in derived)}")
    lines.append(f"To undo: forget(undo={receipt!r}). To erase for good: forget(ids=…, mode='erase').")
    return Answer(Forgotten(outcome="hidden", affected=affected, receipt=receipt), "\n".join(lines))


def _short(memory: Memory) -> Ref:
    """A memory by id and the beginning of its content: lists are for recognising, `recall` has it whole."""
    return Ref(id=memory.id, content=cut(memory.content, _LISTED_TOKENS))


async def _candidates(mind: Mind, args: Forget) -> list[Memory]:
    """What a query and filters point at, working state and what ran out included: for `hide` what is current,
    for `erase` whatever is there."""
    wanted = Filter(
        now=mind.clock(),
        scopes=(args.scope,) if args.scope else (),
        reach="all" if args.mode == "erase" else "current",
        ever=True,
        kinds=get_args(Kind),
        session=args.session,
        claim_keys=about(args.subject) if args.subject else (),
        before=parse_when("before", args.before, mind.zone, mind.clock()) if args.before else None,
    )
    if args.query:
        return await _by_query(mind, args.query, wanted)
    return await mind.reader.find(wanted, limit=MOST_LISTED + 1)


async def _by_query(mind: Mind, query: str, wanted: Filter) -> list[Memory]:
    worth = (await look(mind, query, wanted, timely=False, fits={})).worth(_WORTH_LISTING)
    return [m for _, m in await read(mind, worth[:_MOST_BY_QUERY])]


async def _going(mind: Mind, mode: str, rows: Sequence[Memory]) -> list[Memory]:
    """All rows a confirmation takes: for an erase every version, what they superseded, and what was derived."""
    if mode == "hide":
        return [m for m in rows if m.status != "hidden"]
    going: dict[str, Memory] = {}
    wave = list(rows)
    while wave:
        new = {m.id: m for row in wave for m in await chain_of(mind, row) if m.id not in going}
        going.update(new)
        wave = [m for m in await derived_closure(mind, new) if m.id not in going]
    return list(going.values())


def _state(memory: Memory) -> str:
    """What a list remembers of a row: it changes with every change of the row."""
    return f"{memory.status}/{len(memory.undo)}"


async def _list(mind: Mind, caller: Caller, args: Forget, rows: Sequence[Memory]) -> Answer:
    going = await _going(mind, args.mode, rows)
    if not going:
        return Answer(Forgotten(outcome="nothing"), "nothing fits; nothing was changed.")
    if len(going) > MOST_LISTED:
        raise InvalidArgument(
            "query" if args.query else "ids" if args.ids else "filter",
            f"takes in more than {MOST_LISTED} memories; narrow it (subject, session, before), and repeat.",
        )
    from ..storage.table.lists import Listed

    token = new_token(args.mode)
    await mind.lists.keep(token, Listed(args.mode, {m.id: _state(m) for m in going}), mind.clock())
    affected = [_short(m) for m in going]
    mind.sessions.recalled(caller, (m.id for m in going), mind.clock())
    verb = "be erased for ever, every version and what was derived from it" if args.mode == "erase" else "be hidden"
    lines = [f"Nothing was changed yet. {len(going)} would {verb}:", fenced(mind.store.key, listing(affected))]
    lines.append(f"If the user agrees: forget(confirm={token!r}) within 15 minutes.")
    return Answer(Forgotten(outcome="listed", affected=affected, confirm=token), "\n".join(lines))


async def _confirmed(mind: Mind, token: str) -> Answer:
    now = mind.clock()
    listed = await mind.lists.take(token, now)
    if listed is None:
        raise InvalidArgument(
            "confirm", "is no open list: it was used, is older than 15 minutes, or never was. List again."
        )

    async def as_listed() -> list[Memory]:
        """What the list takes, unless anything of it changed since it was shown."""
        there = await mind.reader.get(listed.seen)
        going = await _going(mind, listed.mode, list(there.values()))
        if {m.id: _state(m) for m in going} != dict(listed.seen):
            raise Changed("confirm: what was listed has changed since. Nothing was forgotten; list again.")
        return going

    if listed.mode == "hide":
        return await _hide(mind, await as_listed())

    try:
        erased = await mind.eraser.erase(as_listed, now)
    finally:
        mind.upkeep.wake()  # what could not be carried through is tried again
    done = Done(at=iso(now, mind.zone), mode="erase", count=erased.count, residue=erased.residue)
    text = f"erased {erased.count}: gone from every answer and from the files of the store, for ever."
    if erased.residue:
        text = f"erased {erased.count} from every answer; {erased.residue} files that held them are left. Run simonides doctor --rebuild."
    return Answer(Forgotten(outcome="erased", affected=[Ref(id=i) for i in listed.seen], done=done), text)


async def listed_for_erasure(mind: Mind, token: str) -> list[Memory]:
    """What a confirm token would erase, for asking the user; empty for a list that only hides, or for none."""
    listed = await mind.lists.peek(clean(token), mind.clock()) if token else None
    if listed is None or listed.mode != "erase":
        return []
    return list((await mind.reader.get(listed.seen)).values())
