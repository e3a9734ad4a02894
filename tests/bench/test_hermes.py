"""What the track beside another memory is made of; the track itself downloads that memory."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Generator

import pytest

from bench.processtime import children, processor_s
from bench.tracks.hermes import drawn_facts

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")

# Counts when told to, and answers when it is done.
_COUNTING = "import sys\nfor line in sys.stdin:\n sum(range(int(line)))\n print(flush=True)"


@pytest.fixture
def counter() -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", _COUNTING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def count(process: subprocess.Popen[str], to: int) -> None:
    """Have it count, and wait until it has."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{to}\n")
    process.stdin.flush()
    process.stdout.readline()


def test_each_entity_has_its_facts_under_a_name_of_two_words() -> None:
    facts = drawn_facts(100, 3)

    assert set(Counter(subject for subject, _, _ in facts).values()) == {10}
    assert all(len(subject.split()) == 2 for subject, _, _ in facts)
    assert len(set(facts)) == 100


def test_a_child_that_counts_spends_processor_time(counter: subprocess.Popen[str]) -> None:
    count(counter, 1)
    before = processor_s(counter.pid)

    count(counter, 30_000_000)

    assert processor_s(counter.pid) > before


def test_a_process_started_here_is_among_the_children_and_gone_in_the_end() -> None:
    command = [sys.executable, "-c", "input()"]

    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert process.pid in children()

    assert process.pid not in children()
