"""A disk that fails: nothing is acknowledged that is not there, and the store goes on once the disk is well."""

from __future__ import annotations

import errno
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.faults import shim
from tests.faults.shim import Kind

pytestmark = pytest.mark.timeout(300)
SEED = 20261130
LAST = 200  # of the writes or syncs one of which fails
_SOME = 6
_EACH_S, _IMPORTS_S = 3, 60  # on a busy machine


@dataclass(frozen=True, slots=True)
class Case:
    """Which call fails, how, and whether the calls of making a store are counted or those of changing one."""

    kind: Kind
    nth: int
    sticky: bool = False
    error: int = errno.EIO
    opening: bool = False

    def __str__(self) -> str:
        often = "from there on" if self.sticky else "once"
        return f"{errno.errorcode[self.error]} {often} at {self.kind} {self.nth}{' of a new store' * self.opening}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case: how often the fault was met, what was wrong."""

    case: Case
    failed: int
    wrong: list[str]


Try = Callable[[Iterable[Case]], list[Outcome]]


@pytest.fixture
def tried(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Try:
    def run(cases: Iterable[Case]) -> list[Outcome]:
        given = list(cases)
        library = shim.built(tmp_path_factory.getbasetemp())
        told = shim.run(
            library,
            "tests.faults.trials",
            str(tmp_path),
            json.dumps([asdict(c) for c in given]),
            wait_s=_IMPORTS_S + _EACH_S * len(given),
        )
        results: list[dict[str, Any]] = json.loads(told)
        return [Outcome(c, r["failed"], r["wrong"]) for c, r in zip(given, results, strict=True)]

    return run


def some(kind: Kind) -> list[int]:
    return sorted(random.Random(f"{SEED} {kind}").sample(range(1, LAST + 1), _SOME))


def held(outcomes: Iterable[Outcome]) -> None:
    """Every fault was met, and nothing was wrong with how."""
    outcomes = list(outcomes)
    wrong = [f"{o.case}: {fault}" for o in outcomes for fault in o.wrong]
    assert not wrong, f"{len({o.case for o in outcomes if o.wrong})} of {len(outcomes)}:\n" + "\n".join(wrong)
    unmet = [str(o.case) for o in outcomes if not o.failed]
    assert not unmet, f"no such call was made: {unmet[:5]}"


@pytest.mark.parametrize("kind", ["write", "sync"])
def test_an_io_error_loses_nothing_acknowledged_and_passes(tried: Try, kind: Kind) -> None:
    """Once, at a dozen places of a series of changes."""
    held(tried(Case(kind, nth) for nth in some(kind)))


def test_a_disk_that_fails_from_some_moment_on_loses_nothing_acknowledged(tried: Try) -> None:
    """Full, or broken, until it is mended."""
    full = [Case("write", nth, sticky=True, error=errno.ENOSPC) for nth in some("write")[::4]]
    broken = [Case("sync", nth, sticky=True) for nth in some("sync")[::4]]

    held(tried(full + broken))


def test_a_store_whose_making_met_an_error_is_made_the_next_time(tried: Try) -> None:
    """What was half made must neither open as a store nor be in the way of one."""
    held(tried(Case("write", nth, opening=True) for nth in (1, 2, 3, 4, 6, 9, 14, 20)))


@pytest.mark.heavy
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", ["write", "sync"])
def test_every_io_error_to_the_two_hundredth_loses_nothing_acknowledged(tried: Try, kind: Kind) -> None:
    held(tried(Case(kind, nth) for nth in range(1, LAST + 1)))


@pytest.mark.heavy
@pytest.mark.timeout(1200)
def test_a_disk_that_fails_for_good_at_any_moment_loses_nothing_acknowledged(tried: Try) -> None:
    full = [Case("write", nth, sticky=True, error=errno.ENOSPC) for nth in range(1, LAST + 1, 8)]
    broken = [Case("sync", nth, sticky=True) for nth in range(1, LAST + 1, 8)]

    held(tried(full + broken))


@pytest.mark.heavy
@pytest.mark.timeout(600)
def test_every_error_while_a_store_is_made_leaves_one_that_can_be_made(tried: Try) -> None:
    held(tried(Case("write", nth, opening=True) for nth in range(1, 31)))
