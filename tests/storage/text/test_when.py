"""Times as given: forms, precision, zones, limits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.errors import InvalidArgument
from simonides.storage.text.when import iso_at, parse_expiry, parse_when

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "start", "precision"),
    [
        ("2026", "2025-12-31T23:00:00+00:00", "year"),
        ("2026-03", "2026-02-28T23:00:00+00:00", "month"),
        ("2026-03-14", "2026-03-13T23:00:00+00:00", "day"),
        ("2026-07-14", "2026-07-13T22:00:00+00:00", "day"),
        ("2026年3月14日", "2026-03-13T23:00:00+00:00", "day"),
        ("2026年3月", "2026-02-28T23:00:00+00:00", "month"),
        ("2026-03-14T09:30", "2026-03-14T08:30:00+00:00", "instant"),
        ("2026-03-14T09:30+05:30", "2026-03-14T04:00:00+00:00", "instant"),
        ("2026-03-14T09:30Z", "2026-03-14T09:30:00+00:00", "instant"),
    ],
)
def test_a_time_is_read_in_the_configured_zone_with_its_precision(text: str, start: str, precision: str) -> None:
    when = parse_when("when", text, BERLIN)

    assert (when.start, when.precision) == (datetime.fromisoformat(start), precision)


def test_a_period_ends_where_the_next_begins() -> None:
    assert parse_when("when", "2024-02", UTC).end == datetime(2024, 3, 1, tzinfo=UTC)
    assert parse_when("when", "2024-12", UTC).end == datetime(2025, 1, 1, tzinfo=UTC)
    assert parse_when("when", "2024-02-29", UTC).end == datetime(2024, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["99999-01-01", "100,000 years ago", "2025-02-30", "0000-01-01", "soon", "12", "2026-13"]
)
def test_what_is_no_time_is_refused_with_the_forms_understood(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"when is not a time understood here; give ISO 8601"):
        parse_when("when", text, UTC)


@given(st.datetimes(), st.sampled_from(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC"]))
def test_every_date_of_the_calendar_is_read_in_every_zone(at: datetime, zone: str) -> None:
    when = parse_when("when", at.date().isoformat(), ZoneInfo(zone))

    assert when.start <= when.end
    assert when.start.tzinfo is UTC


@pytest.mark.parametrize(("precision", "shown"), [("year", "2026"), ("month", "2026-03"), ("day", "2026-03-14")])
def test_a_time_is_shown_no_finer_than_it_was_given(precision: str, shown: str) -> None:
    text = {"year": "2026", "month": "2026-03", "day": "2026-03-14"}[precision]
    when = parse_when("when", text, BERLIN)

    assert iso_at(when.start, when.precision, BERLIN) == shown


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "lasts"),
    [
        ("7d", timedelta(days=7)),
        ("36 h", timedelta(hours=36)),
        ("2 weeks", timedelta(days=14)),
        ("30 min", timedelta(minutes=30)),
        ("90m", timedelta(minutes=90)),
        ("6 months", timedelta(days=6 * 30.4375)),
        ("1y", timedelta(days=365.25)),
    ],
)
def test_a_span_counts_from_now(span: str, lasts: timedelta) -> None:
    assert abs(parse_expiry("expires", span, NOW, UTC) - NOW - lasts) < timedelta(seconds=1)


def test_an_expiry_in_the_past_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="expires lies in the past"):
        parse_expiry("expires", "2020-01-01", NOW, UTC)


def test_a_span_beyond_the_calendar_is_its_end() -> None:
    assert parse_expiry("expires", "99999 years", NOW, UTC).year == 9999
