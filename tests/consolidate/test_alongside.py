"""Whoever calls does not feel that the memory is being tidied, whatever the endpoint does."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tests.consolidate.badly import FAILING, RIGHT, UNUSABLE
from tests.faults.zygote import ROOT, Channel, alone
from tests.llm.scripted import refused_url

pytestmark = pytest.mark.heavy
REFUSED = "no connection"
KINDS = (RIGHT, REFUSED, *FAILING, *UNUSABLE)
# In all of each kind: half with, half without a model, of each half remember and recall in turn. Most with right answers,
# where most is done; what the others have in common shows in all of them together.
CALLS, CALLS_RIGHT = 200, 1_000
WARM_UP = 20  # pairs of calls before that are not counted
PATIENCE_S = 2.0  # with an endpoint
SLOWER = 1.2  # at most, at the 95th percentile
_DRAWS = 2_000


@dataclass
class Timed:
    """Seconds of the calls of one kind, with and without a model, side by side."""

    with_model: list[float] = field(default_factory=list[float])
    without: list[float] = field(default_factory=list[float])

    @property
    def ratio(self) -> float:
        """Of the 95th percentiles."""
        return float(np.percentile(self.with_model, 95) / np.percentile(self.without, 95))

    def interval(self) -> tuple[float, float]:
        """In which that ratio lies with 95 %, by a bootstrap over the pairs of calls."""
        dice = np.random.default_rng(7)
        both = np.array([self.with_model, self.without])
        drawn = both[:, dice.integers(0, both.shape[1], (_DRAWS, both.shape[1]))]
        high = np.percentile(drawn, 95, axis=2)
        low, up = np.percentile(high[0] / high[1], [2.5, 97.5])
        return float(low), float(up)


@contextlib.contextmanager
def endpoint(kind: str) -> Generator[str]:
    """The address of an endpoint of this kind, which is a process of its own."""
    if kind == REFUSED:
        yield refused_url()
        return
    command = [sys.executable, "-m", "tests.consolidate.badly", kind]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.kill()


class Served:
    """A process that makes the calls it is told."""

    def __init__(self, home: Path, base_url: str) -> None:
        self.process, self.channel = alone(
            "tests.consolidate.timed:calls", home=str(home), base_url=base_url, timeout_s=PATIENCE_S
        )

    def opened(self) -> None:
        """Wait until it serves."""
        assert self.channel.expect(120) == {"opened": True}

    def call(self, verb: str, number: int) -> float:
        """How long a call takes, in seconds."""
        self.channel.tell(verb=verb, number=number)
        return float(self.channel.expect(60)["took_s"])

    def end(self) -> int:
        """Hang up; how many changes the model led to."""
        self.channel.line.shutdown(socket.SHUT_WR)
        applied = _last(self.channel)
        self.process.wait(60)
        self.channel.line.close()
        return applied


def _last(channel: Channel) -> int:
    return int(channel.expect(60)["applied"])


def timed(kind: str, folder: Path, pairs: int) -> tuple[dict[str, Timed], int]:
    """The calls of one kind by verb, and the changes that were made meanwhile."""
    found = {"remember": Timed(), "recall": Timed()}
    with endpoint(kind) as base_url:
        tidied, plain = Served(folder / "with", base_url), Served(folder / "without", "")
        for served in (tidied, plain):
            served.opened()
        for number in range(pairs + WARM_UP):
            verb = "recall" if number % 2 else "remember"
            order: Sequence[Served] = (tidied, plain) if number % 4 < 2 else (plain, tidied)
            took = {served: served.call(verb, number // 2) for served in order}
            if number >= WARM_UP:
                found[verb].with_model.append(took[tidied])
                found[verb].without.append(took[plain])
        plain.end()
        return found, tidied.end()


def lines(kind: str, found: dict[str, Timed], applied: int) -> Iterator[str]:
    """Rows of the table."""
    for verb, one in found.items():
        low, up = one.interval()
        p95 = np.percentile([one.with_model, one.without], 95, axis=1) * 1000
        yield (
            f"{kind:24} {verb:9} {2 * len(one.without):6} {p95[0]:8.1f} {p95[1]:8.1f} "
            f"{one.ratio:6.2f}  {low:.2f}..{up:.2f}  {applied}\n"
        )


@pytest.mark.timeout(3600)
def test_calls_beside_a_consolidator_take_hardly_longer_whatever_its_endpoint_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    all_ = {"remember": Timed(), "recall": Timed()}
    right: dict[str, Timed] = {}
    applied: dict[str, int] = {}

    with capsys.disabled():
        sys.stdout.write(f"\n{'fault':24} verb       calls  p95 with  without  ratio  95 % interval  changes\n")
        for kind in KINDS:
            pairs = (CALLS_RIGHT if kind == RIGHT else CALLS) // 2
            found, applied[kind] = timed(kind, tmp_path / kind.replace(" ", "-"), pairs)
            right = right or found
            for verb, one in found.items():
                all_[verb].with_model += one.with_model
                all_[verb].without += one.without
            sys.stdout.writelines(lines(kind, found, applied[kind]))
            sys.stdout.flush()
        sys.stdout.writelines(lines("all", all_, sum(applied.values())))

    assert [one.ratio for some in (all_, right) for one in some.values() if one.ratio >= SLOWER] == []
    assert applied[RIGHT] > 20
    assert [kind for kind, count in applied.items() if count and kind != RIGHT] == []
