"""Judge pairs: whether a later statement says the same as an earlier one, replaces it, contradicts it, or neither."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..task import PER_ID, Form, StatementId, Task

Verdict = Literal["same", "updates", "contradicts", "refines", "unrelated"]


class Judged(Form):
    """What one pair is. `id`: that of the pair."""

    id: StatementId
    reason: Annotated[str, Field(max_length=200)]
    verdict: Verdict
    confidence: Annotated[float, Field(ge=0, le=1)]


class Judgements(Form):
    """Judgements of the pairs that have to do with each other, and of those that are marked, in their order."""

    judgements: Annotated[list[Judged], Field(max_length=16, json_schema_extra={PER_ID: 1})]


PAIRS = Task(
    name="pairs",
    version=1,
    told={
        "en": """You compare pairs of statements out of a person's memory. Each pair has an earlier and a later one, with the time each was told. Most pairs have nothing to do with each other: leave those out, but for pairs marked `contested`, of which each needs an answer.
For each other pair say:
same: both say the same in other words; nothing of either is lost if one goes.
updates: the later says what holds now instead of the earlier: the earlier held then and holds no more, or was a mistake.
contradicts: both cannot hold, and nothing shows which does.
refines: the later adds to the earlier or makes it more exact; both hold.
unrelated: anything else; different people, things, places, times or events; both can hold side by side.
An event that ends a state updates it ("she stepped down", "we moved"). Two events at different times, two likes, two people who share a trait are unrelated. If you are not sure that they are about the very same matter, say unrelated. Be strict about numbers, names, dates and negation: what differs in one of them is never "same".
reason: in a few words, before the verdict. confidence: 0 to 1.""",
        "zh": """你比较一个人的记忆中的成对陈述。每对有较早和较晚的一条，附有各自说出的时间。多数成对的陈述互不相干：这些不写，但标有 `contested` 的每一对都要回答。
对其余每一对给出判断：
same：两条用不同的话说同一件事，去掉一条不丢失任何内容。
updates：较晚的一条说的是现在的情况，取代较早的一条：较早的当时成立、如今不再成立，或者本来就是错的。
contradicts：两条不能同时成立，而看不出哪一条成立。
refines：较晚的一条补充较早的或使其更准确，两条都成立。
unrelated：其他情况；不同的人、事物、地点、时间或事件；两条可以并存。
结束一种状态的事件（“她卸任了”“我们搬家了”）就是 updates。不同时间的两个事件、两种爱好、两个有相同特征的人都是 unrelated。不确定说的是不是同一件事，就写 unrelated。数字、名字、日期、否定要严格对待：其中一项不同就绝不是 same。
reason：先用几个词说明理由。confidence：0 到 1。""",
    },
    form=Judgements,
    most_tokens=1_500,
)
