"""docs/tools.md is kept: what it says is what is published, and every call it shows ends as it says."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Iterator
from typing import Any, Literal, get_args, get_origin

import pytest
from mcp import Client
from pydantic import BaseModel

from simonides.server.app import build
from simonides.server.config import Config
from simonides.server.lifespan import Opening, opened
from simonides.storage.memory import Memory
from simonides.storage.text.embedding import Embedder
from simonides.tools import notyet
from simonides.tools.mind import Mind
from simonides.tools.reply import Forgotten, Recalled, Remembered, Result, Summary
from tests.conftest import Desk, Hands, Said
from tests.server.contract_page import Argument, Call, Field, Tool, read_page
from tests.server.standins import filled, secret

pytestmark = pytest.mark.anyio
PAGE = read_page()
RESULTS: dict[str, type[Result]] = {
    "remember": Remembered,
    "recall": Recalled,
    "forget": Forgotten,
    "summarise": Summary,
}
WORKS, REFUSED = [c for c in PAGE.calls if not c.words], [c for c in PAGE.calls if c.words]


def rows(*types: str, enum: bool | None = None) -> Any:
    """The arguments of these types (or all), each with its tool, as parameters of a test."""
    found = [(t, a) for t in PAGE.tools for a in t.arguments if not types or a.schema["type"] in types]
    found = [(t, a) for t, a in found if enum in (None, "enum" in a.schema)]
    return pytest.mark.parametrize(("tool", "argument"), found, ids=[f"{t.name}-{a.name}" for t, a in found])


# One store for all: what is refused leaves it as it was, and what works is unlike what is there.


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def opening(tmp_path_factory: pytest.TempPathFactory, encoder: Embedder) -> AsyncGenerator[Opening]:
    config = Config(home=str(tmp_path_factory.mktemp("contract")), timezone="UTC")
    async with opened(config, clock=Hands(), load=lambda: encoder) as opening:
        yield opening


@pytest.fixture(scope="module")
async def mind(opening: Opening) -> Mind:
    mind = await opening.mind()
    await mind.encoder.load()
    return mind


@pytest.fixture(scope="module")
async def desk(opening: Opening, mind: Mind) -> AsyncGenerator[Desk]:
    async with Client(build(opening)) as client:
        desk = Desk(client)
        await desk.remember("The harbour opens at nine.")
        yield desk


async def stored(mind: Mind) -> dict[str, Memory]:
    """Every row there is."""
    return {m.id: m async for page in mind.reader.pages() for m in page}


def names(said: Said, argument: str) -> bool:
    return re.search(rf"\b{argument}\b", said.text) is not None


def ending(said: Said) -> tuple[Any, ...]:
    """How a call ended, without what differs from call to call: what words weigh shifts a little, and with it scores
    and near-ties, when a compaction between two calls brings the statistics of the words index up to date."""
    data = {k: v for k, v in said.data.items() if k not in ("time", "confirm", "cursor", "found", "memories")}
    memories: list[dict[str, Any]] = said.data.get("memories", [])
    shown = sorted(({**m, "score": None} for m in memories), key=lambda m: str(m["id"]))
    return said.error, data, shown, said.text if said.error else ""


async def refusals(desk: Desk, mind: Mind, tool: Tool, argument: Argument, *values: object) -> list[str]:
    """What is said to values that cannot be used: each refusal names the argument, and nothing is stored."""
    before = await stored(mind)
    said = [await desk.call(tool.name, {**tool.base, argument.name: value}) for value in values]
    assert [v for v, s in zip(values, said, strict=True) if not s.error] == []
    assert [s.text for s in said if not names(s, argument.name)] == []
    assert await stored(mind) == before
    return [s.text for s in said]


# The page and what is published.


async def published(desk: Desk) -> dict[str, Any]:
    listed = await desk.client.list_tools()
    return {t["name"]: t for t in listed.model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]}


async def test_the_arguments_types_limits_and_defaults_of_the_page_are_those_of_the_schemas(desk: Desk) -> None:
    schemas = {name: tool["inputSchema"] for name, tool in (await published(desk)).items()}

    assert [t.name for t in PAGE.tools] == list(schemas)
    for tool in PAGE.tools:
        properties = schemas[tool.name]["properties"]
        assert [a.name for a in tool.arguments] == list(properties)
        assert [a.name for a in tool.arguments if a.required] == schemas[tool.name].get("required", [])
        for argument in tool.arguments:
            said = {k: v for k, v in properties[argument.name].items() if k not in ("description", "items")}
            assert (argument.name, said) == (argument.name, argument.schema)


async def test_the_hints_of_the_page_are_the_annotations_of_the_tools(desk: Desk) -> None:
    hints = {name: tool["annotations"] for name, tool in (await published(desk)).items()}

    assert {t.name: t.hints for t in PAGE.tools} == {n: {k: h[k] for k in h if k != "title"} for n, h in hints.items()}


def parts(kind: Any) -> Iterator[Any]:
    """A type and all its arguments."""
    yield kind
    if get_origin(kind) is not Literal:
        for inner in get_args(kind):
            yield from parts(inner)


def told(model: type[BaseModel]) -> Iterator[tuple[str, frozenset[str], frozenset[str]]]:
    """Each field of a model: its name, its words, and the fields inside it."""
    for name, info in model.model_fields.items():
        literals = [set(get_args(p)) - {""} for p in parts(info.annotation) if get_origin(p) is Literal]
        models = [p for p in parts(info.annotation) if isinstance(p, type) and issubclass(p, BaseModel)]
        yield name, frozenset[str]().union(*literals), frozenset[str]().union(*(m.model_fields for m in models))


def as_told(fields: list[Field]) -> list[tuple[str, frozenset[str], frozenset[str]]]:
    return [(f.name, f.values | f.never, f.inside) for f in fields]


@pytest.mark.parametrize("tool", PAGE.tools, ids=[t.name for t in PAGE.tools])
async def test_the_result_fields_and_outcomes_of_the_page_are_those_of_the_results(desk: Desk, tool: Tool) -> None:
    model = RESULTS[tool.name]
    models = [p for f in model.model_fields.values() for p in parts(f.annotation) if isinstance(p, type)]
    deeper = [t for m in models if issubclass(m, BaseModel) for t in told(m) if t[1] or t[2]]

    fields = (await published(desk))[tool.name]["outputSchema"]["properties"]

    assert {f.name for f in tool.result} == set(fields)
    assert sorted(as_told([*tool.result])) == sorted(told(model))
    assert sorted(as_told([*tool.deeper])) == sorted(deeper)


async def test_the_resources_and_prompts_of_the_page_are_those_listed(desk: Desk) -> None:
    resources = {r.uri for r in (await desk.client.list_resources()).resources}
    templates = {t.uri_template for t in (await desk.client.list_resource_templates()).resource_templates}
    prompts = {p.name for p in (await desk.client.list_prompts()).prompts}

    assert {name for name, not_yet in PAGE.resources.items() if not not_yet} == resources | templates
    assert {name for name, not_yet in PAGE.prompts.items() if not not_yet} == prompts


def test_every_argument_is_tried_in_a_call_that_works_and_one_that_is_refused() -> None:
    everything = {(t.name, a.name) for t in PAGE.tools for a in t.arguments}
    never = {(tool, name) for tool, refused in notyet.NOT_YET.items() for name in refused}

    assert {(c.tool, c.argument) for c in WORKS} == everything - never
    assert {(c.tool, c.argument) for c in REFUSED} == everything


# The calls of the page.


@pytest.mark.parametrize("call", WORKS, ids=[c.told for c in WORKS])
async def test_a_call_that_works_on_the_page_works(desk: Desk, call: Call) -> None:
    arguments, _ = await filled(desk, call.arguments)

    said = await desk.call(call.tool, arguments)

    assert not said.error, said.text


@pytest.mark.parametrize("call", REFUSED, ids=[c.told for c in REFUSED])
async def test_a_call_that_is_refused_on_the_page_is_refused_in_its_words(desk: Desk, mind: Mind, call: Call) -> None:
    arguments, hidden = await filled(desk, call.arguments)
    before = await stored(mind)

    said = await desk.call(call.tool, arguments)

    assert said.error
    assert call.words in said.text
    assert names(said, call.argument), said.text
    assert not any(s in said.text for s in hidden)
    assert await stored(mind) == before


# What holds of every argument of a type.


@rows()
async def test_null_and_empty_text_mean_absent(desk: Desk, tool: Tool, argument: Argument) -> None:
    without = {k: v for k, v in tool.base.items() if k != argument.name}

    absent = await desk.call(tool.name, without)

    assert ending(await desk.call(tool.name, {**without, argument.name: None})) == ending(absent)
    assert ending(await desk.call(tool.name, {**without, argument.name: ""})) == ending(absent)


@rows("string", enum=False)
async def test_a_string_may_have_the_bytes_the_page_says_and_not_one_more(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    limit = PAGE.limits.text if argument.name in ("content", "text") else PAGE.limits.string

    longest = await desk.call(tool.name, {**tool.base, argument.name: "x" * limit})
    [told] = await refusals(desk, mind, tool, argument, "é" + "x" * (limit - 1))

    assert "the limit is" not in longest.text
    assert f"is {limit + 1:,} bytes; the limit is {limit:,}" in told


@rows("string")
async def test_what_is_no_string_is_refused(desk: Desk, mind: Mind, tool: Tool, argument: Argument) -> None:
    wanted = "must be one of" if "enum" in argument.schema else "must be a string"

    told = await refusals(desk, mind, tool, argument, 7, True, ["word"], {"a": "word"})

    assert all(f"{argument.name} {wanted}" in text for text in told)


@rows("string", enum=True)
async def test_a_word_that_is_none_of_those_is_refused_with_those(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    [told] = await refusals(desk, mind, tool, argument, "sundry")

    assert ", ".join(argument.schema["enum"]) in told


@rows("array")
async def test_a_bare_string_is_a_list_of_one(desk: Desk, tool: Tool, argument: Argument) -> None:
    await desk.call(tool.name, {**tool.base, argument.name: ["two words"]})

    listed = await desk.call(tool.name, {**tool.base, argument.name: ["two words"]})
    bare = await desk.call(tool.name, {**tool.base, argument.name: "two words"})

    assert ending(bare) == ending(listed)


@rows("array")
async def test_a_list_has_no_more_items_than_the_page_says_and_none_too_long(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    items = [f"item {i}" for i in range(PAGE.limits.items + 1)]

    many, long = await refusals(desk, mind, tool, argument, items, ["x" * (PAGE.limits.string + 1)])

    assert f"the limit is {PAGE.limits.items}." in many
    assert f"the limit is {PAGE.limits.string:,}." in long


@rows("array")
async def test_what_is_no_list_of_strings_is_refused(desk: Desk, mind: Mind, tool: Tool, argument: Argument) -> None:
    told = await refusals(desk, mind, tool, argument, 7, True, [7], {"a": "word"})

    assert all(f"{argument.name} must be an array of strings" in text for text in told)


@rows("boolean")
async def test_what_is_neither_true_nor_false_is_refused(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    told = await refusals(desk, mind, tool, argument, "perhaps", 7, ["true"])

    assert all(f"{argument.name} must be true or false" in text for text in told)


@rows("integer", "number")
async def test_a_number_outside_its_bounds_or_of_another_type_is_refused_with_them(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    low, high = argument.schema["minimum"], argument.schema["maximum"]
    bad = [low - 1, high + 1, str(high + 1), True, "five", [low], {"a": low}]

    told = await refusals(desk, mind, tool, argument, *bad)

    assert all(f"from {low} to {high}" in text for text in told)


@rows("integer", "number")
async def test_a_number_in_quotes_is_that_number(desk: Desk, tool: Tool, argument: Argument) -> None:
    low = await desk.call(tool.name, {**tool.base, argument.name: str(argument.schema["minimum"])})
    high = await desk.call(tool.name, {**tool.base, argument.name: str(argument.schema["maximum"])})

    assert not low.error
    assert not high.error


@pytest.mark.parametrize("tool", PAGE.tools, ids=[t.name for t in PAGE.tools])
async def test_an_argument_that_is_none_of_the_page_is_refused_with_those_of_the_page(
    desk: Desk, mind: Mind, tool: Tool
) -> None:
    before = await stored(mind)

    said = await desk.call(tool.name, {**tool.base, "colour": "red"})

    assert said.error
    assert "'colour'" in said.text
    assert ", ".join(a.name for a in tool.arguments) in said.text
    assert await stored(mind) == before


@rows()
async def test_a_secret_is_repeated_by_no_answer_and_refused_by_what_stores(
    desk: Desk, mind: Mind, tool: Tool, argument: Argument
) -> None:
    token, before = secret("a GitHub token"), await stored(mind)

    said = await desk.call(tool.name, {**tool.base, argument.name: token})

    assert said.error or tool.name in ("recall", "forget")
    assert token not in said.text + json.dumps(said.data)
    assert await stored(mind) == before
