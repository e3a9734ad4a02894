"""Declared names: what is said to be one is one, in every wording and from every side, until it is no longer said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.memory import Claim
from simonides.storage.text.naming import MOST_NAMES, naming


def test_without_declarations_every_name_stands_for_itself() -> None:
    named = naming([Claim("Bob", "lives in", "Berlin")])

    assert named.names_of("Bob") == ("bob",)
    assert named.relations_of("works at") == (("employer", False),)


def test_names_said_to_be_the_same_go_together_whatever_the_order_they_were_joined_in() -> None:
    named = naming([Claim("Bob", "is the same as", "Robert Smith"), Claim("老罗", "又名", "Robert Smith")])

    for name in ("Bob", "robert smith", "老罗"):
        assert set(named.names_of(name)) == {"bob", "robert smith", "老罗"}
        assert named.names_of(name)[0] == name.lower()


def test_a_relation_said_to_be_the_same_is_asked_for_under_both_names() -> None:
    named = naming([Claim("line leads", "is the same relation as", "manages")])

    assert set(named.relations_of("line leads")) == {("line leads", False), ("manager", True)}


def test_an_inverse_is_asked_for_from_the_other_side() -> None:
    named = naming([Claim("parent org", "is the inverse of", "subsidiary")])

    assert named.relations_of("parent org") == (("parent org", False), ("subsidiary", True))
    assert named.relations_of("subsidiary") == (("subsidiary", False), ("parent org", True))


def test_the_inverse_of_an_inverse_is_the_same() -> None:
    named = naming([Claim("aa", "is the inverse of", "bb"), Claim("bb", "is the inverse of", "cc")])

    assert ("cc", False) in named.relations_of("aa")


def test_no_end_of_names_is_joined() -> None:
    named = naming([Claim("x", "is the same as", f"name {n}") for n in range(100)])

    assert len(named.names_of("x")) == MOST_NAMES


names = st.sampled_from([f"n{i}" for i in range(8)])


@given(st.lists(st.tuples(names, st.sampled_from(["is the same relation as", "is the inverse of"]), names)))
def test_sides_agree_from_wherever_they_are_looked_at(declared: list[tuple[str, str, str]]) -> None:
    named = naming([Claim(*d) for d in declared])

    for group in named.relations.values():
        (own, _), *others = group
        for other, turned in others:
            assert (own, turned) in named.relations[other]
