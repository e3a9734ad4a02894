"""What a question in words asks, as slots: where it starts, by which relations it goes on, from which side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.text.asked import MOST_READINGS, MOST_STEPS, Reading, Step, readings
from simonides.storage.text.relations import relation_of


def reading(way: str) -> Reading:
    """A reading as the cases below write it: "Ann: husband > boss"; "<" before a relation whose object is known."""
    known, steps = way.split(": ")
    return Reading(known, tuple(Step(s.removeprefix("<"), s.startswith("<")) for s in steps.split(" > ")))


def best(question: str, *names: str) -> Reading | None:
    """The best reading, if there is one."""
    return next(iter(readings(question, names)), None)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Who does Ann mentor?", "Ann: mentors"),
        ("Who did Ann mentor?", "Ann: mentors"),
        ("Who has Ann hired?", "Ann: hires"),
        ("Who is mentored by Ann?", "Ann: mentors"),
        ("What does Ann's brother drive?", "Ann: brother > drives"),
        ("Which language does Ann's teacher speak?", "Ann: teacher > speaks"),
        ("What is Ann working on?", "Ann: works on"),
        ("What is Ann allergic to?", "Ann: is allergic to"),
        ("Who is Ann married to?", "Ann: is married to"),
        ("What sport is played by Ann's son?", "Ann: son > plays"),
        ("Do you know where Ann lives?", "Ann: lives in"),
        ("What did Ann cook?", "Ann: cooks"),
    ],
)
def test_what_somebody_does_is_asked_of_the_subject(question: str, way: str) -> None:
    assert best(question, "Ann") == reading(way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Who mentors Ben?", "Ben: <mentors"),
        ("Who mentored Ben?", "Ben: <mentored"),
        ("Who has hired Ben?", "Ben: <hires"),
        ("Who is training Ben?", "Ben: <trains"),
        ("Who is Ben mentored by?", "Ben: <mentors"),
        ("By whom was Ben recommended?", "Ben: <recommends"),
        ("Who is married to Ben?", "Ben: <is married to"),
        ("Which company employs Ben?", "Ben: <employs"),
        ("Who takes care of Ben's dog?", "Ben: dog > <takes care of"),
        ("Who lives in the house that Ben built?", "Ben: built > <lives in"),
        ("Whose sister is Ben?", "Ben: <sister"),
        ("Who is in charge of Ben?", "Ben: <is in charge of"),
    ],
)
def test_who_does_it_to_somebody_is_asked_of_the_object(question: str, way: str) -> None:
    assert best(question, "Ben") == reading(way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Who is the boss of Ann's husband?", "Ann: husband > boss"),
        ("Who is Ann's husband's boss?", "Ann: husband > boss"),
        ("What's the name of Ann's dog?", "Ann: dog > name"),
        ("Tell me the address of Ann's office.", "Ann: office > address"),
        ("Where does the man who taught Ann live?", "Ann: <taught > lives in"),
        ("What is the capital of the country where the author of Ann was born?", "Ann: author > was born in > capital"),
        ("Who owns the cafe where Ann works?", "Ann: works in > <owns"),
        ("What is the phone number of the dentist Ann goes to?", "Ann: goes to > phone number"),
        ("What is the address of the company that Ann works for?", "Ann: works for > address"),
        ("What is the home town of the woman Ann married?", "Ann: married > home town"),
        ("Who is the head coach of the team Ann's son plays for?", "Ann: son > plays for > head coach"),
        ("What book was written by the person who taught Ann?", "Ann: <taught > writes"),
        ("What is the price of the bike ridden by Ann's daughter?", "Ann: daughter > rides > price"),
        ("Where was the founder of the company for which Ann works born?", "Ann: works for > founder > was born in"),
        ("What is the country of birth of Ann's mother?", "Ann: mother > country of birth"),
        ("Who is the teacher of the girl whose father is Ann?", "Ann: <father > teacher"),
    ],
)
def test_a_nested_phrase_is_read_from_the_inside_out(question: str, way: str) -> None:
    assert best(question, "Ann") == reading(way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Where does Ann live?", "Ann: lives in"),
        ("Where did Ann live?", "Ann: lived in"),
        ("Where was Ann born?", "Ann: was born in"),
        ("When was Ann born?", "Ann: was born on"),
        ("When does Ann's passport expire?", "Ann: passport > expires on"),
        ("When is Ann's birthday?", "Ann: birthday"),
        ("In which city was Ann's boss born?", "Ann: boss > was born in"),
        ("For whom does Ann work?", "Ann: works for"),
        ("How old is Ann's daughter?", "Ann: daughter > age"),
        ("What colour is Ann's car?", "Ann: car > colour"),
        ("What pet does Ann have?", "Ann: pet"),
        ("Which city is the capital of Ann?", "Ann: capital"),
        ("Which country is the city where Ann was born?", "Ann: was born in > country"),
        ("Where did the sister of Ann, the tall one, study?", "Ann: sister > studied in"),
        ("Where is Ann from?", "Ann: is from"),
    ],
)
def test_place_time_and_measure_are_relations_too(question: str, way: str) -> None:
    assert best(question, "Ann") == reading(way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("老周带教谁？", "老周: 带教"),
        ("谁被老周带教？", "老周: 带教"),
        ("谁带教老周？", "老周: <带教"),
        ("老周是谁带教的？", "老周: <带教"),
        ("老周被谁带教过？", "老周: <带教"),
        ("老周由谁负责？", "老周: <负责"),
        ("谁在教老周？", "老周: <教"),
        ("谁的徒弟是老周？", "老周: <徒弟"),
        ("老周是谁的徒弟？", "老周: <徒弟"),
        ("谁是老周的上司？", "老周: 上司"),
        ("老周的徒弟的老家在哪？", "老周: 徒弟 > 老家"),
        ("老周的上司的妻子是做什么的？", "老周: 上司 > 妻子 > 职业"),
        ("带教老周的人住在哪里？", "老周: <带教 > 住在"),
        ("老周任职的公司的地址是什么？", "老周: 任职 > 地址"),
        ("被老周推荐的同学叫什么？", "老周: 推荐"),
        ("老板是老周的人是谁？", "老周: <老板"),
        ("老周毕业于哪所大学？", "老周: 毕业于"),
        ("老周住哪儿？", "老周: 住在"),
        ("老周什么时候出生？", "老周: 出生日期"),
        ("老周的儿子今年几岁？", "老周: 儿子 > 年龄"),
        ("老周对什么过敏？", "老周: 对...过敏"),
        ("老周养了什么宠物？", "老周: 养"),
        ("老周喜欢吃什么？", "老周: 喜欢吃"),
        ("写老周的作家的妻子出生在哪座城市？", "老周: <写 > 妻子 > 出生在"),
        ("老周把谁推荐出去了？", "老周: 推荐"),
        ("2024年3月老周的部门是什么？", "老周: 部门"),
    ],
)
def test_chinese_asks_in_place_and_is_read_the_same_way(question: str, way: str) -> None:
    assert best(question, "老周") == reading(way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Who is my dentist?", "user: dentist"),
        ("Who do I report to?", "user: reports to"),
        ("Who reports to me?", "user: <reports to"),
        ("What company does my sister's husband work for?", "user: sister > husband > works for"),
        ("我的牙医叫什么名字？", "user: 牙医"),
        ("我妈的生日是哪天？", "user: 妈 > 生日"),
        ("谁是我女儿的班主任？", "user: 女儿 > 班主任"),
    ],
)
def test_who_asks_is_the_user_though_nobody_named_them(question: str, way: str) -> None:
    assert best(question) == reading(way)


def test_of_two_entities_named_the_one_asked_about_is_known_and_the_other_stays_in_the_relation() -> None:
    found = [best("Who did Ann introduce to Ben?", "Ann", "Ben"), best("谁把小鹿介绍给老周的？", "小鹿", "老周")]

    assert found == [reading("Ann: introduces to Ben"), reading("小鹿: <介绍给")]


def test_a_name_is_known_as_it_was_given_in_quotation_marks_or_other_case() -> None:
    asked = ['Who wrote "The Blue Door"?', "who wrote the blue door", 'Who is "The Blue Door"\'s author?']

    found = {known.known for question in asked if (known := best(question, "The Blue Door"))}

    assert found == {"The Blue Door"}


def test_a_name_may_be_a_number_beside_another_name() -> None:
    assert best("Who lives in 0?", "Ann", "0", "1") == reading("0: <lives in")
    assert best("Who does Ann's son visit in 0?", "Ann", "0") == reading("Ann: son > visits in 0")


def test_a_possessive_without_s_is_one() -> None:
    assert best("Who is the Blue Foxes' captain?", "Blue Foxes") == reading("Blue Foxes: captain")


def test_words_left_open_are_read_one_by_one() -> None:
    found = readings("Who is the coach/trainer of Ann?", ["Ann"])

    assert found[:2] == [reading("Ann: coach"), reading("Ann: trainer")]


@pytest.mark.parametrize(
    ("active", "passive", "name"),
    [("Who mentors Ben?", "Who is Ben mentored by?", "Ben"), ("谁推荐小鹿？", "小鹿是被谁推荐的？", "小鹿")],
)
def test_active_and_passive_ask_the_same(active: str, passive: str, name: str) -> None:
    assert best(active, name) == best(passive, name)


@pytest.mark.parametrize(
    ("question", "told", "name"),
    [
        ("Who mentored Ben?", "was mentored by", "Ben"),
        ("Where does Ben live?", "lives in", "Ben"),
        ("Who is Ben married to?", "wife", "Ben"),
        ("小鹿跟谁结婚了？", "配偶", "小鹿"),
        ("小鹿在哪工作？", "工作单位", "小鹿"),
    ],
)
def test_what_is_asked_and_what_was_told_come_to_one_relation(question: str, told: str, name: str) -> None:
    found = best(question, name)
    assert found

    asked, turned, _ = relation_of(found.steps[0].relation)

    assert (asked, turned != found.steps[0].known_is_object) == relation_of(told)[:2]


@pytest.mark.parametrize(
    "question",
    [
        "Who is Ann?",
        "Is Ann married?",
        "Does Ann live in Oslo?",
        "Who does not like Ann?",
        "Why did Ann leave?",
        "Ann",
        "",
        "What time is it?",
    ],
)
def test_what_asks_for_no_relation_or_denies_it_has_no_reading(question: str) -> None:
    assert readings(question, ["Ann"]) == []


@pytest.mark.parametrize("question", ["小鹿结婚了吗？", "为什么小鹿哭了？", "小鹿是谁？", "谁不喜欢小鹿？"])
def test_chinese_that_asks_for_no_relation_or_denies_it_has_no_reading(question: str) -> None:
    assert readings(question, ["小鹿"]) == []


_WORDS = """who what which where when whose is was does did has the of 's by in for Ann Ben that works mentored boss live
born my and or / ? 谁 什么 哪 的 是 被 在 小鹿 带教 我 人"""


@given(st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join) | st.text(max_size=40))
def test_any_words_are_read_in_few_ways_of_few_steps_from_an_entity_named(question: str) -> None:
    names = ["Ann", "Ben", "小鹿"]

    found = readings(question, names)

    assert len(found) <= MOST_READINGS
    assert all(way.known in {*names, "user"} and 1 <= len(way.steps) <= MOST_STEPS for way in found)
    assert all(step.relation.strip() and "\ue000" not in step.relation for way in found for step in way.steps)
