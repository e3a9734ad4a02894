"""A language model behind an endpoint that speaks OpenAI's protocol."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import anyio

from ..errors import AnswerUnusable, ModelUnavailable
from ..lane import Lane
from .access import Access
from .asking import Message, parsed, repair
from .breaker import Breaker
from .dialect import Dialect
from .refusal import Refusal
from .reply import Reply, Usage, read_reply
from .spending import Spending, Spent, tokens_of
from .task import Form, Material, Task
from .unavailable import Unasked, Unreached

if TYPE_CHECKING:
    from .wire import Wire

A = TypeVar("A", bound=Form)
_NOTHING = Usage(0, 0)
_MISSING = "Asking a language model needs another package: pip install 'simonides[llm]'."


class Endpoint:
    """A Model (see there). What the endpoint takes is found out with the first question and kept.

    Nothing is connected, and the client library not imported, before the first question.
    """

    def __init__(self, access: Access, spending: Spending, breaker: Breaker) -> None:
        self.access, self.spending, self.breaker = access, spending, breaker
        self._turns = anyio.CapacityLimiter(access.at_once)
        self._lane = Lane()
        self._wire: Wire | None = None
        self._closed = False
        self._dialect = Dialect()

    @property
    def name(self) -> str:
        """The model, as its endpoint calls it."""
        return self.access.model

    @property
    def place(self) -> str:
        """Where it is: host and port."""
        return self.access.place

    async def state(self) -> Mapping[str, Any]:
        """Whether it is asked now, and what today took of what a day may take."""
        try:
            spent = await self.spending.spent()
        except ModelUnavailable as fault:
            return {"state": "not asked", "failure": str(fault)}
        try:
            self.breaker.check()
        except ModelUnavailable as fault:
            return {"state": "left alone", "failure": str(fault), **self._taken(spent)}
        return {"state": "asked in quiet moments", **self._taken(spent)}

    def _taken(self, spent: Spent) -> Mapping[str, Any]:
        most = f" of {self.access.tokens_per_day:,}" if self.access.tokens_per_day else ""
        cost = {"cost_today": round(spent.cost, 4)} if self.access.price_in or self.access.price_out else {}
        return {"questions_today": spent.questions, "tokens_today": f"{spent.tokens:,}{most}", **cost}

    async def answer(self, task: Task[A], material: Material) -> A:
        """The answer in the form of the task; an answer that is not is told what is wrong, once.

        Raises ModelUnavailable and AnswerUnusable, as Model says. The time limit is for all of it, once it is its turn.
        """
        async with self._turns:
            self.breaker.check()
            wire = await self._lane.run(self._opened)
            try:
                answer = await self._answer(wire, task, material)
            except AnswerUnusable as fault:
                self.breaker.unusable(fault)
                raise
            self.breaker.usable()
            return answer

    async def aclose(self) -> None:
        """Close the connections; nothing can be asked any more."""
        self._closed = True
        if self._wire:
            await self._wire.close()

    def _opened(self) -> Wire:
        """In the lane, so that one is made."""
        if self._closed:
            raise Unasked("The language model is not asked any more: the process ends.")
        if self._wire is None:
            try:
                from .wire import Wire
            except ImportError:
                raise Unasked(_MISSING, lasting=True) from None
            self._wire = Wire(self.access)
        return self._wire

    async def _answer(self, wire: Wire, task: Task[A], material: Material) -> A:
        ask = partial(self._text, wire, task, material, anyio.current_time() + self.access.timeout_s)
        text = await ask(())
        try:
            return await self._lane.run(partial(parsed, task, text, material.ids))
        except AnswerUnusable as unusable:
            problem = str(unusable)
        text = await ask(repair(text, problem, material.language))
        return await self._lane.run(partial(parsed, task, text, material.ids))

    async def _text(
        self, wire: Wire, task: Task[Any], material: Material, until: float, after: Sequence[Message]
    ) -> str:
        """What the model writes, asked in the dialect its endpoint takes. A dialect is kept once it was answered."""
        dialect = self._dialect
        with self.breaker.passing():
            while True:
                body = dialect.body(self.access.model, task, material, secrets.token_hex(8), after)
                try:
                    reply = await self._reply(wire, body, dialect.most_tokens(task), until)
                except Refusal as refusal:
                    simpler = dialect.without(refusal)
                    if simpler is None:
                        raise refusal.fault(self.access) from None
                    dialect = simpler
                else:
                    break
        self._dialect = dialect
        if reply.fault:
            raise AnswerUnusable(reply.fault)
        return reply.text

    async def _reply(self, wire: Wire, body: dict[str, Any], most_out: int, until: float) -> Reply:
        """One request and what it cost. That of one that was given up stays counted: it may have been answered."""
        tokens_in = tokens_of(json.dumps([body["messages"], body.get("response_format")], ensure_ascii=False))
        reserved = await self.spending.reserve(tokens_in, most_out)
        try:
            with anyio.fail_after(until - anyio.current_time()):
                data = await wire.send(body)
        except TimeoutError:
            late = f"No answer from {self.access.place} in time; see SIMONIDES_LLM_TIMEOUT_S."
            raise ModelUnavailable(late) from None
        except (Refusal, Unreached):
            await self.spending.settle(reserved, _NOTHING)
            raise
        reply = await self._lane.run(partial(read_reply, data))
        if reply.usage or reply.text:
            await self.spending.settle(reserved, reply.usage or Usage(tokens_in, tokens_of(reply.text)))
        return reply
