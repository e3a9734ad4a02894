"""The door: what speaks MCP, HTTP and the command line."""
