"""Clients we did not write: the TypeScript SDK and the Inspector, over stdio, HTTP and SSE."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.heavy.conftest import HERE, made_once, run
from tests.processes.test_http import TOKEN, free_port, start, stopped, waited_for

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not shutil.which("npm"), reason="needs Node.js"),
]
SERVE = [sys.executable, "-m", "simonides", "serve"]


@pytest.fixture(scope="session")
def node(cache: Path) -> Path:
    """A folder with the clients installed and a Node.js recent enough for both."""
    place, finished = made_once(cache / "node", (HERE / "package.json").read_bytes())
    if not finished:
        shutil.copy(HERE / "package.json", place)
        run(["npm", "install", "--no-fund", "--no-audit"], cwd=place)
        (place / ".finished").touch()
    shutil.copy(HERE / "client.mjs", place)
    return place


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    port = free_port()
    process = start(tmp_path / "home", f"127.0.0.1:{port}", SIMONIDES_HTTP_TOKEN=TOKEN)
    waited_for(port)
    yield f"http://127.0.0.1:{port}"
    stopped(process)


def typescript(node: Path, home: Path, *words: str) -> dict[str, Any]:
    """What the TypeScript client saw."""
    command = [node / "node_modules/node/bin/node", "client.mjs", *words]
    return json.loads(run(command, cwd=node, SIMONIDES_HOME=str(home), SIMONIDES_HTTP_TOKEN=TOKEN))


def expected(seen: dict[str, Any]) -> None:
    assert seen["tools"] == ["remember", "recall", "forget", "summarise"]
    assert seen["found"] == ["The office is in Oslo."]
    assert seen["summary"]
    assert seen["outcomes"] == ["stored", "hidden", "undone", "listed", "erased"]
    assert seen["refused"]


def test_the_typescript_client_works_over_stdio_and_is_asked_before_an_erase(node: Path, tmp_path: Path) -> None:
    seen = typescript(node, tmp_path / "home", "stdio", *SERVE)

    expected(seen)
    assert seen["questions"] == 1


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_the_typescript_client_works_over_the_network(node: Path, tmp_path: Path, url: str, transport: str) -> None:
    expected(typescript(node, tmp_path, transport, url))


def inspector(node: Path, home: Path, *words: str) -> str:
    path = os.pathsep.join([str(node / "node_modules/node/bin"), os.environ["PATH"]])
    return run(
        [node / "node_modules/.bin/mcp-inspector", "--cli", *words], PATH=path, HOME=str(home), SIMONIDES_HOME=str(home)
    )


def test_the_inspector_finds_nothing_to_object_to_in_the_schemas(node: Path, tmp_path: Path) -> None:
    listed = json.loads(inspector(node, tmp_path, *SERVE, "--method", "tools/list", "--strict"))

    assert len(listed["tools"]) == 4


CALLS = [
    ("remember", ["content=The office is in Oslo."], "stored"),
    ("recall", ["query=office"], "Oslo"),
    ("summarise", ["query=office"], "extract"),
    ("forget", ["query=office"], "listed"),
]


def test_the_inspector_calls_all_tools_over_stdio(node: Path, tmp_path: Path) -> None:
    for tool, arguments, told in CALLS:
        words = [w for a in arguments for w in ("--tool-arg", a)]
        assert told in inspector(node, tmp_path, *SERVE, "--method", "tools/call", "--tool-name", tool, *words)


@pytest.mark.parametrize("path", ["/mcp", "/sse"])
def test_the_inspector_calls_all_tools_over_the_network(node: Path, tmp_path: Path, url: str, path: str) -> None:
    for tool, arguments, told in CALLS:
        words = [w for a in arguments for w in ("--tool-arg", a)]
        header = ["--header", f"Authorization: Bearer {TOKEN}"]
        assert told in inspector(
            node, tmp_path, url + path, *header, "--method", "tools/call", "--tool-name", tool, *words
        )
