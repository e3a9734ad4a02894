"""A second look at the best candidates, whole: how far each is trusted, how sure and how new it is, and whether the
question names its very slot.

Constants were tuned on the personas of the development data of bench/, whose track measures what they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from ..storage.memory import Memory
from ..storage.text.clean import fold
from .fuse import Ranked, Why
from .mind import Mind

WINDOW = 24  # candidates looked at; fixed, so that an answer's pages are those of one order
UNVERIFIED_LOSS = 0.1  # in cosine, of what was read somewhere, against what was said
UNSURE_LOSS = 0.1  # for each unit of confidence below what is usual
_USUAL = 0.8
AGE_LOSS, AGE_HALF_LIFE_DAYS = 0.03, 120.0  # at most, of what began long before the newest of them; events are dated
NAMED_GAIN = 0.1  # of a claim whose subject and relation the question names word for word
_DAY = timedelta(days=1)


async def weighed(mind: Mind, ranked: Sequence[Ranked], query: str, *, aging: bool) -> list[Ranked]:
    """The first `WINDOW` candidates in their order by all that is known of them, the rest as they came.

    `aging`: whether the older loses; who asks as of a time asks for the old.
    """
    best, rest = ranked[:WINDOW], ranked[WINDOW:]
    rows = await mind.reader.seen(r.candidate.id for r in best)
    there = [m for m in rows.values() if m.kind != "event"]
    newest = max((m.began for m in there), default=None) if aging else None
    asked = fold(query)
    made: list[Ranked] = []
    for one in best:
        if (memory := rows.get(one.candidate.id)) is None:
            continue
        named = NAMED_GAIN if _named(memory, asked) else 0.0
        why: tuple[Why, ...] = (*one.why, "relation") if named and "relation" not in one.why else one.why
        made.append(replace(one, score=one.score + named - _loss(memory, newest), why=why))
    made.sort(key=lambda r: (-r.score, -r.candidate.recorded_us, r.candidate.id))
    least = made[-1].score if made else 0.0
    return [*made, *(replace(r, score=min(r.score, least)) for r in rest)]


def _loss(memory: Memory, newest: datetime | None) -> float:
    """What a memory loses by what is doubtful of it, in cosine."""
    loss = UNVERIFIED_LOSS if memory.trust == "external" else 0.0
    loss += UNSURE_LOSS * max(_USUAL - memory.confidence, 0.0)
    if newest is not None and memory.kind != "event":
        loss += AGE_LOSS * (1.0 - 0.5 ** (max((newest - memory.began) / _DAY, 0.0) / AGE_HALF_LIFE_DAYS))
    return loss


def _named(memory: Memory, asked: str) -> bool:
    return any(_holds(asked, fold(c.subject)) and _holds(asked, fold(c.relation)) for c in memory.claims)


def _holds(text: str, words: str) -> bool:
    """Whether a text holds these words: as words where they are written apart."""
    if len(words) < 2 or words not in text:
        return False
    return not words.isascii() or re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None
