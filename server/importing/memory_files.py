"""Memory files agents keep as Markdown: MEMORY.md and USER.md, with entries apart by a line of "§", or with lists and
paragraphs; CLAUDE.md and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from ...storage.errors import InvalidArgument
from ...storage.memory import Trust
from .archive import Damaged, Member, opened
from .fields import Raw, judged, origin, short, statement, words
from .markdown import blocks, parse
from .pieces import decode
from .record import Bad, Format, Record

_KEPT_BY_AGENTS = {"memory.md", "user.md"}
_KNOWN = _KEPT_BY_AGENTS | {"claude.md", "claude.local.md", "agents.md"}
_APART = "\n§\n"


def recognises(path: Path) -> bool:
    """Whether it is a file of such a name, or a folder or zip with a MEMORY.md or USER.md."""
    with opened(path) as members:
        if len(members) == 1:
            return members[0].base in _KNOWN
        return any(m.base in _KEPT_BY_AGENTS for m in members)


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each entry, list item or paragraph. Of a folder, the Markdown files beside MEMORY.md or USER.md;
    of a file any that is Markdown, whatever its name."""
    with opened(path) as members:
        if not _chosen(members):
            raise InvalidArgument("file", "holds no memory files; give a Markdown file or a folder with MEMORY.md.")
    return _records(path)


def _chosen(members: list[Member]) -> list[Member]:
    notes = [m for m in members if m.suffix in (".md", ".markdown")]
    if len(members) == 1:
        return notes
    homes = {_home(m) for m in notes if m.base in _KEPT_BY_AGENTS}
    return [m for m in notes if _home(m) in homes]


def _home(member: Member) -> str:
    return str(PurePosixPath(member.name).parent)


def _records(path: Path) -> Iterator[Record | Bad]:
    with opened(path) as members:
        chosen = _chosen(members)
        trust: Trust = "assistant" if any(m.base in _KEPT_BY_AGENTS for m in chosen) else "external"
        for member in chosen:
            try:
                text = decode(member.whole()).replace("\r\n", "\n")
            except Damaged as damage:
                yield Bad(member.name, str(damage), "")
                continue
            for raw in _entries(text) if _APART in f"\n{text}\n" else _blocks(text):
                made = {**raw, "source": short(member.name), "base": member.base, "trust": trust}
                yield from judged(f"{member.name}, {raw['where']}", made, _record)


def _entries(text: str) -> Iterable[Raw]:
    for number, entry in enumerate(f"\n{text}\n".split(_APART), 1):
        if entry.strip():
            yield {"where": f"entry {number}", "text": entry, "heading": "", "kind": "fact"}


def _blocks(text: str) -> Iterable[Raw]:
    for section in parse(text).sections:
        for block in blocks(section):
            kind = "fact" if block.is_item else "note"
            yield {"where": f"line {block.line}", "text": block.text, "heading": section.heading, "kind": kind}


def _record(where: str, raw: Raw) -> Iterator[Record]:
    content = statement(raw["text"], "text")
    name = origin(raw["base"], content)
    tags = words([raw["heading"]])
    yield Record(where, name, content, raw["kind"], tags=tags, source=raw["source"], trust=raw["trust"])


FORMAT = Format("memory-files", "MEMORY.md, USER.md, CLAUDE.md and folders of them", recognises, read)
