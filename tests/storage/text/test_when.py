"""Times as given: forms, precision, zones, limits. What words mean is in test_englishtimes and test_chinesetimes."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.storage.errors import InvalidArgument
from simonides.storage.text.when import iso_at, parse_expiry, parse_when

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def said(text: str, now: str, zone: str = "UTC", *, ahead: bool = False) -> str:
    """How a time is shown that is said at a moment, given as an ISO instant in UTC, in a zone."""
    when = parse_when("when", text, ZoneInfo(zone), datetime.fromisoformat(now).replace(tzinfo=UTC), ahead=ahead)
    return iso_at(when.start, when.precision, ZoneInfo(zone))


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
    when = parse_when("when", text, BERLIN, NOW)

    assert (when.start, when.precision) == (datetime.fromisoformat(start), precision)


def test_a_period_ends_where_the_next_begins() -> None:
    assert parse_when("when", "2024-02", UTC, NOW).end == datetime(2024, 3, 1, tzinfo=UTC)
    assert parse_when("when", "2024-12", UTC, NOW).end == datetime(2025, 1, 1, tzinfo=UTC)
    assert parse_when("when", "2024-02-29", UTC, NOW).end == datetime(2024, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "99999-01-01",
        "2025-02-30",
        "0000",
        "0000-01-01",
        "2026-W54",
        "2026-03/2026-07",
        "soon",
        "12",
        "2026-13",
        "",
        "x" * 200,
    ],
)
def test_what_is_no_time_is_refused_with_the_forms_understood(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"when is not a time understood here; give ISO 8601"):
        parse_when("when", text, UTC, NOW)


@given(st.datetimes(), st.sampled_from(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "UTC"]))
def test_every_date_of_the_calendar_is_read_in_every_zone(at: datetime, zone: str) -> None:
    when = parse_when("when", at.date().isoformat(), ZoneInfo(zone), NOW)

    assert when.start <= when.end
    assert when.start.tzinfo is UTC


@pytest.mark.parametrize(("precision", "shown"), [("year", "2026"), ("month", "2026-03"), ("day", "2026-03-14")])
def test_a_time_is_shown_no_finer_than_it_was_given(precision: str, shown: str) -> None:
    text = {"year": "2026", "month": "2026-03", "day": "2026-03-14"}[precision]
    when = parse_when("when", text, BERLIN, NOW)

    assert iso_at(when.start, when.precision, BERLIN) == shown


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
        ("in two weeks", timedelta(days=14)),
        ("two days from now", timedelta(days=2)),
        ("7天", timedelta(days=7)),
        ("两周", timedelta(days=14)),
        ("三天后", timedelta(days=3)),
        ("三個月", timedelta(days=3 * 30.4375)),
        ("半小时", timedelta(minutes=30)),
    ],
)
def test_a_span_counts_from_now(span: str, lasts: timedelta) -> None:
    assert abs(parse_expiry("expires", span, NOW, UTC) - NOW - lasts) < timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("tomorrow", "2026-12-02"),
        ("Friday", "2026-12-05"),
        ("next Friday", "2026-12-12"),
        ("下周五", "2026-12-12"),
        ("周五", "2026-12-05"),
        ("in March", "2027-04-01"),
        ("the end of the year", "2027-01-01"),
        ("14 March", "2027-03-15"),
    ],
)
def test_what_expires_at_a_time_goes_when_that_is_over_and_comes_again_means_ahead(text: str, over: str) -> None:
    assert parse_expiry("expires", text, NOW, UTC) == datetime.fromisoformat(over).replace(tzinfo=UTC)


@pytest.mark.parametrize("text", ["0d", "0天"])
def test_an_expiry_of_no_length_is_refused(text: str) -> None:
    with pytest.raises(InvalidArgument, match="expires is no time at all"):
        parse_expiry("expires", text, NOW, UTC)


def test_an_expiry_in_the_past_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="expires lies in the past"):
        parse_expiry("expires", "last Friday", NOW, UTC)


def test_a_span_beyond_the_calendar_is_its_end() -> None:
    assert parse_expiry("expires", "99999 years", NOW, UTC).year == 9999


# A time of every precision but the finest, and how it is shown.
KINDS = [
    ("the nineties", "1990/1999"),
    ("2026", "2026"),
    ("the first half of 2025", "2025-01/2025-06"),
    ("early 2024", "2024-01/2024-04"),
    ("spring 2026", "2026-03/2026-05"),
    ("March 2026", "2026-03"),
    ("the end of March 2026", "2026-03-21/2026-03-31"),
    ("2026-W12", "2026-W12"),
    ("a few days ago", "2026-11-23/2026-11-29"),
    ("last weekend", "2026-11-28/2026-11-29"),
    ("yesterday", "2026-11-29"),
    ("last night", "2026-11-29T18:00+01:00/2026-11-30T06:00+01:00"),
    ("this morning", "2026-11-30T06:00+01:00/2026-11-30T12:00+01:00"),
]


@pytest.mark.parametrize(("text", "shown"), KINDS)
def test_what_is_shown_is_read_as_the_same_time(text: str, shown: str) -> None:
    meant = parse_when("when", text, BERLIN, NOW)

    back = parse_when("when", shown, BERLIN, NOW)

    assert iso_at(meant.start, meant.precision, BERLIN) == shown
    assert (back.start, back.end) == (meant.start, meant.end)


def test_a_word_for_now_is_the_instant() -> None:
    assert parse_when("when", "just now", BERLIN, NOW).start == NOW


@pytest.mark.parametrize(
    ("zone", "today", "last_week"),
    [
        ("Pacific/Kiritimati", "2026-11-30", "2026-W48"),  # 14 hours ahead: Monday already
        ("Asia/Kathmandu", "2026-11-29", "2026-W47"),
        ("Pacific/Pago_Pago", "2026-11-28", "2026-W47"),  # 11 hours behind: Saturday still
    ],
)
def test_today_is_the_day_where_the_store_is(zone: str, today: str, last_week: str) -> None:
    sunday = "2026-11-29T10:30"

    assert (said("today", sunday, zone), said("今天", sunday, zone)) == (today, today)
    assert said("last week", sunday, zone) == last_week


def test_an_hour_ago_is_an_hour_of_the_zone_even_where_its_offset_is_odd() -> None:
    assert said("an hour ago", "2026-11-29T10:30", "Asia/Kathmandu") == "2026-11-29T15+05:45"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tomorrow", "2027-01-01"),
        ("明天", "2027-01-01"),
        ("next month", "2027-01"),
        ("next week", "2027-W01"),
        ("this week", "2026-W53"),
        ("last January", "2026-01"),
        ("this winter", "2026-12/2027-02"),
        ("New Year's Eve", "2026-12-31"),
        ("last New Year's Eve", "2025-12-31"),
        ("1 January", "2026-01-01"),
    ],
)
def test_on_the_eve_of_a_year(text: str, expected: str) -> None:
    assert said(text, "2026-12-31T20:00") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last winter", "2025-12/2026-02"),
        ("this winter", "2026-12/2027-02"),
        ("in December", "2026-12"),
        ("three months ago", "2026-10"),
        ("last quarter", "2026-10/2026-12"),
        ("上个月", "2026-12"),
    ],
)
def test_in_january_what_was_last_is_of_the_year_before(text: str, expected: str) -> None:
    assert said(text, "2027-01-10T12:00") == expected


def test_on_a_leap_day_there_is_no_such_day_a_year_ago_and_none_is_made_up() -> None:
    for text in ("29 February last year", "a year ago today", "去年今天", "去年2月29日"):
        with pytest.raises(InvalidArgument, match="when is not a time understood here"):
            said(text, "2028-02-29T12:00")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("last year", "2027"), ("yesterday", "2028-02-28"), ("29 February", "2028-02-29"), ("a month ago", "2028-01")],
)
def test_on_a_leap_day_nothing_is_out_of_the_calendar(text: str, expected: str) -> None:
    assert said(text, "2028-02-29T12:00") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("100,000 years ago", "0001"),
        ("10万年前", "0001"),
        ("公元前221年", "0001"),
        ("44 BC", "0001"),
        ("a thousand centuries ago", "0001"),
        ("999999999 days ago", "0001-01-01"),
        ("in 999999999 months", "9999-12"),
        ("in 999999999 weeks", "9999-W52"),
        ("in 999999999 hours", "9999-12-31T23+00:00"),
        ("亿亿年后", "9999"),
    ],
)
def test_what_lies_beyond_the_calendar_is_the_first_or_last_there_is(text: str, expected: str) -> None:
    assert said(text, "2026-11-30T12:00") == expected


def test_a_clock_time_that_is_skipped_counts_on_by_the_clock_of_before() -> None:
    spring_forward = "2026-03-30T12:00"

    assert said("yesterday at 02:30", spring_forward, "Europe/Berlin") == "2026-03-29T03:30:00+02:00"


def test_of_a_clock_time_that_is_there_twice_the_first_is_meant() -> None:
    fall_back = "2026-10-26T12:00"

    assert said("昨天凌晨两点半", fall_back, "Europe/Berlin") == "2026-10-25T02:30:00+02:00"


def test_minutes_and_hours_are_counted_as_they_passed() -> None:
    second_half_past_two = "2026-10-25T01:30"

    assert said("10 minutes ago", second_half_past_two, "Europe/Berlin") == "2026-10-25T02:20+01:00"
    assert said("1 hour ago", second_half_past_two, "Europe/Berlin") == "2026-10-25T02+02:00"


def test_a_day_of_a_change_of_clocks_is_as_long_as_it_was() -> None:
    short = parse_when("when", "yesterday", BERLIN, datetime(2026, 3, 30, 12, tzinfo=UTC))

    assert short.end - short.start == timedelta(hours=23)


@pytest.mark.parametrize(
    ("text", "behind", "ahead"),
    [
        ("Friday", "2026-11-27", "2026-12-04"),
        ("周五", "2026-11-27", "2026-12-04"),
        ("Monday", "2026-11-23", "2026-12-07"),
        ("in March", "2026-03", "2027-03"),
        ("三月", "2026-03", "2027-03"),
        ("in November", "2026-11", "2026-11"),
        ("the 14th", "2026-11-14", "2026-12-14"),
        ("last Friday", "2026-11-27", "2026-11-27"),
        ("half past nine", "2026-11-30T09:30:00+00:00", "2026-12-01T09:30:00+00:00"),
    ],
)
def test_what_comes_again_is_the_latest_or_ahead_the_next(text: str, behind: str, ahead: str) -> None:
    monday = "2026-11-30T12:00"

    assert (said(text, monday), said(text, monday, ahead=True)) == (behind, ahead)


def test_without_a_zone_the_machines_own_is_meant() -> None:
    assert parse_when("when", "today", None, NOW).end - parse_when("when", "today", None, NOW).start > timedelta(
        hours=22
    )


def test_dateparser_is_imported_only_for_a_date_written_out() -> None:
    program = """
import sys
from datetime import UTC, datetime
from simonides.storage.text.when import parse_when

for text in ("last Tuesday", "上周三", "2026-03-14", "14 March 2026 at 3pm", "Sat, 14 Mar 2026 15:00 GMT"):
    parse_when("when", text, UTC, datetime.now(UTC))
    print("dateparser" in sys.modules)
"""

    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()

    assert told == ["False", "False", "False", "False", "True"]


WORDS = st.sampled_from(
    re.split(
        " ",
        "last next this the of in on at ago day week month year march may 29 31 february 0 3 2026 9999 0001 half past "
        "pm : / - . , + 00 tuesday spring 90s q3 early end noon night an and sat gmt T Z W12 99999 2026-03 x "
        "上 下 周 三 月 日 号 年 前 后 点 半 天 去年 今 晚 初 底 万 亿 十 公元前 世纪",
    )
)
TEXTS = st.text() | st.lists(WORDS, max_size=8).map(" ".join) | st.lists(WORDS, max_size=8).map("".join)
ZONES = st.sampled_from(
    [UTC, BERLIN, ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Pacific/Pago_Pago"), timezone.max, None]
)


@settings(max_examples=1000, deadline=None)
@given(TEXTS, st.datetimes(timezones=st.just(UTC)), ZONES, st.booleans())
def test_no_text_at_any_moment_raises_anything_but_a_refusal(
    text: str, now: datetime, zone: tzinfo | None, ahead: bool
) -> None:
    try:
        when = parse_when("when", text, zone, now, ahead=ahead)
    except InvalidArgument:
        return

    assert when.start <= when.end
    assert when.start.tzinfo is UTC
    assert iso_at(when.start, when.precision, zone)


@settings(max_examples=500, deadline=None)
@given(TEXTS, st.datetimes(timezones=st.just(UTC)), ZONES)
def test_no_text_as_an_expiry_raises_anything_but_a_refusal(text: str, now: datetime, zone: tzinfo | None) -> None:
    try:
        expires = parse_expiry("expires", text, now, zone)
    except InvalidArgument:
        return

    assert expires >= now
