"""What all arguments have in common: limits in bytes, cleaning, secrets."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from ..storage.errors import InvalidArgument
from ..storage.text.clean import clean
from ..storage.text.secrets import refuse_secrets

LONGEST_TEXT = 8_192  # bytes of content and text
LONGEST_STRING = 1_024  # bytes of any other string
LONGEST_LIST = 100

GivenKind = Literal["fact", "preference", "decision", "event", "procedure", "note", "working"]
Tristate = bool | SkipJsonSchema[None]


def said(text: str, **limits: Any) -> Any:
    """A field with its description, as a model that has never seen this server should read it."""
    return Field(description=text, **limits)


class Arguments(BaseModel):
    """Arguments of one tool. An empty string, an empty list and None mean "not given"."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
    LONG: ClassVar[frozenset[str]] = frozenset()

    def tidied(self) -> Self:
        """A copy with every string cleaned and inside its limit.

        Raises InvalidArgument, naming the argument and the limit, for what is too long.
        """
        put: dict[str, Any] = {}
        for name in type(self).model_fields:
            value: Any = getattr(self, name)
            if isinstance(value, str):
                put[name] = self._string(name, value)
            elif isinstance(value, list):
                items = cast(list[str], value)
                if len(items) > LONGEST_LIST:
                    raise InvalidArgument(name, f"has {len(items):,} items; the limit is {LONGEST_LIST}.")
                put[name] = [t for t in dict.fromkeys(self._string(name, item) for item in items) if t]
        return self.model_copy(update=put)

    def _string(self, name: str, value: str) -> str:
        limit = LONGEST_TEXT if name in self.LONG else LONGEST_STRING
        text = clean(value)
        size = len(text.encode())
        if size > limit:
            way_out = " Store it as several statements." if name in self.LONG else ""
            raise InvalidArgument(name, f"is {size:,} bytes; the limit is {limit:,}.{way_out}")
        return text

    def given(self) -> dict[str, object]:
        """The arguments that were given, by name."""
        return {n: v for n in type(self).model_fields if (v := getattr(self, n)) not in ("", [], None)}

    def refuse_secrets(self) -> None:
        """Raise SecretRefused when any string holds a password, key or token."""
        for name, value in self.given().items():
            for text in cast(list[object], value) if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    refuse_secrets(name, text)
