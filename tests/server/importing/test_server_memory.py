"""server-memory: entities, observations and relations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simonides.server.importing.server_memory import FORMAT
from simonides.storage.errors import InvalidArgument
from simonides.storage.memory import Claim
from tests.server.importing.reading import FIXTURES, bads, contents, records

LINES = FIXTURES / "server-memory.jsonl"
GRAPH = FIXTURES / "server-memory.json"


def test_an_observation_names_its_entity_and_claims_nothing() -> None:
    read = {r.content: r for r in records(FORMAT, LINES)}

    assert read["Ada: likes coffee"].claims == ()
    assert read["小明: 住在杭州"].where == "server-memory.jsonl, line 2, observation 1"


def test_what_an_entity_is_and_how_it_relates_are_claims() -> None:
    read = {r.content: r.claims for r in records(FORMAT, LINES)}

    assert read["Ada is a person"] == (Claim("Ada", "is a", "person"),)
    assert read["小明 is a 人物"] == (Claim("小明", "is a", "人物"),)
    assert read["Ada works on Analytical Engine"] == (Claim("Ada", "works_on", "Analytical Engine"),)


def test_nothing_is_said_of_when() -> None:
    read = records(FORMAT, LINES)

    assert {(r.recorded, r.when, r.until, r.trust) for r in read} == {(None, None, None, "assistant")}


def test_bad_lines_slots_and_observations_are_told_one_by_one() -> None:
    assert bads(FORMAT, LINES) == [
        ("server-memory.jsonl, line 3, observation 2", 'has no text as its "observation"'),
        ("server-memory.jsonl, line 3, observation 3", 'has nothing in its "observation"'),
        ("server-memory.jsonl, line 4", "is no JSON"),
        ("server-memory.jsonl, line 6", 'has no "to"'),
    ]
    assert "Ghost: seen once" in contents(FORMAT, LINES)


def test_the_older_form_in_one_object_gives_the_same_records() -> None:
    of_graph = {(r.origin, r.content) for r in records(FORMAT, GRAPH)}

    assert len(of_graph) == 4
    assert of_graph <= {(r.origin, r.content) for r in records(FORMAT, LINES)}


def test_a_line_that_is_no_utf8_is_bad_and_the_next_is_read(tmp_path: Path) -> None:
    line = json.dumps({"type": "entity", "name": "Ada", "entityType": "person", "observations": ["x"]}).encode()
    file = tmp_path / "memory.jsonl"
    file.write_bytes(line.replace(b"Ada", b"A\xffa") + b"\n" + line)

    assert bads(FORMAT, file) == [("memory.jsonl, line 1", 'has bytes that are no UTF-8 in its "name"')]
    assert contents(FORMAT, file) == ["Ada is a person", "Ada: x"]


def test_half_a_surrogate_pair_is_shown_as_such(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text('{"type":"entity","name":"Ada","entityType":"","observations":["a \\ud83d b"]}')

    assert contents(FORMAT, file) == ["Ada: a \ufffd b"]


def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text('{"hello": "world"}')

    with pytest.raises(InvalidArgument, match=r"memory\.jsonl"):
        FORMAT.read(file)
