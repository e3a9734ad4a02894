"""Damaged files: right, or healed with a notice, or refused with a way out. Never wrong in silence."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.faults.damaged import Case, cases, make, plain

pytestmark = pytest.mark.anyio
SEED = 20261130
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
async def base(tmp_path: Path) -> Path:
    """The home of a store made by real operations, closed."""
    home = tmp_path / "base"
    await make(home)
    return home


def answers(base: Path, asked: Sequence[Case], folder: Path) -> list[str]:
    """What is wrong in each case; a process that a case takes down is followed by another."""
    told: list[str] = []
    while len(told) < len(asked):
        lines = "".join(json.dumps(plain(c)) + "\n" for c in asked[len(told) :])
        command = [sys.executable, "-m", "tests.faults.damaged", str(base), tempfile.mkdtemp(dir=folder)]
        done = subprocess.run(command, input=lines, cwd=ROOT, capture_output=True, text=True, check=False)
        new = [json.loads(line) for line in done.stdout.splitlines()]
        assert new or told or done.returncode < 0, done.stderr[-4000:]
        told += new
        if done.returncode:
            told.append(f"takes the process down ({done.returncode}): {done.stderr[-300:]}")
    return told[: len(asked)]


def held(base: Path, count: int, folder: Path) -> None:
    """Nothing is wrong in so many cases."""
    asked = cases(base, count, random.Random(SEED))
    found = [f"{case}: {wrong}" for case, wrong in zip(asked, answers(base, asked, folder), strict=True) if wrong]
    assert not found, f"{len(found)} of {count}:\n" + "\n".join(found)


async def test_an_undamaged_store_answers_right(base: Path, tmp_path: Path) -> None:
    """The measure itself: with a cut behind the last byte of nothing, there is nothing to be found."""
    (base / "local" / "beside").write_bytes(b"")

    assert answers(base, [Case("local/beside", "cut")] * 2, tmp_path) == ["", ""]


async def test_no_damage_to_a_newest_file_is_served_in_silence(base: Path, tmp_path: Path) -> None:
    """Forty of the cuts, zeroed files and flipped bits, by the seed."""
    held(base, 40, tmp_path)


@pytest.mark.heavy
@pytest.mark.timeout(1200)
async def test_none_of_five_hundred_damages_is_served_in_silence(base: Path, tmp_path: Path) -> None:
    held(base, 500, tmp_path)
