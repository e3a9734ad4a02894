"""Opening and closing: the model of a store, faults that pass, a close that waits for its write."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.lowlevel
import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import EmbeddingFailed, StoreUnavailable
from simonides.storage.text.embedding import Embedder
from simonides.tools.mind import Caller
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember

pytestmark = pytest.mark.anyio


async def test_a_store_of_another_model_is_served_by_words_and_says_which_model_it_needs(
    config: Config, encoder: Embedder
) -> None:
    async with opened(config, load=lambda: encoder) as opening:
        await remember(await opening.mind(), Caller(), Remember(content="The red bus."))

    other = config.model_copy(update={"embedder": "some/other-model"})
    async with opened(other, load=lambda: encoder) as opening:
        mind = await opening.mind()
        with anyio.fail_after(10):
            answer = await recall(mind, Caller(), Recall(query="red bus"))

    told = answer.data.compact()
    assert told["memories"][0]["content"] == "The red bus."
    assert told["complete"] is False
    assert "SIMONIDES_EMBEDDER=use-multilingual-v3" in answer.text


async def test_a_fault_that_passes_is_tried_again_with_the_next_call(tmp_path: Path, encoder: Embedder) -> None:
    in_the_way = tmp_path / "home"
    in_the_way.write_text("a file")
    async with opened(Config(home=str(in_the_way)), load=lambda: encoder) as opening:
        with pytest.raises(StoreUnavailable, match="cannot be opened"):
            await opening.mind()

        in_the_way.unlink()

        assert (await opening.mind()).scope == "global"


async def test_a_new_store_for_a_model_that_cannot_be_loaded_is_refused_with_the_reason(config: Config) -> None:
    def load() -> Embedder:
        raise EmbeddingFailed("pip install it")

    async with opened(config.model_copy(update={"embedder": "some/model"}), load=load) as opening:
        with pytest.raises(EmbeddingFailed, match="pip install it"):
            await opening.mind()


async def test_closing_waits_for_the_write_under_way(config: Config, encoder: Embedder) -> None:
    stored: list[str] = []

    async with opened(config, load=lambda: encoder) as opening:
        mind = await opening.mind()

        async def write() -> None:
            stored.append((await remember(mind, Caller(), Remember(content="The red bus."))).data.compact()["id"])

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(write)
            await anyio.lowlevel.checkpoint()
            await opening.settle()

    async with opened(config, load=lambda: encoder) as opening:
        assert set(await (await opening.mind()).reader.get(stored)) == set(stored)
