"""Relations the table does not know, named by rule: tense, voice and side, in English and Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.memory import Claim
from simonides.storage.text.relations import relation_of, slot_of, symmetric
from simonides.storage.text.relationtable import RELATIONS
from simonides.storage.text.verbs import base_of_ing, base_of_past, base_of_third, plain_form, third_person
from simonides.storage.text.voice import doers

# Base, past and present participle, as a grammar gives them.
VERBS = [
    ("mentor", "mentored", "mentoring"),
    ("coach", "coached", "coaching"),
    ("carry", "carried", "carrying"),
    ("plan", "planned", "planning"),
    ("visit", "visited", "visiting"),
    ("create", "created", "creating"),
    ("promote", "promoted", "promoting"),
    ("recruit", "recruited", "recruiting"),
    ("organize", "organized", "organizing"),
    ("train", "trained", "training"),
    ("install", "installed", "installing"),
    ("travel", "travelled", "travelling"),
    ("arrange", "arranged", "arranging"),
    ("call", "called", "calling"),
    ("adopt", "adopted", "adopting"),
    ("describe", "described", "describing"),
    ("handle", "handled", "handling"),
    ("require", "required", "requiring"),
    ("review", "reviewed", "reviewing"),
    ("rescue", "rescued", "rescuing"),
    ("advise", "advised", "advising"),
    ("tutor", "tutored", "tutoring"),
]


@pytest.mark.parametrize(("base", "past", "ing"), VERBS)
def test_the_base_of_a_verb_is_read_from_any_of_its_forms(base: str, past: str, ing: str) -> None:
    found = {base_of_past(past), base_of_ing(ing), base_of_third(third_person(base))}

    assert found == {base}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("teaches", "taught"),
        ("advises", "has advised"),
        ("coaches", "is coaching"),
        ("mentors", "mentored"),
        ("manages", "has managed"),
        ("recommends", "recommended"),
        ("lives near", "live near"),
        ("is allergic to", "allergic to"),
        ("coach", "his coach"),
        ("cat", "has a cat"),
        ("推荐", "推荐了"),
        ("推荐", "推荐过"),
        ("学习", "正在学习"),
        ("表哥", "的表哥是"),
    ],
)
def test_tense_and_small_words_do_not_change_which_relation_it_is(one: str, other: str) -> None:
    assert relation_of(one)[:2] == relation_of(other)[:2]


@pytest.mark.parametrize(
    ("active", "passive"),
    [
        ("coaches", "is coached by"),
        ("coached", "was coached by"),
        ("coaches", "coached by"),
        ("recommends", "has been recommended by"),
        ("oversees", "is being overseen by"),
        ("mentors", "got mentored by"),
        ("teaches", "was taught by"),
        ("chose", "was chosen by"),
        ("recommends for promotion", "was recommended for promotion by"),
        ("manages", "was managed by"),
        ("sister", "sister of"),
        ("sister", "is the sister of"),
        ("capital", "is the capital of"),
        ("member", "a member of"),
        ("deputy", "deputy to"),
        ("推荐", "被…推荐"),
        ("推荐", "被推荐"),
        ("推荐", "是被…推荐的"),
        ("带教", "由…带教"),
        ("指导", "受…指导"),
        ("母亲", "是…的母亲"),
        ("创办", "由…创办"),
    ],
)
def test_what_is_said_from_the_other_side_stands_in_the_same_slot(active: str, passive: str) -> None:
    told = Claim("Ann", active, "Ben")

    turned = Claim("Ben", passive, "Ann")

    assert slot_of(told) == slot_of(turned)


@pytest.mark.parametrize(
    "worded",
    [
        "was married to",
        "was based in",
        "is interested in",
        "stands by",
        "swears by",
        "worked at",
        "was owned by",
        "used to manage",
        "no longer manages",
        "does not manage",
        "was the manager of",
        "consists of",
        "made of",
        "preferred units",
        "has to",
        "被子",
        "自由",
        "理由",
        "为了",
        "经过",
        "不被…喜欢",
        "住过",
        "成为",
        "就是",
    ],
)
def test_states_what_is_over_and_what_is_denied_are_no_passives_and_stay_apart(worded: str) -> None:
    name, turned, single = relation_of(worded)

    assert (name, turned, single) == (worded.replace("…", "..."), False, False)


def test_what_was_and_is_over_holds_no_slot_alone_though_its_relation_does() -> None:
    now = relation_of("is managed by")

    once = relation_of("was managed by")

    assert (now[:2], now[2], once[2]) == (once[:2], True, False)


@pytest.mark.parametrize(
    "worded",
    ["married to", "wife", "colleague", "is friends with", "friend of", "shares office with", "同事", "朋友", "配偶"],
)
def test_a_symmetric_relation_is_known_as_one_and_never_turned(worded: str) -> None:
    name, turned, _ = relation_of(worded)

    assert symmetric(name)
    assert not turned


@pytest.mark.parametrize("worded", ["manages", "mother", "lives in", "likes", "老板", "推荐"])
def test_a_relation_with_two_sides_is_not_symmetric(worded: str) -> None:
    assert not symmetric(relation_of(worded)[0])


@pytest.mark.parametrize("relation", RELATIONS, ids=lambda r: r.name)
def test_each_name_of_the_table_is_kept_under_itself(relation: object) -> None:
    name = getattr(relation, "name", "")

    assert relation_of(name)[:2] == (name, False)


_PIECES = """is was are been being has had have the a his now currently of by to for in with mentored coached taught
written manages manage managing sister boss capital fond used living lives friend 被 由 … 是 的 了 过 着 带教 推荐 母亲 正在 住在"""
PIECES = st.sampled_from(_PIECES.split())


@given(
    st.one_of(
        st.text(max_size=20), st.lists(PIECES, max_size=7).map(" ".join), st.lists(PIECES, max_size=5).map("".join)
    )
)
def test_a_name_is_kept_under_itself_whatever_it_was_made_of(worded: str) -> None:
    name = relation_of(worded)[0]

    again = relation_of(name)

    assert again[:2] == (name, False)


@given(st.sampled_from(VERBS), st.sampled_from(["", "is ", "was ", "has been ", "got "]))
def test_turned_twice_a_claim_is_itself(verb: tuple[str, str, str], be: str) -> None:
    passive = f"{be}{verb[1]} by"
    name, turned, _ = relation_of(passive)

    back = Claim("Ben", name, "Ann") if turned else Claim("Ann", name, "Ben")

    assert slot_of(back) == slot_of(Claim("Ann", passive, "Ben"))
    assert relation_of(third_person(verb[0]))[1] != turned


def test_what_stands_in_a_clause_before_of_is_no_noun() -> None:
    for worded in ("is located in the continent of", "plays the position of", "died in the city of"):
        assert not relation_of(worded)[1]

    assert relation_of("is the capital of")[1]
    assert relation_of("sister in law of")[1]


def test_a_noun_names_who_does_something() -> None:
    assert relation_of("was created by")[0] in doers("creator")
    assert relation_of("was performed by")[0] in doers("performer")
    assert doers("capital") == ()


@pytest.mark.parametrize(
    ("passive", "active"),
    [
        ("was overthrown by", "overthrows"),
        ("is beset by", "besets"),
        ("was rewritten by", "rewrites"),
        ("was woven by", "weaves"),
        ("is overseen by", "oversees"),
    ],
)
def test_irregular_verbs_are_known_behind_a_prefix_too(passive: str, active: str) -> None:
    assert relation_of(passive)[:2] == (active, True)


@pytest.mark.parametrize(
    ("wording", "plain"),
    [("relishes", "relish"), ("lives in", "live in"), ("is near", "is near"), ("has", "have"), ("喜欢", "喜欢")],
)
def test_a_wording_in_its_plain_form(wording: str, plain: str) -> None:
    assert plain_form(wording) == plain
