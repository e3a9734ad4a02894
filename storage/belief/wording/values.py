"""The values a statement names: numbers with units, money, dates, weekdays, times of day, versions and codes.

Each is brought to one form in both languages, so that "thirty minutes" is "30 min" and 三十分钟.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...text.chinesewords import WEEKDAYS as CHINESE_DAYS
from ...text.chinesewords import number_of
from ...text.englishwords import MONTHS, WEEKDAYS

_HAN_NUMBER = "〇零一二两三四五六七八九十百千万亿"
_ONES = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TEN = "_ _ twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: n for n, word in enumerate(_ONES.split())}
_TENS = {word: n * 10 for n, word in enumerate(_TEN.split(" ")) if n > 1}
_SCALE = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_WORD = "|".join([*_TENS, *sorted(_SMALL, key=len, reverse=True)])
_SPELLED = re.compile(rf"\b(?:{_WORD})(?:[ -](?:and )?(?:{_WORD}|hundred|thousand|million))*\b(?! of\b)")
# One sign per unit; what is measured in it; how many of the smallest unit it is.
_UNITS: Mapping[str, tuple[str, float]] = {
    word: (kind, size)
    for kind, size, words in (
        ("duration", 1, "s sec secs second seconds 秒 秒钟"),
        ("duration", 60, "min mins minute minutes 分钟 分"),
        ("duration", 3600, "h hr hrs hour hours 小时 个小时 个钟头"),
        ("duration", 86400, "d day days 天"),
        ("duration", 604800, "week weeks 周 个星期 星期 个礼拜"),
        ("duration", 2592000, "month months 个月"),
        ("duration", 31536000, "year years 年"),
        ("age", 1, "岁 years-old year-old yrs-old"),
        ("mass", 1e-3, "mg milligram milligrams 毫克"),
        ("mass", 1, "g gram grams 克"),
        ("mass", 500, "斤"),
        ("mass", 1000, "kg kilo kilos kilogram kilograms 公斤 千克"),
        ("mass", 453.6, "lb lbs pound-weight"),
        ("length", 0.01, "cm 厘米"),
        ("length", 1, "m metre metres meter meters 米"),
        ("length", 1000, "km k-metres kilometre kilometres kilometer kilometers 公里 千米"),
        ("length", 1609, "mile miles"),
        ("data", 1, "mb megabytes"),
        ("data", 1024, "gb gig gigs gigabytes"),
        ("data", 1048576, "tb terabytes"),
        ("share", 1, "% percent 个百分点"),
        ("money", 1, "dollars dollar pounds euros euro pence kroner yen 元 块 块钱 rmb usd eur gbp"),
        ("power", 1, "kw kwh"),
        ("degree", 1, "degrees °c °f 度"),
        ("people", 1, "people persons 人 个人"),
        ("times", 1, "times 次 回"),
    )
    for word in words.split()
}
_UNIT = "|".join(re.escape(u) for u in sorted(_UNITS, key=len, reverse=True))
_MONTH = "|".join(re.escape(m) for m in sorted(MONTHS, key=len, reverse=True) if m != "may.")
_WEEKDAY = "|".join(sorted((re.escape(d) for d in WEEKDAYS if d not in ("sun", "sat", "sun.", "sat.")), key=len)[::-1])
_PART = r"凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|晚|早"
_PATTERNS = re.compile(
    "|".join(
        (
            r"(?P<url>https?://\S+|[\w.+-]+@[\w.-]+|(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?)",
            r"(?P<iso>\b(?:19|20)\d\d-\d\d?-\d\d?\b)",
            r"(?P<hm>(?<![\d.:])\d{1,2}[:：]\d\d(?![\d:])(?:\s?[ap]\.?m\b)?|\b\d{1,2}\s?[ap]\.?m\b|\b\d{1,2} o'?clock\b"
            r"|\b(?:half past|quarter (?:past|to)) \d{1,2}\b|\bnoon\b|\bmidday\b|\bmidnight\b)",
            rf"(?P<zhhm>(?:(?:{_PART})\s?)?\d{{1,2}}\s?点(?!\d)(?:半|一刻|三刻|\d{{1,2}}分?|钟|整)?)",
            rf"(?P<dmy>\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b(?:,? (?:19|20)\d\d\b)?"
            rf"|\b(?:{_MONTH}) (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?!:)(?:,? (?:19|20)\d\d\b)?"
            rf"|(?<!\bmay)\b(?:{_MONTH})\b(?<!\bmay)(?:,? (?:19|20)\d\d\b)?)",
            r"(?P<zhdate>(?:(?:19|20)\d\d\s?年\s?)?\d{1,2}\s?月(?:份)?(?:\s?\d{1,2}\s?[日号])?(?!内)|(?:19|20)\d\d\s?年"
            r"|(?<!\d)\d{1,2}\s?号(?![楼线院门室栋房库机馆航]))",
            rf"(?P<nth>\bthe \d{{1,2}}(?:st|nd|rd|th)\b(?!(?: of)? (?:{_MONTH})\b))",
            rf"(?P<day>\b(?:{_WEEKDAY})s?\b)",
            r"(?P<zhday>(?:周|星期|礼拜)[一二三四五六日天1-7](?![年期])(?:[、和至到-](?:周|星期)?[一二三四五六日天])*)",
            r"(?P<money>[$£€¥￥]\s?\d[\d,]*(?:\.\d+)?(?:k|m)?\b|\b\d[\d,]*(?:\.\d+)?\s?(?:k|grand)\b)",
            rf"(?P<qty>(?<![\w.])\d[\d,]*(?:\.\d+)?\s?[-–]?\s?(?:(?:{_UNIT})(?![a-z])))",
            r"(?P<code>(?<![\w.])(?=[\w.#-]*\d)(?=[\w.#-]*(?:[a-z_#-]|\d\.\d+\.\d))[a-z0-9#][\w.#-]*[\w])",
            r"(?P<year>(?<![\w.-])(?:19|20)\d\d(?![\w-]|\.\d))",
            r"(?P<num>(?<![\w.-])\d[\d,]*(?:\.\d+)?(?!\w))",
        )
    ),
    re.ASCII,
)
_LISTED = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天][、和至到-]$")  # 周二、四
_PM = re.compile(r"下午|傍晚|晚|夜里")
_AM = re.compile(r"凌晨|清晨|早|上午")


@dataclass(frozen=True, slots=True)
class Value:
    """A value in one form: `kind` says with what it may be compared; parts of `key` that are not said are None."""

    kind: str
    key: tuple[float | str | None, ...]
    start: int
    end: int
    words: str  # as it was written

    def same(self, other: Value) -> bool:
        """Whether both can be one value: what one leaves open agrees with anything."""
        if self.kind != other.kind or len(self.key) != len(other.key):
            return self.kind in _NUMERIC and other.kind in _NUMERIC and self.key[-1] == other.key[-1]
        if self.kind == "clock":
            return self._same_time(other)
        return all(a is None or b is None or a == b for a, b in zip(self.key, other.key, strict=True))

    def _same_time(self, other: Value) -> bool:
        a, b = self.key[0], other.key[0]
        open_half = self.key[1] is None or other.key[1] is None
        return a == b or (open_half and float(a or 0) % 720 == float(b or 0) % 720)


_NUMERIC = frozenset({"number", "money", "share", "mass", "length", "data", "age", "people", "times", "year"})
# A bare number may stand for any of these once it is clear what is spoken of ("rent is $900" / "up to 950").
LOOSE = _NUMERIC | {"clock", "date", "duration", "code", "degree", "power"}


def digits(text: str) -> str:
    """The text in lower case with spelled numbers in digits, in both languages."""
    text = _SPELLED.sub(lambda m: _spelled(m[0]), text.lower())
    text = re.sub(r"\b(\d+)[ -](years?|yrs?)[ -]old\b", r"\1 \2-old", text)
    text = re.sub(r"(\d+)(?:-| and )a half\b", r"\1.5", text)
    return re.sub(rf"(?<![{_HAN_NUMBER}周期拜第])[{_HAN_NUMBER}\d]*[{_HAN_NUMBER}]+(?![{_HAN_NUMBER}])", _han, text)


def _spelled(words: str) -> str:
    if words == "one":
        return words  # a pronoun more often than a number
    total = part = 0
    for word in re.split(r"[ -]+", words):
        if word in _SCALE:
            part = (part or 1) * _SCALE[word]
            if word != "hundred":
                total, part = total + part, 0
        elif word != "and":
            n = _SMALL.get(word, _TENS.get(word, 0))
            part = part * 10 + n if part and part < 100 and n < 10 and part % 10 else part + n
    return str(total + part)


def _han(found: re.Match[str]) -> str:
    run = found[0]
    if _LISTED.search(found.string[max(found.start() - 5, 0) : found.start()]):
        return run
    after = found.string[found.end() : found.end() + 1]
    # 一 alone, and most words of two such characters, are no numbers: 一起, 万一, 十分.
    alone = run in ("一", "万一", "百万", "千万", "万", "十", "千", "百", "亿", "零", "一一")
    if alone and after not in tuple("点月号日岁年分小天个块元次斤秒周"):
        return run
    if run == "十" and after == "分" and found.string[found.end() : found.end() + 2] != "分钟":
        return run
    if run == "一" and after in tuple("个次天年点分周"):
        return run if after in "个次点" else "1"
    if short := re.fullmatch(r"(.*)([百千万])([一二三四五六七八九])", run):  # 四千五 is 4500
        ten = {"百": 10, "千": 100, "万": 1000}[short[2]]
        return str(number_of(short[1] + short[2]) + number_of(short[3]) * ten)
    return str(number_of(run))


def values(text: str) -> tuple[Value, ...]:
    """The values in a text that `digits` has prepared, in the order they stand."""
    return tuple(v for found in _PATTERNS.finditer(text) for v in _read(found))


def _read(found: re.Match[str]) -> Iterator[Value]:
    kind, words = str(found.lastgroup), found[0]
    for name, key in _FORMS[kind](words):
        yield Value(name, key, found.start(), found.end(), words.strip(" ,"))


_Form = tuple[str, tuple[float | str | None, ...]]


def _number(words: str) -> float:
    found = re.search(r"\d[\d,]*(?:\.\d+)?", words)
    return float(found[0].replace(",", "").rstrip(".")) if found else 0.0


def _clock(words: str) -> list[_Form]:
    if words in ("noon", "midday"):
        return [("clock", (720.0, "pm"))]
    if words == "midnight":
        return [("clock", (0.0, "am"))]
    hour, minute = (int(n) for n in [*re.findall(r"\d+", words), "0"][:2])
    if words.startswith("half past") or "半" in words:
        minute = 30
    elif words.startswith("quarter past") or "一刻" in words:
        minute = 15
    elif words.startswith("quarter to"):
        hour, minute = hour - 1, 45
    elif "三刻" in words:
        minute = 45
    pm = bool(re.search(r"p\.?m", words) or _PM.search(words))
    am = bool(re.search(r"\da\.?m|\sa\.?m", words) or _AM.search(words))
    half = "pm" if pm or hour > 12 or "中午" in words else "am" if am or re.match(r"0\d:", words) else None
    if half == "pm" and hour < 12:
        hour += 12
    return [("clock", (float(hour % 24 * 60 + minute), half))]


def _dated(words: str) -> list[_Form]:
    year = re.search(r"\b(?:19|20)\d\d", words)
    month = next((MONTHS[w] for w in re.findall(r"[a-z]+\.?", words) if w in MONTHS), None)
    day = re.search(r"\b\d{1,2}(?!\d)", words)
    return [("date", (float(year[0]) if year else None, month, float(day[0]) if day else None))]


def _chinese_date(words: str) -> list[_Form]:
    parts = {unit: float(n) for n, unit in re.findall(r"(\d+)\s?([年月日号])", words)}
    if set(parts) == {"年"}:
        return [("date", (parts["年"], None, None))]
    return [("date", (parts.get("年"), parts.get("月"), parts.get("日", parts.get("号"))))]


def _iso(words: str) -> list[_Form]:
    year, month, day = (float(n) for n in words.split("-"))
    return [("date", (year, month, day))]


def _days(words: str) -> list[_Form]:
    return [("weekday", (float(CHINESE_DAYS[c]),)) for c in re.findall(r"[一二三四五六日天1-7]", words)]


def _money(words: str) -> list[_Form]:
    scale = 1000 if re.search(r"(?:k|grand)$", words) else 1_000_000 if words.endswith("m") else 1
    kind = "money" if re.match(r"[$£€¥￥]", words) or words.endswith("grand") else "number"
    return [(kind, (_number(words) * scale,))]


def _quantity(words: str) -> list[_Form]:
    unit = re.sub(r"^[\d,.\s]+[-–]?\s*", "", words)
    kind, size = _UNITS[unit]
    return [(kind, (round(_number(words) * size, 6),))]


_FORMS: Mapping[str, Callable[[str], list[_Form]]] = {
    "url": lambda w: [("code", (w.rstrip(".,"),))],
    "iso": _iso,
    "hm": _clock,
    "zhhm": _clock,
    "dmy": _dated,
    "zhdate": _chinese_date,
    "nth": lambda w: [("date", (None, None, _number(w)))],
    "day": lambda w: [("weekday", (float(WEEKDAYS.get(w, WEEKDAYS.get(w.rstrip("s"), 0))),))],
    "zhday": _days,
    "money": _money,
    "qty": _quantity,
    "code": lambda w: [("code", (w.strip(".-"),))],
    "year": lambda w: [("date", (float(w), None, None))],
    "num": lambda w: [("number", (_number(w),))],
}
