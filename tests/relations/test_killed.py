"""The relation store of processes that are killed between the commit and what is made from it, and of several at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.faults.zygote import Child, Zygote

NAMES = ("Ann", "Bob", "Cem", "Dora", "Ela", "Finn")
RELATIONS = ("likes", "manages", "was taught by", "lives in", "enjoys")


def opened(zygote: Zygote, home: Path) -> Child:
    """A process with the store open."""
    child = zygote.start("tests.relations.telling:telling", home=str(home))
    assert child.expect() == {"opened": True}
    return child


def claims(dice: random.Random, count: int) -> list[tuple[str, str, str]]:
    """So many claims about a few people."""
    return [
        (dice.choice(NAMES), dice.choice(RELATIONS), f"{dice.choice(NAMES)} {dice.randrange(40)}") for _ in range(count)
    ]


def killed(zygote: Zygote, home: Path, kills: int, seed: int) -> list[int]:
    """Tell, and kill while what was told is embedded and kept; the claims known after each kill."""
    dice, known = random.Random(seed), list[int]()
    for _ in range(kills):
        child = opened(zygote, home)
        child.ask(tell=claims(dice, 3))
        child.channel.tell(**({"hide": 1} if dice.random() < 0.2 else {"keep": 1}))
        child.channel.hear(dice.uniform(0.0, 0.08))
        child.kill()
        child.wait()

        child = opened(zygote, home)
        compared = child.ask(compare=1)  # what the kill tore counts as not there
        assert compared["found"] == compared["anew"]
        child.ask(keep=1)
        kept = child.ask(compare=1)
        child.end()
        assert kept["found"] == compared["anew"]
        assert kept["wrong"] == ""
        known.append(compared["claims"])
    return known


def test_after_a_kill_between_commit_and_index_the_answers_are_those_made_anew(zygote: Zygote, tmp_path: Path) -> None:
    known = killed(zygote, tmp_path / "home", kills=5, seed=1)

    assert known == sorted(known)
    assert known[-1] > 5  # what was told was not lost


@pytest.mark.heavy
@pytest.mark.timeout(1_800)
def test_after_a_hundred_such_kills_the_answers_are_those_made_anew(zygote: Zygote, tmp_path: Path) -> None:
    known = killed(zygote, tmp_path / "home", kills=100, seed=2)

    assert known == sorted(known)
    assert known[-1] > 100


def test_what_one_process_tells_another_answers_with_at_once(zygote: Zygote, tmp_path: Path) -> None:
    teller, other = opened(zygote, tmp_path / "home"), opened(zygote, tmp_path / "home")
    other.ask(compare=1)

    teller.ask(tell=[("Anne", "leads", "Dora")])
    answered = other.ask(compare=1)

    assert answered["found"] == answered["anew"]
    assert len(answered["found"][2]) == 1  # Anne leads whom
    for child in (teller, other):
        child.end()


def test_one_that_does_not_look_at_the_table_again_is_found_out(zygote: Zygote, tmp_path: Path) -> None:
    child = opened(zygote, tmp_path / "home")
    child.ask(freeze=1)

    child.ask(tell=[("Anne", "leads", "Dora")])
    compared = child.ask(compare=1)

    assert compared["found"] != compared["anew"]
    child.end()
