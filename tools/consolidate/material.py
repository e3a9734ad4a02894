"""What of the memory may be sent to a model, and how: as JSON, under short names made for one question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, get_args

from ...storage.llm.task import Language, Material
from ...storage.memory import CONSOLIDATOR, GLOBAL, Kind, Memory
from ...storage.table.filters import Filter, holds, quoted, quoted_list
from ...storage.text.when import iso_at
from ..extract import CJK
from ..mind import Mind
from ..scan import wording_of

if TYPE_CHECKING:
    from ...storage.memory import Vector
    from ...storage.table.search import Candidate

# The state of an unfinished task is told in its session alone; a summary is no evidence of anything.
SENT: tuple[Kind, ...] = tuple(k for k in get_args(Kind) if k not in ("working", "summary"))
_LONGEST = 2_000  # characters of one statement that are sent
_MOST_ROWS, _MOST_CHARACTERS = 120, 24_000  # of what is condensed in one question
_LETTER = re.compile(r"[A-Za-z\u00c0-\u024f]")


def to_look_at(scope: str, kinds: Iterable[Kind] = SENT) -> str:
    """Rows of a scope that may be sent: what stands now, of these kinds, and was not written by a model. What was put
    aside as suspicious is not current, so it is not among them."""
    return (
        f"status = 'current' AND scope = {quoted(scope)} AND kind IN ({quoted_list(kinds)})"
        f" AND (client IS NULL OR client <> {quoted(CONSOLIDATOR)})"
    )


def stands(memory: Memory, now: datetime) -> bool:
    """Whether a row that was read is of those kinds and holds now: what is over is of no use."""
    return memory.status == "current" and holds(memory, now) and memory.kind in SENT


def may_be_sent(memory: Memory, now: datetime) -> bool:
    """Whether a row may be sent as it is: it stands, and no model wrote it."""
    return stands(memory, now) and memory.client != CONSOLIDATOR


async def near_to(mind: Mind, row: Memory, kinds: Sequence[Kind]) -> list[Candidate]:
    """The statements of these kinds nearest to one by meaning, and those that share words with it, in its scope and in
    `global`, in no order."""
    vector = await mind.encode(row.searchable)

    async def given() -> Vector | None:
        return vector

    wanted = Filter(now=mind.clock(), scopes=tuple(dict.fromkeys((row.scope, GLOBAL))), kinds=tuple(kinds))
    return await mind.finder.search(given, wording_of(row), wanted)


async def evidence(mind: Mind, rows: Iterable[Memory]) -> dict[str, tuple[str, ...]]:
    """For each row the texts that stand for it: its own, and of what a model merged, those it was merged from. What a
    model wrote is never shown to one as something that was said."""
    texts: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if row.client != CONSOLIDATOR:
            texts[row.id] = (row.content,)
            continue
        leaves, wave = list[Memory](), list(row.supersedes)
        for _ in range(8):  # a merged statement merged again, and so on: more is a loop
            found = (await mind.reader.get(wave)).values() if wave else ()
            leaves += [m for m in found if m.client != CONSOLIDATOR]
            wave = [i for m in found if m.client == CONSOLIDATOR for i in m.supersedes]
        texts[row.id] = tuple(dict.fromkeys(m.content for m in sorted(leaves, key=lambda m: (m.recorded_at, m.id))))
    return texts


def fitting(rows: Iterable[Memory]) -> list[Memory]:
    """The first of the rows, as many as one question holds."""
    kept: list[Memory] = []
    characters = 0
    for row in rows:
        characters += min(len(row.content), _LONGEST)
        if kept and (characters > _MOST_CHARACTERS or len(kept) == _MOST_ROWS):
            break
        kept.append(row)
    return kept


def language_of(texts: Iterable[str]) -> Language:
    """In which of the two languages a model is spoken to about these; one CJK character says about as much as three
    letters."""
    joined = " ".join(texts)
    return "zh" if 3 * len(CJK.findall(joined)) > len(_LETTER.findall(joined)) else "en"


@dataclass(frozen=True, slots=True)
class Named:
    """Memories under the short names a model knows them by."""

    by_name: Mapping[str, Memory]

    def __getitem__(self, name: str) -> Memory:
        return self.by_name[name]

    @property
    def names(self) -> Sequence[str]:
        """The names, in order."""
        return list(self.by_name)


def named(rows: Iterable[Memory]) -> Named:
    """Rows as m1, m2 and so on."""
    return Named({f"m{n}": row for n, row in enumerate(rows, 1)})


def statement(name: str, memory: Memory, texts: Sequence[str], mind: Mind) -> dict[str, Any]:
    """One memory as a model is shown it."""
    told = iso_at(memory.began, memory.precision or "instant", mind.zone)
    return {"id": name, "kind": memory.kind, "when" if memory.valid_from else "told": told, "text": _text(texts)}


async def material(mind: Mind, rows: Named, more: Mapping[str, Any] | None = None) -> Material:
    """These memories as the material of a task, with whatever else belongs to it."""
    texts = await evidence(mind, rows.by_name.values())
    shown = [statement(name, m, texts[m.id], mind) for name, m in rows.by_name.items()]
    language = language_of(t for some in texts.values() for t in some)
    return Material({"statements": shown, **(more or {})}, rows.names, language)


def _text(texts: Sequence[str]) -> str:
    return "\n".join(texts)[:_LONGEST]
