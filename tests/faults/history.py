"""What was asked of a store, what it acknowledged, and what it must therefore hold.

As in Jepsen's histories an order is invoked, then answered, or its outcome is not known, because whoever worked on
it was killed: it may have been done or not. The store then says which, and has to stay with that.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.faults.expected import Plan, Rows

Told = dict[str, Any]  # a row as a child tells it

# How often each is asked for, of a hundred.
LOAD = {"remember": 52, "replace": 16, "hide": 8, "undo": 8, "erase": 4, "compact": 3, "recall": 9}
_LATELY = 20  # changes that undo picks from
_WORDS = ("amber", "basalt", "cedar", "dune", "ember", "flint", "grove", "harbour")


@dataclass(frozen=True, slots=True)
class Order:
    """One thing asked for: the message, what it must do, and the row that must be seen, if it is a recall."""

    message: Told
    plan: Plan
    sees: str = ""

    @property
    def content(self) -> str:
        """The statement it stores, if it does."""
        return self.message.get("content", "")


class History:
    """The orders to one store and what came of them. Those in flight at once never touch the same memory."""

    def __init__(self, seed: int, load: dict[str, int] = LOAD) -> None:
        self.rows = Rows()
        self.outcomes = Counter[str]()
        self._dice = random.Random(seed)
        self._load = load
        self._number = 0
        self._receipts: list[str] = []
        self._again: list[Told] = []
        self._in_flight: dict[int, Order] = {}

    @property
    def in_flight(self) -> int:
        """How many orders wait for their answer."""
        return len(self._in_flight)

    def invoke(self) -> Told:
        """The next order, as a message. What a kill interrupted is often asked for again, as a client would."""
        verb = self._dice.choices(list(self._load), list(self._load.values()))[0]
        order = self._repeated() or self._made(verb) or self._remember()
        self._number += 1
        self._in_flight[self._number] = order
        return {"number": self._number, **order.message}

    def ok(self, answer: Told) -> None:
        """An answer: it must be the one that the rows require."""
        order = self._in_flight.pop(answer.pop("number"))
        assert "refused" not in answer, (order.message, answer)
        self.outcomes["ok " + order.message["verb"]] += 1
        if order.sees:
            assert order.sees in answer["ids"], f"acknowledged and not found: {self.rows.by_id[order.sees]}"
        if order.plan.outcome:
            assert answer["outcome"] == order.plan.outcome, (order.message, answer)
        if order.plan.there:
            assert answer["id"] == order.plan.there
        self._apply(order, answer.get("receipt", ""), answer.get("id", ""))

    def doubtful(self) -> Told:
        """What to look at in the store to know what became of the orders in flight; empty if there are none."""
        ids = sorted({i for o in self._in_flight.values() for i in o.plan.touches})
        contents = [o.content for o in self._in_flight.values() if o.content]
        return {"ids": ids, "contents": contents} if ids or contents else {}

    def resolve(self, found: Sequence[Told]) -> None:
        """Settle the orders in flight by what the store holds: each was done as a whole, or not at all."""
        orders, self._in_flight = list(self._in_flight.values()), {}
        for order in orders:
            receipt, new_id = self._deed(order, found)
            done = bool(receipt) or self._erased(order, found)
            self.outcomes[f"{'done' if done else 'not done'} {order.message['verb']}"] += 1
            if done:
                self._apply(order, receipt, new_id)
            if order.content and self._dice.random() < 0.5:
                self._again.append(order.message)
        asked = {i for o in orders for i in o.plan.touches} | {r["id"] for r in found}
        self._compare(found, asked)

    def check(self, found: Sequence[Told]) -> None:
        """All rows of the store are those that must be there."""
        self._compare(found, self.rows.by_id)

    def _compare(self, found: Sequence[Told], ids: Collection[str]) -> None:
        wrong = violations(found, (r.told() for i, r in self.rows.by_id.items() if i in ids))
        assert not wrong, "\n".join(wrong)

    def _deed(self, order: Order, found: Sequence[Told]) -> tuple[str, str]:
        """The receipt a change in doubt left in the rows, and the id of the row it made."""
        made = [r for r in found if order.plan.opens and r["content"] == order.content]
        edited = [r for r in found if r["id"] in order.plan.edits]
        grown = [r for r in edited if len(r["stack"]) > len(self.rows.by_id[r["id"]].stack)]
        receipts = [r["stack"][-1][0] for r in (*made, *grown)]
        return next(iter(receipts), ""), made[0]["id"] if made else ""

    def _erased(self, order: Order, found: Sequence[Told]) -> bool:
        return not order.plan.erases <= {r["id"] for r in found}

    def _apply(self, order: Order, receipt: str, new_id: str) -> None:
        self.rows.apply(order.plan, receipt, new_id)
        if receipt:
            self._receipts.append(receipt)

    def _repeated(self) -> Order | None:
        while self._again:
            message = self._again.pop()
            plan = self.rows.remembering(message["content"], replaces=self._there(message.get("replaces", ())))
            if (
                not plan.refusal
                and self._free(plan)
                and self._there(message.get("replaces", ())) == message.get("replaces", [])
            ):
                return Order(message, plan)
        return None

    def _there(self, ids: Iterable[str]) -> list[str]:
        return [i for i in ids if i in self.rows.by_id]

    def _free(self, plan: Plan) -> bool:
        """Whether no order in flight has to do with the memories of this one."""
        busy = {_lineage(i) for o in self._in_flight.values() for i in (*o.plan.touches, o.plan.there, o.sees)}
        return not busy & {_lineage(i) for i in (*plan.touches, plan.there) if i}

    def _made(self, verb: str) -> Order | None:
        """An order of this kind, or None where there is nothing for it to work on."""
        if verb == "compact":
            return Order({"verb": verb}, Plan(""))
        if verb == "undo":
            return self._undo()
        if verb == "remember" or not (picked := self._picked()):
            return None
        if verb == "recall":
            return Order({"verb": verb, "query": self.rows.by_id[picked].content}, Plan(""), sees=picked)
        if verb == "replace":
            return self._remember([picked])
        plan = self.rows.hiding([picked]) if verb == "hide" else self.rows.erasing([picked])
        return Order({"verb": verb, "ids": [picked]}, plan)

    def _picked(self) -> str:
        """A current row that no order in flight has to do with."""
        for row in self._dice.choices(self.rows.current() or [None], k=8):
            if row and self._free(Plan("", there=row.id)):
                return row.id
        return ""

    def _remember(self, replaces: Collection[str] = ()) -> Order:
        content = f"The {self._dice.choice(_WORDS)} entry has the number {self._number}."
        message = {"verb": "remember", "content": content} | ({"replaces": list(replaces)} if replaces else {})
        return Order(message, self.rows.remembering(content, replaces=list(replaces)))

    def _undo(self) -> Order | None:
        for receipt in self._dice.sample(self._receipts[-_LATELY:], min(3, len(self._receipts))):
            plan = self.rows.undoing(receipt)
            if not plan.refusal and self._free(plan):
                return Order({"verb": "undo", "receipt": receipt}, plan)
        return None


def _lineage(id_: str) -> str:
    return id_.rpartition(".")[0]


def violations(found: Iterable[Told], expected: Iterable[Told]) -> list[str]:
    """What is wrong with rows, against those there must be: lost, changed, too many, doubled."""
    rows = list(found)
    there = {r["id"]: r for r in rows}
    wanted = {r["id"]: r for r in expected}
    wrong = [f"lost {wanted[i]}" for i in wanted.keys() - there.keys()]
    wrong += [f"never asked for {there[i]}" for i in there.keys() - wanted.keys()]
    for id_ in there.keys() & wanted.keys():
        if different := {k: (there[id_][k], v) for k, v in wanted[id_].items() if there[id_][k] != v}:
            wrong.append(f"{id_} is not as acknowledged (found, expected): {different}")
    return wrong + doubled(rows)


def doubled(rows: Iterable[Told]) -> list[str]:
    """What is there twice: an id, a statement, a current version of one memory."""
    every = list(rows)
    current = [r for r in every if r["status"] == "current"]
    wrong = [f"id {i} twice" for i, n in Counter(r["id"] for r in every).items() if n > 1]
    wrong += [f"{d[:12]} stated twice" for d, n in Counter(r["digest"] for r in current).items() if n > 1]
    lineages = Counter(_lineage(r["id"]) for r in current)
    return wrong + [f"{n} current versions of {i}" for i, n in lineages.items() if n > 1]
