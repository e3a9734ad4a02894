"""What a tool answers: a structured result and a text, each inside the token budget, recalled text fenced."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
# Markup that chat templates or renderers act on, shown harmlessly: the sign after the bracket is a look-alike.
_CONTROL = re.compile(
    r"<\|(?=[\w ]{1,40}\|>)|<(?=/?(?:system|assistant|user|human|tool|function|memory|instructions?|s)\b)|\[(?=/?(?:INST|SYS)\])|!\[(?=[^\]]{0,200}\]\()",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?。！？\n])\s*")


class Result(BaseModel):
    """Base of results: values are never echoed into validation errors, they may be what a user wrote."""

    model_config = ConfigDict(hide_input_in_errors=True)

    def compact(self) -> dict[str, Any]:
        """The result without fields that are empty or at their default."""
        return self.model_dump(mode="json", exclude_defaults=True)


class Named(Result):
    id: str


class Ref(Named):
    content: str = ""


class Contested(Ref):
    why: str = ""
    settle: str = ""


class Remembered(Result):
    outcome: Literal["stored", "reinforced", "superseded", "contested", "quarantined"]
    id: str
    superseded: list[Ref] = []
    contested: list[Contested] = []
    decided_by: Literal["", "rule", "caller"] = ""
    receipt: str = ""


class ClaimShown(Result):
    subject: str
    relation: str
    object: str
    exclusive: bool | None = None


class Shown(Result):
    id: str
    content: str
    score: float | None = None
    why: list[Literal["meaning", "words", "relation", "nearby"]] = []
    kind: str = "fact"
    confidence: float = 0.8
    trust: str = "assistant"
    status: str = "current"
    when: str = ""
    until: str = ""
    recorded: str = ""
    scope: str = "global"
    session: str = ""
    source: str = ""
    tags: list[str] = []
    claims: list[ClaimShown] = []
    superseded_by: str = ""
    reason: str = ""
    contests: list[str] = []


class Entity(Result):
    name: str
    score: float
    missing: list[str] = []


class Recalled(Result):
    memories: list[Shown]
    found: float | None = None
    briefing: str = ""
    entities: list[Entity] = []
    time: str = ""
    complete: bool = True
    truncated: bool = False
    cursor: str = ""


class Done(Result):
    at: str
    mode: str
    count: int
    residue: int | None = None


class Forgotten(Result):
    outcome: Literal["listed", "hidden", "erased", "undone", "nothing"]
    affected: list[Ref] = []
    confirm: str = ""
    receipt: str = ""
    done: Done | None = None


class Summary(Result):
    summary: str
    sources: list[Named] = []
    written_by: Literal["llm", "extract", "caller"]
    id: str = ""
    receipt: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A result, and the same as text for the model."""

    data: Result
    text: str


def tokens(text: str) -> int:
    """An estimate: one for each CJK character, a quarter for each other."""
    cjk = len(_CJK.findall(text))
    return cjk + (len(text) - cjk + 3) // 4


def tokens_of(result: Result) -> int:
    """The estimate for a structured result as it is sent."""
    return tokens(json.dumps(result.compact(), ensure_ascii=False, separators=(",", ":")))


def cut(text: str, budget_tokens: int) -> str:
    """`text`, or as many of its sentences as fit, at least a part of the first; the caller marks the cut."""
    if tokens(text) <= budget_tokens:
        return text
    kept = ""
    for sentence in _SENTENCE_END.split(text):
        longer = f"{kept} {sentence}".strip()
        if tokens(longer) > budget_tokens:
            break
        kept = longer
    if kept:
        return kept
    while tokens(text) > budget_tokens:  # one endless sentence: cut inside it
        text = text[: max(1, len(text) * 9 // 10)]
        if len(text) == 1:
            break
    return text


def defused(text: str) -> str:
    """Recalled text with the markup that could end its fence or pose as a turn of talk made inert."""
    return _CONTROL.sub(lambda m: m[0].replace("<", "‹").replace("[", "⟦"), text)


def fenced(key: bytes, lines: Sequence[str]) -> str:
    """Lines of recalled text inside a fence whose name nobody could have written into a memory beforehand.

    The name is a keyed hash of what is inside, so that the same answer has the same bytes.
    """
    body = "\n".join(lines)
    name = "memory-" + hmac.new(key, body.encode(), hashlib.sha256).hexdigest()[:8]
    return f"<{name}>\n{body}\n</{name}>"


def listing(refs: Iterable[Ref]) -> list[str]:
    """One line for each memory named."""
    return [f"- [{r.id}] {defused(cut(r.content, 60))}" for r in refs]


def signed(key: bytes, payload: Mapping[str, Any]) -> str:
    """A stateless token: the payload and its keyed hash, safe in a URL."""
    body = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    return (hmac.new(key, body, hashlib.sha256).digest()[:10] + body).hex()


def opened(key: bytes, token: str) -> dict[str, Any] | None:
    """The payload of a token made by `signed` with the same key, or None."""
    try:
        raw = bytes.fromhex(token)
        body = raw[10:]
        if hmac.compare_digest(hmac.new(key, body, hashlib.sha256).digest()[:10], raw[:10]):
            return json.loads(body)
    except ValueError:
        return None
    return None
