"""Stretches of the calendar, which is what a time said in words comes down to.

A period is given by where it starts and how precise it is; its end follows from the two (`end_of`), so that a row
that keeps both can be shown honestly. All arithmetic is on the local calendar, in which a week begins on Monday.
Nothing raises at the ends of the calendar: a unit beyond the years 1 to 9999 is the first or the last there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal

from ..memory import Precision

Which = Literal["last", "this", "next"]

_MONTHS: Mapping[Precision, int] = {"decade": 120, "year": 12, "half": 6, "third": 4, "quarter": 3, "month": 1}
_HOURS: Mapping[Precision, int] = {"night": 12, "daypart": 6, "hour": 1}
_DAYS: Mapping[Precision, int] = {"week": 7, "days": 7, "weekend": 2, "day": 1}
_FIRST_MONTH, _LAST_MONTH = 12, 9999 * 12 + 11  # years times twelve, plus the month from 0
_LAST_DAY = datetime(9999, 12, 31)
EARLIEST, LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Period:
    """`start` (inclusive) to `end` (exclusive), local and without a zone; aware where hours were counted."""

    start: datetime
    end: datetime
    precision: Precision


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where a time is said. `ahead`: of what comes again ("Friday", "in March") the next is meant."""

    now: datetime
    zone: tzinfo | None
    ahead: bool = False

    @property
    def local(self) -> datetime:
        """What the clock on the wall shows."""
        return self.local_at(self.now).replace(tzinfo=None)

    @property
    def today(self) -> datetime:
        """Midnight this day began with."""
        return self.local.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)

    def local_at(self, at: datetime) -> datetime:
        """The instant `at` in the zone; in UTC where the calendar ends."""
        try:
            return at.astimezone(self.zone)
        except (OverflowError, ValueError, OSError):
            return at.astimezone(UTC)


def period(start: datetime, precision: Precision) -> Period:
    """The period of that precision that begins at `start`."""
    return Period(start, end_of(start, precision), precision)


def end_of(start: datetime, precision: Precision) -> datetime:
    """Where a period ends; the last instant of the calendar if it would end beyond."""
    if months := _MONTHS.get(precision):
        index = start.year * 12 + start.month - 1 + months
        return start.replace(year=index // 12, month=index % 12 + 1) if index <= _LAST_MONTH else datetime.max
    if precision == "dekad":  # the last of a month has what days are left
        return later(start, days=10) if start.day < 21 else end_of(start.replace(day=1), "month")
    if days := _DAYS.get(precision):
        return later(start, days=days)
    return later(start, hours=_HOURS.get(precision, 0), minutes=1 if precision == "minute" else 0)


def later(at: datetime, *, days: int = 0, hours: int = 0, minutes: int = 0) -> datetime:
    """`at` moved, as far as the calendar goes."""
    try:
        return moved(at, timedelta(days=days, hours=hours, minutes=minutes))
    except OverflowError:  # more days than a span can have
        return (datetime.max if days + hours + minutes > 0 else datetime.min).replace(tzinfo=at.tzinfo)


def moved(at: datetime, span: timedelta) -> datetime:
    """`at` plus a span, as far as the calendar goes."""
    try:
        return at + span
    except OverflowError:
        return (datetime.max if span > timedelta() else datetime.min).replace(tzinfo=at.tzinfo)


def in_months(year: int, month: int, precision: Precision) -> Period:
    """A period of months that begins with this one; months may be counted beyond a year ("month -3")."""
    index = min(max(year * 12 + month - 1, _FIRST_MONTH), _LAST_MONTH)
    return period(datetime(index // 12, index % 12 + 1, 1), precision)


def a_year(year: int) -> Period:
    """A calendar year."""
    return in_months(min(max(year, 1), 9999), 1, "year")


def a_decade(year: int) -> Period:
    """Ten years, from one that ends in 0."""
    return in_months(min(max(year - year % 10, 1), 9990), 1, "decade")


def a_day(start: datetime, days: int = 0) -> Period:
    """The day `days` after the one that begins at `start`."""
    return period(min(later(start, days=days), _LAST_DAY).replace(hour=0, minute=0, second=0, microsecond=0), "day")


def a_date(year: int, month: int, day: int) -> Period | None:
    """A date; None if the calendar has none such."""
    try:
        return period(datetime(year, month, day), "day")
    except ValueError:
        return None


def a_week(start: datetime, weeks: int = 0) -> Period:
    """The week, from its Monday, that lies `weeks` after the one `start` is in."""
    there = a_day(start, weeks * 7).start
    return period(later(there, days=-there.weekday()), "week")


def a_weekday(start: datetime, weeks: int, weekday: int) -> Period:
    """A day (Monday 0) of the week that lies `weeks` after the one `start` is in; of 5 and 6, see `a_weekend`."""
    return a_day(a_week(start, weeks).start, weekday)


def a_weekend(start: datetime, weeks: int) -> Period:
    """The Saturday and Sunday of such a week."""
    return period(a_weekday(start, weeks, 5).start, "weekend")


def counted(at: Moment, count: int, unit: str) -> Period | None:
    """`count` units from now (negative: ago), no more precise than the unit; None for a unit unknown.

    Hours and minutes are counted as they pass; days and more by the calendar, so that a change of clocks in
    between moves nothing.
    """
    local = at.local
    if unit in ("second", "minute", "hour"):
        return _passed(at, count, unit)
    if unit in ("day", "week"):
        count = min(max(count, -9_999_999), 9_999_999)
        return a_day(at.today, count) if unit == "day" else a_week(at.today, count)
    if unit in ("month", "quarter"):
        return in_months(local.year, local.month + count * (3 if unit == "quarter" else 1), "month")
    years = {"year": 1, "decade": 10, "century": 100}.get(unit)
    return a_year(local.year + count * years) if years else None


def _passed(at: Moment, count: int, unit: str) -> Period:
    precision: Precision = "hour" if unit == "hour" else "minute"
    try:
        then = at.now + timedelta(seconds=count * {"second": 1, "minute": 60, "hour": 3600}[unit])
    except OverflowError:
        then = (datetime.max if count > 0 else datetime.min).replace(tzinfo=UTC)
    there = at.local_at(then)
    floor = there.replace(minute=0 if precision == "hour" else there.minute, second=0, microsecond=0)
    try:
        start = floor.astimezone(UTC)
    except OverflowError:
        start = then
    return period(start, precision)


def chosen(candidates: Iterable[Period | None], at: Moment, which: Which | None) -> Period | None:
    """Of periods that come again, in order, the one that is meant.

    last: the latest that is over. next: the first yet to begin. this: the one under way, else None. Without a
    word: the latest that has begun, or, `ahead`, the first that is not over.
    """
    there, now = [c for c in candidates if c], at.local
    if which == "this":
        return next((c for c in there if c.start <= now < c.end), None)
    if which == "last":
        return next((c for c in reversed(there) if c.end <= now), None)
    if which == "next":
        return next((c for c in there if c.start > now), None)
    if at.ahead:
        return next((c for c in there if c.end > now), None)
    return next((c for c in reversed(there) if c.start <= now), None)


def yearly(make: Callable[[int], Period | None], at: Moment, which: Which | None = None) -> Period | None:
    """What comes once a year, by `chosen`; "this" is the one under way or else that of this year."""
    year = at.local.year
    # Between two 29ths of February lie up to eight years.
    found = chosen((make(y) for y in range(max(year - 9, 1), min(year + 9, 9999) + 1)), at, which)
    return found or (make(year) if which == "this" else None)


def monthly(day: int, at: Moment) -> Period | None:
    """A day of the month ("the 14th"), by `chosen`."""
    first = date(at.local.year, at.local.month, 1)
    months = (in_months(first.year, first.month + n, "month").start for n in range(-3, 4))
    return chosen((a_date(m.year, m.month, day) for m in dict.fromkeys(months)), at, None)


def part_of_day(day: Period) -> str | None:
    """Which part of a day a period is, by name; None if it is a whole one."""
    if day.precision == "night":
        return "night"
    return {6: "morning", 12: "afternoon", 18: "evening"}.get(day.start.hour) if day.precision == "daypart" else None


def on_clock(day: Period, minutes: int) -> Period:
    """The instant so many minutes after the midnight that a day, or the day of a part of it, began with."""
    at = later(day.start.replace(hour=0, minute=0), minutes=minutes)
    return Period(at, at, "instant")


def at_clock(day: Period | None, minutes: int, at: Moment) -> Period | None:
    """The instant of a clock time on a day; without one, of the days around now, the one that is meant."""
    if day:
        return on_clock(day, minutes)
    return chosen((on_clock(a_day(at.today, n), minutes) for n in (-2, -1, 0, 1)), at, None)


def zone_of(zone: tzinfo | None, naive: datetime) -> datetime:
    """`naive` as an aware UTC time in `zone` (None: this machine's), kept inside the years 1 to 9999.

    Of a local time that is there twice the first is meant; one that is skipped counts on by the clock of before.
    """
    try:
        return (naive.replace(tzinfo=zone) if zone else naive.astimezone()).astimezone(UTC)
    except (OverflowError, ValueError, OSError):
        return LATEST if naive.year > 5000 else EARLIEST
