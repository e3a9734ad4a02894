"""How an endpoint wants to be spoken to, found out from what it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from .asking import Message, messages, schema_of
from .refusal import Refusal
from .task import Material, Task

Shape = Literal["schema", "bare", "text"]
_SHAPE_HINTS = ("response_format", "json_schema", "schema", "grammar", "structured", "guided", "parameters")
_LIMIT_HINTS = ("minlength", "maxlength", "minitems", "maxitems", "minimum", "maximum")
# Models that want `max_completion_tokens` think before they answer, and the limit counts what they think.
_THINKING_TOKENS = 4_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """`shape`: the form as a schema with limits, a bare one, or in words; whether `temperature` may be given;
    `most`: what the limit of the answer's length is called."""

    shape: Shape = "schema"
    temperature: bool = True
    most: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    def most_tokens(self, task: Task[Any]) -> int:
        """Tokens that may be written for an answer."""
        return task.most_tokens + (_THINKING_TOKENS if self.most == "max_completion_tokens" else 0)

    def body(
        self, model: str, task: Task[Any], material: Material, nonce: str, after: Sequence[Message]
    ) -> dict[str, Any]:
        """The request that asks a task; `after`: messages that follow the question."""
        schema = schema_of(task.form, material.ids, limits=self.shape != "bare")
        asked = messages(task, material, nonce, schema=schema if self.shape == "text" else None)
        body: dict[str, Any] = {"model": model, "messages": [*asked, *after], self.most: self.most_tokens(task)}
        if self.temperature:
            body["temperature"] = 0
        if self.shape != "text":
            named = {"name": task.name, "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
        return body

    def without(self, refusal: Refusal) -> Dialect | None:
        """The dialect without what the endpoint refuses, or None if it refuses something else."""
        status, told = refusal.status, refusal.told
        if status not in (400, 404, 422):
            return None
        if self.most == "max_tokens" and "max_completion_tokens" in told:
            return replace(self, most="max_completion_tokens")
        if self.temperature and "temperature" in told:
            return replace(self, temperature=False)
        if self.shape == "schema" and any(hint in told for hint in _LIMIT_HINTS):
            return replace(self, shape="bare")
        # One that refuses a form often does not say so; only where a missing model is as likely must it say.
        named = any(hint in told for hint in _SHAPE_HINTS)
        if self.shape != "text" and (named or (status != 404 and not told_of_model(told))):
            return replace(self, shape="text")
        return None


def told_of_model(told: str) -> bool:
    """Whether a refusal is about the model or the key, which no other way of asking mends."""
    return "model" in told or "api key" in told or "api_key" in told
