"""How a conflict is settled: the very call, and where only the user can settle it, what the user does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..storage.belief.rules import SURE, why_not_supersede
from ..storage.memory import GLOBAL, TRUST_ORDER, Memory
from ..storage.text.relations import is_user
from .reply import Contested, Ref, defused, fenced, listing

_LONGEST = 2_000  # characters of a statement that a call repeats


def contested(
    new: Memory, pairs: Iterable[tuple[Memory, str]], scope: str, *, correction: bool = False
) -> list[Contested]:
    """What a statement stands against, each with why and how to settle it. `scope`: the configured one."""
    return [
        Contested(id=m.id, content=m.content, why=why, settle=settling(new, m, scope, correction=correction))
        for m, why in pairs
    ]


def settling(new: Memory, old: Memory, scope: str, *, correction: bool = False) -> str:
    """The call that lets `new` take the place of `old`, and the one that takes `new` back.

    Where `old` is trusted more only the user can do the first, by saying it themselves. The statement is not in the
    command, where a shell would read it.
    """
    keep = f"{_call('forget', {'ids': [new.id]})} if the stored one holds"
    if old.status != "current":  # of what is over another stands now: replacing it would replace that
        return f"{keep}; else both stay as history"
    if TRUST_ORDER[new.trust] < TRUST_ORDER[old.trust]:
        return (
            f"only the user can: on a terminal, type simonides remember, the statement of {new.id} in quotes, "
            f"and --replaces {old.id}; {keep}"
        )
    surer = {"confidence": 0.8} if why_not_supersede(new, old) and new.confidence < SURE else {}
    more = {**surer, "replaces": [old.id], **({"correction": True} if correction else {})}
    call = _call("remember", {**_said(new, scope), **more})
    if len(new.content) > _LONGEST or defused(call) != call:  # too long, or shown with its markup made inert
        call = f"remember, with the very arguments {new.id} was stored with and {_call('', more)[1:-1]},"
    return f"{call} if it holds now; {keep}"


def _said(new: Memory, scope: str) -> dict[str, Any]:
    """The arguments that say the same statement again."""
    said: dict[str, Any] = {"content": new.content}
    for claim in new.claims[:1]:
        said |= {"subject": claim.subject, "relation": claim.relation, "object": claim.object}
        said |= {} if claim.exclusive is None else {"exclusive": claim.exclusive}
    said |= {} if new.kind == "fact" else {"kind": new.kind}
    if new.kind == "event" and new.valid_from:
        said["when"] = new.valid_from.isoformat()
    elif new.kind in ("event", "working"):
        said["session"] = new.session
    usual = GLOBAL if new.claims and is_user(new.claims[0].subject) else scope
    return said | ({} if new.scope == usual else {"scope": new.scope}) | ({"source": new.source} if new.source else {})


def _call(tool: str, arguments: Mapping[str, Any]) -> str:
    """A tool call as a model reads it."""
    given = ", ".join(f"{n}={json.dumps(v, ensure_ascii=False)}" for n, v in arguments.items())
    return f"{tool}({given})"


def superseding(key: bytes, superseded: Sequence[Ref]) -> list[str]:
    """What a statement takes the place of, fenced."""
    return ["It supersedes:", fenced(key, listing(superseded))] if superseded else []


def standing_against(key: bytes, pairs: Sequence[Contested]) -> list[str]:
    """What a statement stands against, each with why and how to settle it: all of it fenced, since a reason quotes
    what is stored."""
    if not pairs:
        return []
    lines = [
        line
        for one, head in zip(pairs, listing(pairs), strict=True)
        for line in (head, f"  why: {defused(one.why)}", f"  to settle it: {defused(one.settle)}")
    ]
    return ["contested: both stand, until it is settled:", fenced(key, lines)]
