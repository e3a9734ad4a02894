"""Know-how told again and again becomes a procedure, from the episodes that succeeded."""

from __future__ import annotations

from collections.abc import Sequence

from ...storage.belief.faithful import invented
from ...storage.llm.tasks.procedure import PROCEDURE
from ...storage.memory import CONSOLIDATOR, Memory
from ...storage.text.clean import clean
from ..mind import Mind
from .material import language_of, material, may_be_sent, named, near_to, to_look_at
from .turn import Judged, Turn
from .writing import checked, derived, keeping

_EPISODES, _SESSIONS = 3, 2  # of one kind, told in so many sessions, from which there is something to distil
_LIKE = 0.55  # cosine from which two episodes may be of one kind
_MOST, _MOST_LIKE = 100, 8
_FEWEST_STEPS, _MOST_WORDS = 2, 250


async def distil(turn: Turn, scope: str) -> None:
    """Write down procedures from the episodes of a scope. What was read somewhere is no episode: a forged success would
    become advice."""
    mind = turn.mind
    events = f"{to_look_at(scope, ('event',))} AND trust <> 'external'"
    ids = await turn.units(await mind.reader.ids(events), lambda i: f"episode:{i}", _MOST)
    for id_ in ids:
        if not turn.fresh(f"episode:{id_}"):  # it was told with another
            continue
        row = (await mind.reader.get([id_])).get(id_)
        if row is not None and may_be_sent(row, mind.clock()):
            group = await _of_one_kind(mind, row)
            if len(group) >= _EPISODES and len({m.session for m in group}) >= _SESSIONS:
                await _distilled(turn, scope, group)
            else:  # others may follow, which look at it again
                await turn.nothing(PROCEDURE, f"episode:{id_}", [id_])
        turn.told("procedure", 1)


async def _of_one_kind(mind: Mind, row: Memory) -> list[Memory]:
    """An episode and those like it of which no procedure was made yet, oldest first."""
    found = await near_to(mind, row, ("event",))
    like = sorted((c for c in found if (c.cosine or 0.0) >= _LIKE), key=lambda c: (-(c.cosine or 0.0), c.id))
    rows = await mind.reader.get([row.id, *(c.id for c in like[:_MOST_LIKE])])
    made = {
        i
        for m in await mind.reader.derived(rows)
        if m.client == CONSOLIDATOR
        for i in m.derived_from
        if m.kind == "procedure"
    }
    now = mind.clock()
    kept = [m for m in rows.values() if m.trust != "external" and may_be_sent(m, now) and m.id not in made]
    return sorted(kept, key=lambda m: (m.recorded_at, m.id)) if row.id in {m.id for m in kept} else []


async def _distilled(turn: Turn, scope: str, group: Sequence[Memory]) -> None:
    mind, shown = turn.mind, named(group)
    answer = await turn.ask(PROCEDURE, await material(mind, shown), [unit := f"episode:{group[-1].id}"])
    if answer is None:
        return
    worked = [shown[n] for n in dict.fromkeys(answer.succeeded)]
    ids = {m.id for m in worked}
    steps = [
        c
        for c in await checked(mind, shown, ((s.text, s.sources) for s in answer.steps), _MOST_WORDS)
        if {m.id for m in c.sources} <= ids
    ]
    goal = clean(" ".join(answer.goal.split()))
    right = goal and len(worked) >= 2 and len(steps) >= max(_FEWEST_STEPS, len(answer.steps))
    judged = Judged(PROCEDURE, unit, {m.id: m for m in (worked or group)}, "procedure")
    if not right or invented(goal, [m.content for m in worked]):
        for row in group:
            await turn.nothing(PROCEDURE, f"episode:{row.id}", [row.id])
        return
    head = f"{goal}：" if language_of([goal]) == "zh" else f"{goal}: "
    text = head + " ".join(f"{n}. {c.text}" for n, c in enumerate(steps, 1))
    last = max(worked, key=lambda m: (m.recorded_at, m.id))
    await turn.take(await keeping(mind, judged, derived(mind, "procedure", text, worked, scope, last.session)))
    for row in group:
        if turn.fresh(f"episode:{row.id}"):
            await turn.nothing(PROCEDURE, f"episode:{row.id}", [row.id])
