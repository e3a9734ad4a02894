"""remember: store one statement."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from ..storage.belief.rules import less_trusted
from ..storage.errors import Changed, InvalidArgument, StoreUnavailable
from ..storage.ids import compose_id, new_receipt
from ..storage.memory import GLOBAL, Change, Claim, Edit, Memory, Trust, importance_of
from ..storage.table.filters import Statement
from ..storage.text.relations import is_user
from ..storage.text.secrets import refuse_secrets
from ..storage.text.when import When, iso_at, parse_expiry, parse_when
from . import notyet
from .arguments import Arguments, GivenKind, Tristate, said
from .heads import Meant, heads_meant
from .mind import Caller, Mind
from .placing import (
    BY_WORDING,
    Plan,
    change_of,
    clashes,
    contesting,
    mistaken,
    plan,
    standing_beside,
    with_twins,
    without_echo,
)
from .repeated import already_said, repeated
from .reply import Answer, Remembered
from .scan import Encoding, Scanned, of_slots, scanned
from .scopes import nearest_scopes
from .settle import contested, standing_against, superseding
from .statement import entities_of, ref, with_digest

log = logging.getLogger(__name__)

# A source names a document, a page or a tool. What the user said has none.
_NO_SOURCE = frozenset({"user", "the user", "conversation", "chat", "assistant", "me", "用户", "对话", "聊天"})


class Remember(Arguments):
    """Store one statement in long-term memory: a fact, preference, decision or event worth knowing in a later conversation. One call per fact; never passwords or keys. When the user corrects or updates something, pass the old statement's id in `replaces`."""

    LONG: ClassVar[frozenset[str]] = frozenset({"content"})

    content: Annotated[str, said("One self-contained statement, names instead of pronouns; at most 8,192 bytes")]
    subject: Annotated[
        str,
        said(
            'The statement in slots, with relation and object (all three or none), present tense: "user" / "lives in" / "Berlin"'
        ),
    ] = ""
    relation: Annotated[str, said("Second slot, active voice")] = ""
    object: Annotated[str, said("Third slot")] = ""
    exclusive: Annotated[
        Tristate,
        said(
            "true if only one can hold at a time (home, employer, age), false if several can (likes, skills); leave out if unsure"
        ),
    ] = None
    correction: Annotated[Tristate, said("true if the earlier statement was a mistake, not merely no longer so")] = None
    replaces: Annotated[list[str], said("Ids of the statements this one replaces")] = []
    kind: Annotated[GivenKind, said("working = state of an unfinished task")] = "fact"
    confidence: Annotated[float, said("How sure you are", ge=0, le=1)] = 0.8
    importance: Annotated[Literal["low", "normal", "high"], said("How much it matters later")] = "normal"
    tags: Annotated[list[str], said("Labels to filter by")] = []
    when: Annotated[str, said("When it happened or began: ISO 8601 or plain words")] = ""
    until: Annotated[str, said("When it stops being true; kept as history")] = ""
    expires: Annotated[str, said('When to drop it: a time or a span ("7d")')] = ""
    source: Annotated[
        str, said("Name of the document, page or tool it was read in; leave out for what the user said")
    ] = ""
    session: Annotated[str, said("Conversation or task; default: the current one")] = ""
    scope: Annotated[str, said("Project label")] = ""


@dataclass(frozen=True, slots=True)
class _Times:
    when: When | None
    until: When | None
    expires: datetime | None


_ATTEMPTS = 3  # at a statement whose meaning changes while it is looked at


class _Moved(Exception):
    """What a statement meets changed while it was looked at, so that it is another statement now."""


async def remember(mind: Mind, caller: Caller, args: Remember) -> Answer:
    """Store, reinforce, supersede or contest; the answer says which, and carries a receipt if anything changed.

    Raises InvalidArgument (SecretRefused, NotYet) and UnknownMemory before anything is written, Changed when
    what is to be replaced changed meanwhile.
    """
    args = args.tidied()
    times = _checked(args, mind.clock(), mind)
    for _ in range(_ATTEMPTS):
        try:
            return await _told(mind, caller, args, times)
        except _Moved:
            continue
    raise Changed("what this replaces keeps changing; nothing was stored. Try again.")


async def _told(mind: Mind, caller: Caller, args: Remember, times: _Times) -> Answer:
    seen = await mind.reader.version()  # before anything is read of what the statement meets
    replaced = await _replaced(mind, args)
    new = _memory(mind, caller, args, times, [m.memory for m in replaced])
    replaced = await with_twins(mind, new, replaced)
    if not replaced and (state := await _same_state(mind, new)):
        replaced = [Meant(state.id, state, found=True)]
    encoding = asyncio.ensure_future(mind.encode(new.searchable))
    looking = asyncio.ensure_future(_clashes(mind, new, encoding))  # the longest of what is asked, so it begins first
    try:
        return await _placed(mind, caller, args, new, replaced, _Looked(encoding, looking, seen))
    finally:
        looking.cancel()  # no effect but where it is not needed, or was broken off
        encoding.cancel()


@dataclass(frozen=True, slots=True)
class _Looked:
    """What is found out of a statement while it is placed and written: its vector, and what it clashes with by its
    text. `seen`: the version of the table from which it is placed, or an earlier."""

    encoding: Encoding
    looking: asyncio.Future[list[tuple[Memory, str]]]
    seen: int


async def _placed(
    mind: Mind, caller: Caller, args: Remember, new: Memory, replaced: Sequence[Meant], looked: _Looked
) -> Answer:
    scan = await scanned(mind, new, looked.encoding)
    new = await without_echo(mind, caller, new, scan)
    correction = bool(args.correction)
    beside = await mistaken(mind, new, looked.encoding) if correction and not replaced else ()
    made = plan(new, replaced, scan.slots, beside, correction=correction)
    there = scan.there
    if not there and made.new.digest != new.digest:  # it belongs into the scope of what it replaces
        there, _ = await mind.reader.holding(Statement(made.new.digest, new.recorded_at))
    if there:
        return await repeated(mind, caller, replace(new, id=there), replaced, correction=correction, seen=scan.version)
    if correction and not (made.gives_way or made.placed.contests or args.subject):
        raise InvalidArgument(
            "correction",
            "corrects nothing that is stored here: nothing resembles it. Leave correction out, or pass the id of the "
            "mistaken statement in replaces (recall shows it).",
        )
    return await _stored(mind, caller, args, new, scan, made, looked)


async def _replaced(mind: Mind, args: Remember) -> list[Meant]:
    """The current heads of what the caller replaces."""
    replaced = await heads_meant(mind, args.replaces)
    for meant in replaced:
        if meant.memory.status != "current":
            raise Changed(
                f"replaces: {meant.given} is {meant.memory.status}; leave it out, or put it back first (forget undo)."
            )
    return replaced


def _checked(args: Remember, now: datetime, mind: Mind) -> _Times:
    """The times of the statement, once every argument has been looked at."""
    if not args.content:
        raise InvalidArgument("content", "is empty; give one self-contained statement.")
    notyet.refuse_not_yet("remember", args.given())
    slots = {"subject": args.subject, "relation": args.relation, "object": args.object}
    if missing := [n for n, v in slots.items() if not v]:
        if len(missing) < 3:
            raise InvalidArgument(
                " and ".join(missing), "missing: give subject, relation and object together, or none of them."
            )
        if args.exclusive is not None:
            raise InvalidArgument(
                "exclusive", "says something of the slots: give subject, relation and object with it."
            )
    if args.source.casefold() in _NO_SOURCE:
        raise InvalidArgument("source", "names a document, page or tool; leave it out for what the user said.")
    args.refuse_secrets()
    refuse_secrets("object", f"{args.subject} {args.relation}: {args.object}")
    when = parse_when("when", args.when, mind.zone, now) if args.when else None
    until = parse_when("until", args.until, mind.zone, now, ahead=True) if args.until else None
    if when and until and until.start < when.start and until.end <= when.start:  # ends are the first moment after
        raise InvalidArgument("until", "lies before when; give the time it stops being true.")
    return _Times(when, until, parse_expiry("expires", args.expires, now, mind.zone) if args.expires else None)


def _memory(mind: Mind, caller: Caller, args: Remember, times: _Times, old: Sequence[Memory]) -> Memory:
    now = mind.clock()
    claims = (Claim(args.subject, args.relation, args.object, args.exclusive),) if args.subject else ()
    trust: Trust = "external" if args.source else caller.trust
    default_scope = GLOBAL if is_user(args.subject) else mind.scope
    expires_at, used_at = mind.retention.life_of(args.kind, now)
    made = Memory(
        id=compose_id(mind.mint(now), 1),
        scope=old[0].scope if old else args.scope or default_scope,
        kind=args.kind,
        content=args.content,
        claims=claims,
        entities=entities_of(claims),
        tags=tuple(args.tags),
        confidence=args.confidence,
        importance=importance_of(args.kind, args.importance),
        trust=trust,
        source=args.source,
        session=args.session or mind.sessions.current(caller, now),
        client=caller.client,
        valid_from=times.when.start if times.when else None,
        valid_to=times.until.end if times.until else None,
        precision=times.when.precision if times.when else None,
        recorded_at=now,
        expires_at=times.expires or expires_at,
        used_at=None if times.expires else used_at,
    )
    return with_digest(made)


async def _same_state(mind: Mind, new: Memory) -> Memory | None:
    """The working state of this session that a lasting statement says anew: it is promoted, not doubled."""
    if new.kind == "working":
        return None
    state = with_digest(replace(new, kind="working"))
    there, _ = await mind.reader.holding(Statement(state.digest, new.recorded_at))
    found = (await mind.reader.get([there])).get(there) if there else None
    return None if found is None or less_trusted(new, found) else found


async def _stored(
    mind: Mind, caller: Caller, args: Remember, told_as: Memory, scan: Scanned, made: Plan, looked: _Looked
) -> Answer:
    """Commit a statement that was not there, and then, if it clashes with others by its text, that it does: that hides
    nothing, and is looked for while the statement is written.
    """
    receipt = new_receipt()
    stored, alone = made.new, True

    async def build() -> Change:
        nonlocal made, stored, alone
        alone = await mind.reader.version() == looked.seen
        if not alone:  # others wrote meanwhile: place it among what is there now
            made = await _again(mind, args, told_as, made)
        stored, change = await change_of(mind, made, scan.vector, receipt)
        return change

    unless = Statement(made.new.digest, told_as.recorded_at)
    if there := await mind.writer.commit(build, unless=unless, absent_at=scan.version):
        return already_said(there)
    found = await (looked.looking if alone else _clashes(mind, told_as, looked.encoding))
    if told_as.kind == "working":
        mind.retention.used_session(told_as.session, told_as.recorded_at)
    if more := standing_beside(made, stored, found):
        made = contesting(made, await _contest(mind, stored, more, receipt))
    return await _answer(mind, caller, args, stored, made, receipt)


async def _clashes(mind: Mind, new: Memory, encoding: Encoding) -> list[tuple[Memory, str]]:
    try:
        return await clashes(mind, new, encoding)
    except StoreUnavailable as fault:  # the statement is stored, which is what was asked
        log.warning("what a new statement clashes with was not looked for: %s", fault)
        return []


async def _contest(
    mind: Mind, new: Memory, found: Sequence[tuple[Memory, str]], receipt: str
) -> list[tuple[Memory, str]]:
    """Have a stored statement and those it clashes with name each other, as part of the change that stored it."""
    still: list[tuple[Memory, str]] = []

    async def build() -> Change:
        rows = await mind.reader.get([new.id, *(m.id for m, _ in found)])
        own = rows.get(new.id)
        still[:] = [(rows[m.id], why) for m, why in found if m.id in rows and rows[m.id].status == "current"]
        if own is None or own.status != "current" or not still:
            still.clear()
            return Change(receipt, new.recorded_at)
        edits = [Edit(m.id, "current", {"contests": [*m.contests, new.id]}, why=BY_WORDING) for m, _ in still]
        mine = Edit(new.id, "current", {"contests": [*own.contests, *(m.id for m, _ in still)]}, why=BY_WORDING)
        return Change(receipt, new.recorded_at, edits=(mine, *edits))

    await mind.writer.commit(build)
    return still


async def _again(mind: Mind, args: Remember, new: Memory, before: Plan) -> Plan:
    """The plan among the rows as they are now; ids that were superseded meanwhile are followed to their heads."""
    replaced = await with_twins(mind, new, await _replaced(mind, args)) if args.replaces else before.replaced
    beside = [(m, why) for m, why in before.placed.contests if m.id in before.by_wording]
    made = plan(new, replaced, await of_slots(mind, new), beside, correction=before.correction)
    if made.new.digest != before.new.digest:
        raise _Moved
    return made


async def _answer(mind: Mind, caller: Caller, args: Remember, new: Memory, made: Plan, receipt: str) -> Answer:
    superseded = [ref(m) for m in made.gives_way]
    against = contested(new, made.placed.contests, mind.scope, correction=made.correction)
    shown = (new, *made.gives_way, *(m for m, _ in made.placed.contests))
    read = [m.id for m in shown if m.trust == "external"]  # saying these again makes them nobody's own word
    mind.sessions.recalled(caller, read, new.recorded_at)
    result = Remembered(
        outcome="superseded" if superseded else "contested" if against else "stored",
        id=new.id,
        superseded=superseded,
        contested=against,
        decided_by=made.by,
        receipt=receipt,
    )
    lines = [f"stored {new.id} (receipt {receipt})", *superseding(mind.store.key, superseded)]
    if made.placed.yields:
        lines.append(f"They hold until it begins: {iso_at(new.began, new.precision, mind.zone)}.")
    if made.placed.corrects:
        lines.append("kept as history: it ended where that did. What holds now stays as it is.")
    lines += [m.moved for m in made.replaced if m.moved]
    if before := made.placed.before:
        lines.append(
            f"kept as history: it ended where {before.id} begins. If it holds now, say so: the same call with "
            f"replaces={[before.id]!r}."
        )
    lines += standing_against(mind.store.key, against)
    lines += await _near_scope(mind, args, new)
    return Answer(result, "\n".join(lines))


async def _near_scope(mind: Mind, args: Remember, new: Memory) -> list[str]:
    """A hint when the statement opened a scope whose name is close to one that was there."""
    if not args.scope or new.scope in mind.sessions.scopes:
        return []
    mind.sessions.scopes.add(new.scope)
    sizes = await mind.reader.sizes("scope")
    near = nearest_scopes(new.scope, (s for s in sizes if s != new.scope))
    if sizes[new.scope] > 1 or not near:
        return []
    return [f"{new.scope!r} is a new scope; there is already {', '.join(map(repr, near))}."]
