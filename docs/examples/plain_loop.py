"""A plain agent loop with a long-term memory: briefed before the first turn, then the model calls what it wants."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

SIMONIDES = StdioServerParameters(command="simonides", args=["serve"])
Message = dict[str, Any]
# Given the messages and the tools there are: {"tool": name, "arguments": {...}} to call one, {"say": text} to answer.
Model = Callable[[list[Message], list[Any]], Awaitable[Message]]


async def call(memory: Client, tool: str, arguments: dict[str, Any]) -> str:
    """The text a tool answers with; an error is text as well, and the model may mend its call."""
    result = await memory.call_tool(tool, arguments)
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))


async def converse(model: Model, question: str, server: StdioServerParameters = SIMONIDES) -> str:
    """The model's answer to a question. What it remembers on the way is there in the next conversation."""
    async with Client(server) as memory:
        tools = (await memory.list_tools()).tools
        briefing = await call(memory, "recall", {})
        messages: list[Message] = [{"role": "system", "content": briefing}, {"role": "user", "content": question}]
        while "say" not in (step := await model(messages, tools)):
            messages.append({"role": "assistant", **step})
            messages.append({"role": "tool", "content": await call(memory, step["tool"], step["arguments"])})
        return step["say"]
