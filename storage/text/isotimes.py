"""ISO 8601 as people and models write it: dates, weeks, months, years, instants, and intervals of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import get_args

from ..memory import Precision
from .periods import Moment, Period, a_date, a_week, end_of, period, zone_of

_YEAR = re.compile(r"(\d{4})")
_MONTH = re.compile(r"(\d{4})[-/](\d{1,2})")
_DAY = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})")
_WEEK = re.compile(r"(\d{4})-?w(\d\d)")


def read_iso(text: str, at: Moment) -> Period | None:
    """ISO 8601, and the same with slashes or without leading zeros."""
    first, between, last = text.partition("/")
    if between and ("-" in first + last or len(first) == len(last) == 4):
        return _interval(first, last, at)
    try:
        if found := _YEAR.fullmatch(text):
            return period(datetime(int(found[1]), 1, 1), "year")
        if found := _MONTH.fullmatch(text):
            return period(datetime(int(found[1]), int(found[2]), 1), "month")
        if found := _DAY.fullmatch(text):
            return a_date(int(found[1]), int(found[2]), int(found[3]))
        if found := _WEEK.fullmatch(text):
            return a_week(datetime.fromisocalendar(int(found[1]), int(found[2]), 1))
        stamp = datetime.fromisoformat(text.upper())
    except (ValueError, OverflowError):
        return None
    if "t" not in text and ":" not in text and not stamp.tzinfo:
        return period(stamp, "day")
    if stamp.tzinfo:
        # A zone ahead of UTC can put the first hours of the calendar before its beginning.
        stamp = stamp.astimezone(UTC) if 1 < stamp.year < 9999 else zone_of(stamp.tzinfo, stamp.replace(tzinfo=None))
    return Period(stamp, stamp, "instant")


def _interval(first: str, last: str, at: Moment) -> Period | None:
    """Both ends included, as `iso_at` writes it; None if no precision is that long."""
    begins, ends = read_iso(first, at), read_iso(last, at)
    if not begins or not ends or "/" in last:
        return None
    start, end = (t if not t.tzinfo else at.local_at(t).replace(tzinfo=None) for t in (begins.start, ends.end))
    if end <= start:
        return None
    lengths = (p for p in get_args(Precision) if _can_begin(start, p) and end_of(start, p) == end)
    return next((period(start, precision) for precision in lengths), None)


def _can_begin(start: datetime, precision: Precision) -> bool:
    """Whether a period so precise, begun there, would be shown from there."""
    if precision in ("decade", "year"):
        return (start.month, start.day, start.hour, start.minute) == (1, 1, 0, 0)
    if precision in ("half", "third", "quarter", "month"):
        return (start.day, start.hour, start.minute) == (1, 0, 0)
    if precision == "dekad":
        return start.day in (1, 11, 21)
    if precision == "week":
        return start.weekday() == 0
    return precision in ("days", "weekend", "day", "night", "daypart") or (precision == "hour" and start.minute == 0)
