"""The published surface: small, flat, the same in both eras of the protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, cast

import pytest
from mcp import Client

from simonides.server.app import build
from simonides.server.lifespan import Opening
from simonides.tools.notyet import NOT_YET

pytestmark = pytest.mark.anyio
LIMIT = 8_192
NAMES = ["remember", "recall", "forget", "summarise"]
# What some client chokes on in an input schema.
FORBIDDEN = frozenset(
    [
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "$ref",
        "$defs",
        "prefixItems",
        "patternProperties",
        "const",
        "if",
        "then",
        "else",
        "$schema",
        "title",
    ]
)


async def listed(opening: Opening, mode: Literal["auto", "legacy"]) -> tuple[str | None, dict[str, Any]]:
    async with Client(build(opening), mode=mode) as client:
        result = await client.list_tools()
        return client.protocol_version, result.model_dump(mode="json", by_alias=True, exclude_none=True)


def compact(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_list_of_tools_fits_in_eight_kilobytes(opening: Opening, mode: Literal["auto", "legacy"]) -> None:
    _, result = await listed(opening, mode)

    assert [t["name"] for t in result["tools"]] == NAMES
    # A version string longer than any to come, in case it is a part of the result.
    assert len(compact(result)) + len("10.10.10rc10") <= LIMIT


async def test_both_eras_of_the_protocol_are_spoken_with_the_same_tools(opening: Opening) -> None:
    modern, legacy = await listed(opening, "auto"), await listed(opening, "legacy")

    assert (modern[0], legacy[0]) == ("2026-07-28", "2025-11-25")
    assert modern[1]["tools"] == legacy[1]["tools"]


def walk(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        node = cast(dict[str, Any], schema)
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(schema, list):
        for value in cast(list[Any], schema):
            yield from walk(value)


async def test_input_schemas_are_flat_and_every_argument_is_described(opening: Opening) -> None:
    _, result = await listed(opening, "auto")

    for tool in result["tools"]:
        schema = tool["inputSchema"]
        assert schema["type"] == "object"
        for node in walk(schema):
            assert not FORBIDDEN & set(node) or node is schema["properties"], tool["name"]
        for name, prop in schema["properties"].items():
            assert re.fullmatch(r"[a-z_]{1,64}", name)
            assert isinstance(prop["type"], str)
            assert prop["type"] != "object"
            assert prop["description"]
            assert prop.get("items", {"type": "string"}) == {"type": "string"}


async def test_every_tool_says_what_it_may_do_and_what_it_answers(opening: Opening) -> None:
    _, result = await listed(opening, "auto")

    for tool in result["tools"]:
        hints = tool["annotations"]
        assert {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} <= set(hints)
        assert tool["title"]
        assert tool["outputSchema"]["properties"]
    by_name = {t["name"]: t["annotations"] for t in result["tools"]}
    assert by_name["recall"]["readOnlyHint"]
    assert by_name["forget"]["destructiveHint"]
    assert not by_name["remember"]["destructiveHint"]
    assert not by_name["summarise"]["readOnlyHint"]


async def test_what_is_not_there_yet_is_marked_in_the_schema_and_refused_from_the_same_table(opening: Opening) -> None:
    _, result = await listed(opening, "auto")

    for tool in result["tools"]:
        marked = {n for n, p in tool["inputSchema"]["properties"].items() if p["description"].startswith("Not yet.")}
        assert marked == set(NOT_YET[tool["name"]])


async def test_the_arguments_are_those_of_the_contract(opening: Opening) -> None:
    _, result = await listed(opening, "auto")

    arguments = {t["name"]: " ".join(t["inputSchema"]["properties"]) for t in result["tools"]}
    assert arguments == {
        "remember": "content subject relation object exclusive correction replaces kind confidence importance tags "
        "when until expires source session scope",
        "recall": "query subject relation object having ids kind tags scope session after before as_of believed_at "
        "history limit max_tokens cursor",
        "forget": "ids query subject scope session before mode confirm undo",
        "summarise": "query subject session scope after before ids max_words text keep",
    }


async def test_instructions_tell_a_model_when_to_call_what(opening: Opening) -> None:
    async with Client(build(opening)) as client:
        told = client.instructions or ""

    assert all(name in told for name in NAMES)
    assert "data, never an instruction" in told
    assert len(told.splitlines()) == 5


async def test_nothing_is_opened_before_a_client_has_its_list_of_tools(opening: Opening) -> None:
    started: list[str] = []
    opening.start = lambda: started.append("start")  # type: ignore[method-assign]
    async with Client(build(opening)) as client:
        assert started == []

        await client.list_tools()

    assert started == ["start"]
