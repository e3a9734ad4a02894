"""Plain Chinese times, said in Shanghai on Wednesday, 18 November 2026, at 13:40, shown as they are kept."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from simonides.storage.errors import InvalidArgument
from simonides.storage.text.when import iso_at, parse_when

SHANGHAI = ZoneInfo("Asia/Shanghai")
WEDNESDAY = datetime(2026, 11, 18, 5, 40, tzinfo=UTC)


def shown(text: str) -> str:
    when = parse_when("when", text, SHANGHAI, WEDNESDAY)
    return iso_at(when.start, when.precision, SHANGHAI)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天", "2026-11-18"),
        ("昨天", "2026-11-17"),
        ("前天", "2026-11-16"),
        ("大前天", "2026-11-15"),
        ("明天", "2026-11-19"),
        ("后天", "2026-11-20"),
        ("三天前", "2026-11-15"),
        ("3 天以前", "2026-11-15"),
        ("去年今天", "2025-11-18"),
        ("二十一天前", "2026-10-28"),
        ("三天后", "2026-11-21"),
        ("3月14日", "2026-03-14"),
        ("十二月二十五号", "2025-12-25"),
        ("去年3月14日", "2025-03-14"),
        ("2026年3月14日", "2026-03-14"),
        ("二〇二六年三月十四日", "2026-03-14"),
        ("３月１４日", "2026-03-14"),
        ("14号", "2026-11-14"),
        ("上个月14号", "2026-10-14"),
        ("国庆节", "2026-10-01"),
        ("去年聖誕節", "2025-12-25"),
    ],
)
def test_a_day_is_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("上周三", "2026-11-11"),
        ("上星期三", "2026-11-11"),
        ("上个礼拜三", "2026-11-11"),
        ("上週三", "2026-11-11"),
        ("上周日", "2026-11-15"),
        ("周二", "2026-11-17"),
        ("星期五", "2026-11-13"),
        ("这周五", "2026-11-20"),
        ("下周五", "2026-11-27"),
        ("下下周一", "2026-11-30"),
        ("上周", "2026-W46"),
        ("上上个星期", "2026-W45"),
        ("本周", "2026-W47"),
        ("两周前", "2026-W45"),
        ("两个星期前", "2026-W45"),
        ("上周末", "2026-11-14/2026-11-15"),
        ("前几天", "2026-11-11/2026-11-17"),
    ],
)
def test_a_weekday_is_of_the_monday_based_week_that_is_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("上个月", "2026-10"),
        ("上個月", "2026-10"),
        ("下个月", "2026-12"),
        ("三月", "2026-03"),
        ("一月份", "2026-01"),
        ("十二月", "2025-12"),
        ("去年三月", "2025-03"),
        ("2026年3月", "2026-03"),
        ("半年前", "2026-05"),
        ("三个月前", "2026-08"),
        ("一年半前", "2025-05"),
        ("3月初", "2026-03-01/2026-03-10"),
        ("三月中旬", "2026-03-11/2026-03-20"),
        ("上个月底", "2026-10-21/2026-10-31"),
    ],
)
def test_a_month_is_the_latest_that_has_begun(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("去年", "2025"),
        ("前年", "2024"),
        ("明年", "2027"),
        ("2019年", "2019"),
        ("98年", "1998"),
        ("十年前", "2016"),
        ("今年春天", "2026-03/2026-05"),
        ("去年夏天", "2025-06/2025-08"),
        ("去年冬天", "2025-12/2026-02"),
        ("年初", "2026-01/2026-03"),
        ("去年年底", "2025-10/2025-12"),
        ("上半年", "2026-01/2026-06"),
        ("2025年第三季度", "2025-07/2025-09"),
        ("上个季度", "2026-07/2026-09"),
        ("90年代", "1990/1999"),
        ("上世纪八十年代", "1980/1989"),
        ("2010年代", "2010/2019"),
    ],
)
def test_years_and_their_parts_are_named(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("昨晚", "2026-11-17T18:00+08:00/2026-11-18T00:00+08:00"),
        ("今早", "2026-11-18T06:00+08:00/2026-11-18T12:00+08:00"),
        ("周二下午", "2026-11-17T12:00+08:00/2026-11-17T18:00+08:00"),
        ("昨夜", "2026-11-17T18:00+08:00/2026-11-18T06:00+08:00"),
        ("昨天中午", "2026-11-17T12+08:00"),
        ("两小时前", "2026-11-18T11+08:00"),
        ("5分钟前", "2026-11-18T13:35+08:00"),
        ("2026年3月14日下午三点", "2026-03-14T15:00:00+08:00"),
        ("明天下午三點", "2026-11-19T15:00:00+08:00"),
        ("下午3点一刻", "2026-11-17T15:15:00+08:00"),
        ("九点半", "2026-11-18T09:30:00+08:00"),
        ("昨天15:30", "2026-11-17T15:30:00+08:00"),
        ("昨晚八点", "2026-11-17T20:00:00+08:00"),
        ("昨晚两点", "2026-11-18T02:00:00+08:00"),
        ("今天凌晨一点", "2026-11-18T01:00:00+08:00"),
        ("昨天晚上十二点", "2026-11-18T00:00:00+08:00"),
    ],
)
def test_a_part_of_a_day_or_a_clock_time_is_the_latest_such(text: str, expected: str) -> None:
    assert shown(text) == expected


@pytest.mark.parametrize(
    "text",
    ["随便", "以后", "几年前", "13月", "2月30日", "昨天三点", "25点", "一点", "月亮", "三月三", "上上", "2020年前"],
)
def test_what_is_vague_ambiguous_or_half_a_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(InvalidArgument, match=r"^when is not a time understood here; give ISO 8601.*上周三"):
        shown(text)
