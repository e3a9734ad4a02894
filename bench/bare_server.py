"""The least an MCP server can be: the SDK and four tools that do nothing. What starting one costs anyway."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

server = MCPServer("bare")


@server.tool()
def remember(content: str) -> str:
    """Nothing."""
    return ""


@server.tool()
def recall(query: str) -> str:
    """Nothing."""
    return ""


@server.tool()
def forget(ids: list[str]) -> str:
    """Nothing."""
    return ""


@server.tool()
def summarise(query: str) -> str:
    """Nothing."""
    return ""


if __name__ == "__main__":
    server.run("stdio")
