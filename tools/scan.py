"""What a new statement meets in the store: the same said before, its slot's other values, texts it clashes with."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, get_args

from ..storage.belief.rules import CONTESTS_NOTHING
from ..storage.belief.wording.clash import clash
from ..storage.memory import GLOBAL, Kind, Memory
from ..storage.table.filters import Filter, Statement
from ..storage.table.keys import slot_keys
from .mind import Mind

if TYPE_CHECKING:
    from ..storage.memory import Vector
    from ..storage.table.search import Candidate, Wording

Encoding = asyncio.Future["Vector | None"]  # of a statement that is being embedded
_MOST = 16  # nearest, and as many that share words, looked at for a clash
_MOST_TOKENS = 64  # of a long statement, the first: who it is about stands at its beginning
_MOST_CONTESTED = 5  # statements one may stand against by its text alone
_RESEMBLES = 0.55  # cosine from which a statement may be what a correction means
_CONTESTING: tuple[Kind, ...] = tuple(k for k in get_args(Kind) if k not in CONTESTS_NOTHING)


@dataclass(frozen=True, slots=True)
class Scanned:
    """A statement ready to be placed: its vector; `there`, the id of the current row that says the same; `version`, the
    one of the table that was looked at; and the rows of its slots."""

    vector: Vector | None
    there: str
    version: int
    slots: Sequence[Memory] = ()


async def scanned(mind: Mind, new: Memory, encoding: Encoding) -> Scanned:
    """Look at all of this side by side, while the statement is embedded."""
    vector, (there, version), slots = await asyncio.gather(
        asyncio.shield(encoding),
        mind.reader.holding(Statement(new.digest, new.recorded_at)),
        of_slots(mind, new),
    )
    return Scanned(vector, there, version, slots)


async def of_slots(mind: Mind, new: Memory, now: datetime | None = None) -> list[Memory]:
    """The rows that say something of a slot the statement fills, current and superseded, in its scope and `global`, and
    have not expired by `now`: else when it was recorded."""
    if new.kind in CONTESTS_NOTHING or all(c.exclusive is False for c in new.claims):
        return []
    wanted = replace(_wanted(new), reach="history", now=now or new.recorded_at)
    return await mind.reader.of_slots(wanted, (k for c in new.claims for k in slot_keys(c)))


def _wanted(new: Memory) -> Filter:
    return Filter(now=new.recorded_at, scopes=tuple(dict.fromkeys((new.scope, GLOBAL))), kinds=_CONTESTING)


async def alike(mind: Mind, new: Memory, encoding: Encoding) -> Sequence[Candidate]:
    """The current statements that are like this one, in its scope and in `global`."""

    async def given() -> Vector | None:
        return await asyncio.shield(encoding)

    return await mind.finder.alike(given, wording_of(new), _wanted(new), _MOST)


def wording_of(memory: Memory) -> Wording:
    """A statement as the words channel is asked for its like."""
    from ..storage.table.search import Wording
    from ..storage.text.grams import query_grams

    return Wording(" ".join(query_grams(memory.content).split(" ")[:_MOST_TOKENS]))


def clashing(new: Memory, alike: Iterable[Candidate]) -> dict[str, str]:
    """The ids of what is alike that cannot hold beside the statement, by its text, each with why."""
    found: dict[str, str] = {}
    for one in sorted(alike, key=lambda c: (-(c.cosine or 0.0), c.id)):
        texts = (one.content, new.content) if _later(one, new) else (new.content, one.content)
        if why := clash(*texts, one.cosine):
            found[one.id] = why
    return dict(list(found.items())[:_MOST_CONTESTED])


def _later(one: Candidate, new: Memory) -> bool:
    """Whether a candidate is known to have begun after the statement did, which was told after it."""
    dated = one.began_us != one.recorded_us
    return dated and new.valid_from is not None and one.began_us > new.valid_from.timestamp() * 1e6


def resembling(alike: Iterable[Candidate]) -> list[str]:
    """The ids of what a correction that names nothing may mean, the likeliest first."""
    near = [c for c in alike if (c.cosine or 0.0) >= _RESEMBLES]
    return [c.id for c in sorted(near, key=lambda c: (-(c.cosine or 0.0), c.id))]
