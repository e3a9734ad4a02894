"""The English words that times are said in, with what each stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_DAY_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

MONTHS: Mapping[str, int] = {
    **{name: n for n, name in enumerate(_MONTH_NAMES, 1)},
    **{name[:3] + dot: n for n, name in enumerate(_MONTH_NAMES, 1) for dot in ("", ".")},
    "sept": 9,
    "sept.": 9,
}
WEEKDAYS: Mapping[str, int] = {
    **{name: n for n, name in enumerate(_DAY_NAMES)},
    **{name[:3] + dot: n for n, name in enumerate(_DAY_NAMES) for dot in ("", ".")},
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
}
# The month a season begins in.
SEASONS: Mapping[str, int] = {
    "spring": 3,
    "springtime": 3,
    "summer": 6,
    "summertime": 6,
    "autumn": 9,
    "fall": 9,
    "winter": 12,
    "wintertime": 12,
}
ORDINALS: Mapping[str, int] = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
NINETIES: Mapping[str, int] = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
# Month and day of what falls on the same date every year.
HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "new year's day": (1, 1),
    "new year's eve": (12, 31),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "boxing day": (12, 26),
}
_UP_TO_TWENTY = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]
NUMBERS: Mapping[str, int] = {
    **{name: n for n, name in enumerate(_UP_TO_TWENTY, 1)},
    "a": 1,
    "an": 1,
    "a couple of": 2,
    "a couple": 2,
    "a dozen": 12,
    "a hundred": 100,
    "a thousand": 1000,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
# Each with the unit it is counted in, and how many of it.
UNITS: Mapping[str, tuple[str, int]] = {
    **{
        name + s: (name, 1)
        for name in ("second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade")
        for s in ("", "s")
    },
    "min": ("minute", 1),
    "mins": ("minute", 1),
    "hr": ("hour", 1),
    "hrs": ("hour", 1),
    "fortnight": ("week", 2),
    "fortnights": ("week", 2),
    "century": ("century", 1),
    "centuries": ("century", 1),
}


def any_of(words: Iterable[str]) -> str:
    """The words as alternatives of a pattern, the longest first."""
    return "|".join(w.replace(".", r"\.") for w in sorted(words, key=len, reverse=True))


_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
NUMBER = rf"(?:\d{{1,9}}|\d{{1,3}}(?:,\d{{3}})+|(?:{_TENS})[ -](?:{'|'.join(_UP_TO_TWENTY[:9])})|{any_of(NUMBERS)})"


def number_of(text: str) -> int:
    """100,000, three, twenty-five, a couple of: what it counts."""
    tens, _, ones = text.replace("-", " ").partition(" ")
    if text in NUMBERS:
        return NUMBERS[text]
    return NUMBERS[tens] + NUMBERS[ones] if ones else int(text.replace(",", ""))
