"""The numbers of a text, in figures and in words, brought to one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from ...text.chinesewords import number_of
from .piece import Piece

HAN_NUMERALS = "〇零一二两三四五六七八九十百千万亿"
_UP_TO_NINETEEN = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = """
zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth
"""
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
_VALUE = {
    **{word: n for n, word in enumerate(_UP_TO_NINETEEN.split())},
    **{word: n for n, word in enumerate(_ORDINALS.split())},
    **{word: 10 * n for n, word in enumerate(_TENS.split(), 2)},
    **{word: 10 * n for n, word in enumerate(_ORDINAL_TENS.split(), 2)},
}
_SCALE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_SHORT_SCALE = {"k": 1_000, "grand": 1_000, "m": 1_000_000, "mn": 1_000_000, "bn": 1_000_000_000, **_SCALE}
_HAN_SCALE = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_TIMES = {"twice": "2", "thrice": "3"}
_WORDS = "|".join(sorted(_VALUE, key=len, reverse=True))
# What follows a Chinese numeral that counts: measure words and units.
_MEASURES = (
    "个只条位名天年月周岁次点分秒元块人口家本辆台套间层楼号度斤公米里克升杯瓶顿遍场件张种款门份把双对倍成季代届期级班页章"
    "小多几来余折厘毫平吨英港美欧日颗粒棵朵盒包袋箱罐碗盘支枝根头匹座栋幢所处句段篇首部集轮局盏片幅封项步组队排列室厅卫钟"
)
_SEARCH = re.compile(
    r"(?P<figures>(?<![\d.])(?:(?<![\w)\]])[-−](?=\d))?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|(?<![\d.])(?:(?<![\w)\]])[-−](?=\d))?\d+(?:\.\d+)?)"
    r"(?:(?P<ordinal>st|nd|rd|th)\b|\s?(?P<scale>(?i:k|grand|mn?|bn|hundred|thousand|million|billion))\b(?!/)|\s?(?P<hanscale>[百千万亿]+))?"
    rf"|(?P<words>(?<![\w])(?:(?i:a )(?=(?i:hundred|thousand|million|billion)\b))?(?i:{_WORDS}|hundred|thousand|million|billion)"
    rf"(?:(?:[ -]and)?[ -](?i:{_WORDS}|hundred|thousand|million|billion))*s?(?![\w]))"
    r"|(?P<times>\b(?i:twice|thrice)\b)"
    rf"|(?P<han>百分之[{HAN_NUMERALS}点]+|(?<!\d)[{HAN_NUMERALS}]+|(?<=\d)[{HAN_NUMERALS.replace('两', '')}]+|[俩仨])"
)
_ALONE = frozenset(
    [
        "一",
        "一一",
        "十分",
        "千万",
        "万一",
        "百万",
        "四周",
        "三角",
        "百",
        "千",
        "万",
        "亿",
        "零",
        "十",
        "〇",
        "一二",
        "三三两两",
        "千千万万",
        "一五一十",
        "十一",
        "五一",
        "六一",
        "八一",
        "双十一",
    ]
)
_WITHOUT_MEASURE = re.compile(r"两者|两人|两边|两地|两侧")
_DEFINITE = re.compile(r"(?:\b(?:the|a|an|his|her|their|its|my|our|your|on|in)|['’]s|s['’]|\w-) ?$", re.IGNORECASE)


def numbers(text: str) -> Iterator[tuple[Piece, str]]:
    """The numbers of a text that speak of a quantity or an order, each with its value in one form."""
    for found in _SEARCH.finditer(text):
        if _counts(found) and (value := _value(found)):
            yield Piece(found.start(), found.end(), found[0].strip()), value


def numbers_known(text: str) -> Iterator[str]:
    """The values of all that may be read as a number in a text, pairs and dozens included."""
    for found in _SEARCH.finditer(text):
        if value := _value(found):
            yield value
    for pattern, value in _ALSO:
        if pattern.search(text):
            yield value


_ALSO = (
    (re.compile(r"\b(?:both|couple|pair|twins?|double|second)\b|[双对俩]|一对", re.IGNORECASE), "2"),
    (re.compile(r"\bdozens?\b|一打", re.IGNORECASE), "12"),
    (re.compile(r"\b(?:triple|trio|triplets)\b", re.IGNORECASE), "3"),
    (re.compile(r"\bfortnight(?:ly)?\b", re.IGNORECASE), "2"),
    (re.compile(r"\b(?:once|single|only|an?|first)\b|[单独首]", re.IGNORECASE), "1"),
)


def plain(value: Decimal) -> str:
    """One form of a number: no zeros at the end of its fraction."""
    return format(value.normalize(), "f")


def han_value(run: str) -> str:
    """The value of a run of Chinese numerals: 四千五 is 4500, 二〇二四 is 2024."""
    if short := re.fullmatch(r"(.+)([百千万])([一二三四五六七八九])", run):
        return str(number_of(short[1] + short[2]) + number_of(short[3]) * _HAN_SCALE[short[2]] // 10)
    return str(number_of(run))


def _counts(found: re.Match[str]) -> bool:
    """Whether a match says how many or which, and is not a part of an ordinary word: "one", 一起, 十分."""
    text, end = found.string, found.end()
    if words := found["words"]:
        return _counts_in_english(words.lower(), text[: found.start()], text[end:])
    run = found["han"]
    if not run or run in "俩仨" or run.startswith("百分之"):
        return True
    after, before = text[end : end + 1], text[max(found.start() - 1, 0) : found.start()]
    if run == "十" and text[end : end + 2] == "分钟":
        return True
    if run in _ALONE or set(run) == {"一"}:
        return run in ("十", "百", "千", "万") and after != "分" and bool(after) and after in _MEASURES
    if len(run) > 1 or before == "第":
        return True
    return (bool(after) and after in _MEASURES) or bool(_WITHOUT_MEASURE.match(text, found.start()))


def _counts_in_english(words: str, before: str, after: str) -> bool:
    if words in ("one", "ones", "seconds", "second", "first", "hundreds", "thousands", "millions", "billions"):
        if words not in ("second", "first"):
            return False
        return bool(_DEFINITE.search(before)) and not re.match(r"\s*(?:time|of all|thing|place|name)\b", after)
    return True


def _value(found: re.Match[str]) -> str:
    if figures := found["figures"]:
        return _figures(found, figures.replace(",", "").replace("−", "-"))
    if words := found["words"]:
        return _spelled(words.lower())
    if times := found["times"]:
        return _TIMES[times.lower()]
    run = found["han"]
    if run in "俩仨":
        return {"俩": "2", "仨": "3"}[run]
    run = run.removeprefix("百分之")
    if "点" in run:
        whole, _, part = run.partition("点")
        return plain(
            Decimal(f"{han_value(whole or '零')}.{''.join(str(number_of(c)) for c in part if c not in '十百千万亿')}")
        )
    return han_value(run)


def _figures(found: re.Match[str], figures: str) -> str:
    if re.match(r"0\d", figures):
        return figures  # a code, a telephone number: its zeros count
    value = Decimal(figures)
    if scale := found["scale"]:
        value *= _SHORT_SCALE[scale.lower()]
    for sign in found["hanscale"] or "":
        value *= _HAN_SCALE[sign]
    return plain(value)


def _spelled(words: str) -> str:
    total = part = 0
    for word in re.split(r"[ -]+", words):
        bare = word if word in _VALUE else word.removesuffix("s")
        if bare in _SCALE:
            part = (part or 1) * _SCALE[bare]
            if bare != "hundred":
                total, part = total + part, 0
        elif bare in _VALUE:
            n = _VALUE[bare]
            # "nineteen ninety" is 1990, "twenty five" 25.
            part = part * 100 + n if 10 <= part < 100 and n >= 10 else part + n
    return str(total + part)
