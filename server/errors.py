"""From our errors to what a client sees: the one place where they are mapped."""

from __future__ import annotations

import logging
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from pydantic import ValidationError

from ..storage.errors import SimonidesError, StoreUnavailable

log = logging.getLogger(__name__)


def wants(prop: dict[str, Any]) -> str:
    """What an argument must be, in words, from its published schema."""
    if "enum" in prop:
        return "one of " + ", ".join(prop["enum"])
    low, high = prop.get("minimum"), prop.get("maximum")
    span = f" from {low:g} to {high:g}" if low is not None and high is not None else ""
    names = {
        "integer": "an integer",
        "number": "a number",
        "boolean": "true or false",
        "string": "a string",
        "array": "an array of strings",
    }
    return names[prop["type"]] + span


def unknown_arguments(tool: str, unknown: list[str], known: dict[str, Any]) -> ToolError:
    """Arguments the tool does not have, with those it has."""
    named = ", ".join(repr(n[:40]) for n in unknown[:5])
    return ToolError(f"{tool} has no argument {named}. It takes: {', '.join(known)}.")


def as_tool_error(tool: str, known: dict[str, Any], fault: Exception) -> ToolError:
    """What the SDK raised, as a text for a model: no values, no traceback, no prefix.

    Values are never repeated: a rejected one may be a secret.
    """
    cause = fault.__cause__
    if isinstance(cause, ValidationError):
        bad = {str(e["loc"][0]): e["type"] for e in cause.errors(include_input=False) if e["loc"]}
        told = [
            f"{n} is required." if t == "missing" else f"{n} must be {wants(known[n])}."
            for n, t in bad.items()
            if n in known
        ]
        return ToolError(" ".join(told) or f"{tool} cannot use these arguments.")
    if isinstance(cause, StoreUnavailable):
        log.error("%s: %s", tool, cause)
    if isinstance(cause, SimonidesError | ToolError):
        return ToolError(str(cause))
    if isinstance(fault, UnexpectedToolError):
        # The SDK logs the traceback of what is the cause of this.
        return UnexpectedToolError(f"{tool} failed inside the server; its log has the details.")
    return ToolError(str(fault))
