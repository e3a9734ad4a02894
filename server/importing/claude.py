"""The data export of Claude: conversations.json, memories.json and projects.json, the last two also as folders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from ...storage.errors import InvalidArgument
from .archive import Member, opened
from .fields import Raw, as_object, each, instant, judged, listed, moment, origin, short, statement, text
from .markdown import parse
from .pieces import Piece, document, elements, paths
from .record import Bad, Format, Record

_Sort = Literal["conversations", "memories", "projects", ""]

_CONVERSATIONS = re.compile(r"conversations(-\d+)?\.json")
_ROLES = {"human": "", "assistant": "answer"}  # the tag of what each said
_SIGNS: dict[_Sort, set[str]] = {
    "conversations": {"item.chat_messages"},
    "memories": {"item.conversations_memory", "conversations_memory", "item.project_memories", "project_memories"},
    "projects": {"item.prompt_template", "prompt_template"},
}
_MOST_PROJECTS = 100_000
# Claude heads the parts of its memory with a line in bold; a rule or a heading of Markdown ends a part as well.
_BOLD_LINE = re.compile(r"^\*\*([^*\n]+)\*\*[ \t]*$", re.MULTILINE)


def recognises(path: Path) -> bool:
    """Whether conversations with chat_messages, memories or projects are there: in a zip, a folder, or one file."""
    with opened(path) as members:
        return any(
            (sort := _sort(m, alone=len(members) == 1)) and not paths(m).isdisjoint(_SIGNS[sort]) for m in members
        )


def _sort(member: Member, *, alone: bool) -> _Sort:
    """What a member is by its name; a file handed over alone may be named as it likes."""
    folder = PurePosixPath(member.name).parent.name.lower()
    if member.suffix != ".json":
        return ""
    if alone:
        found = paths(member)
        for sort, signs in _SIGNS.items():
            if not found.isdisjoint(signs):
                return sort
        return ""
    if _CONVERSATIONS.fullmatch(member.base):
        return "conversations"
    if member.base == "memories.json" or folder == "memories":
        return "memories"
    return "projects" if member.base == "projects.json" or folder == "projects" else ""


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each message the person wrote, for each part of what Claude remembers, and for what projects
    say of themselves."""
    return _checked(path, {"human"})


def read_with_answers(path: Path) -> Iterator[Record | Bad]:
    """The same, and one for each answer, tagged "answer"."""
    return _checked(path, {"human", "assistant"})


def _checked(path: Path, roles: set[str]) -> Iterator[Record | Bad]:
    if not recognises(path):
        raise InvalidArgument("file", "is no data export of Claude; give its zip, or one of its JSON files.")
    return _records(path, roles)


def _records(path: Path, roles: set[str]) -> Iterator[Record | Bad]:
    names: dict[str, str] = {}
    makes: dict[_Sort, Callable[[str, Raw], Iterator[Record | Bad]]] = {
        "projects": partial(_project, names=names),  # first: memories name projects by their id
        "memories": partial(_memories, names=names),
        "conversations": partial(_conversation, roles=roles),
    }
    with opened(path) as members:
        sorts = [(_sort(m, alone=len(members) == 1), m) for m in members]
        for sort, make in makes.items():
            for member in (m for s, m in sorts if s == sort):
                yield from each(_objects(member), make)


def _objects(member: Member) -> Iterator[Piece | Bad]:
    """The elements of a file that is an array; the one object of a file that is none."""
    if member.beginning(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        yield document(member)
    else:
        yield from elements(member, "")


def _conversation(where: str, raw: Raw, roles: set[str]) -> Iterator[Record | Bad]:
    title = text(raw, "name")
    shared = {
        "session": text(raw, "uuid") or title,
        "source": short(f"Claude: {title}") if title else "Claude",
        "began": raw.get("created_at"),
    }
    for number, message in enumerate(listed(raw, "chat_messages"), 1):
        place, said = f"{where}, message {number}", as_object(message)
        if not said:
            yield from judged(place, message, _message)  # refuses it
        elif text(said, "sender") in roles:
            yield from judged(place, {**said, **shared}, _message)


def _message(where: str, raw: Raw) -> Iterator[Record]:
    blocks = [as_object(b) for b in listed(raw, "content")]
    # `text` also says where something stood that cannot be shown, so the blocks go first.
    written = "\n\n".join(b["text"] for b in blocks if b.get("type") == "text" and isinstance(b.get("text"), str))
    said: Any = written if written.strip() else raw.get("text")
    if said is None or said == "":
        return  # only files or pictures
    content = statement(said, "text")
    at = moment(raw.get("created_at"), raw.get("began"))
    yield Record(
        where,
        text(raw, "uuid") or origin(raw["session"], raw["sender"], content),
        content,
        "event",
        tags=tuple(filter(None, [_ROLES[raw["sender"]]])),
        session=raw["session"],
        source=raw["source"],
        recorded=at,
        when=instant(at),
        trust="external",
    )


def _memories(where: str, raw: Raw, names: dict[str, str]) -> Iterator[Record | Bad]:
    own = raw.get("conversations_memory")
    if own not in (None, ""):
        yield from judged(f"{where}, conversations_memory", {"text": own, "source": "Claude: memory"}, _memory)
    for project, kept in as_object(raw.get("project_memories")).items():
        source = short(f"Claude: memory of project {names.get(project, project)}")
        yield from judged(f"{where}, project_memories", {"text": kept, "source": source}, _memory)


def _memory(where: str, raw: Raw) -> Iterator[Record]:
    """One record for each part of what Claude wrote down, under its heading."""
    marked = _BOLD_LINE.sub(r"## \1", statement(raw["text"], "text"))
    for section in parse(marked).sections:
        part = "\n".join(row for _, row, _ in section.lines).strip()
        if part:
            content = f"{section.heading}\n\n{part}" if section.heading else part
            yield Record(where, origin(raw["source"], content), content, "note", source=raw["source"])


def _project(where: str, raw: Raw, names: dict[str, str]) -> Iterator[Record | Bad]:
    name, project = statement(raw.get("name"), "name"), text(raw, "uuid")
    if len(names) < _MOST_PROJECTS:
        names[project] = name
    docs = [text(as_object(d), "filename", "file_name", "name") for d in listed(raw, "docs")]
    parts = {
        "description": raw.get("description"),
        "prompt_template": raw.get("prompt_template"),
        "docs": ", ".join(filter(None, docs)),
    }
    for part, said in parts.items():
        if said not in (None, ""):
            made = {"part": part, "said": said, "name": name, "id": project or name, "at": raw.get("created_at")}
            yield from judged(f"{where}, {part}", made, _part)


def _part(where: str, raw: Raw) -> Iterator[Record]:
    said = statement(raw["said"], raw["part"])
    begins = {"description": "Project", "prompt_template": "Instructions of project", "docs": "Documents of project"}
    yield Record(
        where,
        origin(raw["id"], raw["part"], said),
        f"{begins[raw['part']]} {raw['name']}: {said}",
        "procedure" if raw["part"] == "prompt_template" else "note",
        source=short(f"Claude: project {raw['name']}"),
        recorded=moment(raw["at"]),
        trust="external",
    )


FORMAT = Format("claude", "data export of Claude: what you wrote, its memory, your projects", recognises, read)
# Recognises nothing: what was answered is asked for by name.
WITH_ANSWERS = Format(
    "claude-with-answers", "the same with its answers; by name only", lambda _: False, read_with_answers
)
