"""The rules of belief on one page. Slots hold one value at a time, times given are days, rows and changes have numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

TRUSTS = ("external", "assistant", "user")  # the least first


@dataclass(frozen=True)
class Entry:
    """One change of a row: what it would put back, the change it took back, and when it told the row again."""

    by: int
    was: dict[str, Any]
    of: int | None = None
    again: datetime | None = None


@dataclass
class Row:
    """One statement: its slot is `subject`, `words` tell apart statements of one value."""

    subject: str
    value: str
    words: str
    scope: str
    trust: str
    sure: float
    when: datetime | None
    told: datetime
    status: str = "current"
    ends: datetime | None = None
    closed: datetime | None = None
    contests: frozenset[int] = frozenset()
    supersedes: frozenset[int] = frozenset()
    origins: frozenset[str] = frozenset()
    number: int = -1
    cut_by: int | None = None
    log: list[Entry] = field(default_factory=list[Entry])

    @property
    def began(self) -> datetime:
        return self.when or self.told

    @property
    def over(self) -> datetime | None:
        return self.ends if self.status == "current" else self.ends or self.closed

    @property
    def never(self) -> bool:
        return self.status == "superseded" and self.over is not None and self.over <= self.began

    def holds(self, at: datetime) -> bool:
        return self.status in ("current", "superseded") and (self.over is None or self.over > at)

    def was(self, at: datetime | None, now: datetime) -> bool:
        return at is not None and self.over is not None and self.began <= at < self.over <= now

    def again(self) -> datetime | None:
        names = standing(self.log)
        return max((e.again for e in self.log if e.again and e.by in names), default=None)


Rows = Sequence[Row]


def standing(log: Iterable[Entry]) -> list[int]:
    """The changes that stand: one and its undoing cancel out."""
    names, about = list[int](), dict[int, int]()
    for e in log:
        name = e.by if e.of is None else about.setdefault(e.by, about.get(e.of, e.of))
        names = [n for n in names if n != name] if name in names else [*names, name]
    return names


def may_end(new: Row, old: Row) -> bool:
    """Trusted no less, and sure by itself or no less sure than the old one is by now."""
    aged = old.sure * max(0.5, 0.5 ** (max((new.began - old.began) / timedelta(days=1), 0) / 730))
    return TRUSTS.index(new.trust) >= TRUSTS.index(old.trust) and (new.sure >= 0.5 or new.sure >= aged)


def newer(one: Row, other: Row) -> bool:
    """Told again or undated: the one told later; both dated: the one that began later."""
    mine, theirs = one.again(), other.again()
    if not (mine or theirs) and one.when and other.when and one.when != other.when:
        return one.when > other.when
    return (mine or one.told) > (theirs or other.told)


def before(one: Row, other: Row) -> bool:
    """Which of two stands first: the more trusted, of two sure ones the newer, else the surer."""
    if one.trust != other.trust:
        return TRUSTS.index(one.trust) > TRUSTS.index(other.trust)
    if min(one.sure, other.sure) < 0.5 and one.sure != other.sure:
        return one.sure > other.sure
    return newer(one, other)


def place(new: Row, named: Rows, others: Rows, now: datetime) -> tuple[Row, list[Row], list[Row], list[Row]]:
    """Where a statement belongs: it with its end, whose place it takes, whose time it cuts, whom it stands against."""
    over = new.when + timedelta(days=1) if new.when else now
    later = [] if named else [r for r in others if r.when and r.when >= over and not r.never]
    if ends := [r.began for r in later if may_end(r, new) and (new.ends is None or r.began < new.ends)]:
        new = replace(new, ends=min(ends))
    closes, against = [r for r in named if may_end(new, r)], [r for r in named if not may_end(new, r)]
    meets = [r for r in others if overlap(new, r)]
    past = [r for r in meets if new.ends and (r.ends is None or r.ends > new.ends)]  # it ends, and they do not
    against += (stays := [r for r in meets if r in past or r in later or not may_end(new, r)])
    ends = [r for r in meets if r not in stays]
    closes += [r for r in ends if r.status == "current"]
    return new, closes, [r for r in ends if r.status != "current"], against


def overlap(new: Row, old: Row) -> bool:
    """What was superseded had its time inside that of what began before it."""
    inside = old.status == "superseded" and old.began >= new.began
    return old.holds(new.began) and not inside and (new.ends is None or old.began < new.ends)
