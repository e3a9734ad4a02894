"""ChatGPT: what the person wrote on the branch that stands."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from simonides.server.importing.chatgpt import FORMAT, WITH_ANSWERS
from tests.server.importing.reading import FIXTURES, bads, contents, fixture, records, zipped

EXPORT = FIXTURES / "chatgpt.json"


def test_only_what_the_person_wrote_on_the_current_branch_is_read() -> None:
    assert contents(FORMAT, EXPORT) == [
        "Which tea is this?\n\nI bought it in Hangzhou.",
        "我不喜欢咖啡。",
        "A circle of parents.",
    ]


def test_a_message_is_an_event_of_its_conversation() -> None:
    first = records(FORMAT, EXPORT)[0]

    at = datetime(2026, 1, 1, 0, 0, 1, 250_000, tzinfo=UTC)
    assert (first.origin, first.session, first.source) == ("msg-1", "conv-1", "ChatGPT: Tea and 茶")
    assert (first.kind, first.trust, first.recorded) == ("event", "external", at)
    assert first.when is not None
    assert (first.when.start, first.when.precision) == (at, "instant")


def test_a_message_without_time_has_that_of_its_conversation() -> None:
    last = records(FORMAT, EXPORT)[-1]

    assert last.recorded == datetime(2026, 1, 1, 0, 3, 20, tzinfo=UTC)


def test_answers_are_read_on_demand_and_tagged() -> None:
    read = [(r.content, r.tags) for r in records(WITH_ANSWERS, EXPORT)]

    assert ("Longjing, most likely.", ("answer",)) in read
    assert ("我不喜欢咖啡。", ()) in read
    assert not [c for c, _ in read if "tool output" in c or "hidden" in c]


def test_conversations_and_messages_of_a_wrong_shape_are_told() -> None:
    assert bads(FORMAT, EXPORT) == [
        ("chatgpt.json, element 2", "has no mapping of messages"),
        ("chatgpt.json, element 3, message 2", 'has no list as its "parts"'),
    ]


def test_all_shards_of_a_zip_are_read_and_nothing_else(tmp_path: Path) -> None:
    one, _, other = json.loads(EXPORT.read_text())
    shards = {f"export/conversations-{n:03}.json": json.dumps([c]) for n, c in enumerate((one, other))}
    file = zipped(
        tmp_path / "export.zip", {**shards, "export/user.json": "{}", "export/shared_conversations.json": "[]"}
    )

    assert contents(FORMAT, file) == contents(FORMAT, EXPORT)


def test_a_damaged_shard_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    file = zipped(
        tmp_path / "export.zip",
        {"conversations-000.json": b"[" + b" " * 50 + b"{}]", "conversations-001.json": fixture("chatgpt.json")},
    )
    packed = file.read_bytes()
    at = packed.index(b"conversations-000.json") + len("conversations-000.json")
    file.write_bytes(packed[:at] + b"\xff\xff\xff" + packed[at + 3 :])

    assert contents(FORMAT, file) == contents(FORMAT, EXPORT)
    assert ("conversations-000.json, after element 0", "is damaged: it cannot be read on from here") in bads(
        FORMAT, file
    )
