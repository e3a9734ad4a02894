"""Duplicates in different words: one takes the place of the other, or a merged statement that of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from ...storage.belief.faithful import invented
from ...storage.belief.wording.clash import clash
from ...storage.llm.tasks.merging import MERGING
from ...storage.memory import CONSOLIDATOR, TRUST_ORDER, Change, Claim, Edit, Memory
from ...storage.table.arrivals import closing
from ...storage.table.filters import Statement
from ...storage.text.clean import clean, same
from ...storage.text.relations import slot_of
from ...storage.text.secrets import find_secret
from ..mind import Mind
from ..statement import closing_derived, entities_of, next_id, with_digest
from .material import evidence, material, named
from .turn import Judged, Step, Turn, made_at, taking

SAID_AGAIN = "a model judged that it says the same"


class Duplicates:
    """Pairs that say the same, merged once everything was scanned for what contradicts it."""

    def __init__(self) -> None:
        self._found: list[tuple[Memory, Memory, Judged]] = []

    def found(self, early: Memory, late: Memory, judged: Judged) -> None:
        """These two say the same."""
        self._found.append((early, late, judged))

    async def merge(self, turn: Turn) -> None:
        """Make one of each pair, where nothing of either is lost and neither stands against anything."""
        for early, late, judged in self._found:
            there = await turn.mind.reader.get((early.id, late.id))
            if len(there) < 2 or any(m.status != "current" for m in there.values()):
                turn.unsettled.add(judged.unit)  # one is part of another by now, beside which the other is looked at
                continue
            judged = replace(judged, rows=there)
            early, late = there[early.id], there[late.id]
            if early.contests or late.contests or not _alike(early, late):
                await turn.left(judged)
            elif (stays := _stays(early, late)) is not None:
                await turn.take(_taking(turn, judged, stays, late if stays is early else early))
            elif early.trust != late.trust:
                await turn.left(judged)
            else:
                await _write_one(turn, judged, early, late)
            turn.told("merge", 1)
        self._found.clear()


def _alike(one: Memory, other: Memory) -> bool:
    """Whether all that is kept of two statements besides their words can be kept of one."""
    ends = all(m.valid_to is None and m.expires_at is None for m in (one, other))
    dated = one.valid_from and other.valid_from and one.valid_from != other.valid_from
    sources = one.source != other.source and "external" in (one.trust, other.trust) and one.trust == other.trust
    return ends and not dated and not sources and (one.kind, one.scope) == (other.kind, other.scope)


def _stays(one: Memory, other: Memory) -> Memory | None:
    """Which of the two can stay as it is: the one trusted more, or of the same words the one that says more besides; None
    where what both say must be put together."""
    if one.trust != other.trust:
        first, second = (one, other) if TRUST_ORDER[one.trust] > TRUST_ORDER[other.trust] else (other, one)
        return first if _covers(first, second) else None
    if same(one.content) != same(other.content):
        return None
    return next((a for a, b in ((one, other), (other, one)) if _covers(a, b)), None)


def _covers(one: Memory, other: Memory) -> bool:
    """Whether nothing is lost of `other` but its words when `one` stays: no name, number or date, and no slot."""
    if invented(other.content, [one.content]):
        return False
    slots = {slot_of(c) for c in other.claims} <= {slot_of(c) for c in one.claims}
    dated = one.valid_from is not None or other.valid_from is None
    return slots and dated and set(other.tags) <= set(one.tags) and other.confidence <= one.confidence


def _taking(turn: Turn, judged: Judged, stays: Memory, goes: Memory) -> Step:
    """What stays takes the place of what goes."""

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        one, other = rows[stays.id], rows[goes.id]
        closed = await _closed(turn.mind, [other], one, now)
        return Change(receipt, now, edits=(taking(one, [other.id], SAID_AGAIN), *closed))

    return Step(judged, build)


async def _closed(mind: Mind, rows: Sequence[Memory], by: Memory, now: datetime) -> list[Edit]:
    """Rows whose place another takes, and what was derived from them."""
    edits = made_at((Edit(m.id, "current", closing(m, by)) for m in rows), now, SAID_AGAIN)
    return edits + await closing_derived(mind, rows, {"status": "superseded", "closed_at": now})


async def _write_one(turn: Turn, judged: Judged, early: Memory, late: Memory) -> None:
    """Put one statement in the place of both, if what the model wrote says what they say and no more."""
    mind = turn.mind
    answer = await turn.ask(MERGING, await material(mind, named((early, late))), [judged.unit])
    if answer is None:
        return
    texts = await evidence(mind, (early, late))
    sources = [t for some in texts.values() for t in some]
    text = clean(answer.text)
    # A name, number or date of theirs that is not in the text would be lost.
    if not faithful(text, sources) or any(invented(source, [text]) for source in sources):
        await turn.left(judged)
        return
    for stays, goes in ((early, late), (late, early)):
        if same(text) == same(stays.content):  # then no other is to be written
            await (turn.take(_taking(turn, judged, stays, goes)) if _covers(stays, goes) else turn.left(judged))
            return
    await turn.take(await _merged(mind, judged, early, late, text))


async def _merged(mind: Mind, judged: Judged, early: Memory, late: Memory, text: str) -> Step:
    new = _one(early, late, text)
    vector = await mind.encode(new.searchable)
    written = replace(judged, task=MERGING, verdict="merged")

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change:
        both = [rows[early.id], rows[late.id]]
        made = replace(new, id=await next_id(mind, early.lineage))
        closed = await _closed(mind, both, made, now)
        return Change(receipt, now, ((made, vector),), tuple(closed), why=SAID_AGAIN)

    return Step(written, build, Statement(new.digest, mind.clock()))


def faithful(text: str, sources: Sequence[str]) -> bool:
    """Whether what a model wrote says nothing its sources do not, and denies nothing they say; a text with a secret in it
    is none."""
    if not any(c.isalnum() for c in text) or len(text) > 2 * sum(map(len, sources)) or invented(text, sources):
        return False
    return not find_secret(text) and not any(clash(text, source, None) for source in sources)


def _one(early: Memory, late: Memory, text: str) -> Memory:
    """The merged statement: dated as the later was told, no surer than the surer, trusted as both are."""
    claims: dict[object, Claim] = {}
    for claim in (*late.claims, *early.claims):
        claims.setdefault(slot_of(claim), claim)
    dated = late if late.valid_from else early
    return with_digest(
        replace(
            late,
            id=early.id,
            content=text,
            claims=tuple(claims.values()),
            entities=entities_of(claims.values()),
            tags=tuple(dict.fromkeys((*early.tags, *late.tags))),
            confidence=max(early.confidence, late.confidence),
            importance=max(early.importance, late.importance),
            origins=tuple(dict.fromkeys((*early.origins, *late.origins))),
            client=CONSOLIDATOR,
            valid_from=dated.valid_from,
            precision=dated.precision,
            supersedes=(early.id, late.id),
            contests=(),
            derived_from=(),
            opened_by="",
            closed_by="",
            undo=(),
            pending=True,
        )
    )
