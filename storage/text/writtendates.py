"""Dates written out in the many ways of letters and logs: "Sat, 14 Mar 2026 15:00 GMT", "14-Mar-2026 3.30pm".

dateparser reads these well and much else badly: it takes "1990s" for a time of today and "100,000 years ago" for
1926. So it is given only what names day, month and year and holds no word but those of a date, and its answer
counts only if every number of the text stands in it. Of Chinese it knows little (neither 上周三 nor 三天前), and
nothing that `chinesetimes` does not; hence English alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any

from .englishwords import MONTHS, WEEKDAYS
from .periods import Period, period

# CST, IST and BST are left out: each is the name of several zones.
_ZONES = frozenset(["utc", "gmt", "z", "est", "edt", "pst", "pdt", "mst", "mdt", "cdt", "cet", "cest", "jst"])
_WORDS = frozenset([*MONTHS, *WEEKDAYS, *_ZONES, "st", "nd", "rd", "th", "of", "at", "am", "pm"])
_TOKEN = re.compile(r"[a-z]+|\d+|[^\sa-z\d]")
_OFFSET = re.compile(r"(?<=:\d\d)\s*[+-]\d\d:?\d\d$")
_YEAR_FIRST = re.compile(r"\d{4}([/.-])(?P<month>\d\d?)\1(?P<day>\d\d?)(?!\d)")


def read_written(text: str) -> Period | None:
    """The day or the instant that is written out, or None. `text` is in lower case."""
    tokens: list[str] = _TOKEN.findall(_OFFSET.sub("", text))
    years = [t for t in tokens if len(t) == 4 and t.isdecimal()]
    named = {MONTHS[t] for t in tokens if t in MONTHS}
    plain = all(t in _WORDS or (t.isascii() and t.isdecimal() and len(t) <= 4) or t in ",.:/-" for t in tokens)
    if not plain or len(years) != 1 or len(named) > 1:
        return None
    in_figures = _YEAR_FIRST.match(text)
    if not named and not in_figures:
        return None
    found = _parser().get_date_data(text)
    at: datetime | None = found.date_obj
    if at is None or at.year != int(years[0]) or not _all_said(tokens, at, clock=found.period == "time"):
        return None
    if in_figures and (at.month, at.day) != (int(in_figures["month"]), int(in_figures["day"])):
        return None
    if found.period != "time":
        return period(datetime(at.year, at.month, at.day), "day")
    at = at.astimezone(UTC) if at.tzinfo else at
    return Period(at, at, "instant")


@cache
def _parser() -> Any:
    """Imported when it is first needed: that alone takes a fifth of a second."""
    from dateparser.date import DateDataParser

    settings = {
        "PARSERS": ["absolute-time"],
        "STRICT_PARSING": True,
        "REQUIRE_PARTS": ["day", "month", "year"],
        "DATE_ORDER": "YMD",
        "PREFER_LOCALE_DATE_ORDER": False,
        "PREFER_DATES_FROM": "past",
        "NORMALIZE": True,
        "RETURN_TIME_AS_PERIOD": True,
        # A fixed base: with day, month and year required, nothing is to be taken from it, least of all today.
        "RELATIVE_BASE": datetime(2000, 1, 1),
    }
    return DateDataParser(languages=["en"], settings=settings)


def _all_said(tokens: Sequence[str], at: datetime, *, clock: bool) -> bool:
    """Whether the answer holds the numbers and the weekday of the text, and a time if and only if it has one."""
    hours = {at.hour, at.hour % 12 or 12} if clock else set[int]()
    said = {at.year, at.day, at.month} | hours | ({at.minute, at.second} if clock else set[int]())
    weekdays = {WEEKDAYS[t] for t in tokens if t in WEEKDAYS}
    months = {MONTHS[t] for t in tokens if t in MONTHS}
    return (
        clock == bool({":", "am", "pm"} & set(tokens))
        and (clock or "at" not in tokens)
        and all(int(t) in said for t in tokens if t.isdecimal())
        and weekdays <= {at.weekday()}
        and months <= {at.month}
    )
