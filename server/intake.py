"""Taking in memories from a file: read, embedded and written side by side, a batch each, never all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from ..storage.lane import Lane
from ..storage.memory import Memory
from ..tools.mind import Mind
from .importing.record import Bad

if TYPE_CHECKING:
    from ..storage.memory import Matrix

BATCH = 2_000  # memories of one commit: few pieces for the table to merge, and little to hold at once
_MOST_TOLD = 1_000  # of those refused; all are counted


@dataclass(slots=True)
class TakenIn:
    """What came of a file: memories added, those already there, those left out because they were erased once, and
    those refused, the first with the reason. `kinds` and `scopes` count what is new."""

    added: int = 0
    there: int = 0
    erased: int = 0
    refused: int = 0
    bad: list[Bad] = field(default_factory=list[Bad])
    kinds: Counter[str] = field(default_factory=Counter[str])
    scopes: Counter[str] = field(default_factory=Counter[str])

    @property
    def seen(self) -> int:
        """How many records have been dealt with."""
        return self.added + self.there + self.erased + self.refused


@dataclass(slots=True)
class _Batch:
    """Memories that are not there yet, each once, on their way into the table; how many were there."""

    new: Sequence[Memory]
    there: int
    vectors: Matrix | None = None


async def take_in(
    mind: Mind,
    arriving: Iterable[Memory | Bad],
    told: Callable[[TakenIn], None] = lambda _: None,
    *,
    set_aside: Callable[[Bad], None] = lambda _: None,
    erased_too: bool = False,
    dry_run: bool = False,
) -> TakenIn:
    """Take in memories under their ids: what is there is left alone, so what was interrupted goes on where it ended.

    What was erased once stays out unless `erased_too`. `arriving` is read in a thread; `set_aside` is given what is
    refused; `told` hears of the state after each batch. With `dry_run` nothing is written: everything that would be
    added counts as added. Raises StoreUnavailable when it cannot be told what was erased, or nothing can be written.
    """
    done = TakenIn()
    if not erased_too:
        await mind.store.lane.run(mind.store.tombstones.refuse_if_damaged)
    try:
        await _through(mind, iter(arriving), done, told, set_aside, erased_too=erased_too, dry_run=dry_run)
    except ExceptionGroup as group:  # one of the tasks failed: the others were only cancelled
        raise group.exceptions[0] from None
    if not dry_run:
        reason = f"{done.added} added, {done.erased} left out, {done.refused} refused"
        mind.audit.note(mind.clock(), "cli", "import", "imported", reason=reason)
        await mind.upkeep.embed_pending(mind.reader, mind.writer)
        if done.added >= BATCH:
            await mind.upkeep.compact()
    return done


async def _through(
    mind: Mind,
    arriving: Iterator[Memory | Bad],
    done: TakenIn,
    told: Callable[[TakenIn], None],
    set_aside: Callable[[Bad], None],
    *,
    erased_too: bool,
    dry_run: bool,
) -> None:
    """Read, embed and write, each beside the others."""
    read_out, read_in = anyio.create_memory_object_stream[_Batch](0)
    embedded_out, embedded_in = anyio.create_memory_object_stream[_Batch](0)
    async with anyio.create_task_group() as tasks, embedded_in:
        tasks.start_soon(_read, mind, arriving, done, set_aside, read_out)
        tasks.start_soon(_embed, mind, dry_run, read_in, embedded_out)
        async for batch in embedded_in:
            await _write(mind, batch, done, erased_too=erased_too, dry_run=dry_run)
            told(done)


async def _read(
    mind: Mind,
    arriving: Iterator[Memory | Bad],
    done: TakenIn,
    set_aside: Callable[[Bad], None],
    out: MemoryObjectSendStream[_Batch],
) -> None:
    """Read batch after batch, and leave out what is there already: it need not be embedded again."""
    lane = Lane()
    seen: set[str] = set()  # what came in an earlier batch is there, or would be
    async with out:
        while batch := await lane.run(lambda: list(islice(arriving, BATCH))):
            good = [m for m in batch if isinstance(m, Memory)]
            for bad in (b for b in batch if isinstance(b, Bad)):
                done.refused += 1
                done.bad += [bad] if len(done.bad) < _MOST_TOLD else []
                set_aside(bad)
            each = {m.id: m for m in reversed(good)}  # one record twice in a file is one record
            there = seen & each.keys() | await mind.reader.there(each)
            seen.update(each)
            new = [m for i, m in reversed(each.items()) if i not in there]
            await out.send(_Batch(new, len(good) - len(new)))


async def _embed(
    mind: Mind, dry_run: bool, into: MemoryObjectReceiveStream[_Batch], out: MemoryObjectSendStream[_Batch]
) -> None:
    async with into, out:
        async for batch in into:
            if batch.new and not dry_run:
                batch.vectors = await mind.encoder.encode_many([m.searchable for m in batch.new])
            await out.send(batch)


async def _write(mind: Mind, batch: _Batch, done: TakenIn, *, erased_too: bool, dry_run: bool) -> None:
    done.there += batch.there
    if dry_run:
        out = set[str]() if erased_too else await _erased(mind, batch.new)
        came, erased = {m.id for m in batch.new} - out, len(out)
    else:
        restored = await mind.writer.restore(batch.new, mind.clock(), vectors=batch.vectors, erased_too=erased_too)
        came, erased = restored.came, restored.erased
        done.there += len(batch.new) - len(came) - erased  # another process was faster
    done.added += len(came)
    done.erased += erased
    done.kinds.update(m.kind for m in batch.new if m.id in came)
    done.scopes.update(m.scope for m in batch.new if m.id in came)


async def _erased(mind: Mind, new: Sequence[Memory]) -> set[str]:
    return await mind.store.lane.run(lambda: mind.store.tombstones.naming(new))
