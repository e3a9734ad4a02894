"""A history of statements, repetitions, hidings and undoings, and what is believed after each, by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tests.tools.believed import TRUSTS, Entry, Row, before, may_end, place, standing


class Refused(Exception):
    """The server must refuse, too, with the error of this name."""


@dataclass(frozen=True)
class Told:
    """What a call must answer: the number of the row, and of the change if anything changed."""

    outcome: str
    row: int = -1
    change: int | None = None


class Beliefs:
    """The rows of one store and every change made to them, in order."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.changes = 0

    def remember(self, new: Row, replaces: Sequence[int] = (), *, correction: bool = False) -> Told:
        """A statement is told. `new` has its scope as given; what replaces others takes theirs."""
        now = new.told
        named = list({r.number: r for r in reversed([self.head(i) for i in replaces])}.values())[::-1]
        if any(r.status != "current" for r in named):
            raise Refused("Changed")
        new = replace(new, scope=named[0].scope if named else new.scope)
        named += [r for r in self._contested_twins(new, named) if r not in named]
        if twin := self.twin(new, now):
            return self._again(twin, new, named, correction=correction)
        others = [r for r in self.slot(new) if r not in named]
        mistaken, first = named, new
        past = [] if named or not correction else [r for r in self.slot(new, same=True) if r.was(new.when, now)]
        if past:
            mistaken = [r for r in others if r in past]
            first = replace(new, ends=max(r.over for r in past if r.over))
        elif correction and not named:
            mistaken = [r for r in others if _stands(r, now) and may_end(new, r)]
        others = [r for r in others if r not in mistaken]
        if correction and mistaken and not past:
            first = replace(new, when=new.when or mistaken[0].when, ends=new.ends or mistaken[0].ends)
        made, closes, cuts, against = place(first, mistaken, others, now)
        if closes:
            made = replace(made, scope="global" if any(r.scope == "global" for r in closes) else closes[0].scope)
        if twin := self.twin(made, now):
            return self._again(twin, new, named, correction=correction)
        change = self._change()
        made = replace(made, number=len(self.rows), log=[Entry(change, {"status": "hidden", "closed": now})])
        made.cut_by = next((r.number for r in others if made.ends == r.began and first.ends != made.ends), None)
        made.contests = frozenset(r.number for r in against)
        made.supersedes = frozenset(r.number for r in closes if r.status == "current")
        self.rows.append(made)
        for old in closes:
            if old.status == "superseded":
                self._put(old, change, ends=old.began)
                continue
            self._close(old, made.began, now, change, mistaken=correction)
        for old in cuts:
            self._put(old, change, ends=made.began)
        for old in against:
            self._put(old, change, contests=old.contests | {made.number})
        return Told("superseded" if closes else "contested" if against else "stored", made.number, change)

    def _again(self, row: Row, new: Row, named: Sequence[Row], *, correction: bool) -> Told:
        """What is current is told again: it may be surer by it, or more trusted, and end what it could not before."""
        now, put = new.told, reinforced(row, new)
        surer = replace(row, **put)
        follower = replace(surer, when=row.began, told=now)
        named = [r for r in named if r is not row]
        closes = [r for r in named if may_end(follower, r)]
        against = [r for r in named if r not in closes and row.number not in r.contests]
        rivals = {
            r.number: r for r in (*(self.rows[i] for i in row.contests), *self.slot(row)) if r.status == "current"
        }
        if put or named or correction:
            others = [r for r in rivals.values() if r not in named and _opposed(r, row)]
            least = min(surer.trust, new.trust, key=TRUSTS.index)
            closes += place(replace(follower, trust=least, sure=min(surer.sure, new.sure)), (), others, now)[1]
        dated = next((r for r in closes if r.when), None)
        if correction and dated and not row.when:
            put |= {"when": dated.when, "ends": row.ends or dated.ends}
        if closes or against:
            gone = frozenset(r.number for r in closes)
            put["contests"] = row.contests - gone | {r.number for r in against}
            put |= {"supersedes": row.supersedes | gone} if gone else {}
        worth = TRUSTS.index(new.trust) >= TRUSTS.index(row.trust) and new.sure >= min(row.sure, 0.5)
        outranked = worth and any(before(r, surer) for r in rivals.values() if r not in closes)
        if not (put or outranked):
            return Told("reinforced", row.number)
        change = self._change()
        for old in closes:
            self._close(old, row.began, now, change, mistaken=correction)
        for old in against:
            self._put(old, change, contests=old.contests | {row.number})
        self._put(row, change, again=now if outranked else None, **(put or {"origins": row.origins}))
        return Told("superseded" if closes else "contested" if against else "reinforced", row.number, change)

    def _contested_twins(self, new: Row, named: Sequence[Row]) -> list[Row]:
        """What was stored against a row in the very words that now replace it, in another scope or with other slots."""
        against = {n for r in named for n in r.contests}
        return [
            r
            for r in self.rows
            if r.number in against
            and r.status == "current"
            and _words(r) == _words(new)
            and r.scope != new.scope
            and TRUSTS.index(new.trust) >= TRUSTS.index(r.trust)
        ]

    def hide(self, number: int, now: datetime) -> Told:
        """Out of every answer; what it replaced stays replaced."""
        if self.rows[number].status == "hidden":
            return Told("nothing", number)
        change = self._change()
        self._put(self.rows[number], change, status="hidden", closed=now)
        return Told("hidden", number, change)

    def undo(self, change: int, now: datetime) -> Told:
        """All columns a change put are put back, unless a later change of one of them stands, or another row says the
        same by now."""
        touched = [(r, e) for r in self.rows for e in r.log if e.by == change]
        if not all(_free(r.log, e) for r, e in touched):
            raise Refused("Changed")
        after = [(r, _before(r, e)) for r, e in touched]
        beside = [r for r in self.rows if r not in [t for t, _ in touched] and _stands(r, now)]
        if any(_stands(replace(r, **was), now) and _says(r) == _says(o) for r, was in after for o in beside):
            raise Refused("Changed")
        back = [r for r, was in after if was.get("status", r.status) == "current" != r.status]
        mine = self._change()
        for row, was in after:
            self._put(row, mine, of=change, **was)
        for row in (r for r in self.rows if r.cut_by in [t.number for t, _ in touched if t.status == "hidden"]):
            if row.ends == self.rows[row.cut_by or 0].began and row.status != "hidden":
                self._put(row, mine, ends=None)
        for row in back:
            for other in self.slot(row):
                early, late = sorted((row, other), key=lambda r: r.began)
                if other.status == "current" and other.number not in row.contests and early.holds(late.began):
                    self._put(row, mine, contests=row.contests | {other.number})
                    self._put(other, mine, contests=other.contests | {row.number})
        return Told("undone", change=mine)

    def head(self, number: int) -> Row:
        """What stands in the place of a row now, past what was hidden after it was replaced itself."""
        if number >= len(self.rows):
            raise Refused("UnknownMemory")
        found = [self.rows[number]]
        for row in found:  # grows while it is walked
            gone = row.status in ("superseded", "hidden")
            found += [r for r in self.rows if gone and row.number in r.supersedes and r not in found]
        return max(found, key=lambda r: (r.status == "current", r.status != "superseded", r.told))

    def twin(self, new: Row, now: datetime) -> Row | None:
        """The row that says the same and still holds."""
        return next((r for r in self.rows if _says(r) == _says(new) and _stands(r, now)), None)

    def slot(self, row: Row, *, same: bool = False) -> list[Row]:
        """The rows that give the slot of this one another value, or the `same`, too, in its scope and in `global`,
        hidden ones aside."""
        return [
            r
            for r in self.rows
            if (_opposed(r, row) or (same and r.subject == row.subject))
            and r.status != "hidden"
            and r.scope in (row.scope, "global")
        ]

    def held(self, subject: str, scopes: Sequence[str], at: datetime) -> set[int]:
        """The rows of a slot that hold at a time."""
        return {
            r.number for r in self.rows if r.subject == subject and r.scope in scopes and r.began <= at and r.holds(at)
        }

    def first(self, subject: str, scopes: Sequence[str], now: datetime) -> list[int]:
        """What holds now, the latest told first, and each before those it stands against and comes before."""
        order = [r for r in self.rows if r.subject == subject and r.scope in scopes and _stands(r, now)]
        order.sort(key=lambda r: r.told, reverse=True)
        for row in list(order):
            ahead = order[: order.index(row)]
            for other in ahead:
                if (other.number in row.contests or row.number in other.contests) and before(row, other):
                    order.remove(row)
                    order.insert(order.index(other), row)
                    break
        return [r.number for r in order]

    def _change(self) -> int:
        self.changes += 1
        return self.changes - 1

    def _close(self, old: Row, began: datetime, now: datetime, change: int, *, mistaken: bool) -> None:
        ended = old.began if mistaken else max(old.began, began)
        self._put(old, change, status="superseded", closed=now, ends=min(old.ends or ended, ended))

    def _put(self, row: Row, change: int, of: int | None = None, again: datetime | None = None, **columns: Any) -> None:
        was = {name: getattr(row, name) for name in columns}
        if row.log and row.log[-1].by == change:
            row.log[-1] = replace(row.log[-1], was=was | row.log[-1].was)
        else:
            row.log.append(Entry(change, was, of, again))
        for name, value in columns.items():
            setattr(row, name, value)


def reinforced(row: Row, new: Row) -> dict[str, Any]:
    """Trust is the higher, and who has it is as sure as they say; another's word of the same or less trust adds, one's
    own again only if it is surer."""
    origin, origins = _origin(new), row.origins or frozenset({_origin(row)})
    trust = max(row.trust, new.trust, key=TRUSTS.index)
    if trust != row.trust:  # with a confidence of their own
        told = {"trust": trust, "sure": new.sure, "origins": origins | {origin}}
    elif origin in origins:
        told = {"trust": trust, "sure": max(row.sure, new.sure), "origins": row.origins}
    else:
        both = min(1 - (1 - row.sure) * (1 - new.sure), 0.99)
        told = {"trust": trust, "sure": round(max(both, row.sure), 6), "origins": origins | {origin}}
    return {name: value for name, value in told.items() if value != getattr(row, name)}


def _origin(row: Row) -> str:
    return "a page" if row.trust == "external" else "the user"


def _opposed(one: Row, other: Row) -> bool:
    return one.subject == other.subject and one.value != other.value


def _says(row: Row) -> tuple[str, ...]:
    return row.subject, row.value, row.words, row.scope


def _words(row: Row) -> tuple[str, ...]:
    return row.subject, row.value, row.words


def _stands(row: Row, now: datetime) -> bool:
    return row.status == "current" and row.holds(now)


def _free(log: Sequence[Entry], its: Entry) -> bool:
    """Whether later changes of the same columns were all taken back. Lists of what a row contests are added to side by
    side."""
    columns = its.was.keys() - {"contests"}
    sharing = [e for e in log if e is its or columns & (e.was.keys() - {"contests"})]
    stand, then = standing(sharing), standing(sharing[: sharing.index(its) + 1])
    return stand == then or stand[-1:] == [its.by]


def _before(row: Row, its: Entry) -> dict[str, Any]:
    was = dict(its.was)
    if "contests" in was:
        later = row.log[row.log.index(its) + 1 :]
        then = next((e.was["contests"] for e in later if "contests" in e.was), row.contests)
        was["contests"] = row.contests - (then - was["contests"]) | (was["contests"] - then)
    return was
