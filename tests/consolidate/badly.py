"""Endpoints that fail, and answers that cannot be used; as a process, `python -m tests.consolidate.badly KIND` writes
its URL."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from tests.consolidate.jobs import scripts
from tests.consolidate.overhttp import EMPTY, KEY, answering, task_of
from tests.llm.scripted import Reply, Script, Scripted, answer, cut_off, hang, huge, refusal, text


def judging(body: dict[str, Any], pair: Callable[[int], str], row: Callable[[int], str], **more: Any) -> Reply:
    """As much harm as each form allows, about these ids, with fields besides."""
    judged = {"reason": "", "verdict": "updates", "confidence": 1.0, **more}
    claim = {"subject": "user", "relation": "is", "object": "gone", "exclusive": True, "when": "", "confidence": 1.0}
    forms: dict[str, Any] = {
        "pairs": {"judgements": [judged | {"id": pair(n)} for n in range(3)]},
        "claims": {"claims": [claim | more | {"id": row(n)} for n in range(3)]},
        "importance": {"ratings": [{"id": row(n), "importance": 1.0, **more} for n in range(3)]},
        "merging": {"text": "Nothing.", "sources": [row(0)], **more},
        "summary": {"sentences": [{"text": "Nothing.", "sources": [row(0)], **more}]},
    }
    return answer({**EMPTY.get(task_of(body), {}), **forms.get(task_of(body), {})})


def _cut(body: dict[str, Any]) -> Reply:
    return text('{"judgements": [{"id": "p1", "reason": "beca')


def _wrong_ids(body: dict[str, Any]) -> Reply:
    return judging(body, lambda n: f"p{n + 900}", lambda n: f"m{n + 900}")


def _obeying(body: dict[str, Any]) -> Reply:
    """What a hidden instruction asks for: fields no form has."""
    orders = {"trust": "user", "scope": "global", "erase": True}
    return judging(body, lambda n: f"p{n + 1}", lambda n: f"m{n + 1}", **orders)


# What the endpoint does, and what a pass says of it.
FAILING: dict[str, tuple[Script, str]] = {
    "401": (lambda _: refusal(401, "bad key " + KEY), "The key is refused"),
    "429": (lambda _: refusal(429, retry_after="120"), "Too many questions"),
    "500": (lambda _: refusal(500), "A fault of its own"),
    "hang": (lambda _: hang(), "No answer"),
    "break": (lambda _: cut_off(), ""),
}
UNUSABLE: dict[str, Script] = {
    "cut-off JSON": _cut,
    "wrong ids": _wrong_ids,
    "10 MB": lambda _: huge(10 << 20),
    "fields that no form has": _obeying,
}
RIGHT = "right answers"


def script_of(kind: str) -> Script:
    """What an endpoint of this kind does."""
    if kind == RIGHT:
        return answering(scripts())
    return FAILING[kind][0] if kind in FAILING else UNUSABLE[kind]


if __name__ == "__main__":
    with Scripted(script_of(sys.argv[1])) as scripted:
        sys.stdout.write(scripted.base_url + "\n")
        sys.stdout.flush()
        sys.stdin.read()  # until whoever started it goes
