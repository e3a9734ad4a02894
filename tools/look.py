"""From a question in words to ranked memories: what recall, forget and summarise share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from ..storage.errors import InvalidArgument
from ..storage.memory import Memory
from .fuse import Ranked, found, rank
from .mind import Mind

if TYPE_CHECKING:
    from ..storage.memory import Vector
    from ..storage.table.filters import Filter


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
        return [r for r in self.ranked if r.score >= share * self.ranked[0].score]


async def read(mind: Mind, ranked: Sequence[Ranked]) -> list[tuple[Ranked, Memory]]:
    """The memories of ranked candidates, in their order; what went meanwhile is left out."""
    rows = await mind.reader.seen(r.candidate.id for r in ranked)
    return [(r, rows[r.candidate.id]) for r in ranked if r.candidate.id in rows]


@dataclass(slots=True)
class _Asked:
    """What became of the meaning channel."""

    by_meaning: bool = False
    complete: bool = False

    def note(self, mind: Mind) -> str:
        if not self.by_meaning:
            return f"Found by words alone: {mind.encoder.failure or 'the embedding model is still loading'}"
        return "" if self.complete else "Some memories wait for their embedding and were found by words alone."


async def look(mind: Mind, query: str, wanted: Filter) -> Looked:
    """Both channels, fused. While the model loads, up to `mind.encoder_wait_s` are waited; then words alone.

    Raises InvalidArgument when the query holds nothing to look for.
    """
    from ..storage.text.grams import literal_grams, query_grams

    words = query_grams(query)
    if not words:
        raise InvalidArgument("query", "has no letters, digits or symbols to look for; ask in full words.")
    state = _Asked()

    async def asked() -> Vector | None:
        """The vector of the question, once the model is there and every row known here has its own."""
        deadline = anyio.current_time() + mind.encoder_wait_s
        vectors = await mind.encoder.encode([query], asking=True, wait_s=mind.encoder_wait_s)
        state.by_meaning = vectors is not None
        if vectors is None:
            return None
        state.complete = await mind.upkeep.caught_up(max(0.0, deadline - anyio.current_time()))
        return vectors[0]

    ranked = rank(await mind.reader.search(asked, words, wanted, literal_grams(query)))
    return Looked(ranked, found(ranked) if state.by_meaning else None, state.complete, state.note(mind))
