"""What a model writes of several memories, sentence by sentence, each citing those it is from; and keeping it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import anyio

from ...storage.belief.rules import least_trust
from ...storage.errors import ModelFailed
from ...storage.ids import compose_id
from ...storage.llm.task import Material
from ...storage.llm.tasks.summary import SUMMARY, Summarised
from ...storage.memory import CONSOLIDATOR, Change, Kind, Memory, importance_of
from ...storage.table.filters import Statement
from ...storage.text.clean import clean
from ..extract import words_in
from ..mind import Mind
from ..statement import with_digest
from .duplicates import faithful
from .material import Named, evidence, fitting, material, may_be_sent, named
from .turn import Judged, Step

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cited:
    """One sentence and the memories it is from."""

    text: str
    sources: Sequence[Memory]


async def checked(
    mind: Mind, rows: Named, written: Iterable[tuple[str, Sequence[str]]], most_words: int
) -> list[Cited]:
    """Of what a model wrote the sentences that say nothing their sources do not, within so many words."""
    texts = await evidence(mind, rows.by_name.values())
    kept: list[Cited] = []
    left = most_words
    for told, names in written:
        text, sources = clean(" ".join(told.split())), [rows[n] for n in dict.fromkeys(names)]
        length = words_in(text)
        if length > left and kept:
            break
        if faithful(text, [t for m in sources for t in texts[m.id]]):
            kept.append(Cited(text, sources))
            left -= length
    return kept


async def to_condense(mind: Mind, rows: Named, about: str, max_words: int) -> Material:
    """The material of a summary."""
    more: dict[str, object] = {"max_words": max_words}
    return await material(mind, rows, more | ({"about": about} if about else {}))


async def condensed(mind: Mind, rows: Named, answer: Summarised, max_words: int) -> list[Cited]:
    """Of a summary a model wrote, the sentences that can be kept."""
    return await checked(mind, rows, ((s.text, s.sources) for s in answer.sentences), max_words)


async def by_model(mind: Mind, sources: Sequence[Memory], about: str, max_words: int) -> list[Cited]:
    """A summary of what may be sent of these, the latest of it where there is too much for one question; empty without a
    model, or when it gave nothing that can be kept in `mind.model_wait_s` seconds."""
    now = mind.clock()
    rows = named(fitting([m for m in reversed(sources) if may_be_sent(m, now)])[::-1])
    if mind.model is None or not rows.names:
        return []
    asked = await to_condense(mind, rows, about, max_words)
    try:
        with anyio.move_on_after(mind.model_wait_s):
            return await condensed(mind, rows, await mind.model.answer(SUMMARY, asked), max_words)
    except ModelFailed as failed:
        log.info("summarised by extraction: %s", failed)
    return []


def sources_of(cited: Iterable[Cited]) -> list[Memory]:
    """All memories cited, each once, in the order they were told."""
    return sorted({m.id: m for c in cited for m in c.sources}.values(), key=lambda m: (m.recorded_at, m.id))


def derived(mind: Mind, kind: Kind, text: str, sources: Sequence[Memory], scope: str, session: str) -> Memory:
    """A memory a model wrote from others: trusted no further than the least of them, as sure as the least sure, gone when
    the first of them goes."""
    now = mind.clock()
    ends = [mind.retention.life_of(kind, now)[0], *(m.expires_at for m in sources)]
    return with_digest(
        Memory(
            id=compose_id(mind.mint(now), 1),
            scope=scope,
            kind=kind,
            content=text,
            recorded_at=now,
            confidence=min(m.confidence for m in sources),
            importance=importance_of(kind, "normal"),
            trust=least_trust(m.trust for m in sources),
            source=next((m.source for m in sources if m.trust == "external"), ""),
            session=session,
            client=CONSOLIDATOR,
            derived_from=tuple(m.id for m in sources),
            expires_at=min((t for t in ends if t), default=None),
        )
    )


async def keeping(mind: Mind, judged: Judged, new: Memory) -> Step:
    """Keep what was written, if all it was written from still stands."""
    vector = await mind.encode(new.searchable)

    async def build(rows: Mapping[str, Memory], receipt: str, now: datetime) -> Change | None:
        there = await mind.reader.get(new.derived_from)
        if any(i not in there or there[i].status != "current" for i in new.derived_from):
            return None
        return Change(receipt, now, ((new, vector),))

    return Step(judged, build, Statement(new.digest, new.recorded_at))
