"""The command line, as a person types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults.zygote import Zygote

ROOT = Path(__file__).parents[2]


class Typed:
    """`simonides …` in a folder of its own."""

    def __init__(self, home: Path, zygote: Zygote | None = None) -> None:
        self.home = home
        self.zygote = zygote

    def run(self, *words: str, code: int = 0) -> str:
        """What the command printed; its exit code must be as expected."""
        ended, out, err = self._ended(words)
        assert ended == code, out + err
        assert "Traceback" not in err
        return out if code == 0 or "--json" in words else out + err

    def _ended(self, words: tuple[str, ...]) -> tuple[int, str, str]:
        """Exit code, output and errors of the command in a process of its own, forked where there is a zygote."""
        if self.zygote is None:
            done = subprocess.run(
                [sys.executable, "-m", "simonides", *words],
                env=os.environ | {"SIMONIDES_HOME": str(self.home)},
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                check=False,
            )
            return done.returncode, done.stdout, done.stderr
        child = self.zygote.start("tests.processes.forked:typing", home=str(self.home), words=words)
        told = child.expect()
        child.wait()
        return told["code"], told["out"], told["err"]

    def json(self, *words: str, code: int = 0) -> Any:
        """The same, as JSON."""
        return json.loads(self.run(*words, "--json", code=code))


@pytest.fixture
def typed(tmp_path: Path, zygote: Zygote) -> Typed:
    return Typed(tmp_path / "home", zygote)


@pytest.fixture
def spawned(tmp_path: Path) -> Typed:
    """Each command a process that begins from nothing, as in a shell."""
    return Typed(tmp_path / "home")


def test_the_tools_work_from_the_command_line(spawned: Typed) -> None:
    stored = spawned.json("remember", "The office is in Oslo.", "--tag", "work", "--confidence", "0.9")
    replaced = spawned.json("remember", "The office is in Rome.", "--replaces", stored["id"])

    found = spawned.json("recall", "Where is the office?")
    history = spawned.run("recall", "Where is the office?", "--history")
    hidden = spawned.json("forget", replaced["id"])
    undone = spawned.json("forget", "--undo", hidden["receipt"])
    listed = spawned.json("forget", stored["id"], "--erase")
    erased = spawned.json("forget", "--confirm", listed["confirm"])

    assert [m["content"] for m in found["memories"]] == ["The office is in Rome."]
    assert found["memories"][0].get("trust", "assistant") == "assistant"  # not typed on a terminal
    assert "superseded by" in history
    assert "<memory-" not in history  # fences are for models
    assert undone["outcome"] == "undone"
    assert erased["done"]["count"] == 2


def test_the_past_and_the_state_of_a_task_are_asked_from_the_command_line(typed: Typed) -> None:
    old = typed.json("remember", "Mira lives in Berlin.", "--when", "2020")
    typed.run("remember", "Mira lives in Lisbon.", "--when", "2024", "--replaces", old["id"])
    typed.run("remember", "Half is renamed.", "--kind", "working", "--session", "rename", "--expires", "7d")

    then = typed.json("recall", "Where does Mira live?", "--as-of", "2022")
    state = typed.json("recall", "--session", "rename")
    briefing = typed.run("recall")

    assert [m["content"] for m in then["memories"]] == ["Mira lives in Berlin."]
    assert [m["content"] for m in state["memories"]] == ["Half is renamed."]
    assert "Lisbon" in briefing
    assert "## session rename" in briefing


def test_status_and_doctor_tell_the_state(typed: Typed) -> None:
    typed.run("remember", "one")

    state = typed.json("status")
    checks = typed.json("doctor")

    assert state["memories"] == {"current": 1}
    assert state["embedder"]["state"] == "ready"
    assert "store" in typed.run("status")
    assert all(f["well"] for f in checks["findings"])
    assert typed.run("doctor").count("ok ") == len(checks["findings"])


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_doctor_finds_what_is_wrong_and_says_what_to_do(typed: Typed) -> None:
    typed.run("remember", "one")
    (typed.home / "local").chmod(0o755)

    assert "BAD folder: others can read it: chmod" in typed.run("doctor", code=1)


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_what_is_written_is_its_owners_alone(typed: Typed) -> None:
    typed.run("remember", "one")
    typed.run("export", str(typed.home / "out.jsonl"))

    assert [p for p in typed.home.rglob("*") if p.stat().st_mode & 0o077] == []


def test_export_and_import_move_a_store(typed: Typed, tmp_path: Path) -> None:
    typed.run("remember", "我喜欢喝茶。")
    file = tmp_path / "out.jsonl"
    typed.run("export", str(file))
    other = Typed(tmp_path / "other")

    first = other.json("import", str(file))
    again = other.json("import", str(file))

    assert (first["added"], again["added"], again["there"]) == (1, 0, 1)
    assert other.json("recall", "tea")["memories"][0]["content"] == "我喜欢喝茶。"
    assert typed.run("export").splitlines()[1:] == file.read_text().splitlines()[1:]


def test_a_bad_record_is_told_and_gives_exit_code_one(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_text('{"format": "simonides-memories-1"}\nnonsense\n')

    told = typed.run("import", str(file), code=1)

    assert "line 2 is no memory record" in told
    refused = json.loads((tmp_path / "in.jsonl.refused.jsonl").read_text())
    assert refused == {"where": "line 2", "why": "is no memory record", "record": "nonsense\n"}


def test_a_file_of_another_memory_is_told_by_its_look_and_taken_in_once(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(
        '{"type": "entity", "name": "Ada", "entityType": "person", "observations": ["likes coffee"]}\nnot json\n'
    )

    counted = typed.json("import", str(file), "--dry-run", code=1)
    first = typed.json("import", str(file), code=1)
    again = typed.json("import", str(file), code=1)
    found = typed.json("recall", "What does Ada drink?")
    undone = typed.json("undo", first["receipt"])

    assert counted["added"] == first["added"] == first["kinds"]["fact"] + first["kinds"].get("note", 0)
    assert first["refused_count"] == 1
    assert (again["added"], again["there"]) == (0, first["added"])
    assert any("likes coffee" in m["content"] for m in found["memories"])
    assert undone["outcome"] == "undone"
    assert typed.json("recall", "What does Ada drink?")["memories"] == []


def test_the_formats_are_listed_and_an_unknown_file_is_refused_with_them(typed: Typed, tmp_path: Path) -> None:
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"\0\1\2")

    assert "mempalace" in typed.run("import", str(odd), "--formats")
    assert "known are server-memory" in typed.run("import", str(odd), code=2)


def test_an_older_change_is_undone_with_all_that_came_after_when_asked(typed: Typed) -> None:
    first = typed.json("remember", "The office is in Oslo.")
    second = typed.json("remember", "The office is in Rome.", "--replaces", first["id"])
    typed.json("remember", "The office is in Bergen.", "--replaces", second["id"])

    refused = typed.run("undo", second["receipt"], code=2)
    undone = typed.json("undo", second["receipt"], "--cascade")
    back = typed.json("recall", "Where is the office?")
    typed.json("undo", *undone["receipt"].split())

    assert "was changed again since" in refused
    assert [m["content"] for m in back["memories"]] == ["The office is in Oslo."]
    assert [m["content"] for m in typed.json("recall", "Where is the office?")["memories"]] == [
        "The office is in Bergen."
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["recall", "???"], "query has no letters"),
        (["remember", "x", "--kind", "idea"], "kind"),
        (["forget", "nope"], "No memory with id 'nope'"),
        (["import", "/no/such/file"], "does not exist"),
        (["nonsense"], "No such command"),
        (["serve", "--http", "0.0.0.0:1"], "not a loopback address"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_with_exit_code_two(typed: Typed, words: list[str], told: str) -> None:
    assert told in typed.run(*words, code=2)


def test_help_names_every_command(typed: Typed) -> None:
    told = typed.run("--help")

    for command in ("serve", "demo", "status", "doctor", "remember", "recall", "forget", "export", "import"):
        assert command in told
        assert typed.run(command, "--help")


def test_the_version_is_the_packages(spawned: Typed) -> None:
    import tomllib

    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    assert spawned.run("--version").strip() == f"simonides {version}"


def test_the_demonstration_holds(spawned: Typed) -> None:
    told = spawned.run("demo")

    assert "All of it held." in told
    assert "✗" not in told


def test_a_store_is_backed_up_restored_examined_and_accounted_for(typed: Typed, tmp_path: Path) -> None:
    stored = typed.json("remember", "The office is in Oslo.")
    file = str(tmp_path / "b.zip")
    typed.run("backup", file)
    typed.json("forget", stored["id"])
    later = typed.json("remember", "The office is in Rome.")

    refused = typed.run("restore", file, code=2)
    restored = typed.json("restore", file, "--replace")
    found = typed.json("recall", "Where is the office?")
    undone = typed.run("undo", later["receipt"], code=2)
    told = typed.json("audit")

    assert "--replace" in refused
    assert (restored["count"], restored["lost"]) == (1, 2)  # one that is not in it, one that was hidden since
    assert [m["content"] for m in found["memories"]] == ["The office is in Oslo."]
    assert "knows no receipt" in undone
    assert [e["verb"] for e in told] == ["remember", "backup", "forget", "remember", "restore", "recall", "forget"]
    assert all("Oslo" not in json.dumps(e) for e in told)
    assert all(f["well"] for f in typed.json("doctor", "--rebuild")["findings"])


def test_a_backup_is_put_in_the_place_of_a_store_that_does_not_open(typed: Typed, tmp_path: Path) -> None:
    typed.json("remember", "The office is in Oslo.")
    file = str(tmp_path / "b.zip")
    typed.run("backup", file)
    for manifest in (typed.home / "local" / "memories.lance" / "_versions").glob("*.manifest"):
        manifest.write_bytes(b"")

    refused = typed.run("recall", "office", code=2)
    unasked = typed.run("restore", file, code=2)
    typed.run("restore", file, "--replace")
    status = typed.json("status")

    assert "simonides restore" in refused
    assert "--replace" in unasked
    assert status["memories"] == {"current": 1}
    assert any("damaged" in alarm for alarm in status["alarms"])


def test_names_are_joined_listed_and_parted_from_the_command_line(typed: Typed) -> None:
    for subject in ("Bob", "Robert Smith"):
        typed.run(
            "remember", f"{subject} has a boat.", "--subject", subject, "--relation", "owns", "--object", "a boat"
        )

    joined = typed.json("alias", "Bob", "Robert Smith")
    found = typed.json("recall", "--subject", "Bob", "--relation", "owns")
    listed = typed.json("alias")
    parted = typed.json("alias", "--remove", "Bob", "Robert Smith")
    again = typed.run("undo", parted["receipt"])

    assert joined["outcome"] == "stored"
    assert {m["content"] for m in found["memories"]} == {"Bob has a boat.", "Robert Smith has a boat."}
    assert [(one["name"], one["other"]) for one in listed] == [("Bob", "Robert Smith")]
    assert again
    assert len(typed.json("alias")) == 1


def test_what_cannot_be_joined_or_parted_says_why(typed: Typed) -> None:
    typed.run("remember", "one")

    assert "OTHER" in typed.run("alias", "Bob", code=2)
    assert "not joined" in typed.run("alias", "--remove", "Bob", "Robert Smith", code=2)
    assert typed.run("alias") == "No names are joined.\n"
