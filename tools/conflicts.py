"""What is unsettled: pairs of statements that stand against each other, why, and how each is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..storage.belief.rules import newer, outranks
from ..storage.belief.wording.clash import clash
from ..storage.memory import Memory
from ..storage.table.filters import contested_in, holds
from .mind import Mind
from .placing import BY_WORDING
from .reply import cut, defused, fenced
from .rivals import unsettled
from .settle import settling
from .shown import record, told_of

MOST = 50  # conflicts shown at once
_TOKENS = 60  # of each statement in a list


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two current statements of which one holds: `first` stands before `second`."""

    first: Memory
    second: Memory
    why: str
    settle: str


async def conflicts(mind: Mind, scope: str) -> list[Conflict]:
    """Those of a scope and of `global`, the latest first."""
    now = mind.clock()
    rows = await mind.reader.where(contested_in(mind.scopes_read(scope)))
    by_id = {m.id: m for m in rows if holds(m, now)}
    pairs = {tuple(sorted((m.id, i))) for m in by_id.values() for i in m.contests if i in by_id}
    found = [_conflict(by_id[one], by_id[other], now, mind.scope) for one, other in pairs]
    return sorted(found, key=lambda c: (max(c.first.recorded_at, c.second.recorded_at), c.first.id), reverse=True)


def _conflict(one: Memory, other: Memory, now: datetime, scope: str) -> Conflict:
    first, second = (one, other) if outranks(one, other, now) else (other, one)
    late, early = (one, other) if newer(one, other) else (other, one)
    why = _why(late, early) or _why(early, late)
    if why in ("", BY_WORDING):  # what it quotes is not kept, and found anew
        why = clash(late.content, early.content, None) or why
    return Conflict(first, second, why, settling(late, early, scope))


def _why(by: Memory, of: Memory) -> str:
    """Why a statement contested another, from the change that noted it."""
    return next(
        (str(e.get("why", "")) for e in reversed(of.undo) if e["by"] == by.opened_by and "contests" in e["was"]), ""
    )


async def shown(mind: Mind, scope: str) -> dict[str, Any]:
    """`memory://conflicts`: each pair with all there is to know of it, in the order in which it is recalled."""
    found, now = await conflicts(mind, scope), mind.clock()
    listed = [
        {
            "statements": [record(m, mind.zone).compact() for m in await unsettled(mind, (c.first, c.second), now)],
            "why": c.why,
            "settle": c.settle,
        }
        for c in found[:MOST]
    ]
    return {"scope": scope, "count": len(found), "conflicts": listed}


def listing(found: Sequence[Conflict], mind: Mind) -> str:
    """The same for a prompt, fenced: each statement with what speaks for it, and the calls, which repeat them."""
    lines: list[str] = []
    for number, one in enumerate(found[:MOST], 1):
        for mark, memory in zip("ab", (one.first, one.second), strict=True):
            told = ", ".join(told_of(record(memory, mind.zone)))
            lines.append(f"{number}{mark}. [{memory.id}] {defused(cut(memory.content, _TOKENS))} ({defused(told)})")
        lines += [f"   why: {defused(one.why)}"] if one.why else []
        lines.append(f"   to settle it: {defused(one.settle)}")
    more = [f"and {len(found) - MOST} more"] if len(found) > MOST else []
    return "\n".join([fenced(mind.store.key, lines), *more])
