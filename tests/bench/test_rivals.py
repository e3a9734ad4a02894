"""The rival of questions about the past: it knows what had happened, and no more."""

from __future__ import annotations

from bench.items import Item, Question
from bench.rivals import UpTo


def told(id_: str, text: str, when: str) -> Item:
    return Item(id_, text, more={"when": when})


def asked(text: str, **more: str) -> Question:
    return Question(text, frozenset(), more=more)


def test_what_happened_after_the_time_asked_about_is_not_known() -> None:
    rival = UpTo([told("old", "Mira met Noor.", "2026-01-05"), told("new", "Mira met Noor twice.", "2026-02-05")])

    answer = rival.answer(asked("Whom did Mira meet?", as_of="2026-02-04"), 5)

    assert answer.places == [{"old"}]


def test_what_happened_on_the_day_asked_about_is_known() -> None:
    rival = UpTo([told("same day", "Mira met Noor.", "2026-01-05")])

    answer = rival.answer(asked("Whom did Mira meet?", as_of="2026-01-05"), 5)

    assert answer.places == [{"same day"}]


def test_of_equal_texts_the_latest_is_first() -> None:
    rival = UpTo([told("old", "Mira met Noor.", "2026-01-05"), told("new", "Mira met Omar.", "2026-02-05")])

    answer = rival.answer(asked("Whom did Mira meet?"), 5)

    assert answer.places == [{"new"}, {"old"}]
