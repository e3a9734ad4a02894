"""The dates, weekdays, times of day and relative times of a text, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ...text.chinesewords import WEEKDAYS as HAN_WEEKDAYS
from ...text.englishwords import MONTHS, WEEKDAYS
from .numbers import HAN_NUMERALS, han_value
from .piece import Piece

Half = Literal["am", "pm"]


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is said; `day` alone is "the 5th"."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Hour:
    """A time of day: minutes since midnight, and the half of the day if that is said."""

    minutes: int
    half: Half | None


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, Monday is 0."""

    day: int


@dataclass(frozen=True, slots=True)
class Relative:
    """A time told from today: "last week"."""

    words: str


Time = Date | Hour | Weekday | Relative

_CAPITAL_ONLY = ("may", "march", "august", "mar", "jun", "jul", "sun", "sat", "mon", "wed", "fri", "dec", "jan", "sept")


def _cased(names: list[str]) -> str:
    """The names as alternatives; those that are also ordinary words, with a capital only or behind "in" and the like."""
    free = "|".join(n for n in sorted(names, key=len, reverse=True) if len(n) > 4 and n not in _CAPITAL_ONLY)
    strict = "|".join(n.capitalize() for n in sorted(names, key=len, reverse=True) if len(n) <= 4 or n in _CAPITAL_ONLY)
    lower = "|".join(n for n in ("may", "march", "august", "june", "july") if n in names)
    behind = (
        "".join(rf"|(?<=\b{w} )(?:{lower})" for w in ("in", "of", "by", "since", "until", "last", "next"))
        if lower
        else ""
    )
    return rf"(?:(?i:{free})|{strict}{behind})"


_MONTH = _cased([m for m in MONTHS if not m.endswith(".")])
_DAY = _cased([d for d in WEEKDAYS if not d.endswith(".")])
_N = rf"(?:\d{{1,2}}|[{HAN_NUMERALS}]{{1,3}})"
_HALVES = "凌晨|清晨|早晨|早上|清早|大清早|上午|早|中午|下午|傍晚|晚上|夜里|半夜|深夜|晚"
_DATES = re.compile(
    r"(?<![\d.])(?P<iso>(?P<iy>\d{4})[-/.](?P<im>\d{1,2})[-/.](?P<id>\d{1,2}))(?![\d])"
    r"|(?<![\d.-])(?P<ym>(?P<yy>(?:19|20)\d\d)[-/](?P<ymm>0[1-9]|1[0-2]))(?![\d/-])"
    r"|(?<![\d./])(?P<slash>(?P<sa>\d{1,2})[/.](?P<sb>\d{1,2})[/.](?P<sy>\d{4}))(?!\d)"
    rf"|(?P<en>(?:(?<![\d.,])(?P<ed>\d{{1,2}})(?:st|nd|rd|th)?(?: of)?[ -])?(?<![\w'-])(?P<em>{_MONTH})\b\.?(?:[ -](?:the )?(?P<ed2>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:]|\s?[ap]\.?m))?(?:,?[ -](?:of )?(?P<ey>(?:19|20)\d\d)(?!\d))?)"
    rf"|(?P<zh>(?:(?P<zy>\d{{4}}|[{HAN_NUMERALS}]{{4}}|\d{{2}})\s?年\s?)?(?<![{HAN_NUMERALS}\d])(?P<zm>{_N})\s?月(?:份|底|初|中旬|上旬|下旬|末)?(?:\s?(?P<zd>{_N})(?:[日号]|(?=[,，。、\s]|$)))?)"
    rf"|(?P<zday>(?<![{HAN_NUMERALS}\d])(?P<only>{_N})[日号](?![楼线店馆院院厅机房码]))"
)
_HOURS = re.compile(
    r"(?<![\d:.])(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))?\s?(?P<half>(?i:[ap]\.?\s?m\b\.?))"
    r"|(?<![\d:.])(?P<h2>[01]?\d|2[0-4]):(?P<m2>[0-5]\d)(?::[0-5]\d)?(?!\d|:)"
    rf"|(?P<zhalf>{_HALVES})?的?(?<![{HAN_NUMERALS}\d])(?P<zh>\d{{1,2}}|[{HAN_NUMERALS}]{{1,3}})点(?!儿|点|赞|评|外|半?关|建议|击)(?:钟|整|(?P<zhalfpast>半)|(?P<zq>[一三])刻|(?P<zm>\d{{1,2}}|[{HAN_NUMERALS}]{{2,3}}|[五])分?)?"
    r"|(?P<noon>\b(?i:noon|midday)\b)|(?P<midnight>\b(?i:midnight)\b)"
)
_WEEKDAYS = re.compile(
    rf"(?<![\w'])(?P<day>{_DAY})(?:s|')?\b|(?:周|星期|礼拜)(?P<zh>[一二三四五六日天](?:[、和至到-](?:周|星期|礼拜)?[一二三四五六日天](?![天年月个点]))*)"
)
# One name for what means the same in both languages.
_TOLD: tuple[tuple[str, str], ...] = (
    ("yesterday", "yesterday|昨天|昨日|昨晚|昨夜|last night"),
    ("tomorrow", "tomorrow|明天|明日|明早|明晚"),
    ("today", "today|tonight|this (?:morning|afternoon|evening)|今天|今日|今晚|今早|今晨"),
    ("day before yesterday", "day before yesterday|前天"),
    ("day after tomorrow", "day after tomorrow|后天"),
    ("last week", "last week|上周|上个?星期|上个?礼拜|上个周"),
    ("next week", "next week|下周|下个?星期|下个?礼拜|下个周"),
    ("this week", "this week|本周|这周|这个?星期|这个?礼拜"),
    ("last month", "last month|上个?月"),
    ("next month", "next month|下个?月"),
    ("this month", "this month|本月|这个?月"),
    ("last year", "last year|去年|上一年"),
    ("next year", "next year|明年"),
    ("this year", rf"this year|今年(?!\s?[\d{HAN_NUMERALS}]+岁)|本年"),
    ("year before last", "year before last|前年"),
    ("year after next", "year after next|后年"),
    ("last weekend", "last weekend|上周末|上个?周末"),
    ("next weekend", "next weekend|下周末|下个?周末"),
    ("this weekend", "this weekend|(?:本|这)个?周末"),
    ("last quarter", "last quarter|上个?季度"),
    ("next quarter", "next quarter|下个?季度"),
    ("last term", "last (?:term|semester)|上个?学期"),
    ("next term", "next (?:term|semester)|下个?学期"),
    ("spring", "(?:in|last|next|this|the|every) spring|春天|春季|今春|明春"),
    ("summer", "summers?|夏天|夏季|暑假"),
    ("autumn", "autumns?|(?:in the|last|next|this|every) fall|秋天|秋季"),
    ("winter", "winters?|冬天|冬季|寒假"),
    ("ago", r"ago|(?:天|年|月|周|星期|小时|分钟)(?:之|以)?前"),
)
# The longest first: "last weekend" is not "last week".
_BY_LENGTH = sorted(_TOLD, key=lambda told: -max(map(len, told[1].split("|"))))
_RELATIVE = re.compile(
    "|".join(rf"(?P<r{n}>(?<![a-z])(?:{words})(?![a-z]))" for n, (_, words) in enumerate(_BY_LENGTH)), re.IGNORECASE
)


def times(text: str) -> Iterator[tuple[Piece, tuple[Time, ...]]]:
    """The times of a text, each with what it can mean: 3/5/2024 is two dates."""
    lower = text.lower()
    for pattern, read, hints in _READERS:
        # An English text without a sign of such times is not searched: that takes most of the time.
        if text.isascii() and not any(hint in lower for hint in hints):
            continue
        for found in pattern.finditer(text):
            if meant := tuple(read(found)):
                yield _piece(found), meant
    if text.isascii() and not any(hint in lower for hint in _DAY_HINTS):
        return
    for found in _WEEKDAYS.finditer(text):
        for day in _weekday(found):
            yield _piece(found), (day,)


def _piece(found: re.Match[str]) -> Piece:
    return Piece(found.start(), found.end(), found[0].strip())


def _number(text: str | None) -> int | None:
    if not text:
        return None
    return int(text if text.isdecimal() else han_value(text))


def _date(found: re.Match[str]) -> Iterator[Time]:
    g = found.groupdict()
    if g["iso"]:
        yield from _valid(g["iy"], g["im"], g["id"])
    elif g["ym"]:
        yield from _valid(g["yy"], g["ymm"], None)
    elif g["slash"]:
        yield from _valid(g["sy"], g["sa"], g["sb"])
        yield from _valid(g["sy"], g["sb"], g["sa"])
    elif g["en"]:
        if not _opens_sentence(found) or g["ed"] or g["ed2"] or g["ey"] or g["em"].lower() not in _CAPITAL_ONLY:
            month = MONTHS[g["em"].lower()]
            yield Date(_number(g["ey"]), month, _number(g["ed"] or g["ed2"]))
    elif g["zh"]:
        year = _number(g["zy"])
        yield from _valid(None if year is None else str(year + 2000 if year < 100 else year), g["zm"], g["zd"])
    elif (day := _number(g["only"])) and day <= 31:
        yield Date(day=day)


def _valid(year: str | None, month: str | None, day: str | None) -> Iterator[Date]:
    m, d = _number(month), _number(day)
    if m is not None and 1 <= m <= 12 and (d is None or 1 <= d <= 31):
        yield Date(_number(year), m, d)


def _opens_sentence(found: re.Match[str]) -> bool:
    before = found.string[: found.start()].rstrip()
    return not before or before[-1] in ".!?。！？:：\n"


def _hour(found: re.Match[str]) -> Iterator[Time]:
    g = found.groupdict()
    if g["noon"] or g["midnight"]:
        yield Hour(720 if g["noon"] else 0, "pm" if g["noon"] else "am")
        return
    hour = _number(g["h"] or g["h2"] or g["zh"])
    if hour is None or hour > 24:
        return
    quarter = _number(g["zq"])
    minute = 30 if g["zhalfpast"] else quarter * 15 if quarter else _number(g["m"] or g["m2"] or g["zm"]) or 0
    yield _in_day(hour, minute, _half(g["half"], g["zhalf"], hour))


def _half(english: str | None, chinese: str | None, hour: int) -> Half | None:
    if english:
        return "pm" if english[0] in "pP" else "am"
    if chinese:
        late = (
            chinese[0] in "下傍"
            or (chinese == "中午" and hour != 11)
            or chinese[0] == "晚"
            or (chinese in ("夜里", "深夜") and hour > 5)
        )
        return "pm" if late else "am"
    return "pm" if hour > 12 else None


def _in_day(hour: int, minute: int, half: Half | None) -> Hour:
    if half == "pm" and hour < 12:
        hour += 12
    if half == "am" and hour == 12:
        hour = 0
    return Hour(hour % 24 * 60 + minute, half)


def _weekday(found: re.Match[str]) -> Iterator[Time]:
    if day := found["day"]:
        if len(day) > 4 or not _opens_sentence(found):
            yield Weekday(WEEKDAYS[day.lower()])
    else:
        yield from (Weekday(HAN_WEEKDAYS[c]) for c in found["zh"] if c in HAN_WEEKDAYS)


def _relative(found: re.Match[str]) -> Iterator[Time]:
    yield Relative(_BY_LENGTH[int(str(found.lastgroup)[1:])][0])


_DIGITS = tuple("0123456789")
_DAY_HINTS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_READERS = (
    (_DATES, _date, (*_DIGITS, *(m for m in MONTHS if len(m) == 3))),
    (_HOURS, _hour, (*_DIGITS, "noon", "midday", "midnight")),
    (
        _RELATIVE,
        _relative,
        (
            "day",
            "tonight",
            "tomorrow",
            "last",
            "next",
            "this",
            "before",
            "ago",
            "spring",
            "summer",
            "autumn",
            "fall",
            "winter",
        ),
    ),
)
