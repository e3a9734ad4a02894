"""Markdown as notes are kept in it: front matter, sections, list items, code fences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import yaml

FRONT_LIMIT = 65_536  # characters of front matter; it is parsed as a whole

_HEADING = re.compile(r" {0,3}#{1,6}\s(.*)")
_FENCE = re.compile(r"\s*(```|~~~)")
_ITEM = re.compile(r" ?(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)")
_RULE = re.compile(r" {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})")


@dataclass(slots=True)
class Section:
    """What stands under one heading ("" before the first). `lines` are (line number, text, whether it is code)."""

    heading: str
    lines: list[tuple[int, str, bool]] = field(default_factory=list[tuple[int, str, bool]])


@dataclass(frozen=True, slots=True)
class Note:
    """A Markdown file taken apart. `front` is None when there is front matter and it is no YAML mapping."""

    front: Mapping[str, Any] | None
    sections: list[Section]


@dataclass(slots=True)
class Block:
    """A list item with what belongs to it, or a paragraph."""

    line: int
    is_item: bool
    lines: list[str]

    @property
    def text(self) -> str:
        """Its text, without empty lines at the end."""
        return "\n".join(self.lines).strip()


def parse(text: str) -> Note:
    """Take a file apart."""
    rows = text.replace("\r\n", "\n").split("\n")
    end = _end_of_front(rows)
    front: Mapping[str, Any] | None = _front("\n".join(rows[1:end])) if end else {}
    return Note(front, list(_sections(rows, end + 1 if end else 0)))


def _end_of_front(rows: list[str]) -> int:
    """The index of the fence that closes the front matter; 0 when there is none."""
    if rows[0].rstrip() != "---":
        return 0
    return next((i for i, row in enumerate(rows) if i and row.rstrip() in ("---", "...")), 0)


def _front(text: str) -> Mapping[str, Any] | None:
    if len(text) > FRONT_LIMIT:
        return None
    try:
        # BaseLoader makes texts, lists and mappings of them and nothing else: a title of 1984 stays a text,
        # and a date keeps the precision it was written with.
        loaded: object = yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    if loaded is None or loaded == "":
        return {}
    return cast(Mapping[str, Any], loaded) if isinstance(loaded, dict) else None


def _sections(rows: list[str], start: int) -> Iterator[Section]:
    section, fence = Section(""), ""
    for number, row in enumerate(rows[start:], start + 1):
        opens = _FENCE.match(row)
        if opens and fence in ("", opens[1]):
            fence = "" if fence else opens[1]
            section.lines.append((number, row, True))
        elif not fence and (heading := _HEADING.fullmatch(row)):
            yield section
            section = Section(heading[1].strip().rstrip("#").rstrip())
        else:
            section.lines.append((number, row, bool(fence)))
    yield section


def blocks(section: Section) -> Iterator[Block]:
    """The list items of the outermost level, each with its nested ones, and the paragraphs."""
    block: Block | None = None
    gap = False
    for number, row, code in section.lines:
        item = None if code else _ITEM.fullmatch(row)
        belongs = block is not None and (code or (block.is_item and row[:1].isspace()) or not gap)
        if not code and (not row.strip() or (item is None and _RULE.fullmatch(row))):
            gap = True
            continue
        if item is None and block is not None and belongs:
            block.lines += ([""] if gap and not code else []) + [row.rstrip()]
        else:
            if block:
                yield block
            block = Block(number, item is not None, [item[1] if item else row.strip()])
        gap = False
    if block:
        yield block
