"""mem0: what get_all answers."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from simonides.server.importing.mem0 import FORMAT
from simonides.storage.memory import Claim
from tests.server.importing.reading import FIXTURES, bads, contents, records

ANSWER = FIXTURES / "mem0.json"


def test_a_memory_keeps_its_id_run_owner_categories_and_time() -> None:
    first = records(FORMAT, ANSWER)[0]

    assert (first.origin, first.session, first.source) == ("m-1", "run-9", "mem0: user ada, agent helper")
    assert first.tags == ("food", "drinks")
    assert first.recorded == datetime(2026, 1, 2, 11, 4, 5, tzinfo=UTC)


def test_an_updated_text_was_told_when_it_was_updated_and_ends_after_its_last_day() -> None:
    second = records(FORMAT, ANSWER)[1]

    assert second.content == "搬到了上海"
    assert second.recorded == datetime(2026, 3, 4, tzinfo=UTC)
    assert second.until == datetime(2027, 1, 1, tzinfo=UTC)


def test_relations_of_the_graph_become_claims() -> None:
    last = records(FORMAT, ANSWER)[-1]

    assert (last.content, last.claims) == ("ada lives in shanghai", (Claim("ada", "lives_in", "shanghai"),))


def test_memories_and_relations_that_lack_something_are_told() -> None:
    assert bads(FORMAT, ANSWER) == [
        ("mem0.json, results 3", 'has no "memory"'),
        ("mem0.json, results 4", 'has no text as its "memory"'),
        ("mem0.json, relations 2", 'has no "target"'),
    ]


def test_a_bare_list_is_read_as_well(tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    file.write_text(json.dumps([{"id": "a", "memory": "Plays chess"}, {"id": "b", "memory": "下围棋"}]))

    assert contents(FORMAT, file) == ["Plays chess", "下围棋"]
