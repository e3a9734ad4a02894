"""Long sessions become summaries that cite what they are from."""

from __future__ import annotations

from collections.abc import Sequence

from ...storage.llm.tasks.summary import SUMMARY
from ...storage.memory import Memory
from ...storage.table.filters import Filter, quoted
from ..mind import SILENCE, Mind
from .material import fitting, named, to_look_at
from .turn import Judged, Turn
from .writing import condensed, derived, keeping, sources_of, to_condense

LONG = 12  # statements from which a session is long, and as many since its last summary
_MOST = 20  # sessions in one pass and scope
MAX_WORDS = 150


async def summarise_sessions(turn: Turn, scope: str) -> None:
    """Summarise the sessions of a scope that are long and over."""
    mind = turn.mind
    sizes = await mind.reader.sizes("session", to_look_at(scope))
    for session in [s for s, count in sizes.items() if count >= LONG][:_MOST]:
        rows = await _unsummarised(mind, scope, session)
        if len(rows) < LONG or mind.clock() - rows[-1].recorded_at < SILENCE:
            continue
        if await turn.units([f"session:{scope}/{session}/{rows[-1].id}"], lambda unit: unit, 1):
            await _summarised(turn, scope, session, rows)
        turn.told("summary", 1)


async def _unsummarised(mind: Mind, scope: str, session: str) -> list[Memory]:
    """What was told in a session after its last summary, oldest first: as much as one question holds."""
    now = mind.clock()
    mine = f"{to_look_at(scope)} AND session = {quoted(session)}"
    rows = [m for m in await mind.reader.where(mine) if not m.expired(now)]
    wanted = Filter(now=now, scopes=(scope,), kinds=("summary",), session=session)
    kept = await mind.reader.find(wanted, limit=1)
    told = await mind.reader.get(kept[0].derived_from) if kept else {}
    since = max((m.recorded_at for m in told.values()), default=None)
    new = [m for m in rows if since is None or m.recorded_at > since]
    return fitting(sorted(new, key=lambda m: (m.recorded_at, m.id)))


async def _summarised(turn: Turn, scope: str, session: str, rows: Sequence[Memory]) -> None:
    mind = turn.mind
    unit = f"session:{scope}/{session}/{rows[-1].id}"
    shown = named(rows)
    if (answer := await turn.ask(SUMMARY, await to_condense(mind, shown, "", MAX_WORDS), [unit])) is None:
        return
    cited = await condensed(mind, shown, answer, MAX_WORDS)
    sources = sources_of(cited)
    judged = Judged(SUMMARY, unit, {m.id: m for m in sources}, "summary")
    if not cited:
        await turn.left(Judged(SUMMARY, unit, {m.id: m for m in rows}, "nothing faithful"), "refused")
        return
    text = " ".join(c.text for c in cited)
    new = derived(mind, "summary", text, sources, scope, session)
    await turn.take(await keeping(mind, judged, new))
