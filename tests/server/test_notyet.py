"""What is not there yet is in one table, marked on the page of the contract, and said where it is asked for."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer
from mcp import MCPError

from simonides.server.cli import app
from simonides.tools import notyet
from tests.conftest import Desk
from tests.server.contract_page import read_page

pytestmark = pytest.mark.anyio
PAGE = read_page()


def marked() -> dict[str, Any]:
    """What the page marks, in the form of the table."""
    return {
        "arguments": {(t.name, a.name) for t in PAGE.tools for a in t.arguments if a.not_yet},
        "results": {
            (t.name, f.name): f.never for t in PAGE.tools for f in [*t.result, *t.deeper] if f.never or f.not_yet
        },
        "resources": {name for name, not_yet in PAGE.resources.items() if not_yet},
        "prompts": {name for name, not_yet in PAGE.prompts.items() if not_yet},
        "commands": {name for name, not_yet in PAGE.commands.items() if not_yet},
    }


def tabled() -> dict[str, Any]:
    """The table of what is not there yet."""
    return {
        "arguments": {(tool, name) for tool, by in notyet.NOT_YET.items() for name in by},
        "results": {
            (tool, name): frozenset(never) for tool, by in notyet.RESULTS.items() for name, never in by.items()
        },
        "resources": set(notyet.RESOURCES),
        "prompts": set[str](),
        "commands": set(notyet.COMMANDS),
    }


def test_nothing_else_is_not_there_yet() -> None:
    assert tabled() == {
        "arguments": set[tuple[str, str]](),
        "results": {
            ("remember", "outcome"): {"quarantined"},
        },
        "resources": {"memory://quarantine/{scope}"},
        "prompts": set[str](),
        "commands": {"quarantine", "token", "trust"},
    }


def test_the_page_marks_what_is_not_there_yet_and_nothing_else() -> None:
    assert marked() == tabled()
    assert PAGE.marks == sum(max(1, len(never)) for never in tabled()["results"].values()) + sum(
        len(names) for kind, names in tabled().items() if kind != "results"
    )


@pytest.mark.parametrize("address", notyet.RESOURCES)
async def test_a_resource_that_is_not_there_yet_says_so_and_what_to_do_instead(desk: Desk, address: str) -> None:
    kind, _, _ = address.partition("/{")

    with pytest.raises(MCPError) as fault:
        await desk.client.read_resource(f"{kind}/global")

    assert str(fault.value) == f"{kind} is not available yet; {notyet.RESOURCES[address]}."


@pytest.mark.parametrize("command", notyet.COMMANDS)
def test_a_command_that_is_not_there_yet_says_so_and_what_to_do_instead(command: str) -> None:
    words = [sys.executable, "-m", "simonides", command, "some", "--words"]

    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == f"simonides: {command} is not available yet; {notyet.COMMANDS[command]}.\n"


def test_no_command_that_is_there_is_said_not_to_be() -> None:
    there: Any = typer.main.get_command(app)

    assert not set(notyet.COMMANDS) & set(there.commands)
