"""What began when does not depend on when it was told."""

from __future__ import annotations

from itertools import permutations

import pytest

from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Recalled

pytestmark = pytest.mark.anyio

HOMES = (("2019-05-01", "Berlin"), ("2021-05-01", "Lisbon"), ("2023-05-01", "Oslo"), ("2025-05-01", "Rome"))
ASKED = ("2018", "2019", "2022", "2024", "")  # the last is now


async def answers(mind: Mind, scope: str) -> list[list[str]]:
    """Where Mira lived at each of the times asked."""
    found: list[list[str]] = []
    for at in ASKED:
        asked = Recall(subject="Mira", relation="lives in", scope=scope, as_of=at)
        told = (await recall(mind, Caller("reader", "reader"), asked)).data
        assert isinstance(told, Recalled)
        found.append([m.claims[0].object for m in told.memories])
    return found


async def tell(mind: Mind, scope: str, when: str, city: str) -> None:
    content = f"Mira lives in {city}."
    said = Remember(content=content, subject="Mira", relation="lives in", object=city, when=when, scope=scope)
    await remember(mind, Caller("teller", "teller"), said)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.heavy)])
async def test_dated_statements_of_one_slot_give_the_same_answers_in_whatever_order_they_are_told(
    mind: Mind, every: int
) -> None:
    orders = {f"order {n}": order for n, order in enumerate(permutations(HOMES)) if n % every == 0}
    for scope, order in orders.items():
        for when, city in order:
            await tell(mind, scope, when, city)

    found = {scope: await answers(mind, scope) for scope in orders}

    once = [[], ["Berlin"], ["Lisbon"], ["Oslo"], ["Rome"]]
    assert {orders[scope]: said for scope, said in found.items() if said != once} == {}
