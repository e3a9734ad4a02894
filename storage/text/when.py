"""Times as people give them, kept with the precision they were given in.

Understood: ISO 8601 instants, dates, months and years, and spans ("7d") for expiry. Plain words are not
understood yet and are refused by name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo

from ..errors import InvalidArgument
from ..memory import Precision

_YEAR = re.compile(r"(\d{4})年?")
_MONTH = re.compile(r"(\d{4})[-/年](\d{1,2})月?")
_DAY = re.compile(r"(\d{4})[-/年](\d{1,2})[-/月](\d{1,2})日?")
_SPAN = re.compile(r"(\d{1,6})\s*(m|min|h|d|w|y|minutes?|hours?|days?|weeks?|months?|years?)", re.IGNORECASE)
_FORMS = "give ISO 8601: 2026, 2026-03, 2026-03-14 or 2026-03-14T09:30+01:00"
_EARLIEST, _LATEST = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class When:
    """A time as given: `start` (UTC, inclusive) to `end` (UTC, exclusive) of its precision."""

    start: datetime
    end: datetime
    precision: Precision

    @property
    def last(self) -> datetime:
        """The last moment of it."""
        return max(self.start, self.end - timedelta(microseconds=1))


def zone_of(zone: tzinfo | None, naive: datetime) -> datetime:
    """`naive` as an aware UTC time in `zone` (None: this machine's), kept inside the years 1 to 9999."""
    try:
        return (naive.replace(tzinfo=zone) if zone else naive.astimezone()).astimezone(UTC)
    except (OverflowError, ValueError, OSError):
        return _LATEST if naive.year > 5000 else _EARLIEST


def parse_when(argument: str, text: str, zone: tzinfo | None) -> When:
    """Read a time given in `argument`.

    Raises InvalidArgument when it is not a time in a form understood, or lies outside the years 1 to 9999.
    """
    given = text.strip()
    try:
        if found := _YEAR.fullmatch(given):
            year = int(found[1])
            return _period(datetime(year, 1, 1), _first_of(year + 1, 1), "year", zone)
        if found := _MONTH.fullmatch(given):
            year, month = int(found[1]), int(found[2])
            return _period(datetime(year, month, 1), _first_of(year, month + 1), "month", zone)
        if found := _DAY.fullmatch(given):
            day = datetime(int(found[1]), int(found[2]), int(found[3]))
            return _period(day, day + timedelta(days=1) if day.date() != day.max.date() else day.max, "day", zone)
        at = datetime.fromisoformat(given)
    except (ValueError, OverflowError):
        raise InvalidArgument(argument, f"is not a time understood here; {_FORMS}.") from None
    instant = at.astimezone(UTC) if at.tzinfo and _EARLIEST.year < at.year < _LATEST.year else zone_of(zone, at)
    return When(instant, instant, "instant")


def _first_of(year: int, month: int) -> datetime:
    year, month = (year + 1, 1) if month > 12 else (year, month)
    return datetime(year, month, 1) if year <= 9999 else datetime.max


def _period(start: datetime, end: datetime, precision: Precision, zone: tzinfo | None) -> When:
    return When(zone_of(zone, start), zone_of(zone, end), precision)


def parse_expiry(argument: str, text: str, now: datetime, zone: tzinfo | None) -> datetime:
    """Read when something goes by itself: a span from `now` ("7d", "3 weeks") or a time, which must lie ahead."""
    if found := _SPAN.fullmatch(text.strip()):
        count, unit = int(found[1]), found[2].lower()
        if not count:
            raise InvalidArgument(argument, "is no time at all; give a span such as '7d'.")
        days = {"h": 1 / 24, "d": 1.0, "w": 7.0, "y": 365.25}.get(
            unit[0], 30.4375 if unit.startswith("mo") else 1 / 1440
        )
        try:
            return now + timedelta(days=count * days)
        except OverflowError:
            return _LATEST
    end = parse_when(argument, text, zone)
    if end.end <= now:
        raise InvalidArgument(argument, f"lies in the past; give a time ahead or a span such as '7d' ({_FORMS}).")
    return end.end


def iso(at: datetime, zone: tzinfo | None) -> str:
    """ISO 8601 with offset, to the second, in the configured zone."""
    try:
        return at.astimezone(zone).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return at.isoformat(timespec="seconds")


def iso_at(at: datetime, precision: Precision | None, zone: tzinfo | None) -> str:
    """A time shown no finer than it was given: 2026, 2026-03, 2026-03-14 or the instant."""
    shown = iso(at, zone)
    return shown[: {"year": 4, "month": 7, "day": 10}.get(precision or "instant", len(shown))]
