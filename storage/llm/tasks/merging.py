"""Merge duplicates: one statement that says what several say in different words."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..task import PER_ID, Form, StatementId, Task


class Merged(Form):
    """The one statement, and those it was made from."""

    text: Annotated[str, Field(min_length=1, max_length=1_000)]
    sources: Annotated[list[StatementId], Field(min_length=1, max_length=8, json_schema_extra={PER_ID: 1})]


MERGING = Task(
    name="merging",
    version=1,
    told={
        "en": """The statements given say the same in different words. Write one statement that says what they say together, in one or two sentences, in their language. Keep every name, number and date as it stands there. Add nothing that none of them says. sources: the ids of the statements you used.""",
        "zh": """给出的陈述用不同的话说同一件事。用一两句话写出一条陈述，说出它们共同的内容，用它们的语言。名字、数字、日期一律照原样保留。不添加它们都没有说的内容。sources：所用陈述的编号。""",
    },
    form=Merged,
    most_tokens=600,
)
