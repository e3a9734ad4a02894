"""Processes killed while they change a store: what was acknowledged is there, what was not is whole or absent."""

from __future__ import annotations

import contextlib
import random
import threading
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

import pytest

from tests.faults.expected import Rows
from tests.faults.history import History, Told, violations
from tests.faults.load import OPENED
from tests.faults.zygote import Child, Zygote
from tests.processes.wire import Wire

AT_ONCE = 3  # orders in flight
BETWEEN_CHECKS = 10  # kills


def opened(zygote: Zygote, home: Path) -> Child:
    """A child with the store open: by itself, whatever the last one left."""
    child = zygote.start("tests.faults.load:busy", home=str(home), together=AT_ONCE)
    assert child.expect() == OPENED
    return child


def look(child: Child, history: History) -> None:
    """Have the store say what became of the orders that a kill interrupted."""
    if asked := history.doubtful():
        history.resolve(child.ask(number=0, verb="rows", **asked)["rows"])
    else:
        history.resolve([])


def check(zygote: Zygote, home: Path, history: History) -> None:
    """Read every row there is, and compare; once more after a compaction that nobody interrupts."""
    child = opened(zygote, home)
    look(child, history)
    for verb in ("rows", "compact", "rows"):
        answer = child.ask(number=0, verb=verb)
        if verb == "rows":
            history.check(answer["rows"])
    child.end()


def worked_until_killed(child: Child, history: History, answers: int, spared_s: float) -> None:
    """Keep a child busy, kill it a while after so many answers, and take what it had still said."""
    timer = threading.Timer(spared_s, child.kill)
    try:
        while not child.channel.ended:
            if answers <= 0 and timer.ident is None:  # not started yet
                timer.start()
            while history.in_flight < AT_ONCE and not child.channel.ended:
                # Once it is killed there is nobody to tell; what it said before is still to be heard.
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    child.channel.tell(**history.invoke())
            if (answer := child.channel.hear(20)) is not None:
                assert "failed" not in answer, answer["failed"]
                history.ok(answer)
                answers -= 1
    finally:
        timer.cancel()
        child.kill()
        child.wait()


def _moment(dice: random.Random) -> tuple[int, float]:
    """When to kill: soon after opening, or in the midst of work, which the first answers show to have begun."""
    return (0, dice.uniform(0.005, 0.15)) if dice.random() < 0.4 else (dice.randint(1, 6), dice.uniform(0.0, 0.04))


def killed(zygote: Zygote, home: Path, kills: int, seed: int) -> History:
    """The history of a store whose processes are killed, one after the other."""
    history, dice = History(seed), random.Random(seed)
    for number in range(kills):
        if dice.random() < 0.15:
            child = zygote.start("tests.faults.load:busy", home=str(home))
            child.channel.hear(dice.uniform(0.0, 0.15))
            child.kill()
            child.wait()
        else:
            child = opened(zygote, home)
            look(child, history)
            worked_until_killed(child, history, *_moment(dice))
        if number % BETWEEN_CHECKS == BETWEEN_CHECKS - 1:
            check(zygote, home, history)
    check(zygote, home, history)
    return history


def test_forty_kills_lose_and_double_nothing(zygote: Zygote, tmp_path: Path) -> None:
    history = killed(zygote, tmp_path / "home", kills=40, seed=1)

    assert len(history.rows.by_id) > 40  # it was a load
    assert sum(n for told, n in history.outcomes.items() if told.startswith(("done", "not done"))) > 20


@pytest.mark.heavy
@pytest.mark.timeout(3600)
def test_a_thousand_kills_lose_and_double_nothing(zygote: Zygote, tmp_path: Path) -> None:
    history = killed(zygote, tmp_path / "home", kills=1000, seed=2)

    for verb in ("remember", "hide", "undo", "erase", "compact"):
        assert history.outcomes[f"done {verb}"] + history.outcomes[f"not done {verb}"] > 10  # killed in the middle
    assert history.outcomes["done remember"] > 10
    assert history.outcomes["not done remember"] > 10


class Served:
    """A real server process as one that takes the orders of a history."""

    def __init__(self, home: Path) -> None:
        self._wire = Wire(home)
        self._wire.hello()

    def work(self, history: History, answers: int, spared_s: float) -> None:
        """One order after the other until it is killed, a while after so many answers."""
        timer = threading.Timer(spared_s, self._wire.process.kill)
        try:
            while (answer := self._answer(history.invoke())) is not None:
                history.ok(answer)
                answers -= 1
                if answers <= 0 and timer.ident is None:  # not started yet
                    timer.start()
        finally:
            self._wire.process.kill()
            timer.cancel()
            self._wire.process.wait()
            for pipe in (self._wire.process.stdin, self._wire.process.stdout, self._wire.process.stderr):
                _closed(pipe)

    def _answer(self, order: Told) -> Told | None:
        """What it answers to an order; None when it was killed before."""
        number, tool = order.pop("number"), order.pop("verb")
        if tool in ("hide", "undo"):
            tool, order = "forget", {"undo": order["receipt"]} if tool == "undo" else order
        try:
            asked = self._wire.send("tools/call", {"name": tool, "arguments": order})
        except BrokenPipeError:
            return None
        if not cast(BufferedReader, self._wire.process.stdout).peek(1):
            return None
        told = self._wire.read(asked)["result"]
        assert not told["isError"], told
        data = told["structuredContent"]
        return {"number": number, **data, "ids": [m["id"] for m in data.get("memories", ())]}


def _closed(pipe: Any) -> None:
    with contextlib.suppress(BrokenPipeError):  # the last order was never read
        pipe.close()


def served_and_killed(zygote: Zygote, home: Path, kills: int, seed: int) -> None:
    load = {"remember": 60, "replace": 20, "hide": 10, "undo": 10}
    history, dice = History(seed, load), random.Random(seed)
    for _ in range(kills):
        # Not by the time alone: on a busy machine that passes with hardly an answer, and nothing to lose.
        Served(home).work(history, dice.randint(3, 8), dice.uniform(0.0, 0.1))
        check(zygote, home, history)
    assert len(history.rows.by_id) > kills


def test_a_server_that_is_killed_loses_and_doubles_nothing(zygote: Zygote, tmp_path: Path) -> None:
    served_and_killed(zygote, tmp_path / "home", kills=5, seed=3)


@pytest.mark.heavy
@pytest.mark.timeout(600)
def test_a_server_that_is_killed_often_loses_and_doubles_nothing(zygote: Zygote, tmp_path: Path) -> None:
    served_and_killed(zygote, tmp_path / "home", kills=20, seed=4)


def test_the_checker_sees_what_is_lost_changed_doubled_or_too_much() -> None:
    rows = Rows()
    for number in (1, 2, 3):
        rows.apply(rows.remembering(f"statement {number}"), f"r-{number}", f"{number}{number}.1")
    expected = [r.told() | {"digest": r.content} for r in rows.by_id.values()]
    one, two, three = expected

    assert violations(expected, expected) == []
    assert violations([one, two], expected)[0].startswith("lost {'id': '33.1'")
    assert violations([*expected, {**one, "id": "44.1", "digest": "x"}], expected)[0].startswith("never asked for")
    assert violations([one, two, {**three, "content": "other"}], expected)[0].startswith("33.1 is not as acknowledged")
    assert violations([*expected, three], expected)[0] == "id 33.1 twice"
    twice = [*expected, {**one, "id": "11.2", "digest": "x"}]
    assert violations(twice, twice) == ["2 current versions of 11"]
    again = [*expected, {**one, "id": "44.1"}]
    assert violations(again, again) == ["statement 1 stated twice"]
