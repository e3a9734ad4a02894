"""What sources say, gathered to look a text up in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cached_property, lru_cache

from .codes import codes, loosened, stands
from .names import words_known
from .numbers import numbers_known
from .piece import blanked
from .times import Date, Hour, Time, times


def plain(text: str) -> str:
    """The text in compatibility form, with one kind of apostrophe."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")


class Source:
    """One source, read once."""

    def __init__(self, text: str) -> None:
        self.text = plain(text)
        self.folded = self.text.casefold()
        self.loose = loosened(self.folded)
        found = list(times(self.text))
        self.times: frozenset[Time] = frozenset(t for _, meant in found for t in meant)
        # The day of a date is no quantity; a code's digits are none either.
        within = [*(piece for piece, _ in found), *codes(self.text)]
        self.numbers = frozenset(numbers_known(blanked(self.text, within)))
        self.words = frozenset(words_known(self.text))


@lru_cache(maxsize=1 << 9)
def read(text: str) -> Source:
    """The reading of a source."""
    return Source(text)


class Sources:
    """Several sources as one."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.all = [read(t) for t in texts]

    @cached_property
    def joined(self) -> str:
        """All texts, with a line between."""
        return "\n".join(s.text for s in self.all)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of all, as names are compared."""
        return frozenset[str]().union(*(s.words for s in self.all))

    @cached_property
    def times(self) -> frozenset[Time]:
        """The times of all."""
        return frozenset[Time]().union(*(s.times for s in self.all))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of all, with the years of their dates."""
        years = {str(t.year) for t in self.times if isinstance(t, Date) and t.year}
        return frozenset(years).union(*(s.numbers for s in self.all))

    def has_code(self, code: str) -> bool:
        """Whether an identifier stands in one of them."""
        return any(stands(code, s.folded, s.loose) for s in self.all)

    def has_number(self, value: str) -> bool:
        """Whether a number does; an hour is one, too."""
        return value in self.numbers or value in self._hours

    @cached_property
    def _hours(self) -> frozenset[str]:
        hours = [t.minutes // 60 for t in self.times if isinstance(t, Hour) and not t.minutes % 60]
        return frozenset({*map(str, hours), *(str(h % 12 or 12) for h in hours)})

    def has_day(self, value: str) -> bool:
        """Whether a number is the day of a date: "the 5th"."""
        return any(isinstance(t, Date) and str(t.day) == value for t in self.times)

    def has_time(self, time: Time) -> bool:
        """Whether a time is told by one, as far as it is said here."""
        if isinstance(time, Date):
            return self._has_date(time)
        if isinstance(time, Hour):
            return self._has_hour(time)
        return time in self.times

    def _has_date(self, date: Date) -> bool:
        if date.month is None:
            return self.has_day(str(date.day)) or str(date.day) in self.numbers
        return any(isinstance(t, Date) and self._agree(date, t) for t in self.times)

    def _agree(self, date: Date, told: Date) -> bool:
        """Whether one date is told as exactly by a source; its year may stand elsewhere there."""
        if told.month != date.month or date.day not in (None, told.day):
            return False
        return date.year in (None, told.year) or (told.year is None and str(date.year) in self.numbers)

    def _has_hour(self, hour: Hour) -> bool:
        if any(isinstance(t, Hour) and _same_hour(hour, t) for t in self.times):
            return True
        return hour.half is None and not hour.minutes % 60 and str(hour.minutes // 60) in self.numbers


def _same_hour(told: Hour, source: Hour) -> bool:
    if told.half is None:
        return told.minutes % 720 == source.minutes % 720
    return told.minutes == source.minutes and source.half is not None
