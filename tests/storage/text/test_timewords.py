"""The times questions name, asked in UTC on Wednesday, 18 November 2026, at 13:40; and what only looks like one."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.storage.text.timewords import times_in

WEDNESDAY = datetime(2026, 11, 18, 13, 40, tzinfo=UTC)


def named(question: str) -> list[tuple[str, str]]:
    """Each time as its words and its days: 2026-03-01/2026-04-01, with the hour where it is not midnight."""
    found = times_in(question, UTC, WEDNESDAY)
    return [(s.text, "/".join(t.isoformat()[:16].removesuffix("T00:00") for t in (s.start, s.end))) for s in found]


@pytest.mark.parametrize(
    ("question", "text", "days"),
    [
        ("What did I believe in March?", "in March", "2026-03-01/2026-04-01"),
        ("what did i say in may", "in may", "2026-05-01/2026-06-01"),
        ("what did I do last spring", "last spring", "2026-03-01/2026-06-01"),
        ("What did I do in the summer?", "in the summer", "2026-06-01/2026-09-01"),
        ("where did I live in 2019", "in 2019", "2019-01-01/2020-01-01"),
        ("What was my job in 2019, and who was my boss?", "in 2019", "2019-01-01/2020-01-01"),
        ("two weeks ago", "two weeks ago", "2026-11-02/2026-11-09"),
        ("Who called me 3 days ago?", "3 days ago", "2026-11-15/2026-11-16"),
        ("What happened on 3 May 2023?", "on 3 May 2023", "2023-05-03/2023-05-04"),
        ("Where was I on March 3rd?", "on March 3rd", "2026-03-03/2026-03-04"),
        ("what happened on the 14th?", "on the 14th", "2026-11-14/2026-11-15"),
        ("What did I note on 2026-03-14?", "2026-03-14", "2026-03-14/2026-03-15"),
        ("What did I eat yesterday?", "yesterday", "2026-11-17/2026-11-18"),
        ("Yesterday I told you a name; which?", "Yesterday", "2026-11-17/2026-11-18"),
        ("What is planned for tomorrow?", "tomorrow", "2026-11-19/2026-11-20"),
        ("what did we decide on Tuesday", "on Tuesday", "2026-11-17/2026-11-18"),
        ("What did I say last Tuesday about the budget?", "last Tuesday", "2026-11-17/2026-11-18"),
        ("What did I do Friday?", "Friday", "2026-11-13/2026-11-14"),
        ("Where was I on Monday morning?", "on Monday morning", "2026-11-16T06:00/2026-11-16T12:00"),
        ("what did I watch last night", "last night", "2026-11-17T18:00/2026-11-18T06:00"),
        ("What did I do last weekend?", "last weekend", "2026-11-14/2026-11-16"),
        ("Which books did I finish this year?", "this year", "2026-01-01/2027-01-01"),
        ("What was I worried about last week?", "last week", "2026-11-09/2026-11-16"),
        ("Who visited us at Christmas?", "at Christmas", "2025-12-25/2025-12-26"),
        ("What music did I like in the 90s?", "in the 90s", "1990-01-01/2000-01-01"),
        ("Where did I work in early 2024?", "in early 2024", "2024-01-01/2024-05-01"),
        ("What did I think at the end of May?", "at the end of May", "2026-05-21/2026-06-01"),
        ("What did we spend in Q3 2025?", "in Q3 2025", "2025-07-01/2025-10-01"),
        ("Did I call April in June?", "in June", "2026-06-01/2026-07-01"),
        ("When did she mention the trip, a few days ago?", "a few days ago", "2026-11-11/2026-11-18"),
        ("what did I say yesterday at 3pm", "yesterday at 3pm", "2026-11-17T15:00/2026-11-17T16:00"),
    ],
)
def test_a_time_is_found_in_an_english_question(question: str, text: str, days: str) -> None:
    assert named(question) == [(text, days)]


@pytest.mark.parametrize(
    ("question", "text", "days"),
    [
        ("上周三我说了什么？", "上周三", "2026-11-11/2026-11-12"),
        ("上週三我說了什麼？", "上週三", "2026-11-11/2026-11-12"),
        ("去年我住在哪里", "去年", "2025-01-01/2026-01-01"),
        ("我去年夏天去了哪里", "去年夏天", "2025-06-01/2025-09-01"),
        ("2019年我在哪里工作？", "2019年", "2019-01-01/2020-01-01"),
        ("昨天下午三点我在做什么", "昨天下午三点", "2026-11-17T15:00/2026-11-17T16:00"),
        ("我昨晚几点睡的", "昨晚", "2026-11-17T18:00/2026-11-18"),
        ("三天前我们讨论了什么？", "三天前", "2026-11-15/2026-11-16"),
        ("我三月去了哪里", "三月", "2026-03-01/2026-04-01"),
        ("3月14日发生了什么？", "3月14日", "2026-03-14/2026-03-15"),
        ("上个月我买了什么", "上个月", "2026-10-01/2026-11-01"),
        ("上周末我们去了哪儿", "上周末", "2026-11-14/2026-11-16"),
        ("上周一共花了多少钱", "上周", "2026-11-09/2026-11-16"),
        ("这周一直很忙吗", "这周", "2026-11-16/2026-11-23"),
        ("九十年代我喜欢什么音乐", "九十年代", "1990-01-01/2000-01-01"),
        ("前几天我提到的书是什么", "前几天", "2026-11-11/2026-11-18"),
        ("我国庆节去了哪里", "国庆节", "2026-10-01/2026-10-02"),
        ("明天有什么安排", "明天", "2026-11-19/2026-11-20"),
    ],
)
def test_a_time_is_found_in_a_chinese_question(question: str, text: str, days: str) -> None:
    assert named(question) == [(text, days)]


@pytest.mark.parametrize(
    ("question", "text", "days"),
    [
        ("Where did I work before 2019?", "before 2019", "0001-01-01/2019-01-01"),
        ("Where have I lived since 2015?", "since 2015", "2015-01-01/9999-12-31T23:59"),
        ("What did I do after last March?", "after last March", "2026-04-01/9999-12-31T23:59"),
        ("What must I hand in before the end of May?", "before the end of May", "0001-01-01/2026-06-01"),
        ("Which books did I read between 2019 and 2021?", "between 2019 and 2021", "2019-01-01/2022-01-01"),
        ("What did I do from March to May?", "from March to May", "2026-03-01/2026-06-01"),
        ("What did I do from March to May 2020?", "from March to May 2020", "2020-03-01/2020-06-01"),
        ("Where was I from November to February?", "from November to February", "2025-11-01/2026-03-01"),
        ("2020年3月至5月我在哪", "2020年3月至5月", "2020-03-01/2020-06-01"),
        ("2019年到2021年我在哪", "2019年到2021年", "2019-01-01/2022-01-01"),
        ("2020年以前我住在哪里？", "2020年以前", "0001-01-01/2020-01-01"),
        ("自2015年以来我住哪", "2015年以来", "2015-01-01/9999-12-31T23:59"),
        ("我从三月到五月在做什么", "从三月到五月", "2026-03-01/2026-06-01"),
    ],
)
def test_a_span_has_the_ends_its_words_give_it(question: str, text: str, days: str) -> None:
    assert named(question) == [(text, days)]


def test_several_times_are_found_in_order() -> None:
    found = named("What did I say three months ago and what last month? 还有昨天呢")

    assert [text for text, _ in found] == ["three months ago", "last month", "昨天"]


@pytest.mark.parametrize(
    "question",
    [
        "What may I eat?",
        "I may be late, is that a problem?",
        "Can this may have been wrong?",
        "What is my favourite march by Sousa?",
        "How long is the march to the sea?",
        "When did I last march in a parade?",
        "Who is April?",
        "What is in June's bag?",
        "Who is August Strindberg?",
        "What does May think of Tuesday Weld?",
        "Is Wednesday Addams my favourite?",
        "Who is Friday in Robinson Crusoe?",
        "What runs every Tuesday morning?",
        "What is Black Friday?",
        "When did I see Saturday Night Live?",
        "Did the fall hurt my knee?",
        "when do I fall asleep?",
        "Which spring is broken in the mattress?",
        "What do I know about the Prague Spring?",
        "Where do I keep the winter coat?",
        "What drink do I like in summer?",
        "How much sun do I need?",
        "What is my sat score?",
        "What is the second language I learn?",
        "What do I like now?",
        "What is on port 8080?",
        "Which version is v2.1?",
        "Who wrote 1984 by Orwell?",
        "Which room is room 2019?",
        "Is the essay in 2000 words?",
        "Is it from 2000 to 5000 people?",
        "What is the ratio 16:9, and which verse is John 3:16?",
        "Can it be learnt in 3 days?",
        "Do I read USA Today Weekly?",
        "Which film is Tomorrow Never Dies?",
        "Have I read The Day After Tomorrow?",
        "What is my last name, and what is next on my list?",
        "Where did I live as a child?",
        "",
    ],
)
def test_nothing_is_found_in_an_english_question_that_names_no_time(question: str) -> None:
    assert named(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "我喜欢什么音乐",
        "谁是周杰伦",
        "说明天线怎么装",
        "网上周边在哪里买",
        "日本月亮圆吗",
        "我住在几号楼",
        "我坐十号线吗",
        "有一点不明白",
        "我有三点建议",
        "早一点睡好吗",
        "月亮有多远",
        "每周三次跑步吗",
        "一周五天工作吗",
        "后天性的疾病是什么",
        "如今年轻人喜欢什么",
        "我以前天天跑步吗",
        "过去年代的歌",
        "五月天的歌",
        "春天花园在哪里",
        "我小时候住在哪",
        "我的房间号是2019",
        "圣诞老人是谁",
        "2019-2021年我在哪",
    ],
)
def test_nothing_is_found_in_a_chinese_question_that_names_no_time(question: str) -> None:
    assert named(question) == []


def test_the_calendar_is_that_of_the_zone() -> None:
    [span] = times_in("昨天呢", ZoneInfo("Asia/Shanghai"), datetime(2026, 11, 17, 17, tzinfo=UTC))

    assert span.start == datetime(2026, 11, 16, 16, tzinfo=UTC)


def test_a_question_without_a_time_costs_less_than_a_millisecond() -> None:
    """Some thirty microseconds on a plain machine: the bound is for a busy one."""
    question = "What is my favourite colour, and who recommended the restaurant by the river to me?"
    best = min(_seconds(question) for _ in range(5))

    assert best < 0.001


def _seconds(question: str) -> float:
    begun = time.perf_counter()
    times_in(question, UTC, WEDNESDAY)
    return time.perf_counter() - begun


PIECES = st.sampled_from(
    [
        *("last ", "in ", "march", "may ", "2019", " 3 ", "ago", "year", "from ", "to ", "before ", "the ", "end of "),
        *(
            "上",
            "周",
            "三",
            "月",
            "年",
            "日",
            "前",
            "后",
            "去年",
            "今",
            "晚",
            "点",
            "到",
            "从",
            "：",
            "İ",
            " ",
            ".",
            ",",
        ),
    ]
)


@settings(max_examples=500, deadline=None)
@given(st.text() | st.lists(PIECES, max_size=20).map("".join), st.datetimes(timezones=st.just(UTC)))
def test_no_question_at_any_moment_raises_and_spans_have_a_length_and_their_words(query: str, now: datetime) -> None:
    spans = times_in(query, ZoneInfo("Pacific/Kiritimati"), now)

    assert all(s.start <= s.end and s.text and s.text in query for s in spans)
