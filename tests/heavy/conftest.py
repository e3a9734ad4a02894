"""What takes minutes to set up is kept outside the checkout, so that a second run is quick."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def run(command: Sequence[str | Path], *, cwd: Path | None = None, timeout_s: float = 900, **environ: str) -> str:
    """Run a command to its end; what it printed. Its whole output is shown when it fails."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("SIMONIDES_")} | environ
    done = subprocess.run(
        [str(c) for c in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout_s, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def cache() -> Path:
    """A folder outside the checkout: SIMONIDES_TEST_CACHE, or the user's cache folder."""
    base = os.environ.get("SIMONIDES_TEST_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "simonides-tests"
    )
    Path(base).mkdir(parents=True, exist_ok=True)
    return Path(base)


def made_once(folder: Path, key: bytes) -> tuple[Path, bool]:
    """A folder of its own for each key, and whether it was finished before (`finished` marks it so)."""
    place = folder.with_name(f"{folder.name}-{hashlib.sha256(key).hexdigest()[:12]}")
    if (place / ".finished").exists():
        return place, True
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place, False


def python_in(place: Path) -> Path:
    """The interpreter of a virtual environment."""
    return place / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def new_venv(place: Path) -> Path:
    """A fresh virtual environment; its interpreter."""
    venv.create(place, with_pip=True, clear=True)
    return python_in(place)
