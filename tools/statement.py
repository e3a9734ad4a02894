"""Making a new memory: what every stored statement is given, whoever wrote it."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..storage.ids import compose_id
from ..storage.memory import Change, Claim, Edit, Memory
from ..storage.table.filters import Statement
from ..storage.text.clean import same
from .mind import Mind
from .reply import Ref

if TYPE_CHECKING:
    from ..storage.memory import Vector


def digest_of(memory: Memory) -> str:
    """What makes two statements the same: content, scope and claims; for events the time too (else the
    session), for working state the session, for summaries what they cite. The same digest again is a repetition, not a new memory."""
    apart = ""
    if memory.kind == "event":
        apart = memory.valid_from.isoformat() if memory.valid_from else memory.session
    elif memory.kind == "working":
        apart = memory.session
    elif memory.kind == "summary":  # never one with a source it happens to be worded like
        apart = " ".join(sorted(memory.derived_from))
    claims = sorted([same(c.subject), same(c.relation), same(c.object)] for c in memory.claims)
    told = [same(memory.content), memory.scope, memory.kind if apart else "", apart, claims]
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()


def with_digest(memory: Memory) -> Memory:
    """`memory` with its digest."""
    return replace(memory, digest=digest_of(memory))


def entities_of(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Who and what the claims are about."""
    return tuple(dict.fromkeys(name for c in claims for name in (c.subject, c.object)))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A statement ready to be committed: its vector, and whether it is known already.

    `there` is the id of the current row that says the same, `absent_at` the version of the table looked at.
    """

    vector: Vector | None
    there: str
    absent_at: int


async def prepared(mind: Mind, memory: Memory) -> Prepared:
    """Embed a statement and look for its like, side by side."""
    vector, (there, version) = await asyncio.gather(
        mind.encode(memory.searchable), mind.reader.holding(Statement(memory.digest, memory.recorded_at))
    )
    return Prepared(vector, there, version)


async def store(mind: Mind, new: Memory, made: Prepared, build: Callable[[], Awaitable[Change]]) -> str:
    """Commit a statement; the id of the row that says the same, if there is one by now."""
    statement = Statement(new.digest, new.recorded_at)
    if made.there:
        await mind.writer.settled(made.absent_at)
        return made.there
    return await mind.writer.commit(build, unless=statement, absent_at=made.absent_at)


async def next_id(mind: Mind, lineage: str) -> str:
    """The id of the next version of `lineage`."""
    versions = await mind.reader.versions([lineage])
    return compose_id(lineage, max((m.version for m in versions), default=0) + 1)


async def closing_derived(mind: Mind, closed: Iterable[Memory], put: dict[str, object]) -> list[Edit]:
    """Edits that close what was derived from rows that close: a summary does not outlive its sources."""
    closed = list(closed)
    derived = await derived_closure(mind, (m.id for m in closed))
    ids = {m.id for m in closed}
    return [Edit(m.id, "current", put) for m in derived if m.status == "current" and m.id not in ids]


async def derived_closure(mind: Mind, ids: Iterable[str]) -> list[Memory]:
    """Everything derived from these rows, directly or through other derived rows."""
    found: dict[str, Memory] = {}
    wave = list(ids)
    while wave:
        new = [m for m in await mind.reader.derived(wave) if m.id not in found]
        found.update({m.id: m for m in new})
        wave = [m.id for m in new]
    return list(found.values())


def ref(memory: Memory) -> Ref:
    """A memory by id and content."""
    return Ref(id=memory.id, content=memory.content)
