"""The audit: who, what, which, how it ended; never what it said."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from simonides.storage import audit as audit_module
from simonides.storage.alarms import Alarms
from simonides.storage.audit import Audit
from simonides.storage.disk import Disk
from tests.conftest import Desk

AT = datetime(2026, 11, 30, tzinfo=UTC)


def audit_in(folder: Path, alarms: Alarms | None = None) -> Audit:
    return Audit(str(folder), Disk(), alarms or Alarms())


def text_of(folder: Path) -> str:
    return next(folder.rglob("audit.jsonl")).read_text()


@pytest.mark.anyio
async def test_every_call_is_in_the_audit_and_no_word_of_its_content(desk: Desk, tmp_path: Path) -> None:
    id_ = (await desk.remember("The vermilion zebra.", tags=["quagga"], source="okapi.html")).data["id"]
    await desk.recall("vermilion okapi?")
    hidden = await desk.forget(ids=[id_])
    await desk.forget(undo=hidden.data["receipt"])
    await desk.call("remember", {"content": "x", "replaces": ["nothing.1"]})

    kept = text_of(tmp_path)
    lines = [(e.verb, e.outcome, e.reason, list(e.ids)) for e in audit_in(tmp_path / "home" / "local").entries()]

    assert lines == [
        ("remember", "stored", "", [id_]),
        ("recall", "answered", "", [id_]),
        ("forget", "hidden", "", [id_]),
        ("forget", "undone", "", [id_]),
        ("remember", "refused", "UnknownMemory", []),
    ]
    assert not any(word in kept for word in ("vermilion", "zebra", "quagga", "okapi"))


def test_a_line_that_a_crash_left_half_written_is_passed_over(tmp_path: Path) -> None:
    audit = audit_in(tmp_path)
    audit.note(AT, "c", "remember", "stored", ids=["a.1"])
    with (tmp_path / "audit.jsonl").open("a") as file:
        file.write('{"at": "2026')

    assert [e.ids for e in audit.entries()] == [["a.1"]]


def test_a_large_file_is_put_away_and_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_module, "_LARGEST_BYTES", 400)
    audit = audit_in(tmp_path)

    for number in range(9):
        audit.note(AT, "c", "remember", "stored", ids=[f"{number}.1"])

    read = [e.ids[0] for e in audit.entries()]
    assert read == [f"{n}.1" for n in range(9)]
    assert (tmp_path / "audit.1.jsonl").exists()


def test_a_fault_of_the_audit_is_an_alarm_and_not_that_of_the_call(tmp_path: Path) -> None:
    alarms = Alarms()

    audit_in(tmp_path / "not there", alarms).note(AT, "c", "recall", "answered")

    assert [a.partition(":")[0] for a in alarms.told()] == ["audit"]
