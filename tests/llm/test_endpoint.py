"""Asking an endpoint: what it is sent, what may go wrong, and what is left when it does."""

from __future__ import annotations

import gzip
import json
import logging
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

import anyio
import pytest

from simonides.storage.errors import AnswerUnusable, ModelFailed, ModelUnavailable
from simonides.storage.llm.access import Access
from simonides.storage.llm.endpoint import Endpoint
from tests.llm.forms import GOOD, MATERIAL, VERDICTS, Verdicts
from tests.llm.opened import endpoint
from tests.llm.scripted import Reply, Scripted, answer, cut_off, hang, huge, raw, refusal, refused_url, text, until

pytestmark = pytest.mark.anyio
CANARY = "canary-key-8f1d2c"
BAD = json.dumps({"verdicts": [{**GOOD["verdicts"][0], "id": "m9"}]})


async def ask(access: Access) -> Verdicts:
    async with endpoint(access) as one:
        return await one.answer(VERDICTS, MATERIAL)


async def fault_of(access: Access) -> ModelFailed:
    with pytest.raises(ModelFailed) as fault:
        await ask(access)
    return fault.value


def unless(*refused: str, message: str = "{} is not supported here") -> Callable[[dict[str, Any]], Reply]:
    """An endpoint that refuses some fields of a request, and answers without them."""

    def script(request: dict[str, Any]) -> Reply:
        found = next((name for name in refused if name in request), None)
        return refusal(400, message.format(found)) if found else answer(GOOD)

    return script


async def test_an_answer_comes_in_the_form_of_the_task() -> None:
    with Scripted([answer(GOOD)]) as server:
        verdicts = await ask(server.access(key=CANARY))

    assert verdicts == Verdicts.model_validate(GOOD, context={"ids": ["m1"]})
    (asked,) = server.requests
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {CANARY}"
    assert asked.material == MATERIAL.data
    assert (asked.body["model"], asked.body["temperature"], asked.body["max_tokens"]) == ("scripted", 0, 100)


async def test_the_form_is_sent_as_a_strict_schema_with_the_ids() -> None:
    with Scripted([answer(GOOD)]) as server:
        await ask(server.access())

    wanted = server.requests[0].body["response_format"]["json_schema"]
    assert (wanted["name"], wanted["strict"]) == ("verdicts", True)
    assert wanted["schema"]["$defs"]["Verdict"]["properties"]["id"] == {"type": "string", "enum": ["m1", "m2"]}


async def test_nothing_but_the_question_and_the_key_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_API_KEY", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "of-another-endpoint")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "Authorization: of-another-endpoint\nX-Own: of-another-endpoint")
    monkeypatch.setenv("OPENAI_BASE_URL", refused_url())
    with Scripted([answer(GOOD)]) as server:
        await ask(server.access())

    headers = server.requests[0].headers
    assert "of-another-endpoint" not in str(headers)
    assert {name for name in headers if name.startswith("x-")} <= {"x-stainless-raw-response"}
    assert headers["authorization"] == "Bearer none"


async def test_two_questions_carry_different_marks() -> None:
    with Scripted([answer(GOOD)]) as server:
        async with endpoint(server.access()) as one:
            for _ in range(2):
                await one.answer(VERDICTS, MATERIAL)

    assert len({asked.body["messages"][1]["content"] for asked in server.requests}) == 2


async def test_an_answer_that_is_not_in_the_form_is_told_what_is_wrong_once() -> None:
    with Scripted([text(BAD), answer(GOOD)]) as server:
        verdicts = await ask(server.access())

    assert verdicts.verdicts[0].id == "m1"
    *_, back, told = server.requests[1].body["messages"]
    assert back == {"role": "assistant", "content": BAD}
    assert "verdicts.0.id: value_error" in told["content"]


async def test_a_second_answer_that_is_not_in_the_form_is_the_last() -> None:
    with Scripted([text(BAD)]) as server:
        fault = await fault_of(server.access())

    assert isinstance(fault, AnswerUnusable)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "reply",
    [
        text('{"verdicts": [', finish="length"),
        text("", refusal="I would rather not"),
        text("", finish="content_filter"),
        text(""),
        raw(b"<html>hello</html>"),
        raw(b'{"choices": []}'),
        raw(b"[" * 100_000),
        raw(gzip.compress(answer(GOOD).body), content_encoding="gzip"),  # is not unpacked: what is small may be large
    ],
    ids=["cut", "refused", "filtered", "empty", "html", "no choice", "deep", "packed"],
)
async def test_a_reply_without_an_answer_is_unusable_and_not_asked_for_again(reply: Reply) -> None:
    with Scripted([reply]) as server:
        fault = await fault_of(server.access())

    assert isinstance(fault, AnswerUnusable)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "said", ["response_format is not supported", "This model has no structured outputs", "bad request"]
)
async def test_an_endpoint_that_takes_no_schema_is_told_it_in_words_and_not_asked_to_again(said: str) -> None:
    with Scripted(unless("response_format", message=said)) as server:
        async with endpoint(server.access()) as one:
            for _ in range(2):
                await one.answer(VERDICTS, MATERIAL)

    assert ["response_format" in asked.body for asked in server.requests] == [True, False, False]
    assert '"enum": ["m1", "m2"]' in server.requests[1].body["messages"][0]["content"]


async def test_an_endpoint_that_takes_no_limits_gets_a_schema_without_them() -> None:
    def script(request: dict[str, Any]) -> Reply:
        limited = "maxLength" in json.dumps(request["response_format"])
        return refusal(400, "Invalid schema: 'maxLength' is not permitted.") if limited else answer(GOOD)

    with Scripted(script) as server:
        await ask(server.access())

    assert len(server.requests) == 2


async def test_what_an_endpoint_refuses_to_hear_is_left_out_from_then_on() -> None:
    message = "Unsupported: '{}'. Use 'max_completion_tokens' instead of 'max_tokens'; 'temperature' must be 1."
    with Scripted(unless("max_tokens", "temperature", message=message)) as server:
        async with endpoint(server.access()) as one:
            for _ in range(2):
                await one.answer(VERDICTS, MATERIAL)

    assert len(server.requests) == 4
    last = server.requests[-1].body
    assert not {"max_tokens", "temperature"} & set(last)
    assert last["max_completion_tokens"] > 100
    assert "response_format" in last


async def test_a_dialect_that_was_refused_as_well_is_not_kept() -> None:
    with Scripted([refusal(400, "odd"), refusal(400, "odd"), answer(GOOD)]) as server:
        async with endpoint(server.access()) as one:
            with pytest.raises(AnswerUnusable):
                await one.answer(VERDICTS, MATERIAL)
            await one.answer(VERDICTS, MATERIAL)

    assert "response_format" in server.requests[-1].body


@pytest.mark.parametrize(
    ("reply", "lasting", "again_s"),
    [
        (refusal(401, "Incorrect API key provided"), True, 0),
        (refusal(403), True, 0),
        (refusal(400, "API key not valid"), True, 0),
        (refusal(404, "The model `scripted` does not exist", "model_not_found"), True, 0),
        (refusal(400, "scripted is not a valid model ID"), True, 0),
        (refusal(429, retry_after="77"), False, 77),
        (refusal(429, retry_after="inf"), False, 86_400),
        (refusal(429, "You exceeded your quota", "insufficient_quota", retry_after="20"), False, 20),
        (refusal(402), False, 3_600),
        (
            refusal(429, date="Tue, 01 Dec 2026 00:00:00 GMT", retry_after="Tue, 01 Dec 2026 00:05:00 GMT"),
            False,
            300,
        ),
        (refusal(503, retry_after="30"), False, 30),
    ],
)
async def test_a_status_is_told_as_what_it_means(reply: Reply, lasting: bool, again_s: float) -> None:
    with Scripted([reply]) as server:
        fault = await fault_of(server.access())

    assert isinstance(fault, ModelUnavailable)
    assert (fault.lasting, fault.again_s) == (lasting, again_s)
    assert len(server.requests) == 1


@pytest.mark.parametrize("reply", [refusal(500), refusal(429, retry_after="0.01"), refusal(503)])
async def test_what_may_pass_is_tried_again_within_a_question(reply: Reply) -> None:
    with Scripted([reply, answer(GOOD)]) as server:
        await ask(server.access())

    assert len(server.requests) == 2


async def test_an_endpoint_does_not_say_that_a_refused_question_is_to_be_sent_again() -> None:
    with Scripted([refusal(401, x_should_retry="true")]) as server:
        await fault_of(server.access())

    assert len(server.requests) == 1


async def test_a_fault_that_lasts_is_the_endpoints() -> None:
    with Scripted([refusal(500)]) as server:
        fault = await fault_of(server.access())

    assert isinstance(fault, ModelUnavailable)
    assert not fault.lasting
    assert len(server.requests) == 3


async def test_a_port_nobody_listens_on_is_told_by_its_place() -> None:
    url = refused_url()

    fault = await fault_of(Access(url, "", "none"))

    assert isinstance(fault, ModelUnavailable)
    assert not fault.lasting
    assert url.split("/")[2] in str(fault)


async def test_an_endpoint_that_hangs_is_given_up_in_time() -> None:
    with Scripted([hang()]) as server:
        fault = await fault_of(server.access(timeout_s=0.5))
        await until(lambda: server.under_way == 0)

    assert isinstance(fault, ModelUnavailable)
    assert not fault.lasting
    assert "SIMONIDES_LLM_TIMEOUT_S" in str(fault)


async def test_a_wait_that_is_asked_for_ends_with_the_question() -> None:
    with Scripted([refusal(429, retry_after="9")]) as server:
        with anyio.fail_after(8):
            fault = await fault_of(server.access(timeout_s=0.5))

    assert isinstance(fault, ModelUnavailable)


async def test_an_answer_that_breaks_off_is_the_endpoints_fault() -> None:
    with Scripted([cut_off()]) as server:
        fault = await fault_of(server.access())

    assert isinstance(fault, ModelUnavailable)
    assert not fault.lasting


@pytest.mark.parametrize("status", [200, 400, 503])
async def test_a_body_that_does_not_end_is_read_no_further_than_it_may_be(status: int) -> None:
    with Scripted([huge(500_000_000, status)]) as server:
        await fault_of(server.access())
        await until(lambda: server.under_way == 0)

    assert server.sent < 20_000_000 * len(server.requests)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_a_question_and_its_key_do_not_follow_a_redirect(status: int) -> None:
    with Scripted([answer(GOOD)]) as elsewhere:
        reply = refusal(status, location=f"{elsewhere.base_url}/chat/completions")
        with Scripted([reply]) as server:
            fault = await fault_of(server.access(key=CANARY))

    assert isinstance(fault, ModelUnavailable)
    assert fault.lasting
    assert not elsewhere.requests


@pytest.mark.parametrize(
    "reply",
    [
        answer(GOOD),
        text(f"{CANARY}: no"),
        refusal(401, f"the key {CANARY} is wrong"),
        refusal(400, f"the key {CANARY} has no response_format"),
        refusal(500, CANARY),
        refusal(307, location=f"http://{CANARY}@127.0.0.1/"),
        cut_off(),
        hang(),
    ],
)
async def test_key_and_content_are_neither_in_the_log_nor_in_an_error(
    reply: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Scripted([reply]) as server:
        async with endpoint(server.access(key=CANARY, timeout_s=2.0)) as one:
            try:
                await one.answer(VERDICTS, MATERIAL)
                told = ""
            except ModelFailed as fault:
                logging.getLogger(__name__).warning("failed", exc_info=True)
                told = str(fault)
            said = [told, caplog.text, repr(one.access)]

    assert not any(CANARY in each or "Ravi" in each for each in said)


async def test_no_more_is_under_way_than_allowed() -> None:
    held = threading.Event()
    with Scripted([Reply(200, answer(GOOD).body, held=held)]) as server:
        async with endpoint(server.access(at_once=2)) as one, anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(one.answer, VERDICTS, MATERIAL)
            await until(lambda: server.under_way == 2)
            held.set()

    assert len(server.requests) == 5
    assert server.most_at_once == 2


async def test_a_question_that_is_cancelled_leaves_nothing_running_and_its_turn_to_others() -> None:
    replies: Mapping[int, Reply] = {1: hang()}
    with Scripted(lambda _: replies.get(len(server.requests), answer(GOOD))) as server:
        async with endpoint(server.access(at_once=1)) as one:
            async with anyio.create_task_group() as group:
                group.start_soon(one.answer, VERDICTS, MATERIAL)
                await until(lambda: server.under_way == 1)
                group.cancel_scope.cancel()

            await until(lambda: server.under_way == 0)
            assert await one.answer(VERDICTS, MATERIAL)


async def test_two_endpoints_do_not_share_what_they_learned() -> None:
    with Scripted(unless("response_format")) as plain, Scripted([answer(GOOD)]) as strict:
        async with endpoint(plain.access()) as one, endpoint(strict.access()) as other:
            await one.answer(VERDICTS, MATERIAL)
            await other.answer(VERDICTS, MATERIAL)

    assert "response_format" in strict.requests[0].body


async def test_without_the_package_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    monkeypatch.delitem(sys.modules, "simonides.storage.llm.wire", raising=False)

    fault = await fault_of(Access(refused_url(), "", "m"))

    assert isinstance(fault, ModelUnavailable)
    assert fault.lasting
    assert "pip install 'simonides[llm]'" in str(fault)


async def test_a_closed_endpoint_is_not_asked() -> None:
    with Scripted([answer(GOOD)]) as server:
        async with endpoint(server.access()) as one:
            pass
        with pytest.raises(ModelUnavailable):
            await one.answer(VERDICTS, MATERIAL)

    assert not server.requests


async def test_a_question_under_way_when_its_endpoint_is_closed_was_not_answered() -> None:
    with Scripted([hang()]) as server:
        async with endpoint(server.access()) as one, anyio.create_task_group() as group:
            group.start_soon(_unanswered, one)
            await until(lambda: server.under_way == 1)
            await one.aclose()


async def _unanswered(one: Endpoint) -> None:
    with pytest.raises(ModelUnavailable):
        await one.answer(VERDICTS, MATERIAL)
