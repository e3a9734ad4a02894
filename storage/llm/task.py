"""What a language model can be asked: a task is what it is told, the form its answer takes, and a version of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo, WithJsonSchema

Language = Literal["en", "zh"]
PER_ID = "x-per-id"  # in the schema of a list: at most so many for each id of the material, which keeps a grammar short
ID_FORMAT = "statement-id"  # stands in a schema where the ids of the material belong


class Form(BaseModel):
    """Base of every form an answer takes: all fields given, none besides."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _known(value: str, info: ValidationInfo) -> str:
    """An id that the material has. A model that names another is answered as one that wrote no JSON."""
    context: Any = info.context
    known: Any = context["ids"] if context else ()
    if value not in known:
        raise ValueError("is not among the ids that were given")
    return value


StatementId = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "format": ID_FORMAT})]
A = TypeVar("A", bound=Form)


@dataclass(frozen=True, slots=True)
class Task(Generic[A]):
    """One thing a model can be asked. `told`: in each language; `version` grows with any change of that or of the form;
    `most_tokens`: of an answer."""

    name: str
    version: int
    told: Mapping[Language, str]
    form: type[A]
    most_tokens: int


@dataclass(frozen=True, slots=True)
class Material:
    """What a task is about: data for JSON, and the ids in it, which alone an answer may name. The ids are short names
    made for this one question (`m1`, `m2`): those of the store never leave the machine."""

    data: Mapping[str, Any]
    ids: Sequence[str]
    language: Language = "en"


class Model(Protocol):
    """A language model that can be asked."""

    @property
    def name(self) -> str:
        """The model, as its endpoint calls it."""
        ...

    async def answer(self, task: Task[A], material: Material) -> A:
        """The answer in the form of the task, its ids among those of the material.

        Raises ModelUnavailable when there is none to be had, AnswerUnusable when what came is none.
        """
        ...


class Configured(Model, Protocol):
    """The model that was configured: where it is, and how it does."""

    @property
    def place(self) -> str:
        """Where it is: host and port."""
        ...

    async def state(self) -> Mapping[str, Any]:
        """Whether it is asked now, and what today took, for people."""
        ...
