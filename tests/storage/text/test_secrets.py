"""Secrets: found on a set written by another hand, and hardly ever where there is none."""

from __future__ import annotations

import functools
import importlib.util
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from simonides.storage.errors import SecretRefused
from simonides.storage.text.secrets import find_secret, refuse_secrets

SEEDS = range(3)
SETS = ["first", "second", "third"]


def _generator(name: str) -> Any:
    """A generator of samples, each written by another hand than the rules and without having seen them."""
    path = Path(__file__).parent / "secret_samples" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"secret_samples_{name}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@functools.cache
def shares(name: str) -> Mapping[tuple[str, str], float]:
    """The share of samples in which something was found, by family and language."""
    seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for seed in SEEDS:
        for sample in _generator(name).samples(seed):
            hit = find_secret(sample.text) is not None
            seen[sample.family, sample.lang].append(hit)
            seen[sample.family, "all"].append(hit)
    return {key: sum(hits) / len(hits) for key, hits in seen.items()}


@pytest.mark.parametrize("name", SETS)
def test_tokens_are_found_in_english_and_chinese_prose(name: str) -> None:
    assert min(shares(name)["token", lang] for lang in ("en", "zh")) >= 0.95


@pytest.mark.parametrize("name", SETS)
def test_passwords_and_codes_in_prose_are_found_in_english_and_chinese(name: str) -> None:
    assert min(shares(name)["prose", lang] for lang in ("en", "zh")) >= 0.85


@pytest.mark.parametrize("name", SETS)
def test_look_alikes_pass(name: str) -> None:
    assert shares(name)["harmless", "all"] <= 0.02


def test_the_sets_have_the_kinds_and_the_look_alikes_they_should() -> None:
    samples = [s for name in SETS for s in _generator(name).samples(0)]

    assert len({s.kind for s in samples if s.family != "harmless"}) >= 28
    assert sum(s.family == "harmless" for s in samples) >= 300


def test_the_error_names_the_kind_and_the_place_and_not_the_secret() -> None:
    token = "gh" + "p_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    with pytest.raises(SecretRefused) as refused:
        refuse_secrets("content", f"use {token} for the build")

    assert "content looks like it holds a GitHub token at characters 4 to 44" in str(refused.value)
    assert token not in str(refused.value)


@pytest.mark.parametrize(
    "start", ["password is ", "密码是", "eyJ", "sk-", "seed phrase: ", "aws secret ", "a:b@", "http://"]
)
def test_a_hostile_text_does_not_slow_the_search_down(start: str) -> None:
    """Bounded repetitions: 64 KiB of the worst beginnings, each within half a second even on a busy machine."""
    began = time.process_time()
    find_secret((start * 8000)[:65_536])
    find_secret(start + "a " * 30_000)

    assert time.process_time() - began < 1.0
