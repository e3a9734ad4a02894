"""The package as a user gets it: built, installed where nothing else is, driven over stdio."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

from tests.heavy.conftest import ROOT, new_venv, run

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--wheel", "--outdir", out, ROOT])
    (built,) = out.glob("simonides-*.whl")
    return built


def test_the_wheel_holds_every_module_under_one_name_and_nothing_else(wheel: Path) -> None:
    inside = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}

    sources = {
        ("" if floor == "simonides" else "simonides/") + p.relative_to(ROOT).as_posix()
        for floor in ("simonides", "server", "tools", "storage")
        for p in (ROOT / floor).rglob("*.py")
    }
    assert inside == sources | {"simonides/py.typed"}


def test_the_installed_wheel_does_the_main_job(wheel: Path, tmp_path: Path) -> None:
    python = new_venv(tmp_path / "venv")
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel])

    told = run([python.parent / "simonides", "demo"], cwd=tmp_path)

    assert "All of it held." in told
    assert "torch" not in run([python, "-m", "pip", "list", "--disable-pip-version-check"])
