"""Clock times and parts of the day in English: "yesterday at 3pm", "half past nine", "Tuesday evening".

An hour from 1 to 6 without am, pm or a part of the day could be either and is not read; other hours stand as on
a clock of 24 hours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from .englishwords import NUMBERS, any_of
from .periods import Moment, Period, at_clock, later, part_of_day, period

_HOURS = {name: n for name, n in NUMBERS.items() if n <= 12 and " " not in name and name not in ("a", "an")}
_MINUTES = {"half": 30, "quarter": 15, "a quarter": 15, "twenty five": 25, "twenty-five": 25}
_PARTS: Mapping[str, int] = {"morning": 6, "afternoon": 12, "evening": 18, "night": 18}
_NAMED = {"noon": 12, "midday": 12, "midnight": 24}
_DayReader = Callable[[str, Moment], Period | None]


def part_of(day: Period, part: str) -> Period:
    """A morning, afternoon or evening has six hours, a night the twelve from six to six."""
    return period(later(day.start, hours=_PARTS[part]), "night" if part == "night" else "daypart")


def on_the_clock(text: str, at: Moment, read_day: _DayReader) -> Period | None:
    """A clock time, a part of a day, or both, with the day before or behind it; without a day, the latest such.

    `read_day` reads the words that name the day, which may name a part of it already ("this morning").
    """
    found = (_said(m, at, read_day) for pattern in _wordings() if (m := pattern.fullmatch(text)))
    return next((p for p in found if p), None)


@cache
def _wordings() -> tuple[re.Pattern[str], ...]:
    hours = any_of(_HOURS)
    clock = (
        rf"(?P<at>at |around |about )?(?:(?P<name>{any_of(_NAMED)})|"
        rf"(?:(?P<minutes>{any_of(_MINUTES)}|[1-5]?\d|{any_of(NUMBERS)})(?: minutes?)? (?P<side>past|to) )?"
        rf"(?P<hour>\d\d?|{hours})(?:[:.](?P<minute>[0-5]\d))?(?P<oclock> o'?clock)?(?: ?(?P<half>[ap])\.?m\.?)?)"
    )
    part, of_day = rf"(?P<part>{any_of(_PARTS)})", r"(?: (?:in the |at )"
    return tuple(
        re.compile(wording)
        for wording in (
            rf"{clock}{of_day}{part})?",
            rf"{clock}{of_day}{part})?,? (?P<day>.+)",
            rf"(?P<day>.+?),? {clock}{of_day}{part})?",
            rf"(?P<day>.+?),? (?:in the )?{part},? {clock}",
            rf"(?P<day>.+?),? (?:in the |at )?{part}",
            rf"the {part} of (?P<day>.+)",
        )
    )


def _said(m: re.Match[str], at: Moment, read_day: _DayReader) -> Period | None:
    given = m.groupdict()
    day = read_day(given["day"], at) if given.get("day") else None
    if given.get("day") and (not day or day.precision not in ("day", "daypart", "night")):
        return None
    part = given.get("part") or (part_of_day(day) if day else None)
    if "hour" not in given:
        return part_of(day, str(part)) if day and day.precision == "day" else None
    minutes = _minutes(given, part)
    return None if minutes is None else at_clock(day, minutes, at)


def _minutes(given: Mapping[str, str | None], part: str | None) -> int | None:
    """Minutes from the midnight the day began with; beyond 1440 in the small hours of its night."""
    if given["name"]:
        return _NAMED[given["name"]] * 60
    said = str(given["hour"])
    hour = _HOURS[said] if said in _HOURS else int(said)
    if not (part or any(given[g] for g in ("at", "minute", "oclock", "half", "minutes"))):
        return None
    whole = _hour_of_day(hour, part, given["half"], padded=said.startswith("0"))
    if whole is None:
        return None
    shift = 0
    if past := given["minutes"]:
        shift = _MINUTES.get(past) or NUMBERS.get(past) or int(past)
        shift = -shift if given["side"] == "to" else shift
    return whole * 60 + int(given["minute"] or 0) + shift


def _hour_of_day(hour: int, part: str | None, half: str | None, *, padded: bool) -> int | None:
    if half:
        return hour % 12 + 12 * (half == "p") if 1 <= hour <= 12 else None
    if hour > 23:
        return None
    if part and hour <= 12:
        if part == "night":
            return hour + 12 if hour > 5 else hour + 24
        return hour % 12 + 12 * (part != "morning")
    return hour if padded or not 1 <= hour <= 6 else None
