"""Relations as people word them: one name for each, from either side, and which hold one value at a time."""

from __future__ import annotations

import pytest

from simonides.storage.memory import Claim
from simonides.storage.text.relations import (
    Slot,
    claimed_single,
    relation_of,
    single_by_table,
    slot_of,
    subject_of,
    symmetric,
)


@pytest.mark.parametrize(
    ("worded", "name"),
    [
        ("lives in", "lives in"),
        ("Resides  in", "lives in"),
        ("住在", "lives in"),
        ("ｌｉｖｅｓ ｉｎ", "lives in"),
        ("work for", "employer"),
        ("雇主", "employer"),
        ("boss", "manager"),
        ("直属上级", "manager"),
        ("生日", "birthday"),
    ],
)
def test_a_relation_has_one_name_however_it_is_worded_in_either_language(worded: str, name: str) -> None:
    assert relation_of(worded) == (name, False, True)


@pytest.mark.parametrize(
    "worded",
    [
        "capital",
        "the capital of",
        "is the capital of",
        "current capital",
        "首都是",
        "的首都",
        "目前的首都",
    ],
)
def test_words_around_a_relation_do_not_change_which_it_is(worded: str) -> None:
    assert relation_of(worded)[0] == "capital"


@pytest.mark.parametrize(
    ("worded", "name"), [("manages", "manager"), ("supervises", "manager"), ("管理", "manager"), ("雇用", "employer")]
)
def test_a_relation_said_from_the_other_side_is_turned_and_holds_several_at_a_time(worded: str, name: str) -> None:
    assert relation_of(worded) == (name, True, False)


@pytest.mark.parametrize(
    "worded", ["likes", "lives near", "used to live in", "lived in", "is fond of", "喜欢", "曾经住在", "不住在"]
)
def test_a_wording_that_is_not_in_the_table_is_kept_as_it_is_and_is_not_exclusive(worded: str) -> None:
    assert relation_of(worded) == (worded, False, False)
    assert not single_by_table(Claim("Mira", worded, "Berlin"))


@pytest.mark.parametrize("worded", ["user", "The User", "I", "me", "用户", "我", "本人"])
def test_the_user_is_one_however_called(worded: str) -> None:
    assert subject_of(worded) == "user"


@pytest.mark.parametrize(
    ("worded", "name"),
    [
        ("The Harbour", "harbour"),
        ("a  lock", "lock"),
        ("An Old Mill", "old mill"),
        ("Theo", "theo"),
        ("Anna", "anna"),
        ("the", "the"),
        ("柏林", "柏林"),
    ],
)
def test_of_a_name_only_a_leading_article_case_and_spaces_go(worded: str, name: str) -> None:
    assert subject_of(worded) == name


@pytest.mark.parametrize(
    "claim",
    [
        Claim("Bob", "manager", "Mira"),
        Claim("bob", "reports to", "MIRA"),
        Claim("Mira", "manages", "Bob"),
        Claim("Mira", "is the manager of", "Bob"),
        Claim("Bob", "上司", "Mira"),
        Claim("Mira", "管理", "Bob"),
    ],
)
def test_what_says_the_same_from_either_side_has_one_slot(claim: Claim) -> None:
    assert slot_of(claim) == Slot("bob", "manager", "mira")


@pytest.mark.parametrize(
    ("claim", "one"),
    [
        (Claim("Mira", "lives in", "Berlin"), True),
        (Claim("Mira", "住在", "柏林"), True),
        (Claim("Mira", "nickname", "Mi"), None),
        (Claim("Mira", "manages", "Bob"), None),
        # By word of the caller, whatever the table says.
        (Claim("Mira", "lives in", "Berlin", False), False),
        (Claim("Mira", "likes", "tea", True), True),
        # Said from the other side it says nothing of the slot: she who manages one manages others.
        (Claim("Mira", "manages", "Bob", True), None),
    ],
)
def test_a_slot_holds_one_value_by_word_of_the_caller_else_by_the_table(claim: Claim, one: bool | None) -> None:
    assert (claimed_single(claim) if claimed_single(claim) is not None else single_by_table(claim) or None) is one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("is married to", "was married to"),
        ("is based in", "was based in"),
        ("籍贯", "出生地"),
        ("年级", "班级"),
        ("phone", "mobile"),
        ("occupation", "role"),
        ("employer", "company"),
        ("status", "state"),
    ],
)
def test_what_is_over_or_not_plainly_the_same_is_another_relation(one: str, other: str) -> None:
    assert relation_of(one)[0] != relation_of(other)[0]


@pytest.mark.parametrize("one_sided", ["跟踪", "跟随", "同情", "同意", "与会"])
def test_a_chinese_verb_is_not_taken_for_what_holds_from_both_sides(one_sided: str) -> None:
    assert not symmetric(relation_of(one_sided)[0])
    assert symmetric(relation_of("跟...合租")[0])
