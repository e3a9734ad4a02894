"""Measures a memory server over MCP, next to plain rivals on the same items in the same run."""
