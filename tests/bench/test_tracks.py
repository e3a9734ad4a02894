"""Tracks on sets of a few lines, against a server in a process of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

from bench.conditions import Conditions, Steps
from bench.tracks import TRACKS

pytestmark = pytest.mark.anyio


@pytest.fixture
def conditions(tmp_path: Path) -> Conditions:
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    return Conditions(tmp_path, [sys.executable, "-m", "simonides", "serve"], 0, False, steps)


def write(conditions: Conditions, name: str, record: dict[str, Any]) -> None:
    """A set of one record."""
    (conditions.data / f"{name}.jsonl").write_text(json.dumps(record, ensure_ascii=False) + "\n", encoding="utf-8")


async def measured(conditions: Conditions, name: str) -> dict[str, float]:
    """What a track measured, by metric."""
    return {measure.metric: measure.value for measure in await TRACKS[name].run(conditions)}


async def test_the_latest_event_up_to_a_day_is_asked_by_slots(conditions: Conditions) -> None:
    events = [[i, "Mira", "met", who, f"2026-01-0{i}"] for i, who in enumerate(("Noor", "Omar", "Pia"), 1)]
    asked = {"question": "Whom did Mira meet?", "s": "Mira", "r": "met", "asof": "2026-01-02", "gold": [2]}
    fields = ["id", "s", "r", "o", "ts"]
    template = "{ts}: {s} -- {r} -- {o}."
    write(
        conditions,
        "asof_en_icews14",
        {"fields": fields, "events": events, "text_template": template, "questions": [asked]},
    )

    figures = await measured(conditions, "asof_en_icews14")

    assert figures["by slots: first is gold"] == 1
    assert figures["refused calls"] == 0


async def test_what_held_before_a_change_is_asked_for_the_second_before_it(conditions: Conditions) -> None:
    change = "2026-02-01T10:00:00"
    common = {"s": "Mira", "r": "home", "conf": 0.9, "source": "user"}
    old = {"id": 0, "ts": "2026-01-01T10:00:00", "text": "Mira's home is Bonn.", "value": "Bonn", "version": 1}
    new = {"id": 1, "ts": change, "text": "Mira's home is Porto.", "value": "Porto", "version": 2}
    then = {"before_update": {"ts": change, "gold": [0]}}
    asked = {"type": "single_hop", "question": "Where is Mira's home?", "gold": [1], "stale": [0], "asof": then}
    write(conditions, "conflict_zh_kdconv", {"statements": [old | common, new | common], "questions": [asked]})

    figures = await measured(conditions, "conflict_zh_kdconv")

    assert {figures[f"before the change, {way}: first is gold"] for way in ("in words", "by slots")} == {1}
    assert {figures[f"now, {way}: first is gold"] for way in ("in words", "by slots")} == {1}


async def test_a_good_model_asks_with_the_time_that_a_question_names(conditions: Conditions) -> None:
    common: dict[str, Any] = {"session": "s", "kind": "fact", "conf": 0.9, "source": None, "note": "plain"}
    told: list[dict[str, Any]] = [
        {"id": "old", "ts": "2026-01-01T10:00", "text": "Mira lives in Bonn.", "supersedes": []},
        {"id": "new", "ts": "2026-02-01T10:00", "text": "Mira lives in Porto.", "supersedes": ["old"]},
    ]
    statements: list[dict[str, Any]] = [{**one, **common, "claims": []} for one in told]
    asked = {"question": "Where did Mira live in January?", "type": "as_of", "as_of": "2026-01"}
    life = {"persona": "p", "statements": statements, "questions": [asked | {"gold": ["old"], "stale": ["new"]}]}
    write(conditions, "personas_en", life)

    figures = await measured(conditions, "personas_en")

    assert figures["model: as_of: hit@1"] == 1
    assert figures["model: refused calls"] == 0


@pytest.mark.heavy
@pytest.mark.timeout(600)
async def test_an_import_killed_midway_is_completed_by_the_next(
    conditions: Conditions,
) -> None:
    figures = await measured(conditions, "import")

    inside = figures["killed: rows in by then, of all"]
    assert 0 < inside < 10_000
    assert figures["killed, imported again: rows added, of those missing"] == 10_000 - inside
    assert figures["killed, imported again: rows in the end, of all"] == 10_000
    assert figures["server-memory, imported again: rows added"] == 0
