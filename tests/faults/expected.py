"""What a store must hold after a series of changes: the rules of the tools, over a plain dict.

A `Plan` is what a call must do to the rows, or the error it must be refused with; `Rows.apply` does it once the
store has said under which receipt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from simonides.storage.errors import Changed, InvalidArgument, SimonidesError

Put = Mapping[str, Any]  # columns of a row and their new values


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of a row: its receipt, what it would put back, and the receipt it took back, if it did."""

    by: str
    was: Put
    of: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One version of one memory."""

    id: str
    content: str
    scope: str
    status: str = "current"
    supersedes: frozenset[str] = frozenset()
    stack: tuple[Entry, ...] = ()

    @property
    def lineage(self) -> str:
        """What all versions of this memory share."""
        return self.id.rpartition(".")[0]

    @property
    def version(self) -> int:
        """Its place among them."""
        return int(self.id.rpartition(".")[2])

    def told(self) -> dict[str, Any]:
        """The row as a child tells it, without its digest."""
        stack = [[e.by, e.of] for e in self.stack]
        return {
            "id": self.id,
            "content": self.content,
            "scope": self.scope,
            "status": self.status,
            "supersedes": sorted(self.supersedes),
            "stack": stack,
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What a call must do. `opens` has no id yet where a new lineage is made; `there` is what says the same."""

    outcome: str
    refusal: type[SimonidesError] | None = None
    edits: Mapping[str, Put] = field(default_factory=dict[str, Put])
    opens: Row | None = None
    erases: frozenset[str] = frozenset()
    of: str = ""
    there: str = ""

    @property
    def touches(self) -> frozenset[str]:
        """The ids of the rows there are that it changes or takes away."""
        return frozenset(self.edits) | self.erases


class Rows:
    """The rows of one store, in the order they came to be."""

    def __init__(self) -> None:
        self.by_id: dict[str, Row] = {}

    def remembering(self, content: str, scope: str = "", replaces: Sequence[str] = ()) -> Plan:
        """Storing a statement, in the place of others if so asked."""
        old = list({r.id: r for r in reversed([self.head(i) for i in replaces])}.values())[::-1]
        if any(r.status != "current" for r in old):
            return Plan("", Changed)
        first = old[0].scope if old else scope or "global"
        scope = "global" if any(r.scope == "global" for r in old) else first
        if twin := self.twin(content, first) or self.twin(content, scope):
            closing = [r for r in old if r.id != twin.id]
            if not closing:
                return Plan("reinforced", there=twin.id)
            put = {"supersedes": twin.supersedes | {r.id for r in closing}}
            edits: dict[str, Put] = {r.id: {"status": "superseded"} for r in closing}
            return Plan("superseded", edits=edits | {twin.id: put}, there=twin.id)
        edits = {r.id: {"status": "superseded"} for r in old}
        opens = Row(self._next(old[0].lineage) if old else "", content, scope, supersedes=frozenset(edits))
        return Plan("superseded" if old else "stored", edits=edits, opens=opens)

    def hiding(self, ids: Sequence[str]) -> Plan:
        """Hiding rows by full id; those that are hidden stay so."""
        edits: dict[str, Put] = {i: {"status": "hidden"} for i in ids if self.by_id[i].status != "hidden"}
        return Plan("hidden" if edits else "nothing", edits=edits)

    def undoing(self, receipt: str) -> Plan:
        """Taking a change back, by its receipt. Only what stands last on every row it touched can be."""
        touched = {r.id: (r, e) for r in self.by_id.values() if (e := _entry(r, receipt))}
        if not touched:
            return Plan("", InvalidArgument)
        if any(not _on_top(row.stack, receipt) for row, _ in touched.values()):
            return Plan("", Changed)
        for row, entry in touched.values():
            if entry.was.get("status", row.status) == "current":
                twin = self.twin(row.content, row.scope, besides=touched)
                if twin is not None:
                    return Plan("", Changed)
        return Plan("undone", edits={i: e.was for i, (_, e) in touched.items()}, of=receipt)

    def erasing(self, ids: Iterable[str]) -> Plan:
        """Erasing rows, with every version of what they replaced and were replaced by."""
        lineages = {self.by_id[i].lineage for i in ids}
        while more := {n for r in self.by_id.values() if (near := _near(r)) & lineages for n in near} - lineages:
            lineages |= more
        return Plan("erased", erases=frozenset(i for i, r in self.by_id.items() if r.lineage in lineages))

    def apply(self, plan: Plan, receipt: str, new_id: str = "") -> None:
        """Make the change of a plan, under the receipt the store gave it."""
        for id_, put in plan.edits.items():
            row = self.by_id[id_]
            was = {column: getattr(row, column) for column in put}
            self.by_id[id_] = replace(row, stack=(*row.stack, Entry(receipt, was, plan.of)), **put)
        if plan.opens:
            opening = Entry(receipt, {"status": "hidden"})
            self.by_id[new_id] = replace(plan.opens, id=new_id, stack=(opening,))
        for id_ in plan.erases:
            del self.by_id[id_]

    def head(self, given: str) -> Row:
        """What stands in the place of a row, or of the versions of a lineage, now. What was hidden after something took
        its place leads on to that."""
        found = [self.by_id[given]] if given in self.by_id else self._versions(given)
        for row in found:  # grows while it is walked
            over, gone = row.status == "superseded", row.status in ("superseded", "hidden")
            later = [r for r in self._versions(row.lineage) if over and r.version > row.version]
            later += [r for r in self.by_id.values() if gone and row.id in r.supersedes]
            found += [r for r in later if r not in found]
        places = {i: n for n, i in enumerate(self.by_id)}
        return max(found, key=lambda r: (r.status == "current", r.status != "superseded", places[r.id]))

    def twin(self, content: str, scope: str, besides: Iterable[str] = ()) -> Row | None:
        """The current row that says the same."""
        same = [r for r in self.current((scope,)) if r.content == content and r.id not in besides]
        return same[0] if same else None

    def current(self, scopes: Iterable[str] = ()) -> list[Row]:
        """The current rows, of these scopes or of all."""
        wanted = tuple(scopes)
        return [r for r in self.by_id.values() if r.status == "current" and (not wanted or r.scope in wanted)]

    def _versions(self, lineage: str) -> list[Row]:
        return sorted((r for r in self.by_id.values() if r.lineage == lineage), key=lambda r: r.version)

    def _next(self, lineage: str) -> str:
        return f"{lineage}.{self._versions(lineage)[-1].version + 1}"


def _near(row: Row) -> set[str]:
    return {row.lineage} | {i.rpartition(".")[0] for i in row.supersedes}


def _entry(row: Row, receipt: str) -> Entry | None:
    return next((e for e in row.stack if e.by == receipt), None)


def _on_top(stack: Sequence[Entry], receipt: str) -> bool:
    """Whether all changes of the same columns that came after one took each other back."""
    its = next(e for e in stack if e.by == receipt)
    sharing = [e for e in stack if e is its or e.was.keys() & its.was.keys()]
    return _standing(sharing) == _standing(sharing[: sharing.index(its) + 1])


def _standing(stack: Sequence[Entry]) -> list[str]:
    """The changes that stand: one and its undoing cancel out."""
    stands: list[str] = []
    about: dict[str, str] = {}  # what an undoing, or the undoing of one, puts in or takes out
    for entry in stack:
        change = about[entry.by] = about.get(entry.of, entry.of) if entry.of else entry.by
        if change in stands:
            stands.remove(change)
        else:
            stands.append(change)
    return stands
