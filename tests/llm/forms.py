"""A small task, for asking without a real one."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from simonides.storage.llm.task import Form, Material, StatementId, Task


class Verdict(Form):
    """What is said of one statement. The names of two fields are words of JSON schema as well."""

    id: StatementId
    title: Annotated[str, Field(max_length=20)]
    default: bool | None


class Verdicts(Form):
    """Of all statements."""

    verdicts: Annotated[list[Verdict], Field(max_length=3)]


VERDICTS = Task(
    name="verdicts",
    version=1,
    told={"en": "Say a word of every statement.", "zh": "对每条陈述说一个词。"},
    form=Verdicts,
    most_tokens=100,
)
MATERIAL = Material({"statements": [{"id": "m1", "text": "Ravi lives in Lisbon."}]}, ["m1", "m2"])
GOOD = {"verdicts": [{"id": "m1", "title": "plain", "default": None}]}
