"""Plain English times, said in Berlin on Wednesday, 18 November 2026, at 13:40, shown as they are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from simonides.storage.errors import InvalidArgument
from simonides.storage.text.when import iso_at, parse_when

BERLIN = ZoneInfo("Europe/Berlin")
WEDNESDAY = datetime(2026, 11, 18, 12, 40, tzinfo=UTC)


def shown(text: str) -> str:
    when = parse_when("when", text, BERLIN, WEDNESDAY)
    return iso_at(when.start, when.precision, BERLIN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-11-18"),
        ("Yesterday.", "2026-11-17"),
        ("the day before yesterday", "2026-11-16"),
        ("tomorrow", "2026-11-19"),
        ("the day after tomorrow", "2026-11-20"),
        ("3 days ago", "2026-11-15"),
        ("a couple of days ago", "2026-11-16"),
        ("in 3 days", "2026-11-21"),
        ("a year ago today", "2025-11-18"),
        ("two months ago today", "2026-09-18"),
        ("in 99999 days", "2300-09-02"),
        ("14 March 2026", "2026-03-14"),
        ("the 14th of March 2026", "2026-03-14"),
        ("March 14th, 2026", "2026-03-14"),
        ("Saturday, 14 March 2026", "2026-03-14"),
        ("Mar 14", "2026-03-14"),
        ("on May 3rd", "2026-05-03"),
        ("18 November", "2026-11-18"),
        ("19 November", "2025-11-19"),
        ("14 March last year", "2025-03-14"),
        ("29 February", "2024-02-29"),
        ("the 3rd", "2026-11-03"),
        ("on the 30th", "2026-10-30"),
        ("the 14th of last month", "2026-10-14"),
        ("14/03/2026", "2026-03-14"),
        ("3/14/2026", "2026-03-14"),
        ("03/03/2026", "2026-03-03"),
        ("Christmas 2024", "2024-12-25"),
        ("last Christmas", "2025-12-25"),
        ("on New Year's Eve", "2025-12-31"),
    ],
)
def test_a_day_is_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last Tuesday", "2026-11-17"),
        ("on Tuesday", "2026-11-17"),
        ("Thursday", "2026-11-12"),
        ("Wed", "2026-11-11"),
        ("last Wednesday", "2026-11-11"),
        ("this Monday", "2026-11-16"),
        ("this Friday", "2026-11-20"),
        ("the coming Friday", "2026-11-20"),
        ("next Friday", "2026-11-27"),
        ("Friday next week", "2026-11-27"),
        ("Tuesday last week", "2026-11-10"),
        ("last week Friday", "2026-11-13"),
    ],
)
def test_a_weekday_is_the_latest_before_today_or_one_of_a_week_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last week", "2026-W46"),
        ("this week", "2026-W47"),
        ("next week", "2026-W48"),
        ("the week before last", "2026-W45"),
        ("two weeks ago", "2026-W45"),
        ("a fortnight ago", "2026-W45"),
        ("in two weeks", "2026-W49"),
        ("a week from now", "2026-W48"),
        ("last weekend", "2026-11-14/2026-11-15"),
        ("over the weekend", "2026-11-14/2026-11-15"),
        ("this weekend", "2026-11-21/2026-11-22"),
        ("a few days ago", "2026-11-11/2026-11-17"),
        ("the other day", "2026-11-11/2026-11-17"),
    ],
)
def test_a_week_begins_on_monday(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last month", "2026-10"),
        ("a month ago", "2026-10"),
        ("six months ago", "2026-05"),
        ("half a year ago", "2026-05"),
        ("a year and a half ago", "2025-05"),
        ("in March", "2026-03"),
        ("last March", "2026-03"),
        ("in November", "2026-11"),
        ("last November", "2025-11"),
        ("in December", "2025-12"),
        ("this December", "2026-12"),
        ("next March", "2027-03"),
        ("March 2025", "2025-03"),
        ("in Sept. 2019", "2019-09"),
        ("March of last year", "2025-03"),
        ("last year in March", "2025-03"),
        ("early April", "2026-04-01/2026-04-10"),
        ("mid June", "2026-06-11/2026-06-20"),
        ("mid-June", "2026-06-11/2026-06-20"),
        ("the end of May", "2026-05-21/2026-05-31"),
        ("the end of February 2024", "2024-02-21/2024-02-29"),
        ("the end of last month", "2026-10-21/2026-10-31"),
    ],
)
def test_a_month_is_the_latest_that_has_begun_and_its_edges_are_thirds_of_it(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last spring", "2026-03/2026-05"),
        ("last summer", "2026-06/2026-08"),
        ("this autumn", "2026-09/2026-11"),
        ("last fall", "2025-09/2025-11"),
        ("last winter", "2025-12/2026-02"),
        ("next summer", "2027-06/2027-08"),
        ("spring 2024", "2024-03/2024-05"),
        ("the winter of 2024", "2024-12/2025-02"),
        ("summer last year", "2025-06/2025-08"),
        ("Q3 2025", "2025-07/2025-09"),
        ("2025 Q3", "2025-07/2025-09"),
        ("Q4", "2026-10/2026-12"),
        ("last quarter", "2026-07/2026-09"),
        ("the second quarter of 2024", "2024-04/2024-06"),
        ("the first half of 2025", "2025-01/2025-06"),
    ],
)
def test_seasons_and_quarters_have_three_months(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last year", "2025"),
        ("the year before last", "2024"),
        ("next year", "2027"),
        ("the year 2019", "2019"),
        ("twenty-five years ago", "2001"),
        ("a decade ago", "2016"),
        ("early 2024", "2024-01/2024-04"),
        ("mid-2024", "2024-05/2024-08"),
        ("late last year", "2025-09/2025-12"),
        ("the end of 2024", "2024-10/2024-12"),
        ("the beginning of the year", "2026-01/2026-03"),
        ("the nineties", "1990/1999"),
        ("the 90s", "1990/1999"),
        ("1990s", "1990/1999"),
        ("the thirties", "1930/1939"),
        ("the 2010s", "2010/2019"),
        ("the twenties", "2020/2029"),
    ],
)
def test_years_and_decades_are_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this morning", "2026-11-18T06:00+01:00/2026-11-18T12:00+01:00"),
        ("yesterday evening", "2026-11-17T18:00+01:00/2026-11-18T00:00+01:00"),
        ("Tuesday afternoon", "2026-11-17T12:00+01:00/2026-11-17T18:00+01:00"),
        ("the morning of 3 May 2024", "2024-05-03T06:00+02:00/2024-05-03T12:00+02:00"),
        ("last night", "2026-11-17T18:00+01:00/2026-11-18T06:00+01:00"),
        ("3 hours ago", "2026-11-18T10+01:00"),
        ("half an hour ago", "2026-11-18T13:10+01:00"),
        ("10 minutes ago", "2026-11-18T13:30+01:00"),
        ("yesterday at 3pm", "2026-11-17T15:00:00+01:00"),
        ("9 a.m. on Tuesday", "2026-11-17T09:00:00+01:00"),
        ("half past nine", "2026-11-18T09:30:00+01:00"),
        ("quarter to ten", "2026-11-18T09:45:00+01:00"),
        ("9 this morning", "2026-11-18T09:00:00+01:00"),
        ("15:00", "2026-11-17T15:00:00+01:00"),
        ("noon", "2026-11-18T12:00:00+01:00"),
        ("yesterday at midnight", "2026-11-18T00:00:00+01:00"),
        ("at 8 in the evening", "2026-11-17T20:00:00+01:00"),
        ("last night at 11", "2026-11-17T23:00:00+01:00"),
        ("last night at 2", "2026-11-18T02:00:00+01:00"),
    ],
)
def test_a_part_of_a_day_or_a_clock_time_is_the_latest_such(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("14-Mar-2026", "2026-03-14"),
        ("2026.03.04", "2026-03-04"),
        ("Sat, 14 Mar 2026 15:00 GMT", "2026-03-14T16:00:00+01:00"),
        ("Sat, 14 Mar 2026 15:00:20 +0530", "2026-03-14T10:30:20+01:00"),
        ("March 14, 2026 at 3:30 PM", "2026-03-14T15:30:00+01:00"),
        ("4 Mar 2026 3pm", "2026-03-04T15:00:00+01:00"),
        ("2026/3/4 15:00", "2026-03-04T15:00:00+01:00"),
        ("2026-03-04 09:30 EST", "2026-03-04T15:30:00+01:00"),
    ],
)
def test_a_date_written_out_is_read_in_any_usual_order(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("may be later", "soon", "recently", "second", "the last", "not yesterday", "yesterday week", "port 8080"),
        *("when I was a child", "years ago", "last last week", "the 32nd", "q5 2025", "Tuesdays", "early", "next"),
        *("yesterday at 3", "3:30", "at 25:00", "yesterday at 13pm", "99 o'clock", "3 o'clock"),
        *("Friday 14 March 2026", "29 February 2025", "29 February last year", "30 Feb 2026 3pm"),
        *("4 Mar 2026 at", "4 Mar 2026 14 15", "March March 4 2026", "Mon, 14 Mar 2026 15:00 GMT", "14 Mar 2026 CST"),
    ],
)
def test_what_is_vague_ambiguous_or_half_a_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"^when is not a time understood here; give ISO 8601.*'last Tuesday'"):
        shown(text)


@pytest.mark.parametrize("text", ["03/04/2026", "3/4/26", "4.3.2026"])
def test_a_date_in_figures_that_could_be_two_is_refused_with_the_way_out(text: str) -> None:
    with pytest.raises(InvalidArgument, match="when could be two dates or is none; name the month"):
        shown(text)
