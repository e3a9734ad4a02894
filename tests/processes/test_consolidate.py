"""`simonides consolidate` and the server in its quiet moments, as people run them: real processes, real HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.llm.scripted import Reply, Scripted, answer, refusal, refused_url
from tests.processes.wire import Wire

KEY = "sk-canary-4f9a1c77"
OLD, NEW = "Declan drives a bread van at night.", "Declan packed in the deliveries and trains as a paramedic."
_PATIENCE_S = 60.0


def judging(body: dict[str, Any]) -> Reply:
    """That the newer of the two updates the older; nothing of anything else."""
    said = next(m["content"] for m in body["messages"] if m["role"] == "user")
    data = json.loads(said.split("\n", 1)[1].rsplit("\n", 1)[0])
    if "pairs" in data:
        told = [p["id"] for p in data["pairs"] if (p["earlier"]["text"], p["later"]["text"]) == (OLD, NEW)]
        judged = [{"id": i, "reason": "he changed his job", "verdict": "updates", "confidence": 0.9} for i in told]
        return answer({"judgements": judged})
    return answer({"claims": []} if isinstance(data.get("about"), list) else {"ratings": []})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for text in (OLD, NEW, "Ines takes tea in the morning."):
        typed(tmp_path / "home", {}, "remember", text)
    return tmp_path / "home"


@pytest.fixture
def model() -> Iterator[Scripted]:
    with Scripted(judging) as scripted:
        yield scripted


def reaching(url: str) -> dict[str, str]:
    """The settings that name a model there."""
    return {"SIMONIDES_LLM_BASE_URL": url, "SIMONIDES_LLM_MODEL": "scripted", "SIMONIDES_LLM_API_KEY": KEY}


def typed(home: Path, more: dict[str, str], *words: str, code: int = 0) -> str:
    """What the command prints; its exit code must be as expected."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("SIMONIDES_")} | {"SIMONIDES_HOME": str(home)} | more
    done = subprocess.run(
        [sys.executable, "-m", "simonides", *words],
        env=env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert KEY not in done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def test_a_dry_run_shows_what_would_be_done_and_a_run_does_it(home: Path, model: Scripted) -> None:
    shown = typed(home, reaching(model.base_url), "consolidate", "--dry-run")
    before = typed(home, {}, "recall", "What does Declan do?")
    done = typed(home, reaching(model.base_url), "consolidate")

    assert "would change 1" in shown
    assert OLD in before
    assert "changed 1" in done
    assert OLD in done
    assert OLD not in typed(home, {}, "recall", "What does Declan do?")


def test_a_whole_pass_is_taken_back_by_its_name(home: Path, model: Scripted) -> None:
    (report,) = json.loads(typed(home, reaching(model.base_url), "consolidate", "--json"))

    typed(home, {}, "undo", report["pass"])

    assert OLD in typed(home, {}, "recall", "What does Declan do?")


def test_without_a_model_it_says_which_setting_is_missing(home: Path) -> None:
    told = typed(home, {}, "consolidate", code=2)

    assert "SIMONIDES_LLM_MODEL is not set" in told


def test_a_model_that_is_not_there_changes_nothing_and_ends_with_code_one(home: Path) -> None:
    told = typed(home, reaching(refused_url()), "consolidate", code=1)

    assert "changed 0" in told
    assert "ended early" in told
    assert OLD in typed(home, {}, "recall", "What does Declan do?")


def test_a_wrong_key_is_told_without_the_key(home: Path) -> None:
    with Scripted([refusal(401, f"Incorrect API key provided: {KEY}")]) as refusing:
        told = typed(home, reaching(refusing.base_url), "consolidate", code=1)

    assert "SIMONIDES_LLM_API_KEY" in told


def test_status_says_what_leaves_the_machine_and_where_to(home: Path, model: Scripted) -> None:
    typed(home, reaching(model.base_url), "consolidate")

    told = json.loads(typed(home, reaching(model.base_url), "status", "--json"))

    host = model.base_url.split("//")[1].split("/")[0]
    assert host in told["leaves_the_machine"]
    assert told["language_model"]["name"] == "scripted"
    assert told["language_model"]["questions_today"] > 0
    assert json.loads(typed(home, {}, "status", "--json"))["leaves_the_machine"] == "nothing"


def test_the_key_is_in_no_file_of_the_store(home: Path, model: Scripted) -> None:
    typed(home, reaching(model.base_url) | {"SIMONIDES_LOG_LEVEL": "DEBUG"}, "consolidate")

    assert model.requests[0].headers["authorization"] == f"Bearer {KEY}"
    assert not [p for p in home.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]


def test_a_server_tidies_up_in_a_quiet_moment(home: Path, model: Scripted) -> None:
    wire = Wire(home, **reaching(model.base_url), SIMONIDES_LLM_IDLE_S="0.2")
    wire.hello()
    wire.call("recall", query="What does Declan do?")

    assert _comes_to_hold(lambda: OLD not in _contents(wire))

    wire.end()


def test_a_server_asks_nothing_while_it_is_asked(home: Path, model: Scripted) -> None:
    wire = Wire(home, **reaching(model.base_url), SIMONIDES_LLM_IDLE_S="600")
    wire.hello()

    for _ in range(5):
        wire.call("recall", query="What does Declan do?")

    assert model.requests == []
    wire.end()


def _contents(wire: Wire) -> list[str]:
    found = wire.call("recall", query="What does Declan do?")
    return [m["content"] for m in found["structuredContent"]["memories"]]


def _comes_to_hold(holds: Any) -> bool:
    """Whether it holds in a while; between two looks the server has its quiet moment."""
    deadline = time.monotonic() + _PATIENCE_S
    while time.monotonic() < deadline:
        time.sleep(1.0)
        if holds():
            return True
    return False
