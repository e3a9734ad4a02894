"""The one composition root: what is opened, in which order, and how it is closed again.

Nothing heavy is imported or opened before the first client has its list of tools: importing the store
takes seconds on a slow machine, and clients give up on servers that keep them waiting.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import anyio
import anyio.abc

from ..storage.disk import Disk
from ..storage.errors import EmbeddingFailed, SimonidesError, StoreUnavailable
from ..storage.ids import minter
from ..storage.lane import Lane
from ..storage.memory import Clock
from ..storage.text.embedding import Embedder, Encoder, known_identity, loader
from ..tools.activity import Activity
from ..tools.mind import Mind, Sessions
from .config import Config

if TYPE_CHECKING:
    from ..storage.journal import Journal
    from ..storage.llm.endpoint import Endpoint
    from ..storage.memory import Matrix
    from ..storage.relation.relations import Relations
    from ..storage.table.making import Identity
    from ..storage.table.opening import Store
    from ..storage.table.upkeep import Upkeep

log = logging.getLogger(__name__)
_CLOSING_S = 5.0  # how long a write under way may hold up the end
_LET_ANSWER_LEAVE_S = 0.05  # importing holds the interpreter: the answer that woke us goes first


def system_clock() -> datetime:
    """Now, aware, UTC."""
    return datetime.now(UTC)


class Opening:
    """A mind being opened in the background: `start` it early, `mind()` waits for it."""

    def __init__(
        self,
        config: Config,
        tasks: anyio.abc.TaskGroup,
        clock: Clock,
        load: Callable[[], Embedder],
        *,
        serving: bool = False,
    ) -> None:
        self.config = config
        self._serving = serving
        self.encoder = Encoder(config.embedder, load)
        self._clock = clock
        self._tasks = tasks
        self._started = False
        self._settled = anyio.Event()
        self._mind: Mind | None = None
        self._to_close: Store | None = None
        self._to_leave: Endpoint | None = None
        self._failure: SimonidesError | None = None

    def start(self) -> None:
        """Begin opening, unless that has begun."""
        if not self._started:
            self._started = True
            self._tasks.start_soon(self._open)

    async def mind(self) -> Mind:
        """The open mind. Raises StoreUnavailable or EmbeddingFailed when it could not be opened."""
        self.start()
        await self._settled.wait()
        if self._mind is None:
            raise self._failure or StoreUnavailable("The store was closed while it was being opened.")
        return self._mind

    async def settle(self) -> None:
        """Let a write under way end, no longer than five seconds, and begin no other."""
        with anyio.move_on_after(_CLOSING_S, shield=True):
            mind, self._mind = self._mind, None
            if mind is not None and mind.store.read_only:
                self._to_close = mind.store
            elif mind is not None:
                with contextlib.suppress(SimonidesError):  # a use less: no loss
                    await mind.retention.note_uses()
                async with mind.store.lock:
                    self._to_close = mind.store
            if self._to_leave:
                await self._to_leave.aclose()

    def close(self) -> None:
        """Close the tables; only once nothing uses them any more: a closed table panics under a reader."""
        if self._to_close is not None:
            self._to_close.close()

    async def _open(self) -> None:
        try:
            await anyio.sleep(_LET_ANSWER_LEAVE_S)
            self._mind = await self._compose()
        except SimonidesError as failure:
            log.error("%s", failure)
            self._failure = failure
            self._started = False  # the next call tries again: a disk may have come back
        except Exception:  # the outermost edge: whoever waits for the mind must be answered
            log.exception("opening the store failed")
            self._failure = StoreUnavailable("The store failed to open; the server's log has the details.")
            self._started = False
        finally:
            settled, self._settled = self._settled, self._settled if self._mind else anyio.Event()
            settled.set()

    async def _compose(self) -> Mind:
        await Lane().run(_import_store)
        from ..storage.audit import Audit
        from ..storage.belief.retention import Retention
        from ..storage.journal import Journal
        from ..storage.relation.relations import Relations
        from ..storage.table.erase import Eraser
        from ..storage.table.lists import Lists
        from ..storage.table.opening import open_store
        from ..storage.table.reader import Reader
        from ..storage.table.search import Finder
        from ..storage.table.upkeep import Upkeep
        from ..storage.table.writer import Writer

        store = await open_store(self.config.home, self._identity, Disk(self.config.durability))
        journal = Journal(store.folder, store.disk)
        relations = Relations(store, self._encode_names, profiles=self.config.profiles)
        beside = _beside(journal, relations)
        eraser = Eraser(store, beside)
        audit = Audit(store.folder, store.disk, store.alarms, silent=bool(store.read_only))
        with contextlib.suppress(StoreUnavailable):  # its alarm stands; reading goes on, and so does a backup
            if resumed := await eraser.resume():
                audit.note(self._clock(), "", "erase", "resumed", reason=f"{resumed.residue} left")
        upkeep = Upkeep(store, self.encoder, eraser)

        def committed(pending: bool) -> None:
            upkeep.committed(pending)
            relations.written()

        reader, writer = Reader(store), Writer(store, committed)
        self._tasks.start_soon(_edge, lambda: self._load_encoder(store.identity, upkeep, relations))
        self._tasks.start_soon(_edge, lambda: upkeep.run(reader, writer))
        self._tasks.start_soon(_edge, relations.run)

        def expired(at: datetime, receipt: str, ids: list[str]) -> None:
            audit.note(at, "", "expire", "archived", ids=ids, receipt=receipt)

        retention = Retention(reader, writer, self._clock, self.config.life_by_kind, expired)
        if not store.read_only:
            self._tasks.start_soon(_edge, retention.run)
        mind = Mind(
            store=store,
            reader=reader,
            finder=Finder(store),
            relations=relations,
            writer=writer,
            eraser=eraser,
            audit=audit,
            lists=Lists(store),
            upkeep=upkeep,
            retention=retention,
            journal=journal,
            encoder=self.encoder,
            sessions=Sessions(),
            activity=Activity(),
            clock=self._clock,
            mint=minter(),
            lane=Lane(),
            scope=self.config.scope,
            zone=self.config.zone,
            model=self._endpoint(store),
        )
        mind = self._with_mirror(mind, beside) if self.config.mirror else mind
        if self._serving and not store.read_only:
            self._consolidate(mind)
        return mind

    def _endpoint(self, store: Store) -> Endpoint | None:
        """The configured language model, which is not asked anything yet."""
        if (access := self.config.access) is None:
            return None
        from ..storage.llm.breaker import Breaker
        from ..storage.llm.endpoint import Endpoint
        from ..storage.llm.spending import Spending

        spending = Spending(store.folder, access, self._clock, store.disk, Lane())
        self._to_leave = Endpoint(access, spending, Breaker(time.monotonic))
        return self._to_leave

    def _consolidate(self, mind: Mind) -> None:
        """Have the model tidy the memory, in quiet moments."""
        if (model := mind.model) is None:
            return
        from ..tools.consolidate.passing import Consolidator

        consolidator = Consolidator(mind, model)
        self._tasks.start_soon(_edge, lambda: consolidator.run(self.config.llm_idle_s))

    async def _encode_names(self, phrases: Sequence[str]) -> Matrix | None:
        return await self.encoder.encode_many(phrases)

    async def _identity(self) -> Identity:
        """Which model a new store is made for; only a model we do not know must be loaded to tell."""
        from ..storage.table.making import Identity

        if known := known_identity(self.config.embedder):
            return Identity(*known)
        await self.encoder.load()
        if (model := self.encoder.embedder) is None:
            raise EmbeddingFailed(self.encoder.failure)
        return Identity(model.name, model.dimension, model.fingerprint)

    def _with_mirror(self, mind: Mind, beside: Callable[[Collection[str]], None]) -> Mind:
        """The mind with the files of the mirror kept beside it: at an erase in any case, always in a server."""
        from .mirror import Mirror, MirroredEraser

        mirror = Mirror(mind, self.config.mirror)
        if self._serving:
            self._tasks.start_soon(_edge, mirror.run)
        return replace(mind, eraser=MirroredEraser(mind.store, beside, lambda: mirror.once(settled=False)))

    async def _load_encoder(self, written_by: Identity, upkeep: Upkeep, relations: Relations) -> None:
        """Load the model behind the answers, and refuse it if its vectors do not belong to this store."""
        if written_by.embedder != self.config.embedder:
            self.encoder.refuse(
                f"the store was embedded with {written_by.embedder!r}, not {self.config.embedder!r}: set "
                f"SIMONIDES_EMBEDDER={written_by.embedder}, or embed it anew: simonides reembed"
            )
            return
        await self.encoder.load()
        model = self.encoder.embedder
        if model is None:
            log.error("no embedding model, answering by words alone: %s", self.encoder.failure)
        elif (model.dimension, model.fingerprint) != (written_by.dimension, written_by.fingerprint):
            self.encoder.refuse(f"the weights of {model.name!r} changed since the store was written")
        upkeep.wake()
        relations.written()


def _beside(journal: Journal, relations: Relations) -> Callable[[Collection[str]], None]:
    """What an erase takes out of what stands beside the tables."""

    def erased(ids: Collection[str]) -> None:
        journal.hush(ids)
        relations.forget()

    return erased


async def _edge(work: Callable[[], Awaitable[None]]) -> None:
    """Run background work; a bug in it is logged and must not take the server down with it."""
    try:
        await work()
    except Exception:  # the outermost edge of a background task
        log.exception("background work ended by a fault")


def _import_store() -> None:
    """Import what is heavy, in a thread: lancedb alone takes seconds."""
    from ..storage.table import opening, reader, upkeep, writer

    log.debug("imported %s, %s, %s, %s", opening, reader, upkeep, writer)


@contextlib.asynccontextmanager
async def opened(
    config: Config,
    *,
    clock: Clock = system_clock,
    load: Callable[[], Embedder] | None = None,
    serving: bool = False,
) -> AsyncGenerator[Opening]:
    """An `Opening` that is closed on the way out; `serving`: meanwhile the files of `config.mirror` are kept, and a
    configured language model tidies the memory while nobody asks anything of it. Tests give their own clock and
    embedder."""
    tasks = anyio.create_task_group()
    opening = Opening(config, tasks, clock, load or loader(config.embedder), serving=serving)
    try:
        async with tasks:
            try:
                yield opening
            finally:
                await opening.settle()
                tasks.cancel_scope.cancel()
    finally:
        opening.close()
