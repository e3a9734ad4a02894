"""Whether what a model wrote says only what its sources say."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.belief.faithful import grounded, invented
from simonides.storage.memory import Claim
from tests.storage.belief.faithful_tables import FAITHFUL, UNFAITHFUL, UNGROUNDED, WELL_GROUNDED

SENTENCES = [
    "Priya moved to Utrecht in March 2021 and rents a flat for 1,450 euros.",
    "She doesn't eat shellfish.",
    "The nightly export runs at 02:30 on build-07.",
    "Marcus has two sons, Eli and Jonah.",
    "他三月搬到了苏州，房租2800元。",
    "小周不吃香菜。",
    "每周四下午三点开例会。",
]
STRANGERS = ["Kowalski", "Thessaloniki", "McAllister", "GraphBase", "NASA", "诸葛孔明", "乌鲁木齐", "Ødegaard"]
sources_of_sentences = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=6)


@given(text=st.text(max_size=200))
def test_a_text_is_faithful_to_itself(text: str) -> None:
    assert invented(text, [text]) == []


@given(sources=sources_of_sentences, data=st.data())
def test_a_text_of_whole_sentences_of_its_sources_is_faithful(sources: list[str], data: st.DataObject) -> None:
    text = " ".join(data.draw(st.permutations(sources)))

    found = invented(text, sources)

    assert found == []


@given(sources=sources_of_sentences, number=st.integers(3_000, 10**9))
def test_a_number_that_no_source_has_is_told(sources: list[str], number: int) -> None:
    text = f"{sources[0]} {number}"

    found = invented(text, sources)

    assert found == [str(number)]


@given(sources=sources_of_sentences, name=st.sampled_from(STRANGERS))
def test_a_name_that_no_source_has_is_told(sources: list[str], name: str) -> None:
    text = f"{sources[0]} She met {name}"

    found = invented(text, sources)

    assert "".join(found) in name
    assert found


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("It costs 1200 euros.", "It costs 1,200 euros."),
        ("He ran 3.5 km.", "He ran 3.50 km."),
        ("twenty-five guests", "25 guests"),
        ("一百二十个人", "120个人"),
        ("１２ seats", "12 seats"),
        ("3万元", "三万元"),
        ("She has a couple of dogs.", "She has two dogs."),
        ("30%的股份", "百分之三十的股份"),
        ("on 2024-03-05", "on March 5, 2024"),
        ("on 5 March 2024", "2024年3月5日"),
        ("二〇二四年三月五日", "2024-03-05"),
        ("in Mar 2024", "in March 2024"),
        ("开会在周四", "The meeting is on Thursday, 开会在"),
        ("at 7pm", "at 7 p.m."),
        ("It happened yesterday.", "昨天发生的。 It happened."),
        ("Gdansk", "Gdańsk"),
        ("the Millers", "the Miller family"),
        ("Priya's flat", "a flat of Priya"),
        ("The user's cat", "a cat"),
        ("他们一起吃了一些", "吃了"),
        ("runs `make test`", "run make test before"),
        ("a 5-year-old", "5 years old"),
    ],
)
def test_the_same_in_another_form_is_not_invented(text: str, source: str) -> None:
    found = invented(text, [source])

    assert found == []


@pytest.mark.parametrize(
    ("text", "source", "what"),
    [
        ("It costs 1300 euros.", "It costs 1,200 euros.", ["1300"]),
        ("She has three dogs.", "She has two dogs.", ["three"]),
        ("The third attempt worked.", "It worked.", ["third"]),
        ("他有三只猫", "他有两只猫", ["三"]),
        ("on 2024-03-06", "on March 5, 2024", ["2024-03-06"]),
        ("on March 5, 2023", "on March 5, 2024", ["March 5, 2023"]),
        ("三月五日见", "四月五日见", ["三月五日"]),
        ("It starts on Friday.", "It starts on Thursday.", ["Friday"]),
        ("周五开会", "周四开会", ["周五"]),
        ("at 7pm", "at 7", ["7pm"]),
        ("at 7pm", "at 19:30", ["7pm"]),
        ("It is due next week.", "It is due.", ["next week"]),
        ("明年毕业", "毕业", ["明年"]),
        ("She works at Acme.", "She works at a bank.", ["Acme"]),
        ("Kevin left.", "He left.", ["Kevin"]),
        ("It uses GraphQL.", "It uses an interface.", ["GraphQL"]),
        ("用户住在上海", "用户住在海边的上面", ["上海"]),
        ("他喜欢喝茶", "他喜欢喝水", ["茶"]),
        ("データベース", "の", ["データベース"]),
        ("회사에서 일한다", "그는 집에", ["회사에서", "일한다"]),
        ("on build-08", "on build-07", ["build-08"]),
        ("see https://a.example/x", "see https://a.example/y", ["https://a.example/x"]),
        ("in ~/notes/a.md", "in ~/notes/b.md", ["~/notes/a.md"]),
        ("mail jo@a.example", "mail jo@b.example", ["jo@a.example"]),
        ("run `make lint`", "run make test", ["`make lint`"]),
        ("She does not smoke.", "She smokes.", ["not"]),
        ("他不抽烟", "他抽烟", ["不"]),
    ],
)
def test_what_no_source_has_is_told_as_written(text: str, source: str, what: list[str]) -> None:
    found = invented(text, [source])

    assert found == what


def test_what_is_invented_is_told_in_order() -> None:
    found = invented("Kevin paid 90 in Paris on Friday.", ["He paid."])

    assert found == ["Kevin", "90", "Paris", "Friday"]


def test_most_faithful_merges_and_summaries_pass() -> None:
    refused = [(text, found) for text, sources in FAITHFUL if (found := invented(text, sources))]

    assert len(refused) <= len(FAITHFUL) // 10, refused


@pytest.mark.parametrize(("text", "sources"), UNFAITHFUL)
def test_a_merge_that_says_what_no_source_does_is_caught(text: str, sources: list[str]) -> None:
    found = invented(text, sources)

    assert found


@pytest.mark.parametrize(("claim", "statement"), WELL_GROUNDED)
def test_a_claim_in_the_words_of_its_statement_is_grounded(claim: tuple[str, str, str], statement: str) -> None:
    assert grounded(Claim(*claim), statement)


@pytest.mark.parametrize(("claim", "statement"), UNGROUNDED)
def test_a_claim_that_brings_something_of_its_own_is_not_grounded(claim: tuple[str, str, str], statement: str) -> None:
    assert not grounded(Claim(*claim), statement)


def test_a_sentence_against_ten_sources_takes_about_a_millisecond() -> None:
    sources = [f"{SENTENCES[n % len(SENTENCES)]} {n}" for n in range(10)]
    invented(SENTENCES[0], sources)

    begun = time.process_time()
    for _ in range(50):
        invented(SENTENCES[0], sources)

    assert (time.process_time() - begun) / 50 < 0.005  # five times what is meant, for slow machines
