"""A server process for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.wire import Wire


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def wire(home: Path) -> Iterator[Wire]:
    """A server of its own."""
    wire = Wire(home)
    yield wire
    wire.process.kill()
    wire.process.wait()
    for pipe in (wire.process.stdin, wire.process.stdout, wire.process.stderr):
        if pipe and not pipe.closed:
            pipe.close()
