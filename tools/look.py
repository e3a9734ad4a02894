"""From a question in words to ranked memories: what recall, forget and summarise share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from ..storage.errors import InvalidArgument
from .fuse import Ranked, found, rank
from .mind import Mind

if TYPE_CHECKING:
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


async def look(mind: Mind, query: str, wanted: Filter) -> Looked:
    """Both channels, fused. While the model loads, up to `mind.encoder_wait_s` are waited; then words alone.

    Raises InvalidArgument when the query holds nothing to look for.
    """
    from ..storage.text.grams import query_grams

    words = query_grams(query)
    if not words:
        raise InvalidArgument("query", "has no letters, digits or symbols to look for; ask in full words.")
    deadline = anyio.current_time() + mind.encoder_wait_s
    vectors = await mind.encoder.encode([query], asking=True, wait_s=mind.encoder_wait_s)
    if vectors is None:
        reason = mind.encoder.failure or "the embedding model is still loading"
        ranked = rank(await mind.reader.search(None, words, wanted))
        return Looked(ranked, None, False, f"Found by words alone: {reason}")
    complete = await mind.upkeep.caught_up(max(0.0, deadline - anyio.current_time()))
    ranked = rank(await mind.reader.search(vectors[0], words, wanted))
    note = "" if complete else "Some memories wait for their embedding and were found by words alone."
    return Looked(ranked, found(ranked), complete, note)
