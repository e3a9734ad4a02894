"""An agent built with LangGraph, with Simonides as its long-term memory: a model, and a node that calls its tools.

The tools are called by the MCP client of this project's own SDK: langchain-mcp-adapters works with an older one.
"""

from __future__ import annotations

from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, ToolMessage
from langgraph.graph import END, START, MessagesState, StateGraph
from mcp import Client, StdioServerParameters

SIMONIDES = StdioServerParameters(command="simonides", args=["serve"])


async def converse(model: BaseChatModel, question: str, server: StdioServerParameters = SIMONIDES) -> list[AnyMessage]:
    """The messages of a conversation, the answer last."""
    async with Client(server) as memory:
        tools = (await memory.list_tools()).tools
        functions = [{"name": t.name, "description": t.description, "parameters": t.input_schema} for t in tools]
        bound = model.bind_tools([{"type": "function", "function": f} for f in functions])

        async def think(state: MessagesState) -> dict[str, Any]:
            return {"messages": [await bound.ainvoke(state["messages"])]}

        async def use(state: MessagesState) -> dict[str, Any]:
            asked = state["messages"][-1]
            calls = asked.tool_calls if isinstance(asked, AIMessage) else []
            results = [(c, await memory.call_tool(c["name"], c["args"])) for c in calls]
            texts = [(c, "\n".join(getattr(b, "text", "") for b in result.content)) for c, result in results]
            return {"messages": [ToolMessage(text, tool_call_id=c["id"] or "") for c, text in texts]}

        def asks(state: MessagesState) -> str:
            last = state["messages"][-1]
            return "memory" if isinstance(last, AIMessage) and last.tool_calls else END

        graph: Any = StateGraph(MessagesState)
        graph.add_node("model", think).add_node("memory", use)
        graph.add_edge(START, "model").add_conditional_edges("model", asks).add_edge("memory", "model")
        done = await graph.compile().ainvoke({"messages": [("user", question)]})
        return done["messages"]
