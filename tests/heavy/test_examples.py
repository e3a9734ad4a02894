"""The examples of the documentation, as they stand, against the real server."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters

from tests.heavy.conftest import ROOT

pytestmark = [pytest.mark.heavy, pytest.mark.anyio]
OSLO = "The office moved to Oslo in May 2026."


def example(name: str) -> Callable[..., Any]:
    """The `converse` of an example."""
    return runpy.run_path(str(ROOT / "docs" / "examples" / f"{name}.py"))["converse"]


@pytest.fixture
def server(tmp_path: Path) -> StdioServerParameters:
    """How a server on one store is started, as often as asked."""
    words = ["-m", "simonides", "--home", str(tmp_path / "home"), "serve"]
    return StdioServerParameters(command=sys.executable, args=words)


class Script:
    """Stands in for the model of the plain loop: says what is written down, and keeps what it was shown."""

    def __init__(self, *steps: dict[str, Any]) -> None:
        self.steps = iter(steps)
        self.seen: list[dict[str, Any]] = []
        self.tools: list[str] = []

    async def __call__(self, messages: list[dict[str, Any]], tools: list[Any]) -> dict[str, Any]:
        self.seen, self.tools = list(messages), [tool.name for tool in tools]
        return next(self.steps)


async def test_the_plain_loop_remembers_from_one_conversation_to_the_next(server: StdioServerParameters) -> None:
    converse = example("plain_loop")
    first = Script({"tool": "remember", "arguments": {"content": OSLO}}, {"say": "Noted."})
    second = Script({"tool": "recall", "arguments": {"query": "Where is the office?"}}, {"say": "In Oslo."})

    said = [await converse(first, "We moved to Oslo in May.", server), await converse(second, "Where?", server)]

    assert said == ["Noted.", "In Oslo."]
    assert first.tools == ["remember", "recall", "forget", "summarise"]
    assert "stored" in first.seen[-1]["content"]
    assert OSLO in second.seen[-1]["content"]


async def test_the_plain_loop_begins_with_what_is_known(server: StdioServerParameters) -> None:
    converse = example("plain_loop")
    await converse(Script({"tool": "remember", "arguments": {"content": OSLO}}, {"say": "Noted."}), "We moved.", server)
    briefed = Script({"say": "Hello."})

    await converse(briefed, "Hello.", server)

    assert OSLO in briefed.seen[0]["content"]


def chat(*steps: tuple[str, dict[str, Any]] | str) -> Any:
    """Stands in for a chat model that calls tools: calls these, or says these words, in turn, whatever it is given."""
    # Takes seconds to import, which a run without the heavy tests should not spend.
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    class Chat(GenericFakeChatModel):
        bound: list[str] = []

        def bind_tools(self, tools: Sequence[Any], **_: Any) -> Any:
            self.bound += [tool["function"]["name"] for tool in tools]
            return self

    def messages() -> Iterator[AIMessage]:
        for n, step in enumerate(steps):
            if isinstance(step, str):
                yield AIMessage(step)
            else:
                yield AIMessage("", tool_calls=[{"name": step[0], "args": step[1], "id": f"call-{n}"}])

    return Chat(messages=messages())


async def test_the_langgraph_agent_remembers_from_one_conversation_to_the_next(server: StdioServerParameters) -> None:
    converse = example("langgraph_agent")
    model = chat(("remember", {"content": OSLO}), "Noted.")
    later = chat(("recall", {"query": "Where is the office?"}), "In Oslo.")

    first, second = await converse(model, "We moved to Oslo in May.", server), await converse(later, "Where?", server)

    assert [message.type for message in first] == ["human", "ai", "tool", "ai"]
    assert model.bound == ["remember", "recall", "forget", "summarise"]
    assert OSLO in second[2].content
    assert second[-1].content == "In Oslo."
