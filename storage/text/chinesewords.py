"""The Chinese words that times are said in, with what each stands for, in simplified characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .periods import Moment

DIGITS = "〇零一二三四五六七八九"
NUMBER = r"(?:\d{1,9}[百千万亿]?|[〇零一二两三四五六七八九十百千万亿]{1,12})"
# How many weeks, months or quarters away.
STEPS: Mapping[str, int] = {
    "上上": -2,
    "上": -1,
    "上一": -1,
    "这": 0,
    "这一": 0,
    "本": 0,
    "当": 0,
    "下": 1,
    "下一": 1,
    "下下": 2,
}
YEARS: Mapping[str, int] = {
    "大前年": -3,
    "前年": -2,
    "去年": -1,
    "上一年": -1,
    "今年": 0,
    "本年": 0,
    "明年": 1,
    "后年": 2,
    "大后年": 3,
}
DAYS: Mapping[str, int] = {
    "大前天": -3,
    "前天": -2,
    "前日": -2,
    "昨天": -1,
    "昨日": -1,
    "今天": 0,
    "今日": 0,
    "明天": 1,
    "明日": 1,
    "后天": 2,
    "大后天": 3,
}
WEEKDAYS: Mapping[str, int] = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6} | {
    str(n): n - 1 for n in range(1, 8)
}
# The month a season begins in.
SEASONS: Mapping[str, int] = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
# Month and day of what falls on the same date every year.
HOLIDAYS: Mapping[str, tuple[int, int]] = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "劳动节": (5, 1),
    "五一": (5, 1),
    "儿童节": (6, 1),
    "国庆": (10, 1),
    "国庆节": (10, 1),
    "万圣节": (10, 31),
    "平安夜": (12, 24),
    "圣诞": (12, 25),
    "圣诞节": (12, 25),
}
UNITS: Mapping[str, str] = {
    "秒": "second",
    "秒钟": "second",
    "分钟": "minute",
    "小时": "hour",
    "个小时": "hour",
    "个钟头": "hour",
    "天": "day",
    "日": "day",
    "周": "week",
    "个星期": "week",
    "星期": "week",
    "个礼拜": "week",
    "礼拜": "week",
    "个月": "month",
    "个季度": "quarter",
    "年": "year",
    "个世纪": "century",
    "世纪": "century",
}
_TRADITIONAL = str.maketrans(
    "週點個後禮號時兩這鐘鍾節聖誕紀萬間幾裡裏現剛歲過億傍從國慶勞動兒",
    "周点个后礼号时两这钟钟节圣诞纪万间几里里现刚岁过亿傍从国庆劳动儿",
)
_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}


def simplified(text: str) -> str:
    """The text with the traditional characters of times in simplified ones, one for one."""
    return text.translate(_TRADITIONAL)


def one_of(words: Iterable[str]) -> str:
    """The words as alternatives of a pattern, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


def number_of(text: str) -> int:
    """三十一, 十, 两, 二〇二六, 31, 10万: what it counts."""
    if found := re.match(r"\d+", text):
        return int(found[0]) * _SCALES.get(text[found.end() :], 1)
    if not re.search(f"[{''.join(_SCALES)}]", text):
        return int("".join(str(_digit(c)) for c in text))
    total = section = digit = 0
    for c in text:
        scale = _SCALES.get(c)
        if scale is None:
            digit = _digit(c)
        elif scale >= 10_000:
            total, section, digit = (total + section + digit or 1) * scale, 0, 0
        else:
            section, digit = section + (digit or 1) * scale, 0
    return total + section + digit


def _digit(c: str) -> int:
    return 2 if c == "两" else max(DIGITS.index(c) - 1, 0)


def year_of(text: str | None, at: Moment) -> int:
    """2026年, 二〇二六年, 去年; this year if none is named."""
    if not text:
        return at.local.year
    return at.local.year + YEARS[text] if text in YEARS else number_of(text.removeprefix("公元").removesuffix("年"))
