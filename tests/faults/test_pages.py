"""The reader of every byte finds what is there, wherever it is: else that it finds nothing would prove nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.tools.mind import Mind
from tests.faults import pages
from tests.faults.erasing import FIXED, fill, word
from tests.faults.fst import keys
from tests.faults.quick import QuickEmbedder

pytestmark = pytest.mark.anyio
ROWS = 1_000
NUMBER = FIXED + 4 * 50  # a row with a claim


@pytest.fixture
async def filled(tmp_path: Path) -> Path:
    """The memories of a store of a thousand rows, compacted and indexed, closed."""
    async with opened(Config(home=str(tmp_path / "home"), timezone="UTC"), load=QuickEmbedder) as opening:
        await fill(await opening.mind(), ROWS)
    return tmp_path / "home" / "local" / "memories.lance"


def held_in(table: Path, canary: pages.Canary) -> set[str]:
    """The kinds of files a canary stands in."""
    return {Path(path).parts[0] + "/" + Path(path).name for path in pages.whereabouts(table, [canary]).get(canary, [])}


async def test_a_word_is_found_in_the_data_the_label_list_and_the_full_text_index(filled: Path) -> None:
    kinds = held_in(filled, word(NUMBER))

    assert any(kind.startswith("data/") for kind in kinds)
    assert "_indices/bitmap_page_lookup.lance" in kinds
    assert any(kind.endswith("_tokens.lance") for kind in kinds)


async def test_an_id_and_a_digest_are_found_in_their_b_trees(filled: Path, tmp_path: Path) -> None:
    async with opened(Config(home=str(tmp_path / "home"), timezone="UTC"), load=QuickEmbedder) as opening:
        memory = (await (await opening.mind()).reader.every())[NUMBER]

    for value in (memory.id, memory.digest):
        kinds = held_in(filled, value)
        assert any(kind.startswith("data/") for kind in kinds)
        assert "_indices/page_data.lance" in kinds


async def test_a_vector_is_found_by_its_bytes(filled: Path, tmp_path: Path) -> None:
    async with opened(Config(home=str(tmp_path / "home"), timezone="UTC"), load=QuickEmbedder) as opening:
        memory = (await (await opening.mind()).reader.every())[NUMBER]

    vector = QuickEmbedder().encode([memory.searchable])[0].astype(np.float16).tobytes()

    assert any(kind.startswith("data/") for kind in held_in(filled, vector))


async def test_a_search_of_raw_bytes_misses_what_the_reader_finds(filled: Path) -> None:
    canaries = [word(number) for number in range(FIXED, ROWS)]

    decoded = pages.whereabouts(filled, canaries)
    raw = pages.raw_whereabouts(filled, canaries)

    tokens = [path for path in decoded[canaries[0]] if path.endswith("_tokens.lance")]
    assert len(decoded) == len(canaries)
    assert tokens
    assert not any(path in paths for paths in raw.values() for path in tokens)


@pytest.mark.filterwarnings("ignore:optimize")
async def test_a_plain_delete_leaves_what_it_deleted_on_the_disk(filled: Path, tmp_path: Path) -> None:
    before = pages.units(filled)
    async with opened(Config(home=str(tmp_path / "home"), timezone="UTC"), load=QuickEmbedder) as opening:
        await _deleted_plainly(await opening.mind(), word(NUMBER))

    assert held_in(filled, word(NUMBER))
    assert pages.deletions(filled)
    assert pages.residue(filled, before)


async def _deleted_plainly(mind: Mind, of: str) -> None:
    table = mind.store.memories
    await table.checkout_latest()
    before = await table.count_rows()
    await table.delete(f"content LIKE '{of}%'")
    assert await table.count_rows() == before - 1
    await table.optimize(cleanup_older_than=timedelta(0))


async def test_a_file_that_no_version_names_is_told(filled: Path) -> None:
    (filled / "data" / "left.lance").write_bytes(b"left behind")

    assert "data/left.lance" in pages.unnamed(filled)


def test_what_is_no_transducer_is_refused() -> None:
    with pytest.raises(ValueError, match="version 3"):
        keys(bytes(64))
