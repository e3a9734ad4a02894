"""Times in plain English: a table of wordings, each with what it comes down to.

Wordings are matched whole, in lower case, words one space apart; what no row knows is None, never a guess.
"last Tuesday" is the latest Tuesday before today, "last March" the latest March that is over, "next March" the
next to begin, but "next Friday" the Friday of the next week: "this Friday" is that of this one. Seasons are the
meteorological ones of the north; a winter has the year it begins in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import cast

from ..memory import Precision
from .englishclock import on_the_clock, part_of
from .englishwords import HOLIDAYS, MONTHS, NINETIES, NUMBER, ORDINALS, SEASONS, UNITS, WEEKDAYS, any_of, number_of
from .periods import (
    Moment,
    Period,
    Which,
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

_Maker = Callable[[re.Match[str], Moment], Period | None]
_Row = tuple[str, _Maker]

_DAYS = {
    "the day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "the day after tomorrow": 2,
}
_STEPS = {"last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1, "coming": 1}
_EDGES = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}


# The parts that wordings are made of.
_MONTH = rf"(?P<month>{any_of(MONTHS)})"
_WEEKDAY = rf"(?P<weekday>{any_of(WEEKDAYS)})"
_SEASON = rf"(?P<season>{any_of(SEASONS)})"
_HOLIDAY = rf"(?P<holiday>{any_of(HOLIDAYS)})"
_NTH = rf"(?P<nth>{any_of(ORDINALS)})"
_WHICH = r"(?P<which>last|this|next)"
_STEP = rf"(?P<step>(?:the )?(?:{any_of(_STEPS)}))"
_YEAR = r"(?P<year>(?!0000)\d{4}|(?:last|this|next) year|the year before last)"
_OF_YEAR = rf"(?:,? (?:of |in )?{_YEAR})?"
_EDGE = r"(?P<edge>early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[ -](?:in )?(?:the )?"
_COUNT = rf"(?P<count>{NUMBER})(?P<half> and a half)?"
_UNIT = rf"(?P<unit>{any_of(UNITS)})"


def read_english(text: str, at: Moment) -> Period | None:
    """What `text` names, said at that moment; None if it is no wording known here or no date of the calendar."""
    return _by_table(text, at) or on_the_clock(text, at, _by_table)


def _by_table(text: str, at: Moment) -> Period | None:
    for bare in dict.fromkeys((text, re.sub(r"^(?:on|in|at|during|over) ", "", text))):
        for pattern, make in _rows():
            if found := pattern.fullmatch(bare):
                return make(found, at)
    return None


@cache
def _rows() -> tuple[tuple[re.Pattern[str], _Maker], ...]:
    """Compiled when the first is asked for: most sessions name no time in words."""
    return tuple((re.compile(wording), make) for wording, make in (*_days_and_weeks(), *_months_and_years(), *_dates()))


def _days_and_weeks() -> tuple[_Row, ...]:
    return (
        (rf"(?P<word>{any_of(_DAYS)})", lambda m, at: a_day(at.today, _DAYS[m["word"]])),
        (r"this (?P<part>morning|afternoon|evening)", lambda m, at: part_of(a_day(at.today), m["part"])),
        (r"tonight", lambda m, at: part_of(a_day(at.today), "night")),
        (r"last night", lambda m, at: part_of(a_day(at.today, -1), "night")),
        (r"the night before last", lambda m, at: part_of(a_day(at.today, -2), "night")),
        (r"now|right now|just now", lambda m, at: Period(at.now, at.now, "instant")),
        (rf"(?:(?:the )?(?P<which>last|past|this|next|coming) )?{_WEEKDAY}", _weekday),
        (rf"{_WEEKDAY}(?: of)? {_STEP} week", _weekday_of_week),
        (rf"{_STEP} week(?:'s)?,?(?: on)? {_WEEKDAY}", _weekday_of_week),
        (rf"{_STEP} week", lambda m, at: a_week(at.today, _step(m))),
        (r"the week before last", lambda m, at: a_week(at.today, -2)),
        (rf"{_STEP} weekend", lambda m, at: a_weekend(at.today, _step(m))),
        (r"the weekend", lambda m, at: a_weekend(at.today, 0 if at.ahead or at.today.weekday() > 4 else -1)),
        (r"a few days ago|(?:the )?other day|the (?:last|past) few days|these days", _some_days_ago),
        (rf"{_COUNT} {_UNIT} (?:ago|back|earlier)", lambda m, at: _counted(m, at, -1)),
        (rf"{_COUNT} {_UNIT} ago today", lambda m, at: _to_the_day(-number_of(m["count"]), m["unit"], at)),
        (r"this day last (?P<unit>year|month)", lambda m, at: _to_the_day(-1, m["unit"], at)),
        (r"an? (?P<unit>hour|day|year) and (?P<half>a half) ago", lambda m, at: _counted(m, at, -1)),
        (r"half an? (?P<unit>hour|year|century) ago", _half_ago),
        (rf"in {_COUNT} {_UNIT}(?:'? time)?", lambda m, at: _counted(m, at, 1)),
        (rf"{_COUNT} {_UNIT} from (?:now|today)", lambda m, at: _counted(m, at, 1)),
    )


def _months_and_years() -> tuple[_Row, ...]:
    return (
        (rf"{_STEP} month", _month_away),
        (r"the month before last", lambda m, at: counted(at, -2, "month")),
        (rf"{_EDGE}{_STEP} month", lambda m, at: _dekad(m, _month_away(m, at))),
        (rf"{_EDGE}month", lambda m, at: _dekad(m, counted(at, 0, "month"))),
        (rf"(?:{_WHICH} )?{_MONTH}", _month),
        (rf"{_MONTH},? (?:of |in )?{_YEAR}", _month),
        (rf"{_YEAR},?(?: in)? {_MONTH}", _month),
        (rf"{_EDGE}{_MONTH}{_OF_YEAR}", lambda m, at: _dekad(m, _month(m, at))),
        (rf"(?:{_WHICH} |the )?{_SEASON}", _season),
        (rf"(?:the )?{_SEASON}(?: of| in)? {_YEAR}", _season),
        (rf"{_STEP} quarter", _quarter_away),
        (rf"q(?P<n>[1-4])(?:(?: of)?[ /]?{_YEAR})?", lambda m, at: _quarter(int(m["n"]), m, at)),
        (rf"{_YEAR}[ -/]?q(?P<n>[1-4])", lambda m, at: _quarter(int(m["n"]), m, at)),
        (rf"(?:the )?{_NTH} quarter(?: of)? {_YEAR}", lambda m, at: _quarter(ORDINALS[m["nth"]], m, at)),
        (rf"h(?P<n>[12])(?: of)? {_YEAR}", lambda m, at: in_months(_year(m, at), 6 * int(m["n"]) - 5, "half")),
        (rf"(?:the )?first half(?: of)? {_YEAR}", lambda m, at: in_months(_year(m, at), 1, "half")),
        (rf"(?:the )?second half(?: of)? {_YEAR}", lambda m, at: in_months(_year(m, at), 7, "half")),
        (rf"(?:(?:the )?year )?{_YEAR}", lambda m, at: a_year(_year(m, at))),
        (r"(?:the year )?(?P<count>\d{1,6}) ?(?:bc|bce|b\.c\.)", lambda m, at: a_year(-int(m["count"]))),
        (rf"{_EDGE}{_YEAR}", lambda m, at: _edge_of_year(m["edge"], _year(m, at))),
        (rf"{_EDGE}year", lambda m, at: _edge_of_year(m["edge"], at.local.year)),
        (r"(?:the )?'?(?P<decade>(?:\d\d)?\d0)'?s", lambda m, at: _decade(int(m["decade"]), at)),
        (rf"(?:the )?(?P<century>nineteen |twenty )?(?P<name>{any_of(NINETIES)})", _named_decade),
    )


def _dates() -> tuple[_Row, ...]:
    day = r"(?P<day>\d\d?)(?:st|nd|rd|th)"
    given_weekday = rf"(?:{_WEEKDAY},?(?: the)? )?"
    return (
        (rf"{given_weekday}(?:the )?{day}?(?: of)? {_MONTH}{_OF_YEAR}", _date),
        (rf"{given_weekday}{_MONTH} (?:the )?{day}?{_OF_YEAR}", _date),
        (rf"the {day}", lambda m, at: monthly(int(m["day"]), at)),
        (rf"(?:the )?{day} (?:of )?(?P<step>last|this|next) month", _day_of_month),
        (r"(?P<day>\d\d?)[./](?P<month>\d\d?)[./](?P<year>\d{4})", _either_order),
        (rf"(?:{_WHICH} )?{_HOLIDAY}", _holiday),
        (rf"{_HOLIDAY}(?: of| in)? {_YEAR}", _holiday),
    )


def _some_days_ago(m: re.Match[str], at: Moment) -> Period:
    """The seven days before today: the closest that says "a few"."""
    return period(later(at.today, days=-7), "days")


def _step(m: re.Match[str]) -> int:
    return _STEPS[m["step"].removeprefix("the ")]


def _year(m: re.Match[str], at: Moment) -> int:
    steps = {"the year before last": -2, "last year": -1, "this year": 0, "next year": 1}
    year: str = m["year"]
    return at.local.year + steps[year] if year in steps else int(year)


def _weekday(m: re.Match[str], at: Moment) -> Period:
    weekday, which = WEEKDAYS[m["weekday"]], m["which"]
    if which in ("this", "next"):
        return a_weekday(at.today, which == "next", weekday)
    if which == "coming" or (at.ahead and not which):
        return a_day(at.today, (weekday - at.today.weekday() - 1) % 7 + 1)
    return a_day(at.today, (weekday - at.today.weekday()) % 7 - 7)


def _weekday_of_week(m: re.Match[str], at: Moment) -> Period:
    return a_weekday(at.today, _step(m), WEEKDAYS[m["weekday"]])


def _month(m: re.Match[str], at: Moment) -> Period | None:
    return _of_months(MONTHS[m["month"]], "month", m, at)


def _season(m: re.Match[str], at: Moment) -> Period | None:
    return _of_months(SEASONS[m["season"]], "quarter", m, at)


def _quarter(n: int, m: re.Match[str], at: Moment) -> Period | None:
    return _of_months(3 * n - 2, "quarter", m, at)


def _of_months(month: int, precision: Precision, m: re.Match[str], at: Moment) -> Period | None:
    """From that month of the year given, else the last, this, next or latest such."""
    named = m.groupdict()
    if named.get("year"):
        return in_months(_year(m, at), month, precision)
    return yearly(lambda y: in_months(y, month, precision), at, cast("Which | None", named.get("which")))


def _month_away(m: re.Match[str], at: Moment) -> Period | None:
    return counted(at, _step(m), "month")


def _quarter_away(m: re.Match[str], at: Moment) -> Period:
    return in_months(at.local.year, (at.local.month - 1) // 3 * 3 + 1 + 3 * _step(m), "quarter")


def _date(m: re.Match[str], at: Moment) -> Period | None:
    month, day = MONTHS[m["month"]], int(m["day"])
    found = a_date(_year(m, at), month, day) if m["year"] else yearly(lambda y: a_date(y, month, day), at)
    if found and m["weekday"] and found.start.weekday() != WEEKDAYS[m["weekday"]]:
        return None  # a date that contradicts itself is no date
    return found


def _day_of_month(m: re.Match[str], at: Moment) -> Period | None:
    month = in_months(at.local.year, at.local.month + _step(m), "month").start
    return a_date(month.year, month.month, int(m["day"]))


def _either_order(m: re.Match[str], at: Moment) -> Period | None:
    """14/03/2026 and 03/14/2026 say which is the month, 03/04/2026 does not."""
    first, second, year = int(m["day"]), int(m["month"]), int(m["year"])
    readings = {(p.start, p) for p in (a_date(year, second, first), a_date(year, first, second)) if p}
    return readings.pop()[1] if len(readings) == 1 else None


def _edge_kind(edge: str) -> int:
    return _EDGES[edge.removeprefix("the ").removesuffix(" of")]


def _edge_of_year(edge: str, year: int) -> Period:
    """early, mid, late: a third of the year; its beginning and end are quarters."""
    kind = _edge_kind(edge)
    if "beginning" in edge or "start" in edge or "end" in edge:
        return in_months(max(year, 1), 1 + 9 * (kind == 2), "quarter")
    return in_months(max(year, 1), 1 + 4 * kind, "third")


def _dekad(m: re.Match[str], month: Period | None) -> Period | None:
    return month and period(later(month.start, days=10 * _edge_kind(m["edge"])), "dekad")


def _decade(year: int, at: Moment) -> Period:
    """Of two digits, the latest that has begun: the 90s, the 20s."""
    if year < 100:
        century = at.local.year - at.local.year % 100
        year += century if century + year <= at.local.year else century - 100
    return a_decade(year)


def _named_decade(m: re.Match[str], at: Moment) -> Period:
    years = NINETIES[m["name"]]
    return _decade(years + {"nineteen ": 1900, "twenty ": 2000}.get(m["century"] or "", 0), at)


def _counted(m: re.Match[str], at: Moment, sign: int) -> Period | None:
    unit, times = UNITS[m["unit"]]
    count = number_of(m.groupdict().get("count") or "a") * times
    if m["half"]:
        parts = {"hour": ("minute", 60), "day": ("hour", 24), "year": ("month", 12)}.get(unit)
        if not parts:
            return None
        unit, count = parts[0], count * parts[1] + parts[1] // 2
    return counted(at, sign * count, unit)


def _to_the_day(count: int, unit: str, at: Moment) -> Period | None:
    """Today, so many units away; None where that month has no such day."""
    name, times = UNITS[unit]
    if name == "week":
        return a_day(at.today, 7 * count * times)
    found = counted(at, count * times, name)
    if not found or name not in ("month", "year"):
        return found
    return a_date(found.start.year, at.today.month if name == "year" else found.start.month, at.today.day)


def _half_ago(m: re.Match[str], at: Moment) -> Period | None:
    count, unit = {"hour": (30, "minute"), "year": (6, "month"), "century": (50, "year")}[m["unit"]]
    return counted(at, -count, unit)


def _holiday(m: re.Match[str], at: Moment) -> Period | None:
    month, day = HOLIDAYS[m["holiday"]]
    named = m.groupdict()
    if named.get("year"):
        return a_date(_year(m, at), month, day)
    return yearly(lambda y: a_date(y, month, day), at, cast("Which | None", named.get("which")))
