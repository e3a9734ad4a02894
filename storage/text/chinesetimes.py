"""Times in plain Chinese: a table of wordings, each with what it comes down to.

Wordings are matched whole, without spaces, in simplified characters (`plain` maps those of times); what no row
knows is None, never a guess. 上周三 is the Wednesday of the week before, 周三 the latest Wednesday before today,
三月 the latest March that has begun. Seasons and halves of the clock are read as in English.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from .chineseclock import on_the_clock
from .chinesewords import (
    DAYS,
    DIGITS,
    HOLIDAYS,
    NUMBER,
    SEASONS,
    STEPS,
    UNITS,
    WEEKDAYS,
    YEARS,
    number_of,
    one_of,
    year_of,
)
from .periods import (
    Moment,
    Period,
    a_date,
    a_day,
    a_decade,
    a_week,
    a_weekday,
    a_weekend,
    a_year,
    counted,
    in_months,
    later,
    monthly,
    period,
    yearly,
)

Row = tuple[re.Pattern[str], Callable[[re.Match[str], Moment], Period | None]]

_EDGES = {"初": 0, "上旬": 0, "中": 1, "中旬": 1, "底": 2, "末": 2, "下旬": 2}


def read_chinese(text: str, at: Moment) -> Period | None:
    """What `text` names, said at that moment; None if it is no wording known here or no date of the calendar."""
    bare = re.sub(r"\s+", "", text).removeprefix("在")
    return _by_table(bare, at) or on_the_clock(bare, at, _by_table)


def _by_table(text: str, at: Moment) -> Period | None:
    for pattern, make in _rows():
        if found := pattern.fullmatch(text):
            return make(found, at)
    return None


@cache
def _rows() -> tuple[Row, ...]:
    """Compiled when the first is asked for: most sessions name no time in words."""
    year = rf"(?P<year>(?:公元)?(?!0000)(?:\d{{4}}|[{DIGITS}]{{4}})年|{one_of(YEARS)})的?"
    month = rf"(?P<month>{NUMBER}|正)月份?"
    step_month = rf"(?P<step>{one_of(STEPS)})个?月份?"
    week = r"(?:周|星期|礼拜)"
    edge = rf"(?P<edge>{one_of(_EDGES)})"
    table: list[tuple[str, Callable[[re.Match[str], Moment], Period | None]]] = [
        (rf"(?P<word>{one_of(DAYS)})", lambda m, at: a_day(at.today, DAYS[m["word"]])),
        (rf"{year}今[天日]", lambda m, at: a_date(year_of(m["year"], at), at.today.month, at.today.day)),
        (r"现在|刚才|刚刚", lambda m, at: Period(at.now, at.now, "instant")),
        (rf"(?:(?P<step>{one_of(STEPS)})个?)?{week}(?P<weekday>[{''.join(WEEKDAYS)}])", _weekday),
        (rf"(?P<step>{one_of(STEPS)})个?{week}", lambda m, at: a_week(at.today, STEPS[m["step"]])),
        (rf"(?P<step>{one_of(STEPS)})个?周末", lambda m, at: a_weekend(at.today, STEPS[m["step"]])),
        (r"周末", lambda m, at: a_weekend(at.today, 0 if at.ahead or at.today.weekday() > 4 else -1)),
        (step_month, lambda m, at: _month_away(m, at)),
        (rf"{step_month}的?{edge}", lambda m, at: _dekad(m, _month_away(m, at))),
        (rf"月{edge}", lambda m, at: _dekad(m, in_months(at.local.year, at.local.month, "month"))),
        (rf"{step_month}的?(?P<day>{NUMBER})[日号]", _day_of_month),
        (rf"{year}", lambda m, at: a_year(year_of(m["year"], at))),
        (rf"公元前(?P<count>{NUMBER})年", lambda m, at: a_year(-number_of(m["count"]))),
        (r"(?P<short>\d\d)年", _short_year),
        (rf"(?:{year})?(?P<edge>年初|年中|年底|年末|初|底|末)", _edge_of_year),
        (rf"(?:{year})?{month}", _month),
        (rf"(?:{year})?{month}的?{edge}", lambda m, at: _dekad(m, _month(m, at))),
        (rf"(?:{year})?{month}(?:(?P<day>{NUMBER})[日号]|(?P<bare>\d\d?))", _date),
        (rf"(?P<day>{NUMBER})[日号]", lambda m, at: monthly(number_of(m["day"]), at)),
        (rf"(?:{year})?(?P<season>[春夏秋冬])[天季]?", _season),
        (rf"(?:{year})?第?(?P<n>[一二三四1-4])季度", _quarter),
        (rf"(?P<step>{one_of(STEPS)})个?季度", _quarter_away),
        (rf"(?:{year})?(?P<half>[上下])半年", _half),
        (
            rf"(?:(?P<century>上(?:个)?世纪|20世纪|二十世纪|本世纪|21世纪|二十一世纪)的?)?(?P<decade>\d\d|[{DIGITS}]十)年代",
            _decade,
        ),
        (r"(?P<full>\d{3}0)年代", lambda m, at: a_decade(int(m["full"]))),
        (
            rf"(?P<count>{NUMBER}|半)(?P<unit>{one_of(UNITS)})(?P<half>半)?(?:之前|以前|前)",
            lambda m, at: _counted(m, at, -1),
        ),
        (
            rf"(?:再?过)?(?P<count>{NUMBER}|半)(?P<unit>{one_of(UNITS)})(?P<half>半)?(?:之后|以后|后)",
            lambda m, at: _counted(m, at, 1),
        ),
        (
            r"前几天|前些天|前些日子|前两天|几天前|这几天|最近几天|这两天",
            lambda m, at: period(later(at.today, days=-7), "days"),
        ),
        (rf"(?:{year})?(?P<holiday>{one_of(HOLIDAYS)})", _holiday),
    ]
    return tuple((re.compile(pattern), make) for pattern, make in table)


def _weekday(m: re.Match[str], at: Moment) -> Period:
    weekday = WEEKDAYS[m["weekday"]]
    if m["step"]:
        return a_weekday(at.today, STEPS[m["step"]], weekday)
    if at.ahead:
        return a_day(at.today, (weekday - at.today.weekday() - 1) % 7 + 1)
    return a_day(at.today, (weekday - at.today.weekday()) % 7 - 7)


def _month_away(m: re.Match[str], at: Moment) -> Period:
    return in_months(at.local.year, at.local.month + STEPS[m["step"]], "month")


def _day_of_month(m: re.Match[str], at: Moment) -> Period | None:
    month = _month_away(m, at).start
    return a_date(month.year, month.month, number_of(m["day"]))


def _short_year(m: re.Match[str], at: Moment) -> Period:
    """98年, 08年: the latest such year that has begun."""
    return a_year(at.local.year - (at.local.year - int(m["short"])) % 100)


def _edge_of_year(m: re.Match[str], at: Moment) -> Period | None:
    edge = m["edge"].removeprefix("年")
    if not m["year"] and edge == m["edge"]:
        return None
    year = max(year_of(m["year"], at), 1)
    if edge == "中":
        return in_months(year, 5, "third")
    return in_months(year, 1 if edge == "初" else 10, "quarter")


def _month(m: re.Match[str], at: Moment) -> Period | None:
    month = 1 if m["month"] == "正" else number_of(m["month"])
    if not 1 <= month <= 12:
        return None
    if m["year"]:
        return in_months(year_of(m["year"], at), month, "month")
    return yearly(lambda y: in_months(y, month, "month"), at)


def _dekad(m: re.Match[str], month: Period | None) -> Period | None:
    return month and period(later(month.start, days=10 * _EDGES[m["edge"]]), "dekad")


def _date(m: re.Match[str], at: Moment) -> Period | None:
    month, day = number_of(m["month"]) if m["month"] != "正" else 1, number_of(m["day"] or m["bare"])
    if m["year"]:
        return a_date(year_of(m["year"], at), month, day)
    return yearly(lambda y: a_date(y, month, day), at)


def _season(m: re.Match[str], at: Moment) -> Period | None:
    month = SEASONS[m["season"]]
    if m["year"]:
        return in_months(year_of(m["year"], at), month, "quarter")
    return yearly(lambda y: in_months(y, month, "quarter"), at)


def _quarter(m: re.Match[str], at: Moment) -> Period | None:
    month = 3 * number_of(m["n"]) - 2
    if m["year"]:
        return in_months(year_of(m["year"], at), month, "quarter")
    return yearly(lambda y: in_months(y, month, "quarter"), at)


def _quarter_away(m: re.Match[str], at: Moment) -> Period:
    return in_months(at.local.year, (at.local.month - 1) // 3 * 3 + 1 + 3 * STEPS[m["step"]], "quarter")


def _half(m: re.Match[str], at: Moment) -> Period:
    return in_months(year_of(m["year"], at), 1 if m["half"] == "上" else 7, "half")


def _decade(m: re.Match[str], at: Moment) -> Period | None:
    """Without a century, the latest that has begun: 90年代, 20年代."""
    years = number_of(m["decade"])
    if years % 10 or (not years and not m["decade"].startswith("0")):
        return None
    if not m["century"]:
        century = at.local.year - at.local.year % 100
        return a_decade(century + years if century + years <= at.local.year else century + years - 100)
    return a_decade((2000 if m["century"] in ("本世纪", "21世纪", "二十一世纪") else 1900) + years)


def _counted(m: re.Match[str], at: Moment, sign: int) -> Period | None:
    unit = UNITS[m["unit"]]
    smaller, parts = {"hour": ("minute", 60), "year": ("month", 12), "month": ("day", 30), "day": ("hour", 24)}.get(
        unit, ("", 0)
    )
    if m["count"] == "半" or m["half"]:
        if not smaller:
            return None
        whole = 0 if m["count"] == "半" else number_of(m["count"])
        return counted(at, sign * (whole * parts + parts // 2), smaller)
    count = number_of(m["count"])
    if unit == "year" and 1000 <= count <= 2199:
        return None  # 2020年前 is before that year rather than so many years ago
    return counted(at, sign * count, unit)


def _holiday(m: re.Match[str], at: Moment) -> Period | None:
    month, day = HOLIDAYS[m["holiday"]]
    if m["year"]:
        return a_date(year_of(m["year"], at), month, day)
    return yearly(lambda y: a_date(y, month, day), at)
