"""reembed: vectors of another model beside the old ones, and one commit to switch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mcp import Client
from numpy.typing import NDArray

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.custody import back_up, put_back
from simonides.server.lifespan import opened
from simonides.server.reembedding import reembed
from simonides.storage.errors import EmbeddingFailed, StoreUnavailable
from simonides.storage.table.making import Identity, table_path
from simonides.storage.table.reembed import BESIDE, Beside
from simonides.storage.text.embedding import Embedder, Encoder
from simonides.tools.mind import Mind
from tests.conftest import Desk
from tests.server.test_transfer import fill

pytestmark = pytest.mark.anyio


class Letters:
    """A model of another dimension: which letters a text has. It counts what it was given."""

    def __init__(self, name: str = "letters", dimension: int = 32, fails_after: int = 1 << 30) -> None:
        self.name, self.dimension = name, dimension
        self.fingerprint = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.given = 0
        self._fails_after = fails_after

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> NDArray[np.float32]:
        self.given += len(texts)
        if self.given > self._fails_after:
            raise EmbeddingFailed("pulled out")
        made = np.full((len(texts), self.dimension), 1e-3, np.float32)
        for row, text in zip(made, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % self.dimension] += 1
        return made / np.linalg.norm(made, axis=1, keepdims=True)


def ready(model: Embedder) -> Encoder:
    return Encoder(model.name, lambda: model)


def built_beside(mind: Mind) -> bool:
    """Whether vectors of another model are on the disk."""
    return Path(table_path(mind.store.folder, BESIDE)).exists()


def ignore(done: int, of: int) -> None:
    """Nobody watches."""


async def test_every_row_has_its_vector_of_the_new_model_and_nothing_else_changed(
    desk: Desk, mind: Mind, config: Config
) -> None:
    first = (await desk.remember("Mira lives in Berlin.", tags=["t"], when="2026-01")).data["id"]
    await desk.remember("Mira lives in Lisbon.", replaces=[first])
    before = await mind.reader.every()

    done = await reembed(mind, ready(Letters()), ignore)

    async with opened(config.model_copy(update={"embedder": "letters"}), load=Letters) as opening:
        other = await opening.mind()
        assert (done.embedded, done.rows, done.pending) == (2, 2, 0)
        assert other.store.identity.dimension == 32
        assert await other.reader.every() == before
        assert await other.reader.count("vector IS NOT NULL AND pending = false") == 2
        assert {i.columns[0] for i in await other.store.memories.list_indices()} >= {"grams", "id"}


async def test_the_new_model_answers_after_it_and_the_old_one_is_refused_with_the_way_out(
    desk: Desk, mind: Mind, config: Config, encoder: Embedder
) -> None:
    for n in range(30):
        await desk.remember(f"Statement {n} about zebras." if n == 7 else f"Statement {n}.")
    await reembed(mind, ready(Letters()), ignore)

    async with opened(config.model_copy(update={"embedder": "letters"}), load=Letters) as opening:
        await (await opening.mind()).encoder.load()
        async with Client(build(opening)) as client:
            said = await Desk(client).recall("zzzz ebras")
    async with opened(config, load=lambda: encoder) as opening, Client(build(opening)) as client:
        await (await opening.mind()).encoder.load()
        refused = await Desk(client).recall("zebras")

    assert said.contents[0] == "Statement 7 about zebras."
    assert "meaning" in said.data["memories"][0]["why"]
    assert refused.contents[0] == "Statement 7 about zebras."
    assert "embedded with 'letters'" in refused.text
    assert "simonides reembed" in refused.text


@pytest.mark.parametrize("dimension", [32, 512])
async def test_a_server_that_ran_meanwhile_goes_on_by_words_and_mixes_in_no_vector(
    desk: Desk, mind: Mind, config: Config, encoder: Embedder, dimension: int
) -> None:
    await desk.remember("The zebra is in the yard.")
    await desk.recall("zebra")
    model = Letters(f"letters{dimension}", dimension)
    async with opened(config.model_copy(update={"embedder": model.name}), load=lambda: model) as opening:
        await reembed(await opening.mind(), ready(model), ignore)

    stored = await desk.remember("The lion is in the house.")
    said = await desk.recall("lion")

    assert stored.data["outcome"] == "stored"
    assert said.contents == ["The lion is in the house."]
    assert "embedded anew" in said.text
    assert await mind.reader.count("pending = true AND vector IS NULL") == 1
    assert any("embedded anew" in alarm for alarm in mind.store.alarms.told())


async def test_what_was_interrupted_goes_on_where_it_ended(mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(mind, 600)
    monkeypatch.setattr("simonides.server.reembedding._PAGE", 100)
    with pytest.raises(EmbeddingFailed):
        await reembed(mind, ready(Letters(fails_after=350)), ignore)
    model = Letters()

    done = await reembed(mind, ready(model), ignore)

    assert model.given == done.embedded == 300
    assert (done.rows, done.pending) == (600, 0)


async def test_another_model_than_the_one_that_was_begun_begins_anew(mind: Mind) -> None:
    await fill(mind, 20)
    with pytest.raises(EmbeddingFailed):
        await reembed(mind, ready(Letters(fails_after=5)), ignore)

    assert (await reembed(mind, ready(Letters("others")), ignore)).embedded == 20


async def test_with_the_model_it_has_there_is_nothing_to_do(mind: Mind, encoder: Embedder) -> None:
    await fill(mind, 5)

    assert (await reembed(mind, ready(encoder), ignore)).embedded == 0


async def test_what_is_erased_is_not_in_the_vectors_built_beside(desk: Desk, mind: Mind) -> None:
    gone = (await desk.remember("The secret garden.")).data["id"]
    await desk.remember("The open field.")
    with pytest.raises(EmbeddingFailed):
        await reembed(mind, ready(Letters(fails_after=0)), ignore)
    assert built_beside(mind)

    listed = await desk.forget(ids=[gone], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    assert not built_beside(mind)
    assert (await reembed(mind, ready(Letters()), ignore)).rows == 1


async def test_what_was_told_before_the_switch_waits_for_its_vector(mind: Mind) -> None:
    await fill(mind, 5)
    model = Letters()
    beside = await Beside.open(mind.store, Identity(model.name, model.dimension, model.fingerprint))
    rows = await mind.reader.every()
    await beside.add([m.id for m in rows], model.encode([m.content for m in rows]))
    await mind.writer.restore([replace(rows[0], id="00000000000z.1", digest="e" * 64)], mind.clock())

    assert await beside.switch() == 1
    assert await mind.reader.count("pending = true") == 1


async def test_vectors_of_rows_erased_meanwhile_are_not_kept_beside(desk: Desk, mind: Mind) -> None:
    await fill(mind, 5)
    model = Letters()
    rows = await mind.reader.every()
    beside = await Beside.open(mind.store, Identity(model.name, model.dimension, model.fingerprint))
    listed = await desk.forget(ids=[rows[0].id], mode="erase")
    await desk.forget(confirm=listed.data["confirm"])

    with pytest.raises(StoreUnavailable, match="Run simonides reembed again"):
        await beside.add([m.id for m in rows], model.encode([m.content for m in rows]))

    assert not built_beside(mind)


@pytest.mark.parametrize("made", ["before", "after"])
async def test_a_backup_is_put_back_into_a_store_that_was_embedded_anew(
    desk: Desk, mind: Mind, config: Config, tmp_path: Path, made: str
) -> None:
    await desk.remember("The zebra is in the yard.")
    file = str(tmp_path / "backup.zip")
    if made == "before":
        await back_up(mind, file, ignore)
    await reembed(mind, ready(Letters()), ignore)

    async with opened(config.model_copy(update={"embedder": "letters"}), load=Letters) as opening:
        other = await opening.mind()
        await other.encoder.load()
        if made == "after":
            await back_up(other, file, ignore)
        await put_back(other, file, replace=True, erased_too=False)
    async with opened(config.model_copy(update={"embedder": "letters"}), load=Letters) as opening:
        other = await opening.mind()
        await other.encoder.load()
        await other.upkeep.caught_up(10)
        waiting = await other.reader.count("vector IS NULL")
        async with Client(build(opening)) as client:
            await Desk(client).remember("The lion is in the house.")
            said = await Desk(client).recall("zebra")

    assert other.store.identity.embedder == "letters"
    assert waiting == 0
    assert "The zebra is in the yard." in said.contents
