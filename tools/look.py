"""From a question in words to ranked memories: what recall, forget and summarise share."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from ..storage.errors import InvalidArgument
from ..storage.memory import Memory
from .fuse import Ranked, found, rank
from .mind import Mind
from .nearby import beside, events_of

if TYPE_CHECKING:
    from ..storage.memory import Vector
    from ..storage.table.filters import Filter
    from ..storage.table.search import Candidate
    from ..storage.text.timewords import Span


# Who asks what was said at a time asks when it was told, not when it happened.
_TELLING = re.compile(
    r"\b(?:say|said|saying|tell|told|telling|mention|discuss|talk|speak|spoke|ask|write|wrote|written|note|remember"
    r"|record|learn)(?:ed|ing|s)?\b|说|讲|提到|提过|聊|谈|告诉|问|写|记",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found, best first; `found` 0..1 that the first answers, None without the meaning channel;
    `complete` whether that channel was there for every row; `note` why it was not."""

    ranked: Sequence[Ranked]
    found: float | None
    complete: bool
    note: str

    def worth(self, share: float) -> list[Ranked]:
        """Those that reach a share of the best score."""
        best = max((r.score for r in self.ranked), default=0.0)
        return [r for r in self.ranked if r.score >= share * best > 0]


async def read(mind: Mind, ranked: Sequence[Ranked]) -> list[tuple[Ranked, Memory]]:
    """The memories of ranked candidates, in their order; what went meanwhile is left out."""
    rows = await mind.reader.seen(r.candidate.id for r in ranked)
    return [(r, rows[r.candidate.id]) for r in ranked if r.candidate.id in rows]


@dataclass(slots=True)
class _Asked:
    """What became of the meaning channel."""

    vector: Vector | None = None
    complete: bool = False

    @property
    def by_meaning(self) -> bool:
        return self.vector is not None

    def note(self, mind: Mind) -> str:
        if not self.by_meaning:
            return f"Found by words alone: {mind.encoder.failure or 'the embedding model is still loading'}"
        return "" if self.complete else "Some memories wait for their embedding and were found by words alone."


async def look(
    mind: Mind, query: str, wanted: Filter, *, timely: bool = True, fits: Mapping[str, float] | None = None
) -> Looked:
    """All channels, fused. While the model loads, up to `mind.encoder_wait_s` are waited; then without meaning.

    `fits`: rows the filter admits that fit as relations, and how well, 0..1; None where that is to be read out of the
    question. `timely`: times that the question names count (by the filter's `now`), unless it is asked about the past by
    `as_of` or `believed_at`. Raises InvalidArgument when the query holds nothing to look for.
    """
    from ..storage.table.filters import During
    from ..storage.table.search import Wording
    from ..storage.text.grams import literal_grams, query_grams
    from ..storage.text.timewords import times_in

    named = times_in(query, mind.zone, wanted.now) if timely else []
    if wanted.as_of or wanted.believed_at:  # the time is given: its words would only find others that have them
        query, named = _without(query, named), []
    wording = Wording(query_grams(query), literal_grams(query))
    if not wording.tokens:
        raise InvalidArgument("query", "has no letters, digits or symbols to look for; ask in full words.")
    state = _Asked()

    async def asked() -> Vector | None:
        """The vector of the question, once the model is there and every row known here has its own."""
        deadline = anyio.current_time() + mind.encoder_wait_s
        state.vector = await mind.encode(query, asking=True, wait_s=mind.encoder_wait_s)
        if state.vector is not None:
            state.complete = await mind.upkeep.caught_up(max(0.0, deadline - anyio.current_time()))
        return state.vector

    telling = bool(_TELLING.search(query))
    during = [During(s.start, s.end, s.end <= wanted.now, telling) for s in named]
    searching = asyncio.ensure_future(mind.finder.search(asked, wording, wanted, during))
    try:
        fits = await mind.relations.related(query, wanted) if fits is None else fits
        candidates = await searching
    finally:
        searching.cancel()  # no effect but where the look was broken off
    if missing := fits.keys() - {c.id for c in candidates}:
        candidates = [*candidates, *await mind.finder.these(missing, state.vector)]
    ranked = await _with_neighbours(mind, candidates, state.vector, wanted, fits)
    return Looked(ranked, found(ranked) if state.by_meaning else None, state.complete, state.note(mind))


def _without(query: str, named: Sequence[Span]) -> str:
    """A question without the times it names, unless it then says nothing."""
    from ..storage.text.grams import query_grams

    rest = query
    for span in named:
        rest = rest.replace(span.text, " ", 1)
    return rest if query_grams(rest) else query


async def _with_neighbours(
    mind: Mind, candidates: list[Candidate], vector: Vector | None, wanted: Filter, fits: Mapping[str, float]
) -> list[Ranked]:
    """Ranked, with what was said next to the events among the best; not as of a time, where their order decides."""
    if wanted.as_of:
        return rank(candidates, as_of=True, fits=fits)
    ranked = rank(candidates, fits=fits)
    if not (events := events_of([r.candidate for r in ranked])):
        return ranked
    told = await mind.finder.told_with(events, wanted)
    if missing := beside(candidates, told):
        candidates = [*candidates, *await mind.finder.these(missing, vector)]
    return rank(candidates, told, fits=fits)
