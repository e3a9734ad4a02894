"""Tracks on sets of a few lines, against a server in a process of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

from bench.conditions import Conditions, Steps
from bench.tracks import TRACKS, conflict_pairs, false_contests, scan_speed

pytestmark = pytest.mark.anyio


@pytest.fixture
def conditions(tmp_path: Path) -> Conditions:
    progress = Progress(disable=True)
    steps = Steps(progress, progress.add_task("track", total=None))
    return Conditions(tmp_path, [sys.executable, "-m", "simonides", "serve"], 0, False, steps)


@pytest.fixture
def own_sets(conditions: Conditions, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sets kept with the project are read where the others are."""
    for track in (conflict_pairs, false_contests):
        monkeypatch.setattr(track, "SETS", conditions.data)


def write(conditions: Conditions, name: str, *records: dict[str, Any]) -> None:
    """A set of these records."""
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    (conditions.data / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


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


CHANGE = "2026-02-01T10:00:00"


def changing(**slots: str) -> dict[str, Any]:
    """A fact, its change, a rumour of it, and the question for it."""
    user = {**slots, "conf": 0.9, "source": "user"}
    rumour = {**slots, "conf": 0.2, "source": "web"}
    told = [
        user | {"ts": "2026-01-01T10:00:00", "text": "Mira's home is Bonn.", "value": "Bonn", "version": 1},
        user | {"ts": CHANGE, "text": "Mira's home is Porto.", "value": "Porto", "version": 2},
        rumour | {"ts": "2026-03-01T10:00:00", "text": "Mira's home is Riga.", "value": "Riga", "version": 3},
    ]
    asked = {
        "type": "single_hop",
        "question": "Where is Mira's home?",
        "gold": [1],
        "stale": [0],
        "rumour": [2],
        "asof": {"before_update": {"ts": CHANGE, "gold": [0]}},
    }
    return {"statements": [one | {"id": i} for i, one in enumerate(told)], "questions": [asked | slots]}


async def test_what_held_before_a_change_is_asked_for_the_second_before_it(conditions: Conditions) -> None:
    write(conditions, "conflict_zh_kdconv", changing(s="Mira", r="home"))

    figures = await measured(conditions, "conflict_zh_kdconv")

    assert {figures[f"before the change, {way}: first is gold"] for way in ("in words", "by slots")} == {1}
    assert {figures[f"now, {way}: current on top"] for way in ("in words", "by slots")} == {1}


async def test_a_change_is_told_with_slots_in_one_store_and_as_text_in_another(conditions: Conditions) -> None:
    write(conditions, "conflict_zh_kdconv", changing(s="Mira", r="home"))

    figures = await measured(conditions, "conflict_zh_kdconv")

    assert figures["with slots, outcome: superseded"] == 1
    assert figures["text only, outcome: superseded"] == 0
    tops = ("current on top", "stale on top", "rumour on top, of those with one")
    assert sum(figures[f"now, text only: {top}"] for top in tops) == 1


async def test_a_rumour_that_claims_to_be_sure_is_set_against_the_fact(conditions: Conditions) -> None:
    write(conditions, "conflict_en_mquake", changing(slot="Mira's home is"))

    figures = await measured(conditions, "rumours")

    assert figures["rumour of confidence 1, by slots: fact on top"] == 1
    assert figures["rumour of confidence 1, by slots: rumour on top"] == 0
    assert figures["correction of 0.8, of a fact of 0.95, by slots: on top"] == 1


async def test_a_change_is_taken_back_and_put_back_by_its_receipts(conditions: Conditions) -> None:
    write(conditions, "conflict_en_mquake", changing(slot="Mira's home is"))

    figures = await measured(conditions, "rumours")

    assert figures["version 2 undone: version 1, by slots: on top"] == 1
    assert figures["that undone: version 2, by slots: on top"] == 1
    assert figures["undo: refused calls"] == 0


async def test_of_a_pair_is_counted_what_the_second_does_and_whether_both_stay(
    conditions: Conditions, own_sets: None
) -> None:
    update = {"id": "u", "lang": "en", "old": "Mira lives in Bonn.", "new": "Mira lives in Porto.", "label": "update"}
    same = {"id": "d", "lang": "en", "old": "Mira likes tea.", "new": "Mira likes tea.", "label": "duplicate"}
    mistaken = {"id": "c", "lang": "zh", "old": "小林喜欢茶。", "new": "小林喜欢茶。", "label": "compatible"}
    write(conditions, "conflict_pairs_small", update, same)
    write(conditions, "conflict_pairs_fresh", mistaken)

    figures = await measured(conditions, "conflict_pairs")

    assert figures["small, en: updates surfaced"] == 1
    assert figures["small, en: duplicates touched"] == 0
    assert figures["small, all: merged though no duplicate"] == 0
    assert figures["fresh, zh: merged though no duplicate"] == 1
    assert figures["small, all: statements lost"] == 0


async def test_statements_that_hold_together_are_told_as_text_with_slots_as_events_and_as_facts(
    conditions: Conditions, own_sets: None
) -> None:
    likes = {"subject": "Mira", "relation": "likes", "lang": "en"}
    many = [likes | {"id": what, "text": f"Mira likes {what}.", "object": what} for what in ("tea", "chess")]
    write(conditions, "many_valued", *many)
    moved = [
        [i, "1:56 pm on 8 May, 2023", "Mira", 1, f"I live in {place}."] for i, place in enumerate(("Bonn", "Riga"))
    ]
    fields = ["id", "ts", "speaker", "session", "text"]
    write(conditions, "ret_en_locomo", {"group": "one", "fields": fields, "items": moved, "questions": []})
    said = [[0, "2024年04月01日 周一 08:51", "我喜欢茶。"]]
    write(conditions, "ret_zh_memdaily", {"group": "g", "fields": ["id", "ts", "text"], "items": said, "questions": []})

    figures = await measured(conditions, "false_contests")

    assert figures["many_valued, text only, en: contested or superseded"] == 0
    assert figures["many_valued, with slots: contested or superseded"] == 0
    assert figures["ret_en_locomo, as events: contested or superseded"] == 0
    assert figures["ret_zh_memdaily, as facts: contested or superseded"] == 0
    assert figures["ret_en_locomo, as facts: refused calls"] == 0


async def test_what_a_scan_costs_is_timed_on_the_same_texts_in_an_imported_store(
    conditions: Conditions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_speed, "_SIZES", (50, 60))
    monkeypatch.setattr(scan_speed, "_BLOCKS", 1)

    figures = await measured(conditions, "scan_speed")

    assert figures["remember at 50: looked at for clashes, over not"] > 0
    assert figures["remember at 50: refused calls"] == 0


async def test_a_good_model_asks_with_the_time_that_a_question_names(conditions: Conditions) -> None:
    common: dict[str, Any] = {"session": "s", "kind": "fact", "conf": 0.9, "source": None, "note": "plain"}
    told: list[dict[str, Any]] = [
        {"id": "old", "ts": "2026-01-01T10:00", "text": "Mira lives in Bonn.", "supersedes": []},
        {"id": "new", "ts": "2026-02-01T10:00", "text": "Mira lives in Porto.", "supersedes": ["old"]},
    ]
    statements: list[dict[str, Any]] = [{**one, **common, "claims": [], "contests": []} for one in told]
    asked = {"question": "Where did Mira live in January?", "type": "as_of", "as_of": "2026-01"}
    life = {"persona": "p", "statements": statements, "questions": [asked | {"gold": ["old"], "stale": ["new"]}]}
    write(conditions, "personas_en", life)

    figures = await measured(conditions, "personas_en")

    assert figures["model: as_of: hit@1"] == 1
    assert figures["model: refused calls"] == 0


async def test_a_true_statement_that_another_took_the_place_of_counts_as_hidden(conditions: Conditions) -> None:
    common: dict[str, Any] = {"session": "s", "kind": "fact", "conf": 0.9, "source": None, "note": "plain"}
    homes = (("one", "2026-01-01T10:00", "Bonn"), ("two", "2026-02-01T10:00", "Porto"))
    told: list[dict[str, Any]] = [
        common
        | {"id": id_, "ts": ts, "text": f"Mira lives in {home}.", "claims": [["Mira", "lives in", home, True]]}
        | {"supersedes": [], "contests": []}
        for id_, ts, home in homes
    ]
    write(conditions, "personas_en", {"persona": "p", "statements": told, "questions": []})

    figures = await measured(conditions, "personas_en")

    assert figures["text: true statements hidden"] == 0
    assert figures["model: true statements hidden"] == 1


async def test_a_statement_is_contested_rightly_if_the_set_links_it_to_what_it_contests(conditions: Conditions) -> None:
    common: dict[str, Any] = {"session": "s", "kind": "fact", "source": None, "note": "plain", "supersedes": []}
    told: list[dict[str, Any]] = [
        common | {"id": "fact", "ts": "2026-01-01T10:00", "conf": 0.9, "contests": []},
        common | {"id": "rumour", "ts": "2026-02-01T10:00", "conf": 0.3, "contests": ["fact"]},
    ]
    for one, home in zip(told, ("Bonn", "Porto"), strict=True):
        one |= {"text": f"Mira lives in {home}.", "claims": [["Mira", "lives in", home, True]]}
    write(conditions, "personas_en", {"persona": "p", "statements": told, "questions": []})

    figures = await measured(conditions, "personas_en")

    assert figures["model: statements contested"] == 1
    assert figures["model: contested: linked to it in the set"] == 1


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
