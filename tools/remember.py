"""remember: store one statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from ..storage.belief.rules import why_not_supersede
from ..storage.errors import Changed, InvalidArgument, NotYet
from ..storage.ids import compose_id, new_receipt
from ..storage.memory import GLOBAL, TRUST_ORDER, Change, Claim, Edit, Memory, Trust, importance_of
from ..storage.table.arrivals import closing
from ..storage.table.filters import Statement
from ..storage.text.secrets import refuse_secrets
from ..storage.text.when import When, parse_expiry, parse_when
from . import notyet
from .arguments import Arguments, GivenKind, Tristate, said
from .heads import Meant, heads_meant
from .mind import Caller, Mind
from .reply import Answer, Contested, Ref, Remembered, fenced, listing
from .scopes import nearest_scopes
from .statement import (
    Prepared,
    closing_derived,
    entities_of,
    is_user,
    next_id,
    prepared,
    ref,
    store,
    with_digest,
)

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


async def remember(mind: Mind, caller: Caller, args: Remember) -> Answer:
    """Store, reinforce or supersede; the answer says which, and carries a receipt if anything changed.

    Raises InvalidArgument (SecretRefused, NotYet) and UnknownMemory before anything is written, Changed when
    what is to be replaced changed meanwhile.
    """
    args = args.tidied()
    now = mind.clock()
    times = _checked(args, now, mind)
    replaced = await heads_meant(mind, args.replaces)
    _refuse_gone(replaced)
    old = [m.memory for m in replaced]
    new = await _memory(mind, caller, args, times, old)
    if not old and (state := await _same_state(mind, new)):
        replaced, old = [Meant(state.id, state)], [state]
        new = await _memory(mind, caller, args, times, old)
    made = await prepared(mind, new)
    if made.there:
        return await _known(mind, args, new, made, replaced)
    kept = [(m, why) for m in old if m.kind != "working" and (why := why_not_supersede(new, m))]
    if kept:
        return await _contest(mind, new, kept, made)
    return await _supersede_or_store(mind, args, new, replaced, made)


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
    if args.correction and not args.replaces:
        raise NotYet("correction", notyet.PARTLY["remember"]["correction"])
    if args.source.casefold() in _NO_SOURCE:
        raise InvalidArgument("source", "names a document, page or tool; leave it out for what the user said.")
    args.refuse_secrets()
    refuse_secrets("object", f"{args.subject} {args.relation}: {args.object}")
    when = parse_when("when", args.when, mind.zone, now) if args.when else None
    until = parse_when("until", args.until, mind.zone, now, ahead=True) if args.until else None
    if when and until and until.start < when.start and until.end <= when.start:  # ends are the first moment after
        raise InvalidArgument("until", "lies before when; give the time it stops being true.")
    return _Times(when, until, parse_expiry("expires", args.expires, now, mind.zone) if args.expires else None)


def _refuse_gone(replaced: Sequence[Meant]) -> None:
    for meant in replaced:
        if meant.memory.status != "current":
            raise Changed(
                f"replaces: {meant.given} is {meant.memory.status}; leave it out, or put it back first (forget undo)."
            )


async def _memory(mind: Mind, caller: Caller, args: Remember, times: _Times, old: Sequence[Memory]) -> Memory:
    now = mind.clock()
    claims = (Claim(args.subject, args.relation, args.object, args.exclusive),) if args.subject else ()
    trust: Trust = "external" if args.source else caller.trust
    default_scope = GLOBAL if is_user(args.subject) else mind.scope
    expires_at, used_at = mind.retention.life_of(args.kind, now)
    made = Memory(
        id=await next_id(mind, old[0].lineage) if old else compose_id(mind.mint(now), 1),
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
        supersedes=tuple(m.id for m in old),
    )
    return with_digest(made)


async def _same_state(mind: Mind, new: Memory) -> Memory | None:
    """The working state of this session that a lasting statement says anew: it is promoted, not doubled."""
    if new.kind == "working":
        return None
    state = with_digest(replace(new, kind="working"))
    there, _ = await mind.reader.holding(Statement(state.digest, new.recorded_at))
    return (await mind.reader.get([there])).get(there) if there else None


async def _supersede_or_store(
    mind: Mind, args: Remember, new: Memory, replaced: Sequence[Meant], made: Prepared
) -> Answer:
    old = [m.memory for m in replaced]
    receipt = new_receipt()

    async def build() -> Change:
        edits = await _closing_all(mind, old, new, correction=bool(args.correction))
        return Change(receipt, new.recorded_at, ((new, made.vector),), tuple(edits))

    if there := await store(mind, new, made, build):
        return _reinforced(there)
    if new.kind == "working":
        mind.retention.used_session(new.session, new.recorded_at)
    superseded = [ref(m) for m in old]
    result = Remembered(
        outcome="superseded" if old else "stored",
        id=new.id,
        superseded=superseded,
        decided_by="caller" if args.replaces else "rule" if old else "",
        receipt=receipt,
    )
    lines = [f"stored {new.id} (receipt {receipt})", *_superseding(mind, superseded)]
    lines += [m.moved for m in replaced if m.moved]
    if args.exclusive and not old:
        lines.append(f"exclusive {notyet.PARTLY['remember']['exclusive']}")
    lines += await _near_scope(mind, args, new)
    return Answer(result, "\n".join(lines))


def _superseding(mind: Mind, superseded: Sequence[Ref]) -> list[str]:
    return ["It supersedes:", fenced(mind.store.key, listing(superseded))] if superseded else []


def _reinforced(there: str) -> Answer:
    return Answer(
        Remembered(outcome="reinforced", id=there, decided_by="rule"),
        f"reinforced {there}: this was already known; nothing was stored twice, its other fields stay as they were.",
    )


async def _known(mind: Mind, args: Remember, new: Memory, made: Prepared, replaced: Sequence[Meant]) -> Answer:
    """The statement is known already: at most its trust rises, its life lengthens, and what it replaces closes in its
    favour."""
    there, receipt = made.there, new_receipt()
    if new.kind == "working":
        mind.retention.used_session(new.session, new.recorded_at)
    old: list[Memory] = []
    row = new

    async def build() -> Change:
        nonlocal row
        rows = await mind.reader.get([there, *(m.memory.id for m in replaced)])  # as they are now
        if (found := rows.get(there)) is None:
            raise Changed(f"{there} went meanwhile. Try again.")
        row = found
        surer = replace(new, trust=_trusted(row, new), confidence=max(row.confidence, new.confidence))
        taken = [rows[m.memory.id] for m in replaced if m.memory.id in rows and m.memory.id != there]
        old[:] = [m for m in taken if not why_not_supersede(surer, m)]
        put = _renewed(row, new)
        if old:
            gone = [m.id for m in old]
            put |= {"supersedes": [*row.supersedes, *gone], "contests": [i for i in row.contests if i not in gone]}
        follower = replace(new, valid_from=row.began)
        edits = await _closing_all(mind, old, follower, correction=bool(args.correction))
        return Change(receipt, new.recorded_at, edits=(*edits, *([Edit(there, "current", put)] if put else [])))

    if not (await build()).edits:
        await mind.writer.settled(made.absent_at)
        return _reinforced(there)
    await mind.writer.commit(build)
    superseded = [ref(m) for m in old]
    outcome = "superseded" if old else "reinforced"
    result = Remembered(
        outcome=outcome, id=there, superseded=superseded, decided_by="caller" if old else "rule", receipt=receipt
    )
    told = f"{there} says this already (receipt {receipt})"
    if not old:
        told += "; it stays longer now" if _trusted(row, new) == row.trust else f"; it is trusted as {new.trust!r} now"
    return Answer(result, "\n".join([told, *_superseding(mind, superseded)]))


def _trusted(row: Memory, new: Memory) -> Trust:
    """How far a statement is trusted once both have said it."""
    return max(row.trust, new.trust, key=TRUST_ORDER.__getitem__)


def _renewed(row: Memory, new: Memory) -> dict[str, object]:
    """What changes of a row when it is said again: its trust may rise, and it does not go earlier than the statement
    that repeats it would. Working state is kept by its use anyway."""
    put: dict[str, object] = {"trust": _trusted(row, new)} if _trusted(row, new) != row.trust else {}
    if row.kind == "working" or row.expires_at is None:
        return put
    if new.expires_at is None or new.expires_at > row.expires_at:
        put |= {"expires_at": new.expires_at, "used_at": new.used_at}
    return put


async def _closing_all(mind: Mind, old: Sequence[Memory], new: Memory, *, correction: bool) -> list[Edit]:
    edits = [Edit(m.id, "current", closing(m, new, correction=correction)) for m in old]
    return edits + await closing_derived(mind, old, {"status": "superseded", "closed_at": new.recorded_at})


async def _contest(mind: Mind, new: Memory, kept: Sequence[tuple[Memory, str]], made: Prepared) -> Answer:
    """Store a statement beside those it may not replace, each naming the other."""
    receipt = new_receipt()
    against = tuple(m.id for m, _ in kept)
    new = replace(new, id=compose_id(mind.mint(new.recorded_at), 1), supersedes=(), contests=against)

    async def build() -> Change:
        there = await mind.reader.get(against)  # as they are now: others may contest them, too
        edits = [Edit(m.id, "current", {"contests": [*m.contests, new.id]}) for m in there.values()]
        return Change(receipt, new.recorded_at, ((new, made.vector),), tuple(edits))

    if there := await store(mind, new, made, build):
        return _reinforced(there)
    contested = [
        Contested(id=m.id, content=m.content, why=f"not replaced: {why}", settle=_settling(new, m)) for m, why in kept
    ]
    lines = [f"contested: stored {new.id} beside what it may not replace (receipt {receipt}):"]
    lines += [fenced(mind.store.key, listing(contested)), *(f"{c.id}: {c.why}; {c.settle}" for c in contested)]
    result = Remembered(outcome="contested", id=new.id, contested=contested, decided_by="rule", receipt=receipt)
    return Answer(result, "\n".join(lines))


def _settling(new: Memory, old: Memory) -> str:
    """How a person settles it: by saying it themselves. The statement is not in the command, where a shell
    would read it."""
    return (
        f"only the user can settle it: on a terminal, type simonides remember, the statement of {new.id} in quotes, "
        f"and --replaces {old.id}"
    )


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
