"""Every client of the table: its files on each system, its form, its rules."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from simonides.server.clients import CLIENTS
from simonides.server.environment import PLATFORMS, Platform
from simonides.server.install import Request, seen, snippet
from simonides.server.rewriting import Refused
from simonides.server.rules import RULES
from simonides.storage.errors import InvalidArgument
from tests.server.machine import LAUNCH, Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("client", CLIENTS)
def test_every_row_makes_a_file_its_format_parses(tmp_path: Path, client: str, platform: Platform) -> None:
    machine = Machine(tmp_path, platform)
    row = CLIENTS[client]
    project = tmp_path / "project" if platform not in row.user else None
    (tmp_path / "project").mkdir()

    path = machine.install(client, project=project).plan.config.path

    data: Any = (tomllib.loads if row.format == "toml" else json.loads)(path.read_text())
    for key in (*row.keys, "simonides"):
        data = data[key]
    assert data == row.shape(LAUNCH)
    assert LAUNCH.command in json.dumps(data)
    assert tmp_path in path.parents


@pytest.mark.parametrize("client", [c for c, row in CLIENTS.items() if row.project])
def test_a_project_has_files_of_its_own(machine: Machine, client: str) -> None:
    project = machine.home / "work"
    project.mkdir()

    scope = CLIENTS[client].project
    machine.install(client, project=project, rules=scope is not None and bool(scope.rules))

    assert {name.split("/")[0] for name in machine.all()} == {"work"}


def test_folders_named_by_variables_are_used(tmp_path: Path) -> None:
    named = {"XDG_CONFIG_HOME": str(tmp_path / "xdg"), "CODEX_HOME": str(tmp_path / "c"), "CLAUDE_CONFIG_DIR": "rel"}
    machine = Machine(tmp_path, variables=named)

    for client in ("zed", "codex", "claude-code"):
        machine.install(client)

    assert set(machine.all()) == {"xdg/zed/settings.json", "c/config.toml", ".claude.json"}  # "rel" is no absolute path


def test_the_file_of_another_version_is_left_to_that_version(machine: Machine) -> None:
    machine.file(".config/opencode/opencode.json", '{"mcp": {"a": {"type": "local", "command": ["x"]}}}')

    with pytest.raises(Refused, match="simonides install opencode-1"):
        machine.install("opencode")

    assert machine.install("opencode-1").outcome == "set up"


def test_of_two_files_the_one_with_the_entry_is_edited(machine: Machine) -> None:
    machine.file(".config/opencode/opencode.jsonc", "{}")
    machine.install("opencode")
    machine.file(".config/opencode/opencode.json", "{}")

    machine.uninstall("opencode")

    assert machine.all() == {".config/opencode/opencode.json": b"{}", ".config/opencode/opencode.jsonc": b"{}"}


@pytest.mark.parametrize("text", [None, "", "# Mine\n", "# Mine", "# Mine\r\n\r\nBe brief.\r\n"])
def test_rules_are_written_once_and_taken_out_without_a_trace(machine: Machine, text: str | None) -> None:
    if text is not None:
        machine.file(".gemini/GEMINI.md", text)
    before = machine.all()

    machine.install("gemini-cli", rules=True)
    again = machine.install("gemini-cli", rules=True)
    ruled = (machine.home / ".gemini/GEMINI.md").read_text()
    machine.uninstall("gemini-cli")

    assert again.outcome == "already set up"
    assert ruled.count("call recall with no argument") == 1
    assert ruled.startswith((text or "").replace("\r\n", "\n"))
    assert machine.all() == before


def test_without_rules_asked_for_they_are_only_offered(machine: Machine) -> None:
    offered = machine.install("codex").plan.offer

    assert offered == machine.home / ".codex/AGENTS.md"
    assert set(machine.all()) == {".codex/config.toml"}


def test_rules_whose_end_was_lost_are_left_alone(machine: Machine) -> None:
    machine.install("codex", rules=True)
    path = machine.home / ".codex/AGENTS.md"
    path.write_text(path.read_text().replace("<!-- simonides: end -->", "mine"))
    before = machine.all()

    with pytest.raises(Refused, match="has no end"):
        machine.uninstall("codex")

    assert machine.all() == before


@pytest.mark.parametrize(
    ("client", "more", "argument"),
    [
        ("continue", {}, "CLIENT"),
        ("zed", {"project": Path("/")}, "--project"),
        ("cursor", {"project": Path("/no/such")}, "--project"),
        ("cursor", {"rules": True}, "--rules"),
    ],
)
def test_what_a_client_does_not_have_is_said_by_name(
    machine: Machine, client: str, more: dict[str, Any], argument: str
) -> None:
    with pytest.raises(InvalidArgument) as refused:
        machine.install(client, **more)

    assert refused.value.argument == argument
    assert machine.all() == {}


def test_the_list_tells_what_is_there_and_what_is_set_up(machine: Machine) -> None:
    machine.file(".cursor/other.txt", "")
    machine.install("codex")

    looks = {name: seen(row, machine.environment) for name, row in CLIENTS.items()}

    assert [n for n, look in looks.items() if look.set_up] == ["codex"]
    assert [n for n, look in looks.items() if look.installed] == ["cursor", "codex"]


def test_what_is_shown_is_what_a_new_file_holds(machine: Machine) -> None:
    for client, row in CLIENTS.items():
        if row.user:
            path = machine.install(client, name="x").plan.config.path

            assert path.read_text() == snippet(Request(row, LAUNCH, name="x"))
            machine.uninstall(client, name="x")


def test_the_documentation_has_a_row_for_every_client_and_the_rules_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "clients.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}

    assert list(rows) == list(CLIENTS)
    for name, row in CLIENTS.items():
        scopes = [s for s in (*row.user.values(), row.project) if s]
        places = [t.partition("}")[2] if "}" in t else t for s in scopes for t in (s.files[0], s.rules) if t]
        assert [place for place in places if place not in rows[name].replace("\\", "/")] == []
        assert f"`{'.'.join(row.keys)}`" in rows[name]
    assert RULES in page
