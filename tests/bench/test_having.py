"""The synthetic world, the rivals that know it, and the track over it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from rich.progress import Progress

from bench.conditions import Conditions, Steps
from bench.linking import EXACT, Linking
from bench.served import serving
from bench.tracks.having import measured_in
from bench.world import CONSTRAINTS, FACTS, World, drawn

pytestmark = pytest.mark.anyio

QUESTIONS = 8


@pytest.fixture(scope="module")
def world() -> World:
    return drawn(60, QUESTIONS, 1)


def pairs_of(world: World, name: str) -> set[tuple[int, int]]:
    """The facts of an entity, by number."""
    return {(int(r), int(f)) for r, f in world.facts[world.names.index(name)]}


def test_each_entity_has_its_facts_of_different_relations(world: World) -> None:
    assert world.facts.shape == (60 + QUESTIONS, FACTS, 2)
    assert all(len(set(facts[:, 0])) == FACTS for facts in world.facts)


def test_those_who_answer_are_all_for_whom_all_constraints_hold(world: World) -> None:
    for posed in world.posed:
        holders = {name for name in world.names if set(posed.pairs) <= pairs_of(world, name)}

        assert len(set(posed.pairs)) == CONSTRAINTS
        assert holders == posed.gold


def test_a_decoy_has_the_fillers_asked_for_and_none_of_the_constraints(world: World) -> None:
    for posed in world.posed:
        facts = pairs_of(world, posed.decoy)

        assert {f for _, f in posed.pairs} <= {f for _, f in facts}
        assert not facts & set(posed.pairs)


def test_names_and_wordings_of_fillers_are_distinct(world: World) -> None:
    worded = [word for filler in world.fillers for word in (filler.english, filler.chinese) if word]

    assert len(set(world.names)) == len(world.names)
    assert len(set(worded)) == len(worded)


def test_the_same_seed_draws_the_same_world_and_another_another(world: World) -> None:
    again, other = drawn(60, QUESTIONS, 1), drawn(60, QUESTIONS, 2)

    assert again.names == world.names
    assert np.array_equal(again.facts, world.facts)
    assert again.posed == world.posed
    assert other.names != world.names


def test_asked_in_the_same_words_all_that_keep_roles_put_the_one_who_answers_first(world: World) -> None:
    linking = Linking(world)

    for posed in world.posed:
        asked = [(world.relations[r].stored, world.fillers[f].english) for r, f in posed.pairs]
        scores = linking.scores(asked)

        for rival in (EXACT, "slots, best pairs", "links, overlap", "profile", "profile, rescored"):
            assert world.names[int(scores[rival].argmax())] in posed.gold, rival


def test_a_profile_rescored_ranks_no_one_the_profile_put_far_behind(world: World) -> None:
    linking = Linking(world)
    asked = [(world.relations[r].other, world.fillers[f].chinese) for r, f in world.posed[0].pairs]

    scores = linking.scores(asked)

    behind = np.argsort(-scores["profile"], kind="stable")[50:]
    assert len(behind) > 0
    assert (scores["profile, rescored"][behind] == -1).all()


async def test_the_track_asks_a_server_filled_with_the_world(tmp_path: Path) -> None:
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    conditions = Conditions(tmp_path, [sys.executable, "-m", "simonides", "serve"], 0, False, steps)

    measures = await measured_in(drawn(20, 3, 1), "few", conditions)

    figures = {measure.metric: measure for measure in measures}
    first = figures["few, same words: first is gold"]
    assert first.value == 1
    assert first.rivals["profile"].value == 1
    assert first.rivals[EXACT].value == 1
    assert figures["few: refused calls"].value == 0


# The command line of the server, but `serve`, which answers as a server does that has no `having`.
_WITHOUT = """
import sys
from mcp.server.mcpserver import MCPServer
from simonides.server.cli import main

server = MCPServer("without")

@server.tool()
def remember(content: str) -> str:
    return ""

@server.tool()
def recall(query: str) -> str:
    return ""

server.run("stdio") if sys.argv[-1] == "serve" else main()
"""


async def test_a_server_that_refuses_is_given_no_figures(tmp_path: Path) -> None:
    without = tmp_path / "without.py"
    without.write_text(_WITHOUT, encoding="utf-8")
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    conditions = Conditions(tmp_path, [sys.executable, str(without), "serve"], 0, False, steps)

    measures = await measured_in(drawn(20, 3, 1), "few", conditions)

    assert measures == []


async def test_an_answer_that_holds_nobody_is_no_refusal(tmp_path: Path) -> None:
    async with serving([sys.executable, "-m", "simonides", "serve"], str(tmp_path)) as served:
        names = await served.having(["lives in: Berlin"], 5)

        assert names == []
        assert served.refusals == []
