"""Where a Chinese sentence names a time, and where its signs only look like one.

Without spaces, a time can be made of the parts of other words: 说明|天气, 网上|周边, 这周|一直. What stands before
and behind it decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .chinesetimes import read_chinese
from .periods import Moment, Period

_MOST_SIGNS = 24  # 2026年11月30日星期一下午三点四十五分 has as many
_RUN = re.compile(
    r"[\d零〇一二三四五六七八九十两百千万年月日号天周星期礼拜点钟时分刻半整秒小个世纪代早晚上午下中夜凌晨清傍里"
    r"春夏秋冬季度初底末旬今昨明前后大去这本当第公元几些子最近圣诞节国庆劳动儿童情人平安旦正份的之以:：. ]+"
)
_ANCHOR = re.compile(r"[年月日号天周期拜点时晚早夜昨今前季旦节诞庆]")
_DIGIT = r"[\d零〇一二两三四五六七八九十百千万几半]"
# Read by `when`, but in a sentence too often something else.
_TOO_LITTLE = re.compile(
    rf"现在|刚才|刚刚|周末|五一|[春夏秋冬][天季]?|\d\d年|{_DIGIT}+[日号]|{_DIGIT}+点|\d\d?[:.]\d\d|.*后"
    r"|这两天|这几天|(?:昨天|今天|明天|.*\d日)?[早晚夜]一?点?|.*[天日号][早晚夜](?:一点)?"
)
# What is wrong when this stands directly before, or behind, it.
_WRONG_BEFORE = (
    (re.compile(r"明[天日年]"), re.compile(r"[说证声表发聪文透鲜分简]$")),
    (re.compile(r"[前后][天日年]"), re.compile(r"[以之目提面眼先然最今]$")),
    (re.compile(r"今年"), re.compile(r"如$")),
    (re.compile(r"去年"), re.compile(r"过$")),
    (re.compile(r"本[周月年]"), re.compile(r"[日基版]$")),
    (re.compile(r"上[周个月年]"), re.compile(r"[网线身晚早海]$")),
    (re.compile(r"(?:周|星期|礼拜)"), re.compile(rf"(?:每个?|逢|{_DIGIT}|个)$")),
    (re.compile(r"\d{4}年"), re.compile(r"\d[-–~到至]$")),
    (re.compile(r"[年月][初中底末]"), re.compile(rf"(?:{_DIGIT}|个|全|多|每)$")),
)
_WRONG_BEHIND = (
    (re.compile(r".*(?:周|星期|礼拜)一"), re.compile(r"[共直起些定样般切向律边下次个]")),
    (re.compile(r".*(?:周|星期|礼拜)[一二三四五六日天]"), re.compile(r"[次个种篇门位节]|是谁|天(?!气)")),
    (re.compile(r".*周"), re.compile(r"[边围期转刊报长岁]")),
    (re.compile(r".*年"), re.compile(r"[轻龄级纪糕货会终]")),
    (re.compile(r".*月"), re.compile(r"[亮饼球光经薪票桂天]")),
    (re.compile(r".*[春夏秋冬]"), re.compile(r"[节分至联运游装]")),
    (re.compile(r".*后天"), re.compile(r"[性的]")),
    (re.compile(r".*(?:圣诞|国庆)"), re.compile(r"[老树礼快]")),
    (re.compile(r".*点"), re.compile(r"[心子击评滴]")),
)


def named_in_chinese(even: str, at: Moment) -> Iterator[tuple[int, int, Period]]:
    """Each time named, as where it begins and ends in the text and what it is. `even` is in simplified signs."""
    if even.isascii():
        return
    for run in _RUN.finditer(even):
        first, end = run.span()
        while first < end:
            for last in range(min(end, first + _MOST_SIGNS), first + 1, -1):
                if found := _named(even, first, last, at):
                    yield first, last, found
                    first = last
                    break
            else:
                first += 1


def _named(even: str, first: int, last: int, at: Moment) -> Period | None:
    text = even[first:last]
    if text != text.strip(" .:：的") or not _ANCHOR.search(text):
        return None
    bare = text.replace(" ", "")
    if not _is_meant(bare, even[:first].rstrip(), even[last:]):
        return None
    return read_chinese(bare, at)


def _is_meant(text: str, before: str, behind: str) -> bool:
    """Whether what stands around it leaves it a time."""
    return not (
        _TOO_LITTLE.fullmatch(text)
        or any(shape.match(text) and wrong.search(before) for shape, wrong in _WRONG_BEFORE)
        or any(shape.fullmatch(text) and wrong.match(behind) for shape, wrong in _WRONG_BEHIND)
    )
