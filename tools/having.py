"""recall(having=…): who or what it is of which several things hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..storage.errors import InvalidArgument
from ..storage.text.relations import subject_of
from .mind import Mind
from .page import Hit, Page
from .probe import NAMES_LATER
from .reply import Entity

if TYPE_CHECKING:
    from ..storage.memory import Memory
    from ..storage.relation.having import Holder
    from ..storage.table.filters import Filter

MOST_CONSTRAINTS = 10
_MOST_BESIDE = 5  # entities named beside a question in words
_PARTED = re.compile(r"\s*[:：]\s*")


def constraints_of(having: Sequence[str]) -> list[tuple[str, str]]:
    """Relation and object of each constraint. Raises InvalidArgument for one that has not both."""
    if len(having) > MOST_CONSTRAINTS:
        raise InvalidArgument("having", f"has {len(having)} items; the limit is {MOST_CONSTRAINTS}.")
    found: list[tuple[str, str]] = []
    for one in having:
        relation, *rest = _PARTED.split(one, maxsplit=1)
        if not relation or not rest or not rest[0]:
            raise InvalidArgument("having", 'items are "relation: object", both given, as in ["lives in: Berlin"].')
        found.append((relation, rest[0]))
    return found


@dataclass(frozen=True, slots=True)
class Beside:
    """What constraints add to a question in words: how well each row fits, 0..1, the entities of which they hold, and the
    question with their fillers and the name of the first, for rows that have no claims."""

    fits: Mapping[str, float]
    entities: Sequence[Entity]
    query: str


async def beside_query(mind: Mind, query: str, asked: Sequence[str], wanted: Filter) -> Beside:
    """For a question with constraints beside it."""
    holders, _ = await mind.relations.having(constraints_of(asked), wanted, _MOST_BESIDE)
    fits = dict(await mind.relations.related(query, wanted))
    for holder in holders:
        for row in holder.rows.values():
            fits[row] = max(fits.get(row, 0.0), holder.score)
    rows = await mind.reader.seen(i for h in holders for i in h.rows.values())
    entities = [_entity(h, asked, rows) for h in holders]
    words = [query, *(e.name for e in entities[:1]), *(filler for _, filler in constraints_of(asked))]
    return Beside(fits, entities, " ".join(words))


async def entity_by_entity(mind: Mind, asked: Sequence[str], wanted: Filter, offset: int, most: int) -> Page:
    """The entities of which all that is asked holds best, and the memories that say so, entity by entity."""
    holders, complete = await mind.relations.having(constraints_of(asked), wanted, offset + most + 1)
    shown = holders[offset : offset + most]
    rows = await mind.reader.seen(i for h in shown for i in h.rows.values())
    hits: list[Hit] = []
    entities: list[Entity] = []
    for holder in shown:
        told = [rows[i] for i in dict.fromkeys(holder.rows.values()) if i in rows]
        hits += [Hit(m, score=holder.score, why=("relation",), step=holder.name) for m in told]
        entities.append(_entity(holder, asked, rows))
    return Page(
        hits,
        more=len(holders) > offset + most,
        found=holders[0].score if holders else 0.0,
        complete=complete,
        note="" if complete else NAMES_LATER,
        entities=entities,
    )


def _entity(holder: Holder, asked: Sequence[str], rows: Mapping[str, Memory]) -> Entity:
    told = [rows[i] for i in dict.fromkeys(holder.rows.values()) if i in rows]
    missing = [asked[i] for i in holder.missing]
    return Entity(name=as_written(holder.name, told), score=round(holder.score, 3), missing=missing)


def as_written(name: str, memories: Iterable[Memory]) -> str:
    """A name as these memories write it; as it is kept where none does."""
    written = (part for m in memories for c in m.claims for part in (c.subject, c.object))
    return next((part for part in written if subject_of(part) == name), name)
