"""Every call of a tool leaves a line in the audit, however it ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

from ..storage.errors import SimonidesError
from ..tools.mind import Caller, Mind
from ..tools.reply import Answer

A = TypeVar("A")


async def audited(mind: Mind, caller: Caller, tool: Callable[[Mind, Caller, A], Awaitable[Answer]], args: A) -> Answer:
    """Run a tool, and note who called it, which memories it touched or showed, and how it ended."""
    verb = getattr(tool, "__name__", "")
    outcome, reason, ids, receipt = "interrupted", "", list[str](), ""
    try:
        with mind.activity.call():
            answer = await tool(mind, caller, args)
        data = answer.data
        outcome = str(getattr(data, "outcome", "answered"))
        ids, receipt = list(dict.fromkeys(_ids(data))), str(getattr(data, "receipt", "") or "")
        return answer
    except SimonidesError as refused:
        outcome, reason = "refused", type(refused).__name__
        raise
    finally:
        mind.audit.note(mind.clock(), caller.client, verb, outcome, ids=ids, reason=reason, receipt=receipt)


def _ids(data: Any) -> Iterator[str]:
    """The ids an answer names as touched or shown."""
    if own := getattr(data, "id", ""):
        yield own
    for name in ("superseded", "contested", "affected", "memories", "sources"):
        for one in getattr(data, name, None) or ():
            yield one.id
