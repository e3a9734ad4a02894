"""Ids: short, speakable, sortable, unique."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from simonides.storage.ids import minter, new_receipt, new_token, parse_id

AT = datetime(2026, 11, 30, tzinfo=UTC)


def test_lineages_sort_by_the_time_they_were_made() -> None:
    mint = minter()

    made = [mint(AT + timedelta(seconds=s)) for s in range(100)]

    assert made == sorted(made)


def test_lineages_of_one_process_sort_even_within_a_millisecond_or_with_the_clock_set_back() -> None:
    mint = minter()

    made = [mint(AT), mint(AT), mint(AT - timedelta(days=1)), mint(AT)]

    assert made == sorted(made)
    assert len(set(made)) == 4


def test_lineages_of_many_processes_at_one_instant_differ() -> None:
    """A million per millisecond: of 200 processes' first ids, two agree with probability under 2 %."""
    made = {minter()(AT) for _ in range(200)}

    assert len(made) >= 199


def test_an_id_is_read_with_and_without_its_version() -> None:
    lineage = minter()(AT)

    assert parse_id(f"{lineage}.3") == (lineage, 3)
    assert parse_id(lineage) == (lineage, None)


def test_what_is_no_id_is_none() -> None:
    for text in (
        "",
        "abc",
        "'; DROP TABLE memories; --",
        "2nksgx0mgdbv.0",
        "2nksgx0mgdbv.1.2",
        "2NKSGX0MGDBV",
        "ilou00000000",
    ):
        assert parse_id(text) is None


def test_receipts_and_tokens_are_short_and_differ() -> None:
    assert len({new_receipt() for _ in range(1000)}) == 1000
    assert all(len(new_token(mode)) <= 24 for mode in ("hide", "erase"))
