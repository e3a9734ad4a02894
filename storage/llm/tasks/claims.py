"""Extract claims: what a statement says, in slots."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..task import PER_ID, Form, StatementId, Task

_Slot = Annotated[str, Field(min_length=1, max_length=200)]


class Claimed(Form):
    """One claim of one statement. `when`: the words of the statement that say since when, or when; empty without."""

    id: StatementId
    subject: _Slot
    relation: _Slot
    object: _Slot
    exclusive: bool | None
    when: Annotated[str, Field(max_length=60)]
    confidence: Annotated[float, Field(ge=0, le=1)]


class Claims(Form):
    """The claims of all statements, in their order."""

    claims: Annotated[list[Claimed], Field(max_length=60, json_schema_extra={PER_ID: 4})]


CLAIMS = Task(
    name="claims",
    version=1,
    told={
        "en": """You read statements out of a person's memory and say what each states in slots.
For every statement give each thing it states as subject, relation, object. Present tense, active voice. Use one spelling for one person or thing, full names where the statements have them, and "user" for the person whose memory it is. Word one relation always alike ("lives in", "works for", "is married to"). Take subject and object from the statement's own words; add nothing it does not say.
exclusive: true if the subject can have only one object of this relation at a time (home, employer, age, capital of a country), false if it can have several (likes, skills, friends), null if unsure.
when: copy the words that say since when it holds or when it happened, else "".
confidence: how sure you are that the statement says this, 0 to 1.
Leave out a statement that states nothing of that form. A wish, a question, hearsay or a joke states nothing.
`about` lists claims stored already: reuse their names and relations.""",
        "zh": """你阅读一个人的记忆中的陈述，用槽位写出每条陈述说了什么。
对每条陈述，把它说的每件事写成主语、关系、宾语。用现在时、主动语态。同一个人或事物只用一种写法，陈述里有全名就用全名；记忆的主人写作“用户”。同一种关系总用同一种说法（“居住地”“雇主”“配偶”）。主语和宾语取自陈述原文，不添加陈述没有说的内容。
exclusive：主语在同一时间只能有一个这样的宾语（住处、雇主、年龄、首都）写 true，可以有多个（爱好、技能、朋友）写 false，不确定写 null。
when：抄下陈述中说明从何时起或何时发生的词语，没有则写 ""。
confidence：你有多确定陈述说了这件事，0 到 1。
不具有这种形式的陈述不写。愿望、疑问、传闻、玩笑不算陈述。
`about` 列出已经存下的槽位：沿用其中的名称和关系。""",
    },
    form=Claims,
    most_tokens=2_000,
)
