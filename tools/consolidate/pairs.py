"""Pairs of statements: those that stand against each other, and those that are near; what the model says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ...storage.belief.rules import CONTESTS_NOTHING, newer, placed, same_slot, why_not_supersede
from ...storage.journal import pair as pair_unit
from ...storage.llm.task import Material
from ...storage.llm.tasks.pairs import PAIRS
from ...storage.llm.tasks.pairs import Judged as Said
from ...storage.memory import Change, Edit, Memory
from ...storage.table.filters import contested_in
from ..heads import Meant
from ..mind import Mind
from ..placing import BY_WORDING, Plan, edits_of
from .duplicates import Duplicates
from .material import SENT, evidence, language_of, may_be_sent, near_to, stands, statement, to_look_at
from .turn import SURE, Judged, Step, Turn, made_at, taking, with_more

AT_ONCE = 16  # pairs in one question
_MOST = 200  # statements looked at in one pass and scope
# A change of mind is often worded unlike what it changes: as near as the twentieth by cosine, down to nothing in common.
_NEAREST = 18
_WORDED = 4  # and so many that share words
BY_MODEL = "a model judged that it tells what holds now"
AGAINST = "a model judged that both cannot hold"
BESIDE = "a model judged that both can hold"
_LIFTS = 0.8  # how sure it must be for two no longer to stand against each other


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements, the one that is newer by all that is known last."""

    early: Memory
    late: Memory

    @property
    def unit(self) -> str:
        """What it is known by, whichever is named first."""
        return pair_unit(self.early.id, self.late.id)

    @property
    def contested(self) -> bool:
        """Whether the two stand against each other."""
        return self.early.id in self.late.contests or self.late.id in self.early.contests

    @property
    def rows(self) -> Mapping[str, Memory]:
        """Both by id."""
        return {self.early.id: self.early, self.late.id: self.late}


def paired(one: Memory, other: Memory) -> Pair:
    """Two statements in their order."""
    return Pair(other, one) if newer(one, other) else Pair(one, other)


async def contested(turn: Turn, scope: str, duplicates: Duplicates) -> None:
    """Judge what stands against each other in a scope."""
    mind, now = turn.mind, turn.mind.clock()
    rows = {m.id: m for m in await mind.reader.where(contested_in((scope,))) if may_be_sent(m, now)}
    others = await mind.reader.get({i for m in rows.values() for i in m.contests} - rows.keys())
    there = rows | {i: m for i, m in others.items() if may_be_sent(m, now)}
    found = {p.unit: p for m in rows.values() for i in m.contests if i in there for p in (paired(m, there[i]),)}
    units = await turn.units(sorted(found, key=lambda u: found[u].late.recorded_at, reverse=True), lambda u: u, _MOST)
    await _judged(turn, [found[u] for u in units], duplicates)


@dataclass(frozen=True, slots=True)
class Looked:
    """A statement that was looked at: in which pairs, and beside which others for the first time."""

    id: str
    units: Sequence[str]
    beside: Sequence[str]


async def near(turn: Turn, scope: str, duplicates: Duplicates) -> list[Looked]:
    """Look at every statement of a scope beside those nearest to it, once; what was looked at, to be noted (`settle`)
    when all that was found is done."""
    mind = turn.mind
    ids = await turn.units(await mind.reader.ids(to_look_at(scope)), lambda i: f"look:{i}", _MOST)
    waiting: list[Pair] = []
    looked: list[Looked] = []
    for id_ in ids:
        row = (await mind.reader.get([id_])).get(id_)
        if row is None or not may_be_sent(row, mind.clock()):
            continue
        pairs = [paired(row, m) for m in await _neighbours(mind, row)]
        fresh = [p for p in pairs if turn.fresh(p.unit) and p.unit not in {w.unit for w in waiting}]
        waiting += fresh
        looked.append(Looked(id_, [p.unit for p in pairs], [i for p in fresh for i in p.rows if i != id_]))
        while len(waiting) >= AT_ONCE:
            some, waiting = waiting[:AT_ONCE], waiting[AT_ONCE:]
            await _judged(turn, some, duplicates)
        turn.told("near", 1)
    await _judged(turn, waiting, duplicates)
    return looked


async def settle(turn: Turn, looked: Iterable[Looked]) -> None:
    """Note what was looked at as done, but for what a further pass must look at again."""
    for one in looked:
        if not turn.unsettled.intersection(one.units):
            await turn.nothing(PAIRS, f"look:{one.id}", [one.id, *one.beside], beside=True)


async def _neighbours(mind: Mind, row: Memory) -> list[Memory]:
    """The statements nearest to one, in its scope and in `global`, that are not decided already."""
    found = await near_to(mind, row, SENT)
    close = sorted(found, key=lambda c: (-(c.cosine or 0.0), c.id))
    worded = sorted((c for c in found if c.words > 0), key=lambda c: (-c.words, c.id))
    order = dict.fromkeys(c.id for c in (*close[: _NEAREST + 1], *worded[: _WORDED + 1]))
    rows = await mind.reader.get(order)
    now = mind.clock()
    return [
        m
        for i in order
        if (m := rows.get(i)) is not None
        and m.lineage != row.lineage
        and stands(m, now)  # what a model merged, too: those it was merged from are shown for it
        and m.id not in row.contests
        and not (row.kind == m.kind == "event")  # what happened stays so, whatever else did
        and not same_slot(row, m)
    ]


async def _judged(turn: Turn, pairs: Sequence[Pair], duplicates: Duplicates) -> None:
    for at in range(0, len(pairs), AT_ONCE):
        some = pairs[at : at + AT_ONCE]
        rows = await turn.mind.reader.get({i for p in some for i in p.rows})  # others were judged meanwhile
        asked = {f"p{n}": paired(*(rows[i] for i in p.rows)) for n, p in enumerate(some, 1) if _stand(p, rows, turn)}
        if not asked:
            continue
        answer = await turn.ask(PAIRS, await _material(turn.mind, asked), (p.unit for p in asked.values()))
        if answer is None:
            continue
        told = {j.id: j for j in answer.judgements}
        for name, one in asked.items():
            if name in told:
                await _applied(turn, one, told[name], duplicates)
            elif one.contested:  # there was nothing to be said of it
                await turn.nothing(PAIRS, one.unit, list(one.rows))
            else:  # it is noted with all the others one statement was looked at beside
                turn.judged(one.unit)


def _stand(pair: Pair, rows: Mapping[str, Memory], turn: Turn) -> bool:
    now = turn.mind.clock()
    return all(i in rows and stands(rows[i], now) for i in pair.rows)


async def _material(mind: Mind, pairs: Mapping[str, Pair]) -> Material:
    rows = [m for p in pairs.values() for m in (p.early, p.late)]
    texts = await evidence(mind, rows)

    def shown(memory: Memory) -> dict[str, Any]:
        return {k: v for k, v in statement("", memory, texts[memory.id], mind).items() if k != "id"}

    told = [
        {"id": n, "earlier": shown(p.early), "later": shown(p.late)} | ({"contested": True} if p.contested else {})
        for n, p in pairs.items()
    ]
    return Material({"pairs": told}, list(pairs), language_of(t for some in texts.values() for t in some))


async def _applied(turn: Turn, pair: Pair, said: Said, duplicates: Duplicates) -> None:
    judged = Judged(PAIRS, pair.unit, pair.rows, said.verdict, said.confidence, said.reason)
    against = pair.contested
    if said.verdict == "unrelated" and not against:
        turn.judged(pair.unit)
    elif said.confidence < SURE:
        await turn.left(judged)
    elif said.verdict == "updates":
        await turn.take(_updating(turn.mind, judged, pair))
    elif said.verdict == "contradicts" and not against and _may_contest(pair):
        await turn.take(_setting_against(judged, pair))
    elif said.verdict in ("refines", "unrelated") and against and said.confidence >= _LIFTS and _by_wording(pair):
        await turn.take(_setting_apart(judged, pair))
    elif said.verdict == "same" and not against and pair.early.kind == pair.late.kind:
        turn.judged(pair.unit)
        duplicates.found(pair.early, pair.late, judged)
    else:
        await turn.left(judged)


def _updating(mind: Mind, judged: Judged, pair: Pair) -> Step:
    """The later takes the place of the earlier, if its trust and confidence allow it; else both stand against each
    other."""

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        early, late = rows[pair.early.id], rows[pair.late.id]
        plan = Plan(placed(late, [early], (), now), [Meant(early.id, early, found=True)], False)
        edits = made_at(await edits_of(mind, plan, late), now, BY_MODEL)
        if plan.placed.contests:
            if not _may_contest(pair):
                return Change(receipt, now)
            return _contest(early, late, receipt, now, why=why_not_supersede(late, early))
        taken = taking(late, [m.id for m in plan.gives_way], BY_MODEL)
        return Change(receipt, now, edits=(taken, *edits))

    return Step(judged, build)


def _may_contest(pair: Pair) -> bool:
    return not {m.kind for m in pair.rows.values()} & CONTESTS_NOTHING


def _setting_against(judged: Judged, pair: Pair) -> Step:
    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        return _contest(rows[pair.early.id], rows[pair.late.id], receipt, now, why=AGAINST)

    return Step(judged, build)


def _contest(early: Memory, late: Memory, receipt: str, now: datetime, *, why: str) -> Change:
    """Both stand, each naming the other: a person or a calling model settles it."""
    if early.id in late.contests and late.id in early.contests:
        return Change(receipt, now)
    one = Edit(early.id, "current", {"contests": with_more(early.contests, late.id)}, why=why)
    other = Edit(late.id, "current", {"contests": with_more(late.contests, early.id)}, why=why)
    return Change(receipt, now, edits=(one, other))


def _setting_apart(judged: Judged, pair: Pair) -> Step:
    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        early, late = rows[pair.early.id], rows[pair.late.id]
        one = Edit(early.id, "current", {"contests": [i for i in early.contests if i != late.id]}, why=BESIDE)
        other = Edit(late.id, "current", {"contests": [i for i in late.contests if i != early.id]}, why=BESIDE)
        return Change(receipt, now, edits=(one, other))

    return Step(judged, build)


def _by_wording(pair: Pair) -> bool:
    """Whether nothing but their wording set two against each other: what slots or trust decided is not a model's to
    take back."""
    changes = [e for m in pair.rows.values() for e in m.undo if "contests" in e["was"]]
    return bool(changes) and all(e.get("why") in (BY_WORDING, AGAINST) for e in changes)
