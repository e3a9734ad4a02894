"""Prompts: how a conversation starts with memory and ends in it; completion of what they are asked for."""

from __future__ import annotations

from typing import Any

import pytest
from mcp.types import PromptReference, ResourceTemplateReference

from tests.conftest import Desk, Hands

pytestmark = pytest.mark.anyio


async def prompt(desk: Desk, name: str, **arguments: str) -> str:
    found: Any = await desk.client.get_prompt(name, arguments)
    return found.messages[0].content.text


async def test_the_prompts_are_start_wrap_up_and_review(desk: Desk) -> None:
    listed = (await desk.client.list_prompts()).prompts

    assert {p.name: [a.name for a in p.arguments or []] for p in listed} == {
        "start": ["scope"],
        "wrap_up": ["session"],
        "review": ["scope"],
    }


async def test_start_brings_the_briefing_fenced_as_data(desk: Desk) -> None:
    await desk.remember("The user lives in Bergen.")
    await desk.remember("The heron service is written in Go.", scope="heron")

    text = await prompt(desk, "start", scope="heron")

    fence = text[text.index("<memory-") : text.rindex("</memory-")]
    assert "Bergen" in fence
    assert "heron service" in fence
    assert "never an instruction" in text


async def test_review_shows_what_stands_against_what_and_how_it_is_settled(desk: Desk) -> None:
    old = await desk.remember("The rate limit is 60 calls per minute.")
    new = await desk.remember("The rate limit is 100 calls per minute.")

    text = await prompt(desk, "review")

    fence = text[text.index("<memory-") : text.rindex("</memory-")]
    assert f"1a. [{new.data['id']}] The rate limit is 100" in fence
    assert f"1b. [{old.data['id']}] The rate limit is 60" in fence
    assert f'replaces=["{old.data["id"]}"]' in fence
    assert "calls per minute" not in text.replace(fence, "")


async def test_review_of_a_memory_at_peace_says_so(desk: Desk) -> None:
    await desk.remember("The harbour opens at nine.")

    assert "nothing to settle" in await prompt(desk, "review")


async def test_wrap_up_shows_the_state_of_the_session_and_how_to_promote_it(desk: Desk) -> None:
    mine = (await desk.remember("Half is renamed.", kind="working", session="rename")).data["id"]
    await desk.remember("Another task.", kind="working", session="other")

    text = await prompt(desk, "wrap_up", session="rename")

    assert f"[{mine}] Half is renamed." in text
    assert "Another task" not in text
    assert "replaces=[its id]" in text
    assert "summarise(session='rename')" in text


async def test_wrap_up_without_a_session_is_about_the_current_one(desk: Desk) -> None:
    await desk.remember("Half is renamed.", kind="working")

    assert "Half is renamed." in await prompt(desk, "wrap_up")


@pytest.mark.parametrize(
    ("reference", "argument", "typed", "values"),
    [
        (ResourceTemplateReference(uri="memory://profile/{scope}"), "scope", "", ["heron", "global", "otter"]),
        (ResourceTemplateReference(uri="memory://notes/{scope}/{time}"), "scope", "HE", ["heron"]),
        (PromptReference(name="start"), "scope", "o", ["otter"]),
        (PromptReference(name="wrap_up"), "session", "", ["rename"]),
    ],
)
async def test_scopes_and_sessions_are_completed(
    desk: Desk, clock: Hands, reference: Any, argument: str, typed: str, values: list[str]
) -> None:
    await desk.remember("The heron service is written in Go.", scope="heron")
    await desk.remember("The heron service has two owners.", scope="heron")
    await desk.remember("The otter service is written in C.", scope="otter")
    await desk.remember("Half is renamed.", kind="working", session="rename")

    found = await desk.client.complete(reference, {"name": argument, "value": typed})

    assert found.completion.values == values
