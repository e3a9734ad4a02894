"""The knowledge graph of @modelcontextprotocol/server-memory: JSON lines, or one JSON object in older files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...storage.errors import InvalidArgument
from .archive import Member, opened
from .fields import Raw, Unfit, claimed, each, judged, listed, origin, plain, statement
from .pieces import elements, first_objects, lines, paths
from .record import Bad, Format, Record

_SOURCE = "server-memory"


def recognises(path: Path) -> bool:
    """Whether a line is an entity or a relation, or the arrays of the older form are there."""
    with opened(path) as members:
        return len(members) == 1 and (_is_lines(members[0]) or _is_graph(members[0]))


def _is_lines(member: Member) -> bool:
    return any(
        (line.get("type") == "entity" and "entityType" in line)
        or (line.get("type") == "relation" and "relationType" in line)
        for line in first_objects(member)
    )


def _is_graph(member: Member) -> bool:
    return not paths(member).isdisjoint({"entities.item.entityType", "relations.item.relationType"})


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for what each entity is, one for each observation, one for each relation."""
    if not recognises(path):
        raise InvalidArgument("file", "is no memory file of server-memory; give its memory.jsonl or memory.json.")
    return _records(path)


def _records(path: Path) -> Iterator[Record | Bad]:
    with opened(path) as (member,):
        if _is_lines(member):
            yield from each(lines(member), _line)
        else:
            yield from each(elements(member, "entities"), _entity)
            yield from each(elements(member, "relations"), _relation)


def _line(where: str, raw: Raw) -> Iterator[Record | Bad]:
    if raw.get("type") == "entity":
        return _entity(where, raw)
    if raw.get("type") == "relation":
        return _relation(where, raw)
    raise Unfit("is neither an entity nor a relation")


def _entity(where: str, raw: Raw) -> Iterator[Record | Bad]:
    name = statement(raw.get("name"), "name")
    sort = raw.get("entityType")
    if isinstance(sort, str) and sort.strip():
        yield Record(
            where,
            origin(name, "is a", sort),
            f"{name} is a {statement(sort, 'entityType')}",
            "fact",
            claimed(name, "is a", sort),
            source=_SOURCE,
        )
    for number, observation in enumerate(listed(raw, "observations"), 1):
        place = f"{where}, observation {number}"
        yield from judged(place, {"observation": observation, "name": name}, _observation)


def _observation(where: str, raw: Raw) -> Iterator[Record]:
    said = statement(raw["observation"], "observation")
    yield Record(where, origin(raw["name"], said), f"{raw['name']}: {said}", "fact", source=_SOURCE)


def _relation(where: str, raw: Raw) -> Iterator[Record]:
    subject, relation, object_ = (statement(raw.get(slot), slot) for slot in ("from", "relationType", "to"))
    content = f"{subject} {plain(relation)} {object_}"
    claims = claimed(subject, relation, object_)
    yield Record(where, origin(subject, relation, object_), content, "fact", claims, source=_SOURCE)


FORMAT = Format("server-memory", "memory.jsonl of @modelcontextprotocol/server-memory", recognises, read)
