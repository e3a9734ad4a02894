"""Times as people give them, kept with the precision they were given in, and shown no finer.

Understood: ISO 8601 (instants, dates, weeks, months, years, and intervals of a length that has a name here), plain
words in English and Chinese (`englishtimes`, `chinesetimes`), dates written out (`writtendates`), and for expiry
spans ("7d", 两周). What is not understood as a whole is refused, never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cache

from ..errors import InvalidArgument
from ..memory import Precision
from . import chinesewords, englishwords
from .chinesetimes import read_chinese
from .englishtimes import read_english
from .isotimes import read_iso
from .periods import EARLIEST, LATEST, Moment, Period, end_of, later, zone_of
from .writtendates import read_written

_EITHER_ORDER = re.compile(r"\d{1,2}([./-])\d{1,2}\1\d{2,4}")
_LONGEST = 100  # no time is said in more characters
_FORMS = (
    "give ISO 8601: 2026, 2026-03, 2026-03-14 or 2026-03-14T09:30+01:00, or plain words: "
    "'last Tuesday', 'in March', '3 days ago', 'yesterday at 3pm', '上周三', '三天前'"
)


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


def parse_when(argument: str, text: str, zone: tzinfo | None, now: datetime, *, ahead: bool = False) -> When:
    """Read a time given in `argument`, words relative to `now` (aware, UTC) by the calendar of `zone`.

    Of what comes again ("Friday", "in March", "14 March") the latest is meant, with `ahead` the next.
    Raises InvalidArgument when it is not a time in a form understood. What words put outside the years 1 to 9999
    is the first or last such year, month or day there is.
    """
    found = read(text, Moment(now, zone, ahead))
    if not found:
        if _EITHER_ORDER.fullmatch(text.strip()):
            raise InvalidArgument(
                argument, "could be two dates or is none; name the month ('3 April 2026') or give 2026-04-03."
            )
        raise InvalidArgument(argument, f"is not a time understood here; {_FORMS}.")
    return settled(found, zone)


def written_when(text: str, zone: tzinfo | None) -> When | None:
    """The time of a text in ISO 8601, for what a program wrote; None for anything else, words included."""
    found = read_iso(plain(text.strip()), Moment(EARLIEST, zone))
    return settled(found, zone) if found else None


def settled(found: Period, zone: tzinfo | None) -> When:
    """A period of the local calendar as the UTC times it lasted from and to."""
    start, end = (at if at.tzinfo else zone_of(zone, at) for at in (found.start, found.end))
    return When(start, end, found.precision)


def plain(text: str) -> str:
    """In lower case, half width, straight quotes and the simplified characters of times; as long as it was."""
    if not text.isascii():
        even = ((unicodedata.normalize("NFKC", c), c) for c in text.replace("’", "'"))
        text = chinesewords.simplified("".join(n if len(n) == 1 else c for n, c in even))
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def read(text: str, at: Moment) -> Period | None:
    """What a text names as a whole, said at that moment; None if it is no time understood here."""
    given = text.strip()
    if not given or len(given) > _LONGEST:
        return None
    words = " ".join(plain(given).split()).rstrip(" .,!?。，！？")
    return read_iso(words, at) or read_english(words, at) or read_chinese(words, at) or read_written(words)


def parse_expiry(argument: str, text: str, now: datetime, zone: tzinfo | None) -> datetime:
    """Read when something goes by itself: a span from `now` ("7d", "in two weeks", 三天后) or a time, at whose end
    it goes ("next Friday": when that day is over), which must lie ahead."""
    given = plain(text.strip())
    if span := _span_days(given):
        count, days = span
        if not count:
            raise InvalidArgument(argument, "is no time at all; give a span such as '7d'.")
        try:
            return now + timedelta(days=count * days)
        except OverflowError:
            return LATEST
    end = parse_when(argument, text, zone, now, ahead=True)
    if end.end <= now:
        raise InvalidArgument(argument, f"lies in the past; give a time ahead or a span such as '7d' ({_FORMS}).")
    return end.end


@cache
def _spans() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A span in English and in Chinese. Compiled when first asked for, as all long patterns of words: together
    they would hold up every start by some ten milliseconds."""
    unit = r"m|min|h|d|w|y|mins|hrs?|minutes?|hours?|days?|weeks?|months?|years?"
    return (
        re.compile(rf"(?:in )?({englishwords.NUMBER})\s*({unit})(?: from now)?"),
        re.compile(rf"({chinesewords.NUMBER}|半)({chinesewords.one_of(chinesewords.UNITS)})(?:之后|以后|后|内|之内)?"),
    )


def _span_days(text: str) -> tuple[float, float] | None:
    """How many of a unit, and how many days that has; mean ones for months and years."""
    english, chinese = _spans()
    if found := english.fullmatch(" ".join(text.split())):
        count, unit = float(englishwords.number_of(found[1])), found[2]
    elif found := chinese.fullmatch("".join(text.split())):
        count, unit = 0.5 if found[1] == "半" else float(chinesewords.number_of(found[1])), chinesewords.UNITS[found[2]]
    else:
        return None
    months = unit.startswith("mo")
    days = {"s": 1 / 86400, "h": 1 / 24, "d": 1.0, "w": 7.0, "q": 91.3125, "y": 365.25, "c": 36525.0}
    return count, 30.4375 if months else days.get(unit[0], 1 / 1440)


def iso(at: datetime, zone: tzinfo | None) -> str:
    """ISO 8601 with offset, to the second, in the configured zone."""
    try:
        return at.astimezone(zone).isoformat(timespec="seconds")
    except (OverflowError, ValueError, OSError):
        return at.isoformat(timespec="seconds")


def iso_at(at: datetime, precision: Precision | None, zone: tzinfo | None) -> str:
    """A time shown no finer than it was given, in ISO 8601: 2026, 2026-03, 2026-W12, 2026-03-14, or the instant.

    What ISO has no form for is an interval, both ends included: of years for a decade (1990/1999), of months
    (2026-03/2026-05), of days (2026-03-21/2026-03-31), or of clock times for a part of a day.
    """
    shown = iso(at, zone)
    local = datetime.fromisoformat(shown)
    if precision is None or precision == "instant":
        return shown
    if precision == "week":
        year, week, _ = local.isocalendar()
        return f"{year:04}-W{week:02}"
    if precision in ("hour", "minute"):
        return local.isoformat(timespec="hours" if precision == "hour" else "minutes")
    end = end_of(local.replace(tzinfo=None), precision)
    if precision in ("night", "daypart"):
        ends = datetime.fromisoformat(iso(zone_of(zone, end), zone))
        return f"{local.isoformat(timespec='minutes')}/{ends.isoformat(timespec='minutes')}"
    last = later(end, minutes=-1).isoformat()
    digits = {"decade": 4, "half": 7, "third": 7, "quarter": 7}.get(precision)
    single = {"year": 4, "month": 7, "day": 10}.get(precision)
    return shown[:single] if single else f"{shown[: digits or 10]}/{last[: digits or 10]}"
