"""Search tokens: what the words channel can find."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.text import grams as grams_module
from simonides.storage.text.grams import grams, literal_grams, query_grams


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
        ("the café is shut", "cafe"),
        ("Wałęsa spoke", "walesa"),
        ("Ο ΓΙΩΡΓΟΣ έφυγε", "Γιώργος"),
        ("die STRASSE", "Straße"),
        ("Zoe\u0301 left", "Zoé"),
        ("ﬁnancial year", "financial"),
        ("كِتَابٌ قديم", "كتاب"),
        ("שָׁלוֹם לכולם", "שלום"),
        ("نمی\u200cخواهم", "نمیخواهم"),
        ("ฉันชอบข้าวผัดมาก", "ข้าวผัด"),
        ("ຂ້ອຍມັກເຂົ້າໜຽວ", "ເຂົ້າໜຽວ"),
        ("ខ្ញុំចូលចិត្តបាយ", "បាយ"),
        ("မုန့်ဟင်းခါးစားတယ်", "ဟင်းခါး"),
        ("ｶﾀｶﾅで書く", "カタカナ"),
        ("she waved 👋🏾", "👋"),
        ("the family 👨‍👩‍👧 left", "👧"),
        ("they ❤ it", "❤️"),
        ("it costs €5", "€"),
        ("see § 5", "§"),
        (r"in C:\Users\mia\notes.txt", "C:/Users/mia/notes.txt"),
        (r"in C:\Users\mia\notes.txt", "notes.txt"),
        ("call std::vec::Vec", "vec::Vec"),
        ("1,234.56 in all", "1,234.56"),
        ("call +1 (202) 555-0143", "+12025550143"),
        ("a" * 300, "a" * 300),
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


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("written in C++", "C"),
        ("with USB-C", "C"),
        (r"on C:\temp", "C"),
        ("the flag 🇩🇪", "🇪"),
        ("तुलसी", "तल"),
        ("a" * 300, "a" * 301),
        ("h" * 40 + "aveß" * 20, "h" * 40 + "aveß" * 21),
    ],
)
def test_a_query_shares_no_token_with_what_only_looks_like_it(content: str, query: str) -> None:
    assert not set(query_grams(query).split()) & set(grams(content).split())


@pytest.mark.parametrize(
    ("query", "content", "other"),
    [
        ("users.py", "see /srv/api/users.py", "see users_test.py"),
        ("api/v2", "GET /api/v2/users", "GET /api/v3/users"),
        ("图书馆", "图书馆关门了", "图书室关门了"),
        ("résumé", "her résumé", "we resume"),
        ("running", "he runs", "he ran"),
        ("2024-05-01", "on 2024-05-01", "on 2024-05-10"),
    ],
)
def test_a_word_is_held_to_the_letter_also_within_another_and_not_by_a_neighbour(
    query: str, content: str, other: str
) -> None:
    needed = literal_grams(query)

    assert needed <= set(grams(content).split())
    assert not needed <= set(grams(other).split())


def test_a_question_of_several_words_is_not_to_be_held_to_the_letter() -> None:
    assert literal_grams("where is users.py?") == frozenset()


def test_a_hash_is_not_taken_apart() -> None:
    assert len(grams("9f86d081884c7d659a2feaa0c55ad015").split()) == 1


@pytest.mark.parametrize("nothing", ["", "???", "\"\" ''", "— … ！", "\n"])
def test_punctuation_alone_has_no_tokens(nothing: str) -> None:
    assert query_grams(nothing) == ""


@given(st.text(max_size=200))
def test_any_text_gives_tokens_without_spaces_and_every_query_token_of_it_is_among_them(text: str) -> None:
    stored, asked = set(grams(text).split(" ")), set(query_grams(text).split(" "))

    assert asked <= stored | {""}
    assert all(len(t.encode()) < 64 for t in stored)  # the index drops what is longer
    assert query_grams(text) == "" or literal_grams(text) <= stored


def test_words_are_stemmed_alike_in_many_threads_at_once() -> None:
    words = [
        f"{stem}{end}" for stem in ("relat", "nation", "hopeful", "connect") for end in ("ing", "ed", "ions", "ness")
    ]
    alone = [grams(w) for w in words]
    grams_module._stem_of.cache_clear()  # pyright: ignore[reportPrivateUsage]

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(grams, words * 200))

    assert made == alone * 200
