"""Resources: one memory, the state of the store, completion of ids."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import MCPError
from mcp.types import ResourceTemplateReference

from simonides.tools.mind import Mind
from tests.conftest import Desk

pytestmark = pytest.mark.anyio


async def read(desk: Desk, uri: str) -> Any:
    content: Any = (await desk.client.read_resource(uri)).contents[0]
    return json.loads(content.text)


async def test_one_memory_is_read_by_its_id_with_provenance(desk: Desk) -> None:
    id_ = (await desk.remember("The office is in Oslo.", source="web", tags=["w"])).data["id"]

    shown = await read(desk, f"memory://item/{id_}")

    assert shown["content"] == "The office is in Oslo."
    assert (shown["trust"], shown["source"]) == ("external", "web")


async def test_a_bare_lineage_is_its_head(desk: Desk) -> None:
    old = (await desk.remember("At .7.1")).data["id"]
    await desk.remember("At .9.1", replaces=[old])

    assert (await read(desk, f"memory://item/{old[:12]}"))["content"] == "At .9.1"
    assert (await read(desk, f"memory://item/{old}"))["status"] == "superseded"


@pytest.mark.parametrize("id_", ["nope", "2nksgx0mgdbv.1", "%27%3B%20DROP"])
async def test_an_unknown_id_is_not_found(desk: Desk, id_: str) -> None:
    with pytest.raises(MCPError, match="No memory with id"):
        await desk.client.read_resource(f"memory://item/{id_}")


async def test_a_hidden_memory_answers_like_an_unknown_one(desk: Desk) -> None:
    id_ = (await desk.remember("The red bus.")).data["id"]
    await desk.forget(ids=[id_])

    with pytest.raises(MCPError, match="No memory with id"):
        await desk.client.read_resource(f"memory://item/{id_}")


async def test_the_state_tells_counts_place_and_model(desk: Desk, mind: Mind) -> None:
    await desk.remember("one", scope="work")

    state = await read(desk, "memory://status")

    assert state["memories"] == {"current": 1}
    assert state["scopes"] == {"work": 1}
    assert state["store"] == mind.store.folder
    assert state["embedder"] == {"name": "use-multilingual-v3", "state": "ready"}
    assert state["leaves_the_machine"] == "nothing"
    assert state["bytes_on_disk"] > 0


async def test_ids_are_completed(desk: Desk) -> None:
    id_ = (await desk.remember("one")).data["id"]
    template = ResourceTemplateReference(uri="memory://item/{id}")

    async def completed(value: str) -> list[str]:
        return (await desk.client.complete(template, {"name": "id", "value": value})).completion.values

    assert await completed(id_[:4]) == [id_]
    assert await completed("zzzz") == []
    assert await completed("'; DROP") == []


async def test_conflicts_have_both_statements_the_stronger_first_with_why_and_the_call_that_settles_it(
    desk: Desk,
) -> None:
    slots = {"subject": "user", "relation": "lives in"}
    sure = await desk.remember("The user lives in Oslo.", object="Oslo", **slots)
    page = await desk.remember("The user lives in Rome.", object="Rome", source="gossip.example", **slots)
    await desk.remember("The heron service listens on port 80.", scope="heron")
    await desk.remember("The heron service listens on port 81.", scope="heron")

    found = await read(desk, "memory://conflicts/work")

    assert found["count"] == 1
    (conflict,) = found["conflicts"]
    assert [m["id"] for m in conflict["statements"]] == [sure.data["id"], page.data["id"]]
    assert "external" in conflict["why"]
    assert f"--replaces {sure.data['id']}" in conflict["settle"]


async def test_what_was_settled_is_no_conflict_any_more(desk: Desk) -> None:
    await desk.remember("The rate limit is 60 calls per minute.")
    new = await desk.remember("The rate limit is 100 calls per minute.")
    await desk.forget(ids=[new.data["id"]])

    found = await read(desk, "memory://conflicts/global")

    assert found["count"] == 0
