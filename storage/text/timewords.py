"""The times a question names: "What did I believe in March?", 上周三我说了什么？

What is looked for is what `when` reads. What is left alone is decided by `englishcues` and `chinesecues`: when in
doubt, nothing is found, since a question narrowed to a wrong time loses its answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cache

from .chinesecues import named_in_chinese
from .englishcues import named_in_english
from .englishwords import MONTHS, SEASONS, any_of
from .periods import EARLIEST, LATEST, Moment, Period, later
from .when import When, plain, read, settled

_LONGEST = 500  # of a longer text only the beginning is looked at: a pasted page is not a question
_AHEAD_OF = re.compile(r"\b(since|before|after|until|till|by|between|from)\s+(?:the )?$")
_BEHIND = re.compile(r"\s*(以前|之前|前|以来|至今|开始|之后|以后)")
_JOINED = re.compile(r"\s*(?:to|and|until|till|through|[-–~]|到|至)\s*(?:the )?")
_WITH_YEAR = re.compile(r"\d{4}|年")


@dataclass(frozen=True, slots=True)
class Span:
    """A time a question names: `start` to `end` (UTC, exclusive), and the words that name it."""

    start: datetime
    end: datetime
    text: str


@dataclass(frozen=True, slots=True)
class _Named:
    """A period and where in the question it is named; `bound` if before, since or the like stands with it."""

    first: int
    last: int
    when: When
    bound: str = ""


def times_in(query: str, zone: tzinfo | None, now: datetime) -> list[Span]:
    """The times named in a question asked at `now` (aware, UTC), in order, by the calendar of `zone`.

    "before", "since", "from … to" and their Chinese fellows are heeded; what is open reaches to an end of the
    calendar. A clock time is the hour that begins with it.
    """
    even = plain(query[:_LONGEST])
    if not _gate().search(even):
        return []
    at = Moment(now, zone)
    found = sorted([*named_in_english(even, query, at), *named_in_chinese(even, at)], key=lambda f: f[:2])
    named = [_bounded(even, first, last, period, zone) for first, last, period in found]
    return [Span(n.when.start, n.when.end, query[n.first : n.last]) for n in _joined(named, even, zone)]


@cache
def _gate() -> re.Pattern[str]:
    """A question without any of these names no time, and costs one search: a fifth of what reading one does."""
    return re.compile(
        r"[12]\d\d\d|\d[/:]\d|\d ?[ap]\.?m\b|\d(?:st|nd|rd|th)\b|\d0'?s\b|ties\b|\bq[1-4]\b|\bh[12] "
        r"|\bago\b|day\b|night\b|morrow|\b(?:this|last|next|past|few)\b|\b(?:noon|midday|o'?clock|christmas|halloween|eve)\b"
        rf"|\b(?:{any_of(MONTHS)}|{any_of(SEASONS)})\b"
        r"|[年月周号日天季旦节圣昨今]|星期|礼拜|国庆|五一|[点时]|小时|分钟|世纪"
    )


@cache
def _without_year() -> re.Pattern[str]:
    """A month or a date that gets its year from elsewhere."""
    day = r"\d\d?(?:st|nd|rd|th)?"
    return re.compile(
        rf"(?:(?:from|between|in|on|the|从|自) ?)*((?:{day} )?(?:{any_of(MONTHS)})(?: {day})?"
        r"|[\d一二三四五六七八九十]+月[^年]*)"
    )


def _bounded(even: str, first: int, last: int, period: Period, zone: tzinfo | None) -> _Named:
    """With the word before or behind it that opens one of its ends."""
    when = settled(period, zone)
    if when.precision == "instant":  # asked for, "at 3pm" is an hour: nobody remembers to the second
        when = replace(when, end=later(when.start, hours=1))
    ahead, behind = _AHEAD_OF.search(even, 0, first), _BEHIND.match(even, last)
    if ahead and not even.startswith("'s", last):
        return _Named(ahead.start(), last, _opened(when, ahead[1], even[first:last]), ahead[1])
    if behind:
        return _Named(first, behind.end(), _opened(when, behind[1], even[first:last]), behind[1])
    if first and even[first - 1] in "从自":
        return _Named(first - 1, last, when, "从")
    return _Named(first, last, when)


def _opened(when: When, bound: str, text: str) -> When:
    # "before the end of May" is until May is over.
    if bound in ("before", "以前", "之前", "前") and not re.search(r"\bend\b|[底末]$", text):
        return When(EARLIEST, when.start, when.precision)
    if bound in ("until", "till", "by", "before", "以前", "之前", "前"):
        return When(EARLIEST, when.end, when.precision)
    if bound in ("since", "以来", "至今", "开始"):
        return When(min(when.start, LATEST), LATEST, when.precision)
    if bound in ("after", "之后", "以后"):
        return When(min(when.end, LATEST), LATEST, when.precision)
    return when


def _joined(named: Sequence[_Named], even: str, zone: tzinfo | None) -> Iterator[_Named]:
    """Two times that are the ends of one: from March to May, between 2019 and 2021, 三月到五月."""
    left = list(named)
    while left:
        one = left.pop(0)
        if not left or not _are_ends(one, left[0], even):
            yield one
            continue
        other = left.pop(0)
        start, end = _ends(one, other, even, zone)
        if start < end:  # the wrong way round they are no time, nor is either alone
            yield _Named(one.first, other.last, When(start, end, other.when.precision))


def _are_ends(one: _Named, other: _Named, even: str) -> bool:
    joint = _JOINED.fullmatch(even, one.last, other.first)
    return joint is not None and (one.bound in ("from", "between", "从") or joint[0].strip() in ("到", "至"))


def _ends(one: _Named, other: _Named, even: str, zone: tzinfo | None) -> tuple[datetime, datetime]:
    """From one to the other; of "from March to May 2020", March is the closest before its May."""
    first, last = one.when, other.when
    said, said_last = even[one.first : one.last], even[other.first : other.last]
    if _WITH_YEAR.search(said) and (bare := _without_year().fullmatch(said_last)):
        again = read(bare[1], Moment(first.end, zone, ahead=True))
        last = settled(again, zone) if again else last
    elif (_WITH_YEAR.search(said_last) or first.start >= last.end) and (bare := _without_year().fullmatch(said)):
        again = read(bare[1], Moment(last.start, zone))
        first = settled(again, zone) if again else first
    return first.start, last.end
