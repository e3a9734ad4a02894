"""Claude: what the person wrote, what Claude remembers, what projects say."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from simonides.server.importing.claude import FORMAT, WITH_ANSWERS
from tests.server.importing.reading import FIXTURES, bads, contents, fixture, records, zipped

CONVERSATIONS = FIXTURES / "claude-conversations.json"
MEMORIES = FIXTURES / "claude-memories.json"
PROJECTS = FIXTURES / "claude-projects.json"


@pytest.fixture
def export(tmp_path: Path) -> Path:
    names = ("conversations", "memories", "projects")
    return zipped(tmp_path / "data.zip", {f"{n}.json": fixture(f"claude-{n}.json") for n in names})


def test_only_what_the_person_wrote_is_read() -> None:
    assert contents(FORMAT, CONVERSATIONS) == ["I move to Lisbon in May.", "我的猫叫团子。"]


def test_a_message_is_an_event_of_its_conversation() -> None:
    first = records(FORMAT, CONVERSATIONS)[0]

    at = datetime(2026, 2, 1, 10, 0, 1, 500_000, tzinfo=UTC)
    assert (first.origin, first.session, first.source) == ("m-1", "c-1", "Claude: A move to 里斯本")
    assert (first.kind, first.trust, first.recorded) == ("event", "external", at)
    assert first.when is not None
    assert (first.when.start, first.when.precision) == (at, "instant")


def test_answers_are_read_on_demand_without_what_was_only_thought() -> None:
    read = [(r.content, r.tags) for r in records(WITH_ANSWERS, CONVERSATIONS)]

    assert ("Lovely.", ("answer",)) in read
    assert not [c for c, _ in read if "hidden" in c]


def test_each_part_of_its_memory_is_a_note_under_its_heading() -> None:
    read = records(FORMAT, MEMORIES)

    assert [r.content for r in read][:2] == ["Work context\n\nRuns a bakery.", "Personal context\n\n住在里斯本。"]
    assert {r.trust for r in read} == {"assistant"}


def test_a_project_gives_description_instructions_and_the_names_of_its_documents() -> None:
    read = {r.content: r.kind for r in records(FORMAT, PROJECTS)}

    assert read == {
        "Project Cookbook: Recipes of the bakery": "note",
        "Instructions of project Cookbook: Answer in metric units.": "procedure",
        "Documents of project Cookbook: rye.md": "note",
    }


def test_of_a_zip_all_three_are_read_and_memories_name_their_project(export: Path) -> None:
    read = {r.content: r.source for r in records(FORMAT, export)}

    assert read["Writes a cookbook."] == "Claude: memory of project Cookbook"
    assert {"I move to Lisbon in May.", "Project Cookbook: Recipes of the bakery"} <= read.keys()


def test_what_has_a_wrong_shape_is_told(export: Path) -> None:
    assert bads(FORMAT, export) == [
        ("projects.json, element 3", 'has no "name"'),
        ("memories.json, element 1, project_memories", 'has no text as its "text"'),
        ("conversations.json, element 1, message 5", 'has no text as its "text"'),
        ("conversations.json, element 2", 'has no list as its "chat_messages"'),
    ]


def test_memories_and_projects_may_lie_in_folders_one_object_each(tmp_path: Path) -> None:
    file = zipped(
        tmp_path / "data.zip",
        {
            "memories/acct.json": '{"conversations_memory": "Bakes.", "project_memories": {}}',
            "projects/p-1.json": '{"uuid": "p-1", "name": "Cookbook", "prompt_template": "Be brief.", "docs": []}',
        },
    )

    assert contents(FORMAT, file) == ["Instructions of project Cookbook: Be brief.", "Bakes."]
