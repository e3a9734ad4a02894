"""The notes of Basic Memory: Markdown with front matter, observations `- [category] text #tag (context)` and relations
`- type [[Target]] (context)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from ...storage.errors import InvalidArgument
from .archive import Damaged, Member, opened
from .fields import Raw, claimed, judged, kind_of, moment, origin, plain, short, statement, text, words
from .markdown import FRONT_LIMIT, Note, parse
from .pieces import decode, shown
from .record import Bad, Format, Record

_LOOKED_AT = 50  # notes that are opened to tell the format
_LONGEST_LINE = 4_096  # characters of an observation or relation; matching would take long on far longer lines
# A category is no check box, and a link to a page has its address right behind the bracket.
_OBSERVATION = re.compile(r"\s*[-*+]\s+\[(?![ xX-]?\])([^\[\]()]+)\]\s+(\S.*)")
_RELATION = re.compile(r"\s*[-*+]\s([^\[\]]*)\[\[([^\[\]]+)\]\]\s*(\(.*\))?\s*")
_TAG = re.compile(r"(?<!\S)#([\w/-]+)")
_TAGS_AT_END = re.compile(r"(?:\s+#[\w/-]+)+\s*(?=\(|$)")


@dataclass(frozen=True, slots=True)
class _Heading:
    """What all records of one note share."""

    where: str
    title: str
    name: str
    tags: tuple[str, ...]
    source: str
    recorded: datetime | None


def recognises(path: Path) -> bool:
    """Whether a Markdown file has front matter with a permalink, or with a title and a type."""
    with opened(path) as members:
        notes = [m for m in members if m.suffix == ".md"]
        return any(_is_note(m) for m in notes[:_LOOKED_AT])


def _is_note(member: Member) -> bool:
    front = parse(decode(member.beginning(FRONT_LIMIT))).front
    return bool(front) and ("permalink" in front or {"title", "type"} <= front.keys())


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each observation and each relation, and one for the remaining text of each section."""
    if not recognises(path):
        raise InvalidArgument("file", "holds no notes of Basic Memory: no Markdown file has a permalink or a type.")
    return _records(path)


def _records(path: Path) -> Iterator[Record | Bad]:
    with opened(path) as members:
        for member in members:
            if member.suffix != ".md":
                continue
            try:
                content = decode(member.whole())
            except Damaged as damage:
                yield Bad(member.name, str(damage), "")
                continue
            note = parse(content)
            if note.front is None:
                yield Bad(f"{member.name}, front matter", "is no YAML mapping", shown(content[:FRONT_LIMIT]))
            yield from _note(_heading(member.name, note), note)


def _heading(name: str, note: Note) -> _Heading:
    front = note.front or {}
    permalink = text(front, "permalink") or name.removesuffix(".md")
    sort = text(front, "type")
    return _Heading(
        name,
        text(front, "title") or PurePosixPath(name).stem,
        permalink,
        words(front.get("tags"), [sort] if sort != "note" else None),
        short(f"Basic Memory: {permalink}"),
        moment(front.get("created"), front.get("created_at"), front.get("date")),
    )


def _note(heading: _Heading, note: Note) -> Iterator[Record | Bad]:
    for section in note.sections:
        prose: list[str] = []
        start = 0
        for number, row, is_code in section.lines:
            where = f"{heading.where}, line {number}"
            is_prose = is_code or len(row) > _LONGEST_LINE
            if not is_prose and (found := _RELATION.fullmatch(row)):
                yield from judged(where, {"found": found}, lambda w, raw: _relation(w, raw, heading))
            elif not is_prose and (found := _OBSERVATION.fullmatch(row)):
                yield from judged(where, {"found": found}, lambda w, raw: _observation(w, raw, heading))
            else:
                start = start or (number if row.strip() else 0)
                prose.append(row)
        if start:
            raw = {"text": "\n".join(prose), "section": section.heading}
            yield from judged(f"{heading.where}, line {start}", raw, lambda w, raw: _prose(w, raw, heading))


def _observation(where: str, raw: Raw, heading: _Heading) -> Iterator[Record]:
    category, said = raw["found"].groups()
    kind, extra = kind_of(category.strip(), "fact")
    content = statement(_TAGS_AT_END.sub(" ", said), "observation")
    yield Record(
        where,
        origin(heading.name, content),
        f"{heading.title}: {content}",
        kind,
        tags=words(list(heading.tags), _TAG.findall(said), list(extra)),
        source=heading.source,
        recorded=heading.recorded,
    )


def _relation(where: str, raw: Raw, heading: _Heading) -> Iterator[Record]:
    relation, target, context = raw["found"].groups()
    target = statement(target.split("|")[0], "target")
    relation = relation.strip() or "links to"
    content = statement(f"{heading.title} {plain(relation)} {target} {context or ''}", "relation")
    yield Record(
        where,
        origin(heading.name, relation, target),
        content,
        "fact",
        claimed(heading.title, relation, target),
        heading.tags,
        source=heading.source,
        recorded=heading.recorded,
    )


def _prose(where: str, raw: Raw, heading: _Heading) -> Iterator[Record]:
    content = statement(raw["text"], "text")
    section = raw["section"]
    label = heading.title if section in ("", heading.title) else f"{heading.title}: {section}"
    yield Record(
        where,
        origin(heading.name, section, content),
        statement(f"{label}\n\n{content}", "text"),
        "note",
        tags=heading.tags,
        source=heading.source,
        recorded=heading.recorded,
    )


FORMAT = Format("basic-memory", "Markdown folder of Basic Memory, or a zip of it", recognises, read)
