"""Records of other programs as memories: each fit to be stored, under an id that is the same in every import."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from ...storage.ids import compose_id, lineage_from
from ...storage.memory import Memory, importance_of
from ...storage.table.undo import entry, undo_value
from ...storage.text.clean import clean
from ...storage.text.secrets import Secret, find_secret
from ...tools.arguments import LONGEST_LIST, LONGEST_STRING, LONGEST_TEXT
from ...tools.statement import entities_of, with_digest
from .record import Bad, Record

_PARAGRAPHS, _SENTENCES = re.compile(r"\n\s*\n"), re.compile(r"(?<=[.!?])\s+|(?<=[。！？\n])")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where records come from and go to: the program, the scope of those that name none, and the one receipt that
    takes them all back."""

    program: str
    scope: str
    receipt: str
    at: datetime


def memories_of(records: Iterable[Record | Bad], origin: Origin) -> Iterator[Memory | Bad]:
    """The memories of records, in their order; what cannot be stored is a `Bad` with the reason."""
    for record in records:
        if isinstance(record, Bad):
            yield record
        else:
            yield from _memories(record, origin)


def _memories(record: Record, origin: Origin) -> Iterator[Memory | Bad]:
    """The memory of a record: several where it is too long for one."""
    content = clean(record.content)
    if not content:
        yield Bad(record.where, "has no content", "")
        return
    for number, part in enumerate(parts(content)):
        memory = _memory(record, part, number, origin)
        why = unfit(memory, cleaned=True)
        yield Bad(record.where, why, "" if "secret" in why else record.content) if why else memory


def _memory(record: Record, content: str, number: int, origin: Origin) -> Memory:
    recorded = min(record.recorded or origin.at, origin.at)
    name = "\0".join((origin.program, record.origin, str(number)))
    claims = tuple(
        replace(c, subject=clean(c.subject), relation=clean(c.relation), object=clean(c.object))
        for c in (record.claims if number == 0 else ())
    )
    ended = record.until or origin.at
    gone = {"status": "superseded", "closed_at": ended, "valid_to": ended} if record.gone else {}
    made = Memory(
        id=compose_id(lineage_from(name, record.recorded), 1),
        scope=clean(record.scope) or origin.scope,
        kind=record.kind,
        content=content,
        recorded_at=recorded,
        claims=claims,
        entities=entities_of(claims),
        tags=tuple(t for t in dict.fromkeys(clean(t) for t in record.tags) if t)[:LONGEST_LIST],
        confidence=record.confidence,
        importance=importance_of(record.kind, "normal") if record.importance is None else record.importance,
        trust=record.trust,
        source=_clipped(clean(record.source)),
        session=_clipped(clean(record.session)),
        client=origin.program,
        valid_from=record.when.start if record.when else None,
        valid_to=record.until,
        precision=record.when.precision if record.when else None,
        opened_by=origin.receipt,
        undo=(entry(origin.receipt, {"status": "hidden", "closed_at": undo_value(origin.at)}, recorded),),
    )
    return with_digest(replace(made, **gone))


def _clipped(text: str) -> str:
    """A label inside its limit."""
    return text.encode()[:LONGEST_STRING].decode(errors="ignore")


def parts(text: str) -> list[str]:
    """A text in pieces that each fit into one memory: broken between paragraphs, else sentences, else anywhere."""
    if len(text.encode()) <= LONGEST_TEXT:
        return [text]
    for between, joint in ((_PARAGRAPHS, "\n\n"), (_SENTENCES, " ")):
        pieces = [p for p in between.split(text) if p.strip()]
        if len(pieces) > 1:
            return [part for joined in _joined(pieces, joint) for part in parts(joined)]
    return list(_cut(text))


def _cut(text: str) -> Iterator[str]:
    """A text that has no place to be broken at, in pieces that fit."""
    at = 0
    while at < len(text):
        some = text[at : at + LONGEST_TEXT].encode()[:LONGEST_TEXT].decode(errors="ignore")
        at += len(some)
        if some.strip():
            yield some.strip()


def _joined(pieces: list[str], joint: str) -> list[str]:
    """Neighbours together, as many as fit."""
    made = [pieces[0]]
    for piece in pieces[1:]:
        longer = made[-1] + joint + piece
        if len(longer.encode()) <= LONGEST_TEXT:
            made[-1] = longer
        else:
            made.append(piece)
    return [m.strip() for m in made]


@functools.lru_cache(maxsize=4_096)
def _secret_in_label(text: str) -> Secret | None:
    """The same as `find_secret`, for scopes, sessions and names that thousands of records share."""
    return find_secret(text)


def unfit(memory: Memory, *, cleaned: bool = False) -> str:
    """Why a memory would not have been taken by `remember`, either; empty when it would. `cleaned`: what it says was
    made safe to keep just now."""
    if not memory.content:
        return "has no content"
    if len(memory.content.encode()) > LONGEST_TEXT:
        return f"has content over {LONGEST_TEXT:,} bytes"
    if not (0 <= memory.confidence <= 1 and 0 <= memory.importance <= 1):
        return "has a confidence or importance outside 0 to 1"
    slots = [t for c in memory.claims for t in (c.subject, c.relation, c.object)]
    if not all(slots):
        return "has a claim with an empty slot"
    others = [*slots, *memory.tags, *memory.entities, memory.scope, memory.source, memory.session, memory.client]
    if any(len(t.encode()) > LONGEST_STRING for t in others):
        return f"has a field over {LONGEST_STRING:,} bytes"
    if not cleaned and any(clean(t) != t for t in [memory.content, *others]):
        return "holds invisible characters or outer space"
    labels = (found for t in dict.fromkeys(others) if t and (found := _secret_in_label(t)))
    told = [memory.content, *(f"{c.subject} {c.relation}: {c.object}" for c in memory.claims)]
    secret = next(labels, None) or next((found for t in told if (found := find_secret(t))), None)
    return f"holds a secret ({secret.kind})" if secret else ""
