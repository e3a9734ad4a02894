"""How much statements matter, where nobody said."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from ...storage.llm.tasks.importance import IMPORTANCE
from ...storage.memory import IMPORTANCE_BY_KIND, Change, Edit, Memory
from .material import material, named, to_look_at
from .turn import Judged, Step, Turn

AT_ONCE = 20  # statements in one question
_MOST = 200
_REACH = 0.25  # how far from the prior of its kind a model may move a statement: as far as a caller may
_LEAST = 0.05  # less than that is not worth a change


async def rate(turn: Turn, scope: str) -> None:
    """Rate statements of a scope that have the importance of their kind. What a caller rated keeps its rating."""
    mind = turn.mind
    ids = await turn.units(await mind.reader.ids(to_look_at(scope)), lambda i: f"rate:{i}", _MOST)
    for at in range(0, len(ids), AT_ONCE):
        some = ids[at : at + AT_ONCE]
        there = await mind.reader.get(some)
        usual = [m for i in some if (m := there.get(i)) is not None and _usual(m)]
        for row in (there[i] for i in some if i in there and there[i] not in usual):
            await turn.nothing(IMPORTANCE, f"rate:{row.id}", [row.id])
        rows = named(usual)
        units = [f"rate:{m.id}" for m in usual]
        answer = await turn.ask(IMPORTANCE, await material(mind, rows), units) if usual else None
        if answer is not None:
            told = {r.id: r.importance for r in answer.ratings}
            for name, row in rows.by_name.items():  # of what it left out there was nothing to be said
                await _rated(turn, row, told.get(name, IMPORTANCE_BY_KIND[row.kind]))
        turn.told("importance", len(some))


def _usual(memory: Memory) -> bool:
    return abs(memory.importance - IMPORTANCE_BY_KIND[memory.kind]) < 1e-6


async def _rated(turn: Turn, row: Memory, importance: float) -> None:
    unit = f"rate:{row.id}"
    prior = IMPORTANCE_BY_KIND[row.kind]
    to = round(min(max(importance, prior - _REACH), prior + _REACH), 2)
    if abs(to - prior) < _LEAST:
        await turn.nothing(IMPORTANCE, unit, [row.id])
        return

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        return Change(receipt, now, edits=(Edit(row.id, "current", {"importance": to}),))

    await turn.take(Step(Judged(IMPORTANCE, unit, {row.id: row}, f"importance {to:g}"), build))
