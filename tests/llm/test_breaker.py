"""Leaving an endpoint alone that does not answer."""

from __future__ import annotations

import threading
from contextlib import suppress

import anyio
import pytest

from simonides.storage.errors import AnswerUnusable, ModelUnavailable
from simonides.storage.llm.breaker import FAILURES, FIRST_S, LASTING_S, LONGEST_S, UNUSABLE, Breaker
from simonides.storage.llm.unavailable import Unasked
from tests.llm.forms import GOOD, MATERIAL, VERDICTS
from tests.llm.opened import endpoint
from tests.llm.scripted import Scripted, answer, hang, refusal, text, until


class Time:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def breaker(time: Time) -> Breaker:
    return Breaker(time)


def fail(breaker: Breaker, times: int = 1, fault: Exception | None = None) -> None:
    """Questions that pass, and fail."""
    for _ in range(times):
        with pytest.raises((ModelUnavailable, AnswerUnusable)), breaker.passing():
            raise fault or ModelUnavailable("It hangs.")


def wait_of(breaker: Breaker) -> float:
    """How long it stays open."""
    with pytest.raises(Unasked) as told:
        breaker.check()
    return told.value.again_s


def test_failures_in_a_row_open_it_for_a_minute(breaker: Breaker) -> None:
    fail(breaker, FAILURES - 1)
    breaker.check()

    fail(breaker)

    assert wait_of(breaker) == FIRST_S == 60


def test_an_answer_between_failures_keeps_it_closed(breaker: Breaker) -> None:
    fail(breaker, FAILURES - 1)
    with breaker.passing():
        pass

    fail(breaker, FAILURES - 1)

    breaker.check()


def test_an_open_one_says_what_opened_it(breaker: Breaker) -> None:
    fail(breaker, FAILURES)

    with pytest.raises(Unasked, match="It hangs"), breaker.passing():
        pytest.fail("it let a question through")


def test_after_its_time_one_question_goes_on_trial_and_no_other(breaker: Breaker, time: Time) -> None:
    fail(breaker, FAILURES)
    time.seconds += FIRST_S

    with breaker.passing(), pytest.raises(Unasked):
        breaker.check()

    breaker.check()
    assert not breaker.open


def test_a_failed_trial_opens_it_for_twice_as_long_up_to_a_quarter_of_an_hour(breaker: Breaker, time: Time) -> None:
    fail(breaker, FAILURES)

    waits = [wait_of(breaker)]
    for _ in range(5):
        time.seconds += waits[-1]
        fail(breaker)
        waits.append(wait_of(breaker))

    assert waits == [60, 120, 240, 480, LONGEST_S, LONGEST_S]


def test_after_a_usable_answer_it_begins_with_a_minute_again(breaker: Breaker, time: Time) -> None:
    fail(breaker, FAILURES)
    time.seconds += FIRST_S
    with breaker.passing():
        breaker.usable()

    fail(breaker, FAILURES)

    assert wait_of(breaker) == FIRST_S


@pytest.mark.parametrize("fault", [Unasked("over the budget"), AnswerUnusable("no JSON")])
def test_what_is_no_failure_of_the_endpoint_does_not_open_it(breaker: Breaker, fault: Exception) -> None:
    fail(breaker, 2 * FAILURES, fault)

    breaker.check()


def test_a_trial_that_was_not_sent_leaves_the_next_one_its_chance(breaker: Breaker, time: Time) -> None:
    fail(breaker, FAILURES)
    time.seconds += FIRST_S

    fail(breaker, 1, Unasked("over the budget"))

    breaker.check()
    assert breaker.open


def test_questions_under_way_when_it_opens_do_not_prolong_it(breaker: Breaker) -> None:
    with suppress(ModelUnavailable), breaker.passing():
        fail(breaker, FAILURES)
        raise ModelUnavailable("late")

    assert wait_of(breaker) == FIRST_S


def test_a_failure_that_lasts_opens_it_at_once_for_an_hour(breaker: Breaker, time: Time) -> None:
    fail(breaker, 1, ModelUnavailable("The key is refused.", lasting=True))

    with pytest.raises(Unasked) as told:
        breaker.check()
    assert (told.value.lasting, told.value.again_s) == (True, LASTING_S)
    time.seconds += LASTING_S
    breaker.check()


def test_an_endpoint_that_asks_for_a_longer_rest_gets_it(breaker: Breaker) -> None:
    fail(breaker, FAILURES, ModelUnavailable("Too many questions.", again_s=700))

    assert wait_of(breaker) == 700


def test_answers_in_a_row_that_cannot_be_used_open_it_too(breaker: Breaker) -> None:
    for _ in range(UNUSABLE - 1):
        breaker.unusable(AnswerUnusable("no JSON"))
    breaker.check()

    breaker.unusable(AnswerUnusable("no JSON"))

    assert wait_of(breaker) == FIRST_S


def test_a_usable_answer_between_those_that_are_not_keeps_it_closed(breaker: Breaker) -> None:
    for said in [breaker.unusable] * (UNUSABLE - 1):
        said(AnswerUnusable("no JSON"))
    breaker.usable()

    breaker.unusable(AnswerUnusable("no JSON"))

    breaker.check()


@pytest.mark.anyio
async def test_an_endpoint_that_lost_its_model_is_not_asked_again(time: Time) -> None:
    with Scripted([refusal(404)]) as server:
        async with endpoint(server.access(), now=time) as one:
            for _ in range(3):
                with pytest.raises(ModelUnavailable) as fault:
                    await one.answer(VERDICTS, MATERIAL)
                assert fault.value.lasting

    assert len(server.requests) == 1


@pytest.mark.anyio
async def test_an_endpoint_that_hangs_is_left_alone_until_it_answers_again(time: Time) -> None:
    silent = threading.Event()
    silent.set()
    with Scripted(lambda _: hang() if silent.is_set() else answer(GOOD)) as server:
        async with endpoint(server.access(timeout_s=0.1), now=time) as one:
            for _ in range(FAILURES + 3):
                with pytest.raises(ModelUnavailable):
                    await one.answer(VERDICTS, MATERIAL)
            assert len(server.requests) == FAILURES

            silent.clear()
            time.seconds += FIRST_S
            await one.answer(VERDICTS, MATERIAL)


@pytest.mark.anyio
async def test_a_model_that_never_keeps_to_the_form_is_left_alone(time: Time) -> None:
    with Scripted([text("Certainly!")]) as server:
        async with endpoint(server.access(), now=time) as one:
            for _ in range(UNUSABLE):
                with pytest.raises(AnswerUnusable):
                    await one.answer(VERDICTS, MATERIAL)
            with pytest.raises(Unasked, match="could not be used"):
                await one.answer(VERDICTS, MATERIAL)

    assert len(server.requests) == 2 * UNUSABLE


@pytest.mark.anyio
async def test_a_cancelled_trial_leaves_the_next_one_its_chance(time: Time) -> None:
    replies = [refusal(503, retry_after="30")] * FAILURES + [hang(), answer(GOOD)]
    with Scripted(replies) as server:
        async with endpoint(server.access(), now=time) as one:
            for _ in range(FAILURES):
                with pytest.raises(ModelUnavailable):
                    await one.answer(VERDICTS, MATERIAL)
            time.seconds += FIRST_S
            async with anyio.create_task_group() as group:
                group.start_soon(one.answer, VERDICTS, MATERIAL)
                await until(lambda: server.under_way == 1)
                group.cancel_scope.cancel()

            assert await one.answer(VERDICTS, MATERIAL)
