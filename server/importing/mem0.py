"""What mem0 answers to get_all, saved as JSON: an object with results (and relations of its graph), or a bare list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...storage.errors import InvalidArgument
from .archive import opened
from .fields import Raw, claimed, each, inner, moment, origin, period, plain, statement, text, words
from .pieces import elements, paths
from .record import Bad, Format, Record

_SOURCE = "mem0"
_ARRAYS = ("results", "memories", "")  # "": the list alone, as older versions answered


def recognises(path: Path) -> bool:
    """Whether it is one JSON document whose elements have a `memory`, or relations of the graph."""
    return _array(path) is not None


def _array(path: Path) -> str | None:
    with opened(path) as members:
        if len(members) != 1:
            return None
        found = paths(members[0])
        return next((a for a in _ARRAYS if (f"{a}.item.memory" if a else "item.memory") in found), None)


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each memory, then one for each relation of the graph."""
    array = _array(path)
    if array is None:
        raise InvalidArgument("file", "is no answer of mem0's get_all: it has no list of objects with a memory.")
    return _records(path, array)


def _records(path: Path, array: str) -> Iterator[Record | Bad]:
    with opened(path) as (member,):
        yield from each(elements(member, array), _memory)
        if array and "relations.item.relationship" in paths(member):
            yield from each(elements(member, "relations"), _relation)


def _memory(where: str, raw: Raw) -> Iterator[Record]:
    content = statement(raw.get("memory"), "memory")
    expires = period(raw.get("expiration_date"))
    yield Record(
        where,
        text(raw, "id", "hash") or origin(content, text(raw, "user_id")),
        content,
        "fact",
        tags=words(raw.get("categories"), inner(raw, "metadata").get("tags")),
        session=text(raw, "run_id"),
        source=_source(raw),
        # An update there rewrites the text, so the text was told at the later of the two.
        recorded=moment(raw.get("updated_at"), raw.get("created_at")),
        until=expires.end if expires else None,
    )


def _source(raw: Raw) -> str:
    whose = [f"{name} {found}" for name in ("user", "agent", "app") if (found := text(raw, f"{name}_id"))]
    return f"{_SOURCE}: {', '.join(whose)}" if whose else _SOURCE


def _relation(where: str, raw: Raw) -> Iterator[Record]:
    subject = statement(raw.get("source"), "source")
    relation = statement(raw.get("relationship"), "relationship")
    object_ = statement(raw.get("target", raw.get("destination")), "target")
    content = f"{plain(subject)} {plain(relation)} {plain(object_)}"
    claims = claimed(plain(subject), relation, plain(object_))
    yield Record(where, origin(subject, relation, object_), content, "fact", claims, source=_SOURCE)


FORMAT = Format("mem0", "JSON of mem0's get_all", recognises, read)
