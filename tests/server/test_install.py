"""Setting Simonides up in a client, with real files."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from simonides.server import rewriting
from simonides.server.clients import CLIENTS
from simonides.server.install import Request, plan, snippet
from simonides.server.rewriting import Refused
from tests.server.machine import LAUNCH, NOW, Machine

ZED = """// Zed settings
{
  "theme": "One Dark", // dark
  /* servers */
  "context_servers": {
    "other": { "command": "npx", "args": ["-y", "other"], },
    // "tried": {},
  },
  "vim_mode": true,
}
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_other_servers_and_comments_survive_byte_for_byte(machine: Machine) -> None:
    path = machine.file(".config/zed/settings.json", ZED)

    done = machine.install("zed")

    other = '    "other": { "command": "npx", "args": ["-y", "other"], },\n'
    head, found, foot = path.read_text().partition(other)
    added = foot.removesuffix(ZED.partition(other)[2])
    assert done.outcome == "set up"
    assert (head + found, foot[len(added) :]) == (ZED.partition(other)[0] + other, ZED.partition(other)[2])
    assert json.loads("{" + added.strip().removesuffix(",") + "}") == {"simonides": CLIENTS["zed"].shape(LAUNCH)}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("text", ["", "\n", None])
def test_of_a_file_that_holds_nothing_else_install_and_uninstall_leave_what_was_there(
    machine: Machine, client: str, text: str | None
) -> None:
    project = machine.home if not CLIENTS[client].user else None
    path = plan(Request(CLIENTS[client], LAUNCH, project=project), machine.environment).config.path
    if text is not None:
        machine.file(str(path.relative_to(machine.home)), text)
    before = machine.all()

    machine.install(client, project=project)
    machine.uninstall(client, project=project)

    assert machine.all() == before


@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("zed", ".config/zed/settings.json", ZED),
        ("zed", ".config/zed/settings.json", ZED.replace("\n", "\r\n")),
        ("claude-code", ".claude.json", '{"numStartups":3,"mcpServers":{},"projects":{"/x":{"mcpServers":{}}}}'),
        ("lm-studio", ".lmstudio/mcp.json", '{\n  "mcpServers": {}\n}\n'),
        ("cursor", ".cursor/mcp.json", '\ufeff{\n\t"mcpServers": {\n\t}\n}'),
        ("opencode", ".config/opencode/opencode.jsonc", '{\n  "model": "x" // y\n}\n'),
        ("codex", ".codex/config.toml", 'model = "o"  # fast\n\n[mcp_servers.a]\ncommand = "b"\n\n[tui]\nx = 1\n'),
        ("codex", ".codex/config.toml", 'mcp_servers = { a = { command = "b" } } # c\nmodel = "o"'),
    ],
)
def test_install_then_uninstall_gives_back_the_very_same_bytes(
    machine: Machine, client: str, file: str, text: str
) -> None:
    path = machine.file(file, text)

    machine.install(client)
    between = path.read_bytes()
    machine.uninstall(client)

    assert b"simonides" in between
    assert path.read_bytes() == text.encode()


@pytest.mark.parametrize(
    ("client", "file", "text"),
    [
        ("cursor", ".cursor/mcp.json", '{"mcpServers": {"a": {}}'),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": {},}'),
        ("cursor", ".cursor/mcp.json", "[]"),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": null}'),
        ("cursor", ".cursor/mcp.json", '{"mcpServers": {}, "mcpServers": {}}'),
        ("codex", ".codex/config.toml", "model = o\n"),
        ("codex", ".codex/config.toml", "mcp_servers = 3\n"),
    ],
)
def test_a_file_that_cannot_be_edited_is_left_alone_and_the_entry_shown(
    machine: Machine, client: str, file: str, text: str
) -> None:
    machine.file(file, text)

    with pytest.raises(Refused, match="by hand") as refused:
        machine.install(client)

    assert snippet(Request(CLIENTS[client], LAUNCH)) in str(refused.value)
    assert machine.all() == {file: text.encode()}
    assert not list(machine.home.rglob("*.bak"))


def test_a_file_that_is_not_text_is_left_alone(machine: Machine) -> None:
    path = machine.file(".cursor/mcp.json", "")
    path.write_bytes(b"\xff\xfe{}")

    with pytest.raises(Refused, match="UTF-8"):
        machine.install("cursor")

    assert path.read_bytes() == b"\xff\xfe{}"


def test_planning_writes_nothing_and_shows_the_change_as_a_diff(machine: Machine) -> None:
    machine.file(".config/zed/settings.json", ZED)
    before = machine.all()

    planned = plan(Request(CLIENTS["zed"], LAUNCH, rules=True), machine.environment)

    assert [line for line in planned.config.diff().splitlines() if line.startswith("-")] == [
        f"--- {machine.home}/.config/zed/settings.json"
    ]
    assert '+    "simonides": {' in planned.config.diff()
    assert machine.all() == before


def test_the_second_install_has_nothing_to_do(machine: Machine) -> None:
    machine.file(".cursor/mcp.json", "{}")
    machine.install("cursor")
    before = machine.all()

    done = machine.install("cursor")

    assert (done.outcome, done.backups, machine.all()) == ("already set up", [], before)
    assert len(list(machine.home.rglob("*.bak"))) == 1


def test_an_entry_that_is_there_is_brought_up_to_date_and_keeps_what_the_user_put_in(machine: Machine) -> None:
    mine = {"command": "simonides", "args": ["serve"], "env": {"SIMONIDES_LOG_LEVEL": "INFO"}, "disabled": True}
    path = machine.file(".codeium/windsurf/mcp_config.json", json.dumps({"mcpServers": {"simonides": mine, "b": {}}}))

    machine.install("windsurf")

    servers = json.loads(path.read_text())["mcpServers"]
    assert servers["simonides"] == mine | {
        "command": LAUNCH.command,
        "env": {"SIMONIDES_LOG_LEVEL": "INFO", "SIMONIDES_HOME": "/data"},
    }
    assert list(servers) == ["simonides", "b"]


@pytest.mark.parametrize("uninstall", [False, True])
def test_the_entry_of_another_server_is_never_touched(machine: Machine, uninstall: bool) -> None:
    machine.file(".cursor/mcp.json", '{"mcpServers": {"github": {"command": "npx", "args": ["-y", "github"]}}}')
    before = machine.all()

    with pytest.raises(Refused, match="another server named github"):
        machine.install("cursor", name="github", uninstall=uninstall)

    assert machine.all() == before


def test_uninstall_takes_only_the_entry_of_the_name(machine: Machine) -> None:
    path = machine.file(".cursor/mcp.json", '{\n  "mcpServers": {\n    "a": {}\n  }\n}\n')
    machine.install("cursor")
    once = path.read_bytes()
    machine.install("cursor", name="work")

    machine.uninstall("cursor", name="work")

    assert path.read_bytes() == once
    assert machine.uninstall("cursor", name="work").outcome == "not set up"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_mode_is_kept_and_a_copy_of_before_is_beside(machine: Machine) -> None:
    path = machine.file(".cursor/mcp.json", '{"a": 1}')
    path.chmod(0o640)

    (backup,) = machine.install("cursor").backups

    assert backup == path.with_name("mcp.json.simonides-20261130T120000.bak")
    assert backup.read_bytes() == b'{"a": 1}'
    assert [p.stat().st_mode & 0o777 for p in (path, backup)] == [0o640, 0o640]


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_link_is_followed_and_stays_a_link(machine: Machine) -> None:
    target = machine.file("dotfiles/claude.json", '{"a": 1}')
    link = machine.home / ".claude.json"
    link.symlink_to(target)

    machine.install("claude-code")

    assert link.is_symlink()
    assert "simonides" in json.loads(target.read_text())["mcpServers"]
    assert [p.parent for p in machine.home.rglob("*.bak")] == [target.parent]


def test_a_file_that_changed_meanwhile_is_left_alone(machine: Machine) -> None:
    path = machine.file(".cursor/mcp.json", "{}")
    planned = plan(Request(CLIENTS["cursor"], LAUNCH), machine.environment)
    path.write_text('{"new": 1}')

    with pytest.raises(Refused, match="another program"):
        rewriting.write(planned.config, NOW)

    assert path.read_text() == '{"new": 1}'


def test_two_installs_go_one_after_the_other(machine: Machine) -> None:
    machine.environment.lock.parent.mkdir(parents=True)
    first = FileLock(str(machine.environment.lock))
    second = threading.Thread(target=machine.install, args=("cursor",))

    with first:
        second.start()
        second.join(0.3)
        before = machine.all()
    second.join(30)

    assert before == {}
    assert ".cursor/mcp.json" in machine.all()


class Typed:
    """`simonides install …` in a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def run(self, *words: str, code: int = 0) -> str:
        """What it printed; its exit code must be as expected."""
        env = {k: v for k, v in os.environ.items() if not re.match("SIMONIDES_|XDG_|CODEX_|CLAUDE_|COPILOT_", k)}
        env |= {"HOME": str(self.home), "USERPROFILE": str(self.home), "SIMONIDES_HOME": "/not/for/clients"}
        command = [sys.executable, "-m", "simonides", "install", *words]
        done = subprocess.run(command, env=env, cwd=self.home, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr


def test_the_command_line_sets_up_a_client_whose_entry_starts_a_server(tmp_path: Path) -> None:
    typed = Typed(tmp_path)

    told = typed.run("cursor", "--home", "store", "--scope", "work", "--env", "SIMONIDES_LOG_LEVEL=ERROR")
    entry = json.loads((tmp_path / ".cursor/mcp.json").read_text())["mcpServers"]["simonides"]
    ping = subprocess.run(
        [entry["command"], *entry["args"]],
        env={**os.environ, **entry["env"]},
        input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert "Cursor: set up" in told
    assert Path(entry["command"]).is_absolute()
    assert entry["env"] == {
        "SIMONIDES_LOG_LEVEL": "ERROR",
        "SIMONIDES_SCOPE": "work",
        "SIMONIDES_HOME": str(tmp_path / "store"),
    }
    assert json.loads(ping.stdout)["id"] == 1


def test_the_command_line_tells_and_exits_as_it_promises(tmp_path: Path) -> None:
    typed = Typed(tmp_path)
    broken = tmp_path / ".gemini/settings.json"
    broken.parent.mkdir()
    broken.write_text("{")

    shown = typed.run("codex", "--print")
    dry = typed.run("codex", "--dry-run")
    first = json.loads(typed.run("codex", "--json"))
    again = typed.run("codex")
    listed = json.loads(typed.run("--list", "--json"))
    refused = typed.run("gemini-cli", code=1)

    assert shown.strip() in dry.replace("\n+", "\n")
    assert first["outcome"] == "set up"
    assert "env =" not in shown  # the shell's own variables are no part of an entry
    assert "already set up" in again
    assert [c["client"] for c in listed if c["set_up"]] == ["codex"]
    assert '"mcpServers"' in refused
    assert broken.read_text() == "{"
    assert "CLIENT is one of" in typed.run("nonsense", code=2)
    assert "--name" in typed.run("codex", "--name", "a b", code=2)
    assert "--env" in typed.run("codex", "--env", "=1", code=2)
    assert "SIMONIDES_TIMEZONE" in typed.run("codex", "--env", "SIMONIDES_TIMEZONE=Nowhere", code=2)
