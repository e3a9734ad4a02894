"""What an endpoint sends back for a question: the text of the model, and what it used."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

_MOST_TOKENS = 10_000_000  # a count beyond it is no count


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request: read, and written."""

    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Reply:
    """`text` of the model, or in `fault` why there is none; `usage` where the endpoint says it."""

    text: str = ""
    usage: Usage | None = None
    fault: str = ""


def read_reply(data: bytes) -> Reply:
    """The reply in the body of a response. Whatever the body is, this raises nothing."""
    try:
        body: Any = json.loads(data)
    except (ValueError, RecursionError):
        return Reply(fault="The endpoint sent something that is not JSON.")
    usage = _usage(_part(body, "usage"))
    choice = _part(body, "choices", 0)
    message = _part(choice, "message")
    text = _text(_part(message, "content"))
    if _part(choice, "finish_reason") == "length":
        return Reply(usage=usage, fault="The answer was cut off: it is longer than the task allows.")
    if _part(message, "refusal") or _part(choice, "finish_reason") == "content_filter":
        return Reply(usage=usage, fault="The model declined to answer.")
    if not text.strip():
        return Reply(usage=usage, fault="The model answered nothing.")
    return Reply(text, usage)


def _part(whole: Any, *path: str | int) -> Any:
    """What stands at a path, or None."""
    for key in path:
        if isinstance(key, str):
            whole = cast(Mapping[str, Any], whole).get(key) if isinstance(whole, dict) else None
        else:
            whole = cast(list[Any], whole)[key] if isinstance(whole, list) and whole else None
    return whole


def _text(content: Any) -> str:
    """The content of a message, which some endpoints send in parts."""
    if isinstance(content, list):
        return "".join(_text(_part(part, "text")) for part in cast(list[Any], content))
    return content if isinstance(content, str) else ""


def _usage(told: Any) -> Usage | None:
    counts = [_part(told, "prompt_tokens"), _part(told, "completion_tokens")]
    if not all(type(count) is int and 0 <= count <= _MOST_TOKENS for count in counts) or not counts[0]:
        return None  # not told, or nonsense: nothing is read for nothing
    return Usage(*counts)
