"""What a person wrote into a mirrored page, brought into the memory like the word of any client."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast, get_args

from ..storage.errors import Changed, InvalidArgument, UnknownMemory
from ..storage.memory import IMPORTANCE_BY_KIND, Memory
from ..tools.arguments import GivenKind
from ..tools.forget import Forget, forget
from ..tools.mind import Caller, Mind
from ..tools.remember import Remember, remember
from ..tools.shown import record
from .audited import audited
from .mirrored import Written

ERASED = "No memory with id"  # how `UnknownMemory` begins: the line was changed after its memory was erased
_STATE_ANEW = "it was erased; a line without the id states it anew"
CALLER = Caller("mirror", "mirror")  # trusted as an assistant: who can write the file need not be the user


async def taken_in(mind: Mind, written: Written, kind: GivenKind) -> str:
    """Store a line, as `kind` where it is new, in place of the memory whose id it has; empty, or why it cannot be
    taken. Raises StoreUnavailable and EmbeddingFailed: it is then to be tried again."""
    try:
        await audited(mind, CALLER, remember, await _statement(mind, written, kind))
    except (InvalidArgument, UnknownMemory, Changed) as refused:
        return " ".join(str(refused).split())
    return ""


async def _statement(mind: Mind, written: Written, kind: GivenKind) -> Remember:
    if not written.id:
        return Remember(content=written.text, kind=kind, scope=mind.scope)
    old = (await mind.reader.get([written.id])).get(written.id)
    if old is None:
        raise UnknownMemory([written.id], _STATE_ANEW)
    return Remember(
        content=written.text,
        replaces=[written.id],
        kind=cast(GivenKind, old.kind) if old.kind in get_args(GivenKind) else "note",
        importance=_level(old),
        tags=list(old.tags),
        when=record(old, mind.zone).when if old.kind == "event" else "",
    )


def _level(memory: Memory) -> Literal["low", "normal", "high"]:
    above = memory.importance - IMPORTANCE_BY_KIND[memory.kind]
    return "low" if above < -0.1 else "high" if above > 0.1 else "normal"


async def hide(mind: Mind, ids: Iterable[str]) -> None:
    """Hide memories whose lines were taken out; what was superseded or hidden meanwhile is left as it is."""
    rows = await mind.reader.get(ids)
    if current := sorted(m.id for m in rows.values() if m.status == "current"):
        await audited(mind, CALLER, forget, Forget(ids=current))


async def brought_back(mind: Mind, brought: Sequence[Written]) -> list[Written]:
    """Of lines that were put in from elsewhere with the id of a memory, those that state anew what is hidden: a line
    that was cut out of one page and pasted into the other later. What was erased is not brought back so."""
    rows = await mind.reader.get(w.id for w in brought)
    return [Written(w.item, w.text) for w in brought if w.id in rows and rows[w.id].status == "hidden"]
