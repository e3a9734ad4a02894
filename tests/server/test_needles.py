"""The word a statement has for its own finds it, in any script and any spelling of code, through a real client."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest
from mcp import Client

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.text.embedding import Embedder
from tests.conftest import Desk
from tests.storage.text.needles import NEEDLES, Needle, fillers

Answers = Mapping[str, list[tuple[str, bool]]]  # by word: the statements found, best first, and whether by words
# What full-text engines take for operators, around a word.
DRESSED = [
    '"ox"',
    "+ox",
    "-ox",
    "ox*",
    "ox~",
    "ox^9",
    "(ox",
    "grams:ox",
    "ox OR",
    "NOT ox",
    "ox AND (",
    "/ox/",
    "[ox TO",
    "ox\\\\",
]
STATEMENTS = {n.statement for n in NEEDLES}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory, encoder: Embedder) -> Answers:
    """What recall answers to every word, from one store of all needles among 300 other sentences."""
    return anyio.run(_asked, tmp_path_factory.mktemp("needles"), encoder)


async def _asked(home: Path, encoder: Embedder) -> Answers:
    async with opened(Config(home=str(home), timezone="UTC"), load=lambda: encoder) as opening:
        await (await opening.mind()).encoder.load()
        async with Client(build(opening)) as client:
            desk = Desk(client)
            async with anyio.create_task_group() as tasks:
                for statement in [*STATEMENTS, *fillers(300, seed=7)]:
                    tasks.start_soon(_told, desk, statement)
            return {word: await _found(desk, word) for word in [*(n.word for n in NEEDLES), *DRESSED]}


async def _told(desk: Desk, statement: str) -> None:
    assert not (said := await desk.remember(statement)).error, said.text


async def _found(desk: Desk, word: str) -> list[tuple[str, bool]]:
    said = await desk.recall(word, limit=20)
    assert not said.error, said.text
    return [(m["content"], "words" in m["why"]) for m in said.data["memories"]]


@pytest.mark.parametrize("needle", NEEDLES, ids=lambda n: n.word)
def test_a_word_alone_finds_its_own_statement_first(needle: Needle, answers: Answers) -> None:
    assert answers[needle.word][0] == (needle.statement, True)


@pytest.mark.parametrize("needle", NEEDLES, ids=lambda n: n.word)
def test_a_word_alone_finds_no_neighbour_by_words(needle: Needle, answers: Answers) -> None:
    others = STATEMENTS - {needle.statement}

    assert [found for found, by_words in answers[needle.word] if by_words and found in others] == []


@pytest.mark.parametrize("query", DRESSED)
def test_no_character_of_a_query_is_an_operator(query: str, answers: Answers) -> None:
    assert answers[query][0] == ("A neighbour ploughs the field with an ox.", True)
