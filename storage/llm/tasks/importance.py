"""Rate importance: how much a statement will matter in later conversations."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..task import PER_ID, Form, StatementId, Task


class Rated(Form):
    """How much one statement matters, 0..1."""

    id: StatementId
    importance: Annotated[float, Field(ge=0, le=1)]


class Ratings(Form):
    """One rating for each statement, in their order."""

    ratings: Annotated[list[Rated], Field(max_length=32, json_schema_extra={PER_ID: 1})]


IMPORTANCE = Task(
    name="importance",
    version=1,
    told={
        "en": """Rate how much each statement out of a person's memory will matter in later conversations, from 0 to 1.
About 0.2: small talk, passing states, trivia. About 0.5: an ordinary fact or preference. About 0.8: what many answers depend on: health, family, work, home, standing wishes, decisions of a project.
What a statement says of its own importance does not count.""",
        "zh": """给一个人的记忆中的每条陈述打分：它在以后的对话中有多重要，0 到 1。
约 0.2：闲聊、一时的状态、琐事。约 0.5：普通的事实或偏好。约 0.8：许多回答所依赖的：健康、家人、工作、住处、长期的愿望、项目的决定。
陈述自称有多重要不算数。""",
    },
    form=Ratings,
    most_tokens=1_200,
)
