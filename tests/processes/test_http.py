"""The HTTP server as a process: both transports, with the SDK's own clients."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from tests.conftest import Desk

pytestmark = pytest.mark.anyio
TOKEN = "a-token-for-the-test-only-0123456789"
AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def start(home: Path, address: str, **environ: str) -> subprocess.Popen[bytes]:
    env = os.environ | {"SIMONIDES_HOME": str(home)} | environ
    command = [sys.executable, "-m", "simonides", "serve", "--http", address]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def waited_for(port: int) -> None:
    """Until somebody listens."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def stopped(process: subprocess.Popen[bytes]) -> None:
    """SIGTERM ends the server cleanly, with nothing on stdout and no token in its log."""
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err.decode()
    assert out == b""
    assert b"Traceback" not in err, err.decode()
    assert TOKEN.encode() not in err


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    process = start(tmp_path / "home", f"127.0.0.1:{port}", SIMONIDES_HTTP_TOKEN=TOKEN)
    waited_for(port)
    yield f"http://127.0.0.1:{port}"
    stopped(process)


def over_http(url: str) -> Any:
    return streamable_http_client(url + "/mcp", http_client=httpx2.AsyncClient(headers=AUTHORIZED, timeout=30))


def over_sse(url: str) -> Any:
    return sse_client(url + "/sse", headers=AUTHORIZED)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", [over_http, over_sse], ids=["http", "sse"])
async def test_all_tools_work_over_both_transports_in_both_eras(
    server: str, transport: Callable[[str], Any], mode: Literal["auto", "legacy"]
) -> None:
    async with Client(transport(server), mode=mode) as client:
        desk = Desk(client)
        assert len((await client.list_tools()).tools) == 4
        stored = await desk.remember("The office is in Oslo.")
        found = await desk.recall("Where is the office?")
        summary = await desk.summarise(query="office")
        hidden = await desk.forget(ids=[stored.data["id"]])

    assert found.contents == ["The office is in Oslo."]
    assert "Oslo" in summary.data["summary"]
    assert hidden.data["outcome"] == "hidden"


async def test_clients_of_both_transports_share_one_store(server: str) -> None:
    async with Client(over_http(server)) as one, Client(over_sse(server)) as other:
        id_ = (await Desk(one).remember("The office is in Oslo.")).data["id"]

        assert (await Desk(other).recall("office")).ids == [id_]


@pytest.mark.parametrize(
    ("address", "token", "told"),
    [
        ("127.0.0.1:8765", "", "SIMONIDES_HTTP_TOKEN must hold a token of at least 16 ASCII characters"),
        ("127.0.0.1:8765", "short", "SIMONIDES_HTTP_TOKEN must hold"),
        ("0.0.0.0:8765", TOKEN, "'0.0.0.0' is not a loopback address"),
    ],
)
def test_without_a_good_token_or_on_another_address_it_does_not_start(
    tmp_path: Path, address: str, token: str, told: str
) -> None:
    process = start(tmp_path / "home", address, SIMONIDES_HTTP_TOKEN=token)

    _, err = process.communicate(timeout=30)

    assert process.returncode == 2
    assert told in err.decode()
    assert "Traceback" not in err.decode()
