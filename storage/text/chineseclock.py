"""Clock times and parts of the day in Chinese: 昨天下午三点, 周三晚上, 今早八点半.

As in English, an hour from 1 to 6 without a part of the day could be either and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from .chinesewords import NUMBER, number_of, one_of
from .periods import Moment, Period, at_clock, later, period

# The hour each begins with; 中午 has one hour, nights twelve, the others six.
_PARTS: Mapping[str, int] = {
    "凌晨": 0,
    "清晨": 6,
    "早上": 6,
    "早晨": 6,
    "上午": 6,
    "早": 6,
    "中午": 12,
    "下午": 12,
    "午后": 12,
    "傍晚": 18,
    "晚上": 18,
    "夜里": 18,
    "夜晚": 18,
    "半夜": 18,
    "深夜": 18,
    "晚": 18,
    "夜": 18,
}
_NIGHTS = frozenset({"夜里", "夜晚", "半夜", "深夜", "夜"})
_SHORT_DAYS = {"昨": "昨天", "今": "今天", "明": "明天", "前": "前天", "当": "今天"}
_DayReader = Callable[[str, Moment], Period | None]


def on_the_clock(text: str, at: Moment, read_day: _DayReader) -> Period | None:
    """A clock time, a part of a day, or both, behind the day; without a day, the latest such."""
    found = (_said(m, at, read_day) for pattern in _wordings() if (m := pattern.fullmatch(text)))
    return next((p for p in found if p), None)


@cache
def _wordings() -> tuple[re.Pattern[str], ...]:
    part = rf"(?P<part>{one_of(_PARTS)})"
    clock = (
        rf"(?:(?P<hour>{NUMBER})(?:点钟?|时)(?:(?P<half>半)|(?P<quarter>[一三])刻|整|(?P<minute>{NUMBER})分?)?"
        r"|(?P<hour24>\d\d?)[:.](?P<minute24>[0-5]\d))"
    )
    return tuple(
        re.compile(wording) for wording in (rf"(?P<day>.*?)的?{part}?的?{clock}", rf"(?P<day>.*?)的?{part}的?")
    )


def _said(m: re.Match[str], at: Moment, read_day: _DayReader) -> Period | None:
    given = m.groupdict()
    named = given["day"]
    if named in _SHORT_DAYS and given["part"]:
        named = _SHORT_DAYS[named]
    day = read_day(named, at) if named else None
    if named and (not day or day.precision != "day"):
        return None
    part = given["part"]
    if "hour" not in given:
        return _part_of(day, str(part)) if day else None
    minutes = _minutes(given, part)
    return None if minutes is None else at_clock(day, minutes, at)


def _part_of(day: Period, part: str) -> Period:
    start = later(day.start, hours=_PARTS[part])
    return period(start, "hour" if part == "中午" else "night" if part in _NIGHTS else "daypart")


def _minutes(given: Mapping[str, str | None], part: str | None) -> int | None:
    """Minutes from the midnight the day began with; beyond 1440 in the small hours of its night."""
    said = str(given["hour"] or given["hour24"])
    minute = number_of(given["minute"] or given["minute24"] or "0")
    if given["half"] or given["quarter"]:
        minute = 30 if given["half"] else 15 * number_of(str(given["quarter"]))
    hour = _hour_of_day(number_of(said), part, padded=said.startswith("0"))
    return None if hour is None or minute > 59 else hour * 60 + minute


def _hour_of_day(hour: int, part: str | None, *, padded: bool) -> int | None:
    if hour > 24:
        return None
    if not part or hour > 12:
        return hour if padded or not 1 <= hour <= 6 else None
    begins = _PARTS[part]
    if begins < 12:
        return hour % 12 if begins == 0 else hour
    if begins == 12:
        return hour if hour in (11, 12) else hour % 12 + 12
    return hour + 12 if hour > 4 else hour + 24  # 晚上十二点 ends the day, 半夜两点 is behind it
