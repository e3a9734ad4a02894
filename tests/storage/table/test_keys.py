"""Claim keys: the same however it was typed, and never mixed up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simonides.storage.memory import Claim
from simonides.storage.table.keys import Keys, keys_of, probe


def fits(claim: Claim, known: Keys) -> bool:
    """Whether a claim has one key of every group."""
    return all(set(group) & set(keys_of(claim)) for group in known)


def test_case_width_and_spaces_do_not_matter() -> None:
    assert keys_of(Claim("Mira", "lives in", "Berlin")) == keys_of(Claim("ｍｉｒａ", "Lives  In", "BERLIN"))


def test_who_says_it_from_the_other_side_is_found_by_the_same_probe() -> None:
    claim = Claim("Bob", "reports to", "Ann")

    assert fits(claim, probe("Ann", "manages"))
    assert fits(claim, probe("", "is the manager of", "Bob"))
    assert not fits(claim, probe("Bob", "manages"))


def test_subject_and_object_are_not_exchanged() -> None:
    forward, backward = keys_of(Claim("Ann", "manages", "Bob")), keys_of(Claim("Bob", "manages", "Ann"))

    assert not set(forward) & set(backward) - {
        "r:manager",
        *(f"{side}:{name}" for side in "so" for name in ("ann", "bob")),
    }


@given(st.text(min_size=1), st.text(min_size=1), st.text(min_size=1))
def test_a_claim_answers_every_probe_made_of_its_own_slots(s: str, r: str, o: str) -> None:
    for known in (
        probe(s),
        probe(s, r),
        probe(s, r, o),
        probe("", r, o),
        probe("", "", o),
        probe("", r),
        probe(s, "", o),
    ):
        assert fits(Claim(s, r, o), known)


def test_a_bar_inside_a_slot_cannot_forge_another_claim() -> None:
    assert probe("a|b", "c") != probe("a", "b|c")


def test_two_claims_of_one_memory_do_not_make_a_third() -> None:
    keys = {k for c in (Claim("Ann", "manages", "Bob"), Claim("Eve", "manages", "Tom")) for k in keys_of(c)}

    (group,) = probe("Ann", "manages", "Tom")

    assert not keys & set(group)
