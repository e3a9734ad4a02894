"""The types everything else speaks in: a memory, its claims, and a change to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

from .ids import lineage_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    Matrix = NDArray[np.float32]

Kind = Literal["fact", "preference", "decision", "event", "procedure", "note", "working", "summary"]
Trust = Literal["user", "assistant", "external"]
Status = Literal["current", "superseded", "hidden", "archived", "quarantined"]
# How precise a time is, which is how long: its end follows from its start (`text/periods.py`). half, third, quarter:
# six, four, three months (a season is a quarter); dekad: a third of a month; days: a loose seven; night, daypart:
# twelve and six hours.
Precision = Literal[
    "decade",
    "year",
    "half",
    "third",
    "quarter",
    "month",
    "dekad",
    "week",
    "days",
    "weekend",
    "day",
    "night",
    "daypart",
    "hour",
    "minute",
    "instant",
]
Clock = Callable[[], datetime]

GLOBAL = "global"
CONSOLIDATOR = "simonides consolidator"  # the client of what a language model wrote in the background
TRUST_ORDER: Mapping[Trust, int] = {"external": 0, "assistant": 1, "user": 2}
# Prior importance by kind; the caller's low and high move it by 0.25 (`importance_of`).
IMPORTANCE_BY_KIND: Mapping[Kind, float] = {
    "fact": 0.5,
    "preference": 0.6,
    "decision": 0.6,
    "event": 0.4,
    "procedure": 0.6,
    "note": 0.4,
    "working": 0.5,
    "summary": 0.5,
}
# How long a memory stays by itself, by kind, unless configured otherwise: a working one, after its last use.
LIFE: Mapping[Kind, timedelta] = {"working": timedelta(days=7)}


def importance_of(kind: Kind, level: str) -> float:
    """Importance in 0..1: the prior of the kind, a quarter less for `low` and more for `high`."""
    return IMPORTANCE_BY_KIND[kind] + {"low": -0.25, "normal": 0.0, "high": 0.25}[level]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement in slots. `exclusive`: only one object can hold at a time; None where nobody said."""

    subject: str
    relation: str
    object: str
    exclusive: bool | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One version of one memory: a row of the table, without its vector and search tokens.

    Times are aware and UTC. `id` is `lineage.version`. `used_at` is set where a memory goes by itself a
    while after its last use: that use. `origins`: whose word it is, once others have agreed. `undo` is the stack of changes that touched this row, newest last,
    each with what it would put back.
    """

    id: str
    scope: str
    kind: Kind
    content: str
    recorded_at: datetime
    claims: tuple[Claim, ...] = ()
    entities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    confidence: float = 0.8
    importance: float = 0.5
    trust: Trust = "assistant"
    source: str = ""
    origins: tuple[str, ...] = ()
    session: str = ""
    client: str = ""
    status: Status = "current"
    contests: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    precision: Precision | None = None
    closed_at: datetime | None = None
    expires_at: datetime | None = None
    used_at: datetime | None = None
    supersedes: tuple[str, ...] = ()
    derived_from: tuple[str, ...] = ()
    opened_by: str = ""
    closed_by: str = ""
    undo: tuple[Mapping[str, Any], ...] = ()
    digest: str = ""
    pending: bool = True

    @property
    def lineage(self) -> str:
        """What all versions of this memory share."""
        return lineage_of(self.id)

    @property
    def version(self) -> int:
        """1 for the first statement; grows only with content or claims."""
        return int(self.id.rpartition(".")[2])

    @property
    def searchable(self) -> str:
        """What is embedded and tokenised: the statement, and its claims in their plain wording.

        "She handed her badge in to the kidney people" is found as "Oonagh works on the renal ward" too.
        """
        return " ".join([self.content, *(f"{c.subject} {c.relation} {c.object}" for c in self.claims)])

    def expired(self, now: datetime) -> bool:
        """Whether it has gone by itself."""
        return self.expires_at is not None and self.expires_at <= now

    @property
    def began(self) -> datetime:
        """When it happened or became true, as far as known."""
        return self.valid_from or self.recorded_at


@dataclass(frozen=True, slots=True)
class Edit:
    """An in-place change of one row: refused unless its status is still `expects`.

    Undoing it puts back what the columns held, or what `back` says of them. `why`, in words, stays with the change.
    Claims are put as a list of dicts; `vector` is what the row is found by with them, else it waits for one.
    """

    id: str
    expects: Status
    put: Mapping[str, Any]
    back: Mapping[str, Any] = field(default_factory=dict[str, Any])
    why: str = ""
    vector: Vector | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """What one commit does: rows it opens and rows it edits, under one receipt. `why`, in words, stays with what it
    opens."""

    receipt: str
    at: datetime
    opens: tuple[tuple[Memory, Vector | None], ...] = ()
    edits: tuple[Edit, ...] = field(default=())
    why: str = ""
