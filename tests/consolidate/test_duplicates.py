"""Duplicates in different words become one that cites both, and nothing is lost or made up on the way."""

from __future__ import annotations

import pytest

from tests.consolidate.conftest import Bench
from tests.consolidate.gold import Scripted, merged_as, verdicts

pytestmark = pytest.mark.anyio

ONE, TWO = "Ines keeps two grey cats.", "Ines has a pair of grey cats, Miso and Nori."
BOTH = "Ines keeps two grey cats, Miso and Nori."
SAME = verdicts({(ONE, TWO): "same"})


async def test_two_become_one_that_cites_both(at: Bench) -> None:
    first, second = await at.tell(ONE), await at.tell(TWO)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    ((merged, text),) = (await at.current()).items()
    assert text == BOTH
    assert (await at.row(merged)).supersedes == (first, second)


async def test_the_first_goes_on_under_its_own_name(at: Bench) -> None:
    first, _ = await at.tell(ONE), await at.tell(TWO)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    ((merged, _text),) = (await at.current()).items()
    assert merged == first.replace(".1", ".2")


async def test_the_merged_is_dated_as_the_later_was_told(at: Bench) -> None:
    await at.tell(ONE)
    second = await at.tell(TWO)
    at.clock.advance(days=30)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    ((merged, _),) = (await at.current()).items()
    assert (await at.row(merged)).recorded_at == (await at.row(second)).recorded_at


async def test_before_the_pass_the_two_were_believed_and_not_the_one(at: Bench) -> None:
    first, second = await at.tell(ONE), await at.tell(TWO)
    at.clock.advance(days=10)
    then = at.clock.now
    at.clock.advance(days=10)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    assert {m.id for m in (await at.recalled("Ines", believed_at=then.isoformat())).memories} == {first, second}


@pytest.mark.parametrize(
    "text",
    [
        "Ines keeps three grey cats, Miso and Nori.",
        "Ines keeps two grey cats, Miso and Pixel.",
        "Since March Ines keeps two grey cats, Miso and Nori.",
        "Ines keeps no grey cats, neither Miso nor Nori.",
        "",
    ],
    ids=["number", "name", "date", "denial", "nothing"],
)
async def test_a_text_that_says_what_neither_says_is_dropped(at: Bench, text: str) -> None:
    await at.tell(ONE)
    await at.tell(TWO)
    before = await at.current()

    model = Scripted(pairs=SAME, merging=merged_as(text or "."))
    await at.tidy(model, passes=2)

    assert await at.current() == before


async def test_what_stands_against_another_is_not_merged(at: Bench) -> None:
    await at.tell(ONE)
    await at.tell(TWO)
    three = "Ines keeps no cats at all."
    await at.tell(three)
    judge = verdicts({(ONE, TWO): "same", (ONE, three): "contradicts", (TWO, three): "contradicts"})

    await at.tidy(Scripted(pairs=judge, merging=merged_as(BOTH)), passes=2)

    assert set((await at.current()).values()) == {ONE, TWO, three}


async def test_what_is_trusted_differently_is_not_written_into_one(at: Bench) -> None:
    await at.tell(ONE)
    await at.tell(TWO, source="a web page")

    model = Scripted(pairs=SAME, merging=merged_as(BOTH))
    await at.tidy(model)

    assert "merging" not in [task for task, _ in model.asked]
    assert set((await at.current()).values()) == {ONE, TWO}


async def test_the_users_own_word_takes_the_place_of_the_same_from_another(at: Bench) -> None:
    await at.tell(ONE)
    mine = await at.tell(TWO, trust="user")

    await at.tidy(Scripted(pairs=SAME))

    assert await at.current() == {mine: TWO}


async def test_a_text_that_leaves_out_what_one_says_is_dropped(at: Bench) -> None:
    await at.tell(ONE)
    await at.tell(TWO)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as("Ines keeps two grey cats, Miso.")))

    assert set((await at.current()).values()) == {ONE, TWO}


async def test_what_a_model_wrote_is_never_shown_to_one(at: Bench) -> None:
    await at.tell(ONE)
    await at.tell(TWO)
    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))
    await at.tell("Ines feeds her cats at seven.")
    model = Scripted()

    await at.tidy(model, passes=2)

    shown = repr([m.data for _, m in model.asked])
    assert BOTH not in shown
    assert ONE in shown


async def test_the_merged_is_trusted_and_as_sure_as_what_it_is_from(at: Bench) -> None:
    await at.tell(ONE, confidence=0.7)
    await at.tell(TWO, confidence=0.6)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(BOTH)))

    ((merged, _),) = (await at.current()).items()
    assert ((await at.row(merged)).trust, (await at.row(merged)).confidence) == ("assistant", 0.7)


async def test_a_secret_in_the_merged_text_drops_it(at: Bench) -> None:
    token = "ghp_" + "a1B2" * 9
    await at.tell(ONE)
    await at.tell(TWO)

    await at.tidy(Scripted(pairs=SAME, merging=merged_as(f"{BOTH} {token}")))

    assert set((await at.current()).values()) == {ONE, TWO}
    assert token not in repr(list(at.mind.journal.entries()))
