"""MemPalace: its exports (Markdown or JSON lines by wing and room, or one JSON file) and its knowledge graph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Literal

from ...storage.errors import InvalidArgument
from .archive import Member, opened
from .fields import Raw, Unfit, as_object, each, judged, moment, origin, short, statement, text, words
from .palace_graph import FILE, SOURCE, entity, graph_at, read_graph, triple
from .pieces import LINE_LIMIT, decode, elements, first_objects, lines, paths, texts
from .record import Bad, Format, Record

_SUFFIXES = (".md", ".jsonl", ".json")
_LOOKED_AT = 50  # members that are opened to tell the format
_HEAD = 4_096
_ROOM = re.compile(r"# (.+) / (.+)\s*")
_DRAWER = re.compile(r"\A# .+ / .+\n\s*## \S[^\n]*\n\s*> ")
_FIELD = re.compile(r"\| (Source|Filed|Added by) \| (.*) \|\s*")

_Sort = Literal["lines", "room", "json", ""]


def recognises(path: Path) -> bool:
    """Whether a file is a room (Markdown or JSON lines), an export in one JSON file, or the graph."""
    if graph_at(path):
        return True
    with opened(path) as members:
        looked_at = [m for m in members if m.suffix in _SUFFIXES][:_LOOKED_AT]
        return any(_sort(m) for m in looked_at)


def _sort(member: Member) -> _Sort:
    if member.suffix == ".jsonl":
        return "lines" if any({"id", "document", "metadata"} <= o.keys() for o in first_objects(member)) else ""
    if member.suffix == ".md":
        return "room" if _DRAWER.match(decode(member.beginning(_HEAD))) else ""
    if member.suffix == ".json":
        found = paths(member)
        is_export = {"format", "version"} <= found and not found.isdisjoint({"drawers", "kg_entities", "kg_triples"})
        return "json" if is_export else ""
    return ""


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each drawer, one for each triple, one for what each entity is."""
    if not recognises(path):
        raise InvalidArgument("file", "is no export of MemPalace; give the folder its export wrote, or its graph.")
    return _records(path)


def _records(path: Path) -> Iterator[Record | Bad]:
    graph = graph_at(path)
    if graph:
        yield from read_graph(graph)
        if graph == path:
            return
    with opened(path) as members:
        for member in members:
            sort = _sort(member)
            if sort == "lines":
                yield from each(lines(member), _drawer)
            elif sort == "room":
                yield from _of_room(member)
            elif sort == "json":
                yield from each(elements(member, "drawers"), _drawer)
                yield from each(elements(member, "kg_entities"), entity)
                yield from each(elements(member, "kg_triples"), triple)
            elif member.base == FILE and not graph:
                yield Bad(member.name, "cannot be read inside a zip; unpack it and give it alone", "")
            elif member.suffix in _SUFFIXES and (why := member.damage()):
                yield Bad(member.name, why, "")


def _drawer(where: str, raw: Raw) -> Iterator[Record]:
    metadata = as_object(raw.get("metadata"))
    content = statement(raw.get("document"), "document")
    wing, room, file = text(metadata, "wing"), text(metadata, "room"), text(metadata, "source_file")
    yield Record(
        where,
        text(raw, "id") or origin(wing, room, content),
        content,
        tags=words([wing], [room], [text(metadata, "hall")]),
        source=short(f"{SOURCE}: {file or ' / '.join(filter(None, (wing, room)))}"),
        recorded=moment(metadata.get("filed_at")),
        # Drawers are mined word for word from files and chats; only what has no file was put there by an assistant.
        trust="external" if file else "assistant",
    )


def _of_room(member: Member) -> Iterator[Record | Bad]:
    """The drawers of a room in Markdown: a heading with the id, the text quoted, a table of where it is from."""
    wing, room = "", PurePosixPath(member.name).stem
    drawer = _Drawer()
    for line in texts(member):
        if isinstance(line, Bad):
            yield line
            continue
        row = line.value.rstrip("\r\n")
        if heading := _ROOM.fullmatch(row):
            wing, room = heading[1], heading[2]
        elif row.startswith("## "):
            yield from drawer.made()
            drawer = _Drawer(line.where, row[3:].strip(), wing, room)
        else:
            drawer.take(row)
    yield from drawer.made()


class _Drawer:
    """A drawer in the making."""

    def __init__(self, where: str = "", name: str = "", wing: str = "", room: str = "") -> None:
        self._where, self._name = where, name
        self._metadata = {"wing": wing, "room": room}
        self._lines: list[str] = []
        self._size = 0

    def take(self, row: str) -> None:
        """A line of it: quoted text, or a row of its table."""
        if row.startswith(">"):
            self._size += len(row)
            if self._size <= LINE_LIMIT:
                self._lines.append(row.removeprefix("> ") if row.startswith("> ") else row[1:])
        elif (found := _FIELD.fullmatch(row)) and found[2] != "unknown":
            self._metadata[{"Source": "source_file", "Filed": "filed_at", "Added by": "added_by"}[found[1]]] = found[2]

    def made(self) -> Iterator[Record | Bad]:
        """Its record; nothing before the first heading."""
        if self._where:
            raw = {"id": self._name, "document": "\n".join(self._lines), "metadata": self._metadata}
            yield from judged(self._where, raw, self._fitting)

    def _fitting(self, where: str, raw: Raw) -> Iterator[Record]:
        if self._size > LINE_LIMIT:
            raise Unfit(f"has a text of over {LINE_LIMIT >> 20} MB")
        return _drawer(where, raw)


FORMAT = Format("mempalace", "export folder of MemPalace (Markdown or JSON lines), or its graph", recognises, read)
