"""What the tests of the consolidator share: statements told, passes made, and what is recalled after."""

from __future__ import annotations

from typing import Any

import pytest

from simonides.storage.memory import Memory
from simonides.tools.consolidate.passing import Consolidator, Report
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from tests.consolidate.gold import Scripted


class Bench:
    """A mind at which somebody tells things and a scripted model tidies up."""

    def __init__(self, mind: Mind, caller: Caller, clock: Any) -> None:
        self.mind, self.caller, self.clock = mind, caller, clock

    async def tell(self, content: str, **more: Any) -> str:
        """Store a statement; its id."""
        self.clock.advance(seconds=1)
        trust = more.pop("trust", "assistant")
        caller = Caller(self.caller.client, self.caller.connection, trust)
        answer: Any = await remember(self.mind, caller, Remember(content=content, **more))
        return answer.data.id

    async def tidy(self, model: Scripted, passes: int = 1, **more: Any) -> list[Report]:
        """So many passes."""
        consolidator = Consolidator(self.mind, model)
        self.clock.advance(seconds=1)
        return [await consolidator.once(**more) for _ in range(passes)]

    async def row(self, id_: str) -> Memory:
        """A row as it is."""
        return (await self.mind.reader.get([id_]))[id_]

    async def recalled(self, query: str = "", **more: Any) -> Any:
        """What a question gets, as data."""
        return (await recall(self.mind, self.caller, Recall(query=query, max_tokens=8000, **more))).data

    async def contents(self, query: str, **more: Any) -> list[str]:
        """The contents recalled for a question."""
        return [m.content for m in (await self.recalled(query, **more)).memories]

    async def undo(self, receipts: str) -> None:
        """Take changes back."""
        self.clock.advance(seconds=1)
        await forget(self.mind, self.caller, Forget(undo=receipts))

    async def answers(self, *queries: str) -> list[Any]:
        """All that is recalled for these questions, in order, once every row has its vector; without scores and channels, which
        depend on how common a word is among all rows, those that are hidden included."""
        assert await self.mind.upkeep.caught_up(30)
        found = [m for q in queries for m in (await self.recalled(q, limit=50)).memories]
        return [m.model_dump(exclude={"score", "why"}) for m in found]

    async def current(self) -> dict[str, str]:
        """The contents of all current rows, by id."""
        return {m.id: m.content for m in await self.mind.reader.where("status = 'current'")}


@pytest.fixture
def at(mind: Mind, caller: Caller, clock: Any) -> Bench:
    return Bench(mind, caller, clock)
