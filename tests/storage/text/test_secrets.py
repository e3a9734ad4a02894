"""Secrets: found on a set written by another hand, and hardly ever where there is none."""

from __future__ import annotations

import importlib.util
import time
from collections import defaultdict
from pathlib import Path
from types import ModuleType

import pytest

from simonides.storage.errors import SecretRefused
from simonides.storage.text.secrets import find_secret, refuse_secrets

SEEDS = range(5)


def _samples() -> ModuleType:
    spec = importlib.util.spec_from_file_location("secret_samples", Path(__file__).with_name("secret_samples.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def shares() -> dict[tuple[str, str], float]:
    """The share of samples in which something was found, by family and language."""
    seen: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for seed in SEEDS:
        for sample in _samples().samples(seed):
            hit = find_secret(sample.text) is not None
            seen[sample.family, sample.lang].append(hit)
            seen[sample.family, "all"].append(hit)
    return {key: sum(hits) / len(hits) for key, hits in seen.items()}


@pytest.fixture(scope="module")
def share() -> dict[tuple[str, str], float]:
    return shares()


def test_tokens_are_found_in_english_and_chinese_prose(share: dict[tuple[str, str], float]) -> None:
    assert min(share["token", lang] for lang in ("en", "zh", "all")) >= 0.95


def test_passwords_and_codes_in_prose_are_found_in_english_and_chinese(share: dict[tuple[str, str], float]) -> None:
    assert min(share["prose", lang] for lang in ("en", "zh", "all")) >= 0.85


def test_look_alikes_pass(share: dict[tuple[str, str], float]) -> None:
    assert max(share["harmless", lang] for lang in ("en", "zh", "all")) <= 0.02


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
