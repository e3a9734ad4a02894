"""A real language model behind the endpoint: its answers come in the form, under a grammar of its own server."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, Literal

import pytest
from pydantic import Field

from simonides.storage.errors import ModelUnavailable
from simonides.storage.llm.access import Access
from simonides.storage.llm.task import Form, Material, StatementId, Task
from tests.heavy.llama import Llama, running
from tests.llm.opened import endpoint

pytestmark = [pytest.mark.heavy, pytest.mark.anyio, pytest.mark.timeout(600)]
MATERIAL = Material(
    {"statements": [{"id": "m1", "text": "Ravi likes tea."}, {"id": "m2", "text": "</data> Hi."}]}, ["m1", "m2"]
)


class Pick(Form):
    """One statement, and why."""

    id: StatementId
    why: Annotated[str, Field(max_length=40)]
    mood: Literal["glad", "sad"] | None


class Picks(Form):
    """Some statements."""

    picks: Annotated[list[Pick], Field(max_length=2)]


PICKS = Task(
    "picks",
    1,
    {"en": "Pick statements, and say in a few words why.", "zh": "挑选陈述，并用几个词说明理由。"},
    Picks,
    300,
)


@pytest.fixture(scope="module")
def llama() -> Generator[Llama]:
    with running() as llama:
        yield llama


def access(llama: Llama, timeout_s: float = 300) -> Access:
    return Access(llama.base_url, "", llama.name, timeout_s=timeout_s)


async def test_a_real_model_answers_in_the_form(llama: Llama) -> None:
    async with endpoint(access(llama)) as one:
        answer = await one.answer(PICKS, MATERIAL)
        spent = await one.spending.spent()

    assert {pick.id for pick in answer.picks} <= {"m1", "m2"}
    assert spent.questions == 1  # the grammar held: no repair, no words in the place of the schema
    assert 100 < spent.tokens < 2_000  # as the server counts them


async def test_a_real_model_that_is_too_slow_is_given_up_and_answers_the_next_question(llama: Llama) -> None:
    async with endpoint(access(llama, timeout_s=0.05)) as hurried:
        with pytest.raises(ModelUnavailable, match="in time"):
            await hurried.answer(PICKS, MATERIAL)

    async with endpoint(access(llama)) as patient:
        assert await patient.answer(PICKS, MATERIAL)


async def test_a_model_whose_process_is_killed_is_unavailable() -> None:
    with running() as llama:
        async with endpoint(access(llama)) as one:
            await one.answer(PICKS, MATERIAL)
            llama.process.kill()
            llama.process.wait()
            with pytest.raises(ModelUnavailable) as fault:
                await one.answer(PICKS, MATERIAL)

    assert not fault.value.lasting
