"""Embedding a store with another model, without a moment in which it cannot be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..storage.errors import EmbeddingFailed
from ..storage.table.making import Identity
from ..storage.table.reembed import Beside, throw_away
from ..storage.text.embedding import Encoder
from ..tools.mind import Mind

_PAGE = 1_000  # rows embedded and kept at once: what an interruption costs


@dataclass(frozen=True, slots=True)
class Reembedded:
    """What was done: rows that got a vector now, all rows, and those told meanwhile, which wait for theirs."""

    model: str
    embedded: int
    rows: int
    pending: int


async def reembed(mind: Mind, encoder: Encoder, told: Callable[[int, int], None]) -> Reembedded:
    """Give every row a vector of `encoder`'s model, beside the old ones, and switch to them by one commit.

    What was interrupted goes on where it ended. `told` hears how many of how many rows have theirs. Raises
    EmbeddingFailed without the model, StoreUnavailable when nothing can be written.
    """
    await encoder.load()
    if (model := encoder.embedder) is None:
        raise EmbeddingFailed(encoder.failure)
    to = Identity(model.name, model.dimension, model.fingerprint)
    rows = await mind.reader.count()
    if to == mind.store.identity:
        throw_away(mind.store.folder)  # what an interrupted change to another model left
        return Reembedded(model.name, 0, rows, await mind.reader.count("pending = true"))
    beside = await Beside.open(mind.store, to)
    done = embedded = 0
    async for page in mind.reader.pages(at_once=_PAGE):
        there = await beside.there([m.id for m in page])
        new = [m for m in page if m.id not in there]
        vectors = await encoder.encode_many([m.searchable for m in new])
        if vectors is not None:
            await beside.add([m.id for m in new], vectors)
        done, embedded = done + len(page), embedded + len(new)
        told(done, max(rows, done))
    pending = await beside.switch()
    mind.audit.note(mind.clock(), "cli", "reembed", "switched", reason=f"{model.name}, {embedded} embedded")
    return Reembedded(model.name, embedded, done, pending)
