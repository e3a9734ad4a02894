"""What may replace what."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simonides.storage.belief.rules import least_trust, why_not_supersede
from simonides.storage.memory import Memory, Trust


def memory(trust: Trust, confidence: float) -> Memory:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Memory("000000000000.1", "global", "fact", "x", at, trust=trust, confidence=confidence)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (memory("assistant", 0.8), memory("assistant", 0.9)),
        (memory("user", 0.5), memory("assistant", 0.9)),
        (memory("assistant", 0.3), memory("assistant", 0.2)),
    ],
)
def test_a_statement_at_least_as_trusted_and_sure_replaces(new: Memory, old: Memory) -> None:
    assert why_not_supersede(new, old) == ""


@pytest.mark.parametrize(
    ("new", "old", "why"),
    [
        (memory("external", 1.0), memory("assistant", 0.1), "external"),
        (memory("assistant", 1.0), memory("user", 0.1), "user"),
        (memory("assistant", 0.4), memory("assistant", 0.6), "confidence"),
    ],
)
def test_lower_trust_or_an_unsure_rumour_does_not(new: Memory, old: Memory, why: str) -> None:
    assert why in why_not_supersede(new, old)


def test_what_is_derived_is_trusted_as_its_least_trusted_source() -> None:
    assert least_trust(["user", "external", "assistant"]) == "external"
