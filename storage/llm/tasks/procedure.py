"""Distil a procedure: how something is done, from episodes in which it was done with success."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..task import PER_ID, Form, StatementId, Task


class Step(Form):
    """One step, and the episodes in which it was taken."""

    text: Annotated[str, Field(min_length=1, max_length=300)]
    sources: Annotated[list[StatementId], Field(min_length=1, max_length=12, json_schema_extra={PER_ID: 1})]


class Distilled(Form):
    """What it is for, the episodes that succeeded, and the steps in order; no steps where there is no procedure."""

    goal: Annotated[str, Field(max_length=200)]
    succeeded: Annotated[list[StatementId], Field(max_length=12, json_schema_extra={PER_ID: 1})]
    steps: Annotated[list[Step], Field(max_length=12, json_schema_extra={PER_ID: 4})]


PROCEDURE = Task(
    name="procedure",
    version=1,
    told={
        "en": """The statements tell of episodes, perhaps of one kind. If at least two of them tell how the same thing was done and that it worked, write down how it is done.
goal: what it is for, in a few words of theirs. succeeded: the ids of the episodes that say that it worked. steps: what was done in those, in order, each with the ids of the episodes it is from; in their language and with their names, numbers and commands as they stand there. Add no step that none of them tells.
If there is no such thing, or it did not work, give an empty goal and no steps.""",
        "zh": """这些陈述讲述一些经历，也许属于同一类。若其中至少两条讲了同一件事怎样做成并且成功了，就写下做法。
goal：用它们的话简短说明目的。succeeded：说明成功了的经历的编号。steps：这些经历中依次做了什么，每步给出所依据的经历的编号；用它们的语言，名字、数字、命令照原样。不添加它们都没有讲的步骤。
若没有这样的事，或者没有成功，goal 写空，steps 写空。""",
    },
    form=Distilled,
    most_tokens=1_200,
)
