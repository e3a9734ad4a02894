"""What may replace what, where it belongs in time, which of two stands first, and what repetition is worth."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from simonides.storage.belief.rules import (
    TOLD_AGAIN,
    aged,
    least_trust,
    newer,
    outranks,
    placed,
    reinforced,
    same_slot,
    why_not_supersede,
)
from simonides.storage.memory import Claim, Kind, Memory, Trust
from simonides.storage.table.undo import entry

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def memory(trust: Trust, confidence: float) -> Memory:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Memory("000000000000.1", "global", "fact", "x", at, trust=trust, confidence=confidence)


def said(name: str, when: str = "", *, told: str = "2026-11-01", until: str = "", **more: Any) -> Memory:
    """A statement by its name: told, begun and over on these days."""
    began = {"valid_from": day(when), "precision": "day"} if when else {}
    over = {"valid_to": day(until)} if until else {}
    fields: dict[str, Any] = {"kind": "fact"} | began | over | more
    return Memory(id=f"{name}.1", scope="global", content=name, recorded_at=day(told), **fields)


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def again(told: Memory, at: str) -> Memory:
    """A contested statement once it was told again."""
    return replace(told, undo=(entry("r", {"origins": []}, day(at), why=TOLD_AGAIN),))


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


@pytest.mark.parametrize(
    ("kind", "days", "left"),
    [
        ("fact", 0, 0.9),
        ("fact", 365, 0.6364),  # a half-life of two years: 0.9 / sqrt(2)
        ("fact", 730, 0.45),
        ("fact", 7300, 0.45),  # no less than half
        ("fact", -365, 0.9),  # nothing is surer for lying ahead
        ("preference", 365, 0.45),
        ("note", 90, 0.6364),
        ("event", 7300, 0.9),  # what happened stays so
    ],
)
def test_confidence_is_halved_with_the_half_life_of_its_kind_down_to_half(kind: Kind, days: int, left: float) -> None:
    old = said("old", "2020-01-01", kind=kind, confidence=0.9)

    found = aged(old, old.began + timedelta(days=days))

    assert found == pytest.approx(left, abs=1e-4)


def test_confidence_is_aged_to_where_the_new_statement_begins_and_not_to_now() -> None:
    old = said("old", "2020-01-01", confidence=0.9)
    soon, late = (said("new", when, confidence=0.46) for when in ("2020-02-01", "2022-01-01"))

    assert "confidence" in why_not_supersede(soon, old)
    assert why_not_supersede(late, old) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Both say when they began: the one that began later, whichever was told later.
        (said("a", "2025-05-01", told="2026-11-01"), said("b", "2021-05-01", told="2026-11-02")),
        # One says nothing of it, or both began at once: the one told later.
        (said("a", told="2026-11-02"), said("b", "2026-05-01", told="2026-11-01")),
        (said("a", "2021-05-01", told="2026-11-02"), said("b", told="2026-11-01")),
        (said("a", "2025-05-01", told="2026-11-02"), said("b", "2025-05-01", told="2026-11-01")),
        # Told again: that counts as the telling, and more than when it began.
        (again(said("a", "2021-05-01"), "2026-11-03"), said("b", "2025-05-01", told="2026-11-02")),
        (again(said("a"), "2026-11-03"), again(said("b", told="2026-11-02"), "2026-11-02")),
        # Told at one moment: by id, so that there is always one order.
        (said("b"), said("a")),
    ],
)
def test_the_newer_of_two_began_later_or_else_was_told_later(one: Memory, other: Memory) -> None:
    assert newer(one, other)
    assert not newer(other, one)


def test_a_telling_that_was_undone_makes_nothing_newer() -> None:
    once = said("a", "2021-05-01")
    undone = replace(
        once, undo=(*again(once, "2026-11-03").undo, entry("u", {"origins": []}, day("2026-11-04"), of="r"))
    )

    assert newer(said("b", "2025-05-01", told="2026-11-02"), undone)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # What has begun, before what is yet to come, however trusted.
        (said("a", trust="external"), said("b", "2027-05-01", trust="user")),
        # The higher trust, however sure or new the other is.
        (said("a", trust="user", confidence=0.2), said("b", told="2026-11-02", trust="assistant", confidence=0.9)),
        # Of two sure ones the newer, though less sure.
        (said("a", "2025-05-01", confidence=0.5), said("b", "2021-05-01", told="2026-11-02", confidence=0.9)),
        # Where one is unsure, the surer, though older.
        (said("a", "2021-05-01", confidence=0.9), said("b", "2025-05-01", told="2026-11-02", confidence=0.49)),
        (said("a", confidence=0.3), said("b", told="2026-11-02", confidence=0.2)),
        # Equally unsure: the newer.
        (said("a", told="2026-11-02", confidence=0.3), said("b", confidence=0.3)),
    ],
)
def test_of_two_contested_the_begun_the_trusted_the_newer_or_the_surer_stands_first(
    first: Memory, second: Memory
) -> None:
    assert outranks(first, second, NOW)
    assert not outranks(second, first, NOW)


@pytest.mark.parametrize(
    ("row", "told", "trust", "confidence"),
    [
        # Another origin: noisy-OR, 1 - (1 - .7)(1 - .5).
        ({"confidence": 0.7}, {"trust": "external", "source": "page", "confidence": 0.5}, "assistant", 0.85),
        ({"confidence": 0.9}, {"trust": "external", "source": "page", "confidence": 0.99}, "assistant", 0.99),
        ({"confidence": 1.0}, {"trust": "external", "source": "page", "confidence": 0.5}, "assistant", 1.0),
        # The same origin, the user in any conversation or one page: only if it is surer.
        ({"confidence": 0.7}, {"confidence": 0.5}, "assistant", 0.7),
        ({"confidence": 0.7}, {"trust": "user", "confidence": 0.8}, "user", 0.8),
        (
            {"trust": "external", "source": "page", "confidence": 0.7},
            {"trust": "external", "source": " PAGE ", "confidence": 0.6},
            "external",
            0.7,
        ),
        # A page already counted among the origins adds nothing either.
        (
            {"confidence": 0.85, "origins": ("the user", "page")},
            {"trust": "external", "source": "page", "confidence": 0.5},
            "assistant",
            0.85,
        ),
    ],
)
def test_another_origin_adds_to_a_confidence_and_the_same_one_only_raises_it(
    row: dict[str, Any], told: dict[str, Any], trust: Trust, confidence: float
) -> None:
    stands = reinforced(said("row", **row), said("told", **told), echo=False)

    assert (stands.trust, stands.confidence) == (trust, confidence)


def test_an_echo_is_worth_nothing_unless_the_user_typed_it() -> None:
    row = said("row", trust="external", source="page", confidence=0.5)

    echo = reinforced(row, said("told", confidence=0.9), echo=True)
    typed = reinforced(row, said("told", trust="user", confidence=0.9), echo=True)

    assert (echo.trust, echo.confidence, echo.origins) == ("external", 0.5, ())
    assert (typed.trust, typed.confidence, typed.origins) == ("user", 0.9, ("page", "the user"))


@pytest.mark.parametrize(
    ("new", "old", "clash"),
    [
        (("Mira", "lives in", "Oslo"), ("Mira", "resides in", "Berlin"), True),
        (("Mira", "lives in", "Oslo"), ("mira", "住在", "OSLO"), False),
        (("Mira", "lives in", "Oslo"), ("Joan", "lives in", "Berlin"), None),
        (("Mira", "lives in", "Oslo"), ("Mira", "employer", "Berlin"), None),
        (("Mira", "likes", "tea"), ("Mira", "likes", "coffee"), False),
        (("Mira", "likes", "tea", True), ("Mira", "likes", "coffee"), True),
        (("Mira", "likes", "tea"), ("Mira", "likes", "coffee", True), True),
        (("Mira", "likes", "tea", False), ("Mira", "likes", "coffee", True), False),
        (("Mira", "lives in", "Oslo", False), ("Mira", "lives in", "Berlin"), False),
        # Bob has one manager; Mira manages several.
        (("Mira", "manages", "Bob"), ("Bob", "manager", "Joan"), True),
        (("Mira", "manages", "Bob"), ("Mira", "manages", "Joan"), None),
    ],
)
def test_two_values_of_what_has_one_at_a_time_clash(new: tuple[Any, ...], old: tuple[Any, ...], clash: Any) -> None:
    assert same_slot(said("new", claims=(Claim(*new),)), said("old", claims=(Claim(*old),))) is clash


def test_a_later_statement_takes_the_place_of_what_held_before_it() -> None:
    old = said("old", "2021-05-01")

    there = placed(said("new", "2025-05-01", told="2026-11-02"), (), [old], NOW)

    assert there.closes == (old,)
    assert (there.ends, there.contests, there.before) == ((), (), None)


def test_an_earlier_statement_told_later_is_history_up_to_where_the_next_began() -> None:
    second, third = said("second", "2023-05-01"), said("third", "2025-05-01")

    there = placed(said("first", "2021-05-01", told="2026-11-02"), (), [third, second], NOW)

    assert there.new.valid_to == day("2023-05-01")
    assert there.before == second
    assert (there.closes, there.ends, there.contests) == ((), (), ())


def test_history_that_began_before_another_of_history_ends_where_that_begins() -> None:
    first = said("first", "2019-05-01", until="2023-05-01", status="superseded", closed_at=day("2026-11-01"))
    third = said("third", "2023-05-01")

    there = placed(said("second", "2021-05-01", told="2026-11-02"), (), [first, third], NOW)

    assert there.ends == ((first, day("2021-05-01")),)
    assert there.new.valid_to == day("2023-05-01")
    assert there.closes == ()


def test_what_had_its_time_within_that_of_a_statement_told_later_keeps_it() -> None:
    within = said("within", "2022-05-01", until="2023-05-01", status="superseded", closed_at=day("2026-11-01"))

    there = placed(said("new", "2021-05-01", told="2026-11-02"), (), [within], NOW)

    assert (there.closes, there.ends, there.contests) == ((), (), ())


def test_a_statement_meets_nothing_that_was_over_before_it_began_or_was_a_mistake() -> None:
    over = said("over", "2019-05-01", until="2020-05-01")
    mistake = said("mistake", "2022-05-01", until="2022-05-01", status="superseded", closed_at=day("2026-11-01"))

    there = placed(said("new", "2021-05-01", told="2026-11-02"), (), [over, mistake], NOW)

    assert (there.closes, there.ends, there.contests, there.new.valid_to) == ((), (), (), None)


def test_what_was_over_by_now_and_what_goes_on_from_before_are_contested() -> None:
    lasting = said("lasting", "2019-05-01")

    there = placed(said("new", "2021-05-01", until="2022-05-01", told="2026-11-02"), (), [lasting], NOW)

    assert there.contests == ((lasting, "both are said to have held at one time"),)
    assert there.closes == ()


def test_a_statement_whose_year_another_began_in_takes_its_place_since_it_may_be_the_later() -> None:
    in_may = said("may", "2025-05-01")
    that_year = said("year", "2025-01-01", told="2026-11-02", precision="year")

    there = placed(that_year, (), [in_may], NOW)

    assert there.closes == (in_may,)
    assert there.new.valid_to is None


def test_who_is_not_trusted_enough_stands_against_both_what_came_before_and_what_its_caller_named() -> None:
    named, other = said("named", trust="user"), said("other", "2021-05-01", trust="user")

    there = placed(said("new", told="2026-11-02"), [named], [other], NOW)

    assert [m.id for m, _ in there.contests] == ["named.1", "other.1"]
    assert there.closes == ()


def test_what_begins_in_the_future_lets_the_present_hold_until_then() -> None:
    old = said("old", "2021-05-01")

    there = placed(said("new", "2027-05-01", told="2026-11-02"), (), [old], NOW)

    assert there.yields == (old,)
    assert there.ends == ((old, day("2027-05-01")),)
    assert there.closes == ()


def test_a_correction_of_the_future_takes_the_place_of_the_present_at_once() -> None:
    old = said("old", "2021-05-01")

    there = placed(said("new", "2027-05-01", told="2026-11-02"), [old], (), NOW, correction=True)

    assert (there.closes, there.yields) == ((old,), ())


def test_of_what_is_superseded_already_the_history_is_corrected() -> None:
    old = said("old", "2019-05-01", until="2021-05-01", status="superseded", closed_at=day("2026-11-01"))

    there = placed(said("new", "2020-05-01", until="2021-05-01", told="2026-11-02"), [old], (), NOW, correction=True)

    assert there.corrects == (old,)
    assert (there.closes, there.contests) == ((), ())


def test_what_is_done_by_one_alone_is_done_by_another_only_instead() -> None:
    """Said in the passive, `exclusive` is about the subject as given, whichever side the relation is kept from; of the Beatles several things hold at a time."""
    first = Claim("Hey Jude", "was performed by", "the Beatles", exclusive=True)
    other = Claim("Hey Jude", "was performed by", "Wilson Pickett", exclusive=True)
    elsewhere = Claim("Yesterday", "was performed by", "the Beatles", exclusive=True)

    assert same_slot(said("b", claims=(other,)), said("a", claims=(first,))) is True
    assert same_slot(said("b", claims=(elsewhere,)), said("a", claims=(first,))) is False
