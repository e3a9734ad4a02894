"""A store that is used for long stays as small and as fast as one that was just written."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median

import pytest

from tests.faults.zygote import alone

pytestmark = pytest.mark.heavy
SOAK_S = float(os.environ.get("SIMONIDES_SOAK_S", "600"))
STATEMENTS = 5_000

# Of the soak: growth of resident memory in the last two thirds, open descriptors (the caches that hold them are let
# go after each compaction), and what may lie in the folder of the table at any look.
MOST_GROWTH = 1.10
MOST_DESCRIPTORS = 128
MOST_VERSIONS = 100
MOST_FILES = 600
# Of five thousand single statements, against the same rows written at once.
MOST_FRAGMENTS = 64
MOST_DISK = 1.5
MOST_TIME = 1.5
MOST_RESIDENT = 1.25  # against a process that only opened the table


@pytest.mark.timeout(SOAK_S + 300)
def test_memory_descriptors_versions_and_files_stay_flat(tmp_path: Path) -> None:
    process, channel = alone("tests.faults.lasting:soak", home=str(tmp_path / "home"), lasts_s=SOAK_S, seed=5)

    looks: list[dict[str, float]] = []
    while "steps" not in (told := channel.expect(SOAK_S)):
        looks.append(told)
    process.wait(60)

    third = len(looks) // 3  # the first is for warming up
    parts = looks[third : third + third // 3], looks[-third // 3 :]
    early, late = (median(look["resident_kib"] for look in part) for part in parts)
    descriptors = [look["descriptors"] for look in looks[third:]]
    most = {name: max(look[name] for look in looks) for name in looks[0]}
    print(f"{told}, resident {early / 1024:.0f}, then {late / 1024:.0f} MiB, at most {most}")  # noqa: T201
    assert told["erases"] > 0  # it went on until there were too many rows
    assert late <= MOST_GROWTH * early
    assert max(descriptors) <= MOST_DESCRIPTORS
    assert median(descriptors[-third:]) <= 1.25 * median(descriptors[:third])
    assert most["versions"] <= MOST_VERSIONS
    assert most["files"] <= MOST_FILES


@pytest.mark.timeout(1200)
def test_five_thousand_single_statements_cost_what_the_same_rows_cost_written_at_once(tmp_path: Path) -> None:
    homes = {name: str(tmp_path / name) for name in ("singly", "bulk")}

    def done(job: str, **arguments: object) -> dict[str, float]:
        process, channel = alone(f"tests.faults.lasting:{job}", **arguments)
        told = channel.expect(600)
        process.wait(60)
        return told

    singly = done("singly", home=homes["singly"], count=STATEMENTS)
    opened = done("opening_only", home=homes["singly"])
    bulk = done("bulk", home=homes["bulk"], source=homes["singly"])
    asked = done("asked_in_turn", homes=homes, times=200, count=STATEMENTS, seed=6)

    print(singly, opened, bulk, asked, sep="\n")  # noqa: T201
    assert bulk["rows"] == STATEMENTS
    assert singly["most_fragments"] <= MOST_FRAGMENTS
    assert singly["disk_bytes"] <= MOST_DISK * bulk["disk_bytes"]
    assert asked["singly"] <= MOST_TIME * asked["bulk"]
    assert singly["resident_kib"] <= MOST_RESIDENT * opened["resident_kib"]
