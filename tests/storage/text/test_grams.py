"""Search tokens: what the words channel can find."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.text.grams import grams, query_grams


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("我在图书馆工作", "图书馆"),
        ("她养了一只猫", "猫"),
        ("さくらが咲いた", "さくら"),
        ("한국어를 배운다", "한국"),
        ("the RowCount of user_id", "rowcount"),
        ("the RowCount of user_id", "Count"),
        ("see /srv/api/v2/users.py", "users.py"),
        ("see /srv/api/v2/users.py", "api"),
        ("mail anna@example.org today", "anna@example.org"),
        ("version v1.2.3 is out", "v1.2.3"),
        ("she plays 🎸 on Fridays", "🎸"),
        ("written in C++ and C#", "C++"),
        ("he was running late", "runs"),
        ("O'Brien called", "o'brien"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full"),
    ],
)
def test_a_query_shares_a_token_with_what_it_should_find(content: str, query: str) -> None:
    assert set(query_grams(query).split()) & set(grams(content).split())


def test_a_query_of_two_characters_does_not_match_their_reverse() -> None:
    assert not set(query_grams("蜂蜜").split()) & set(grams("蜜蜂飞来了").split())


def test_words_that_say_nothing_are_left_out_of_a_question() -> None:
    assert query_grams("What is the capital of Norway?").split() == ["capital", "~capit", "norway", "~norway"]


def test_a_question_of_only_such_words_keeps_them() -> None:
    assert query_grams("who are you").split() == ["who", "~who", "are", "~are", "you", "~you"]


@pytest.mark.parametrize("nothing", ["", "???", "\"\" ''", "— … ！", "\n"])
def test_punctuation_alone_has_no_tokens(nothing: str) -> None:
    assert query_grams(nothing) == ""


@given(st.text(max_size=200))
def test_any_text_gives_tokens_without_spaces_and_every_query_token_of_it_is_among_them(text: str) -> None:
    stored, asked = set(grams(text).split(" ")), set(query_grams(text).split(" "))

    assert asked <= stored | {""}
    assert all(len(t) <= 64 for t in stored)
