"""Edits of one entry in a JSON file that leave every other byte as it is.

The file may hold comments and trailing commas where its program allows them. An edit is made in the text, at the
places a scan found, and is checked by scanning the result: what was not asked for must be the same.

How an entry was put in can be read off it, so that taking it out gives back the bytes of before: an object that
was empty has its new member right behind the brace; one that was made for the entry has it on a line of its own,
or, in a file of a single line, behind a blank.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from .jsonscan import Node, Unreadable, scan

_UNIT = "  "
_BLANK = "\n\n"  # ends what was put into an empty file, so that the file stays when it is empty again


def value_at(text: str, path: Sequence[str], *, strict: bool) -> Any:
    """The value at a path of keys; None when it, or the whole document, is not there. Raises Unreadable."""
    if not text.strip():
        return None
    chain = _chain(scan(text, strict=strict), path)
    return chain[-1].members[path[-1]].value.data if len(chain) == len(path) and path[-1] in chain[-1].members else None


def document(path: Sequence[str], value: Any) -> str:
    """A file with nothing but the value."""
    return _fresh(path, value) + "\n"


def put(text: str, path: Sequence[str], value: Any, *, strict: bool) -> str:
    """The text with a value at a path: a new last member, or in the place of the one there. Raises Unreadable."""
    if not text.strip():
        return text + _fresh(path, value) + _BLANK
    root = scan(text, strict=strict)
    chain = _chain(root, path)
    node, rest = chain[-1], path[len(chain) - 1 :]
    look = _Look(text, root)
    if len(rest) == 1 and rest[0] in node.members:
        member = node.members[rest[0]]
        shown = look.shown(value, look.indent_of(member.start))
        new = text[: member.value.start] + shown + text[member.value.end :]
    else:
        new = _added(text, node, rest, value, look)
    _must_be(new, _with(root.data, path, value), strict=strict)
    return new


def drop(text: str, path: Sequence[str], *, strict: bool) -> str | None:
    """The text without the member at a path, and without the objects `put` made for it; the text itself when there
    is none. None when nothing but the entry was ever in the file. Raises Unreadable."""
    if not text.strip():
        return text
    root = scan(text, strict=strict)
    chain = _chain(root, path)
    if len(chain) < len(path) or path[-1] not in chain[-1].members:
        return text
    value = chain[-1].members[path[-1]].value.data
    fresh = _fresh(path, value)
    if text == fresh + "\n":
        return None
    if not (blank := text.removesuffix(fresh + _BLANK)).strip():
        return blank
    look = _Look(text, root)
    depth = len(path) - 1
    while depth and look.made(chain[depth], path[depth:], value, look.indent_of(chain[depth].start)):
        depth -= 1
    new = _without(text, chain[depth], path[depth])
    _must_be(new, _less(root.data, path[: depth + 1]), strict=strict)
    return new


def _fresh(path: Sequence[str], value: Any) -> str:
    """A document with nothing but the entry."""
    return json.dumps(_nested(path, value), indent=_UNIT, ensure_ascii=False)


def _nested(path: Sequence[str], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _chain(root: Node, path: Sequence[str]) -> list[Node]:
    """The objects along a path, as far as there are any; the last key is not followed."""
    chain = [root]
    for key in (None, *path[:-1]):
        if key is not None:
            if key not in chain[-1].members:
                break
            chain.append(chain[-1].members[key].value)
        if chain[-1].kind != "object":
            raise Unreadable(f"{key or 'the document'} is not an object", chain[-1].line)
    for node in chain:
        if node.twice:  # programs differ in which one counts
            raise Unreadable(f"{min(node.twice)} is there twice in one object", node.line)
    return chain


class _Look:
    """How a text is laid out: its line ends, its indentation, whether it is one line."""

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        members = list(root.members.values())
        first = self.indent_of(members[0].start) if members else ""
        self.unit = first if members and self.starts_line(members[0].start) and first else _UNIT
        self.one_line = bool(members) and "\n" not in text[root.start : root.end]

    def starts_line(self, at: int) -> bool:
        """Whether there are only blanks before a place in its line."""
        return not self.text[self.text.rfind("\n", 0, at) + 1 : at].strip("\ufeff \t")

    def indent_of(self, at: int) -> str:
        """The blanks the line of a place begins with."""
        line = self.text[self.text.rfind("\n", 0, at) + 1 :].removeprefix("\ufeff")
        return line[: len(line) - len(line.lstrip(" \t"))]

    def shown(self, value: Any, indent: str) -> str:
        """A value as text, in the manner of the file."""
        if self.one_line:
            return json.dumps(value, ensure_ascii=False)
        lines = json.dumps(value, indent=self.unit, ensure_ascii=False).split("\n")
        return (self.newline + indent).join(lines)

    def member(self, path: Sequence[str], value: Any, indent: str) -> str:
        """A member with the objects that have to be made for it."""
        if self.one_line and len(path) > 1:
            inner = self.member(path[1:], value, indent)
            return f"{json.dumps(path[0], ensure_ascii=False)}: {{ {inner} }}"
        return f"{json.dumps(path[0], ensure_ascii=False)}: {self.shown(_nested(path[1:], value), indent)}"

    def made(self, node: Node, path: Sequence[str], value: Any, indent: str) -> bool:
        """Whether an object looks in every byte as if it was made for the entry."""
        if self.one_line:
            return self.text[node.start : node.end] == f"{{ {self.member(path, value, indent)} }}"
        return self.text[node.start : node.end] == self.shown(_nested(path, value), indent)


def _added(text: str, node: Node, path: Sequence[str], value: Any, look: _Look) -> str:
    """The text with a member at the end of an object."""
    if not node.members:
        member = look.member(path, value, look.indent_of(node.start))
        return text[: node.start + 1] + member + text[node.start + 1 :]
    last = list(node.members.values())[-1]
    end = last.comma + 1 if last.comma >= 0 else last.value.end
    own_line = look.starts_line(last.start)
    indent = look.indent_of(last.start)
    at = _line_end(text, end) if own_line else end
    member = (look.newline + indent if own_line else " ") + look.member(path, value, indent)
    if last.comma >= 0:
        return text[:at] + member + "," + text[at:]
    return text[:end] + "," + text[end:at] + member + text[at:]


def _line_end(text: str, at: int) -> int:
    """Where the line ends, behind its comments; the place itself when there is more than comments in it."""
    here = at
    while here < len(text) and text[here] not in "\r\n":
        if text.startswith("//", here):
            end = text.find("\n", here)
            end = len(text) if end < 0 else end
            return end - 1 if text[end - 1] == "\r" else end
        if text.startswith("/*", here):
            here = text.index("*/", here) + 2
        elif text[here] in " \t":
            here += 1
        else:
            return at
    return here


def _without(text: str, node: Node, key: str) -> str:
    """The text without a member and the comma that goes with it."""
    members = list(node.members.values())
    index = list(node.members).index(key)
    member, last = members[index], index == len(members) - 1
    before = members[index - 1] if index else None
    end = member.comma + 1 if member.comma >= 0 else member.value.end
    floor = before.comma + 1 if before else node.start + 1
    bare = not text[floor : member.start].strip()
    ends_line = text[end:].lstrip(" \t")[:1] in ("", "\r", "\n")
    newline = text.rfind("\n", floor, member.start)
    if newline >= 0 and not text[newline : member.start].strip() and (bare or ends_line):
        start = newline - 1 if text[newline - 1] == "\r" else newline
    elif before and bare:
        start = floor
    else:
        start = member.start
        if not last:
            end += len(text[end:]) - len(text[end:].lstrip(" \t"))
    new = text[:start] + text[end:]
    if before and last and member.comma < 0:
        new = new[: before.comma] + new[before.comma + 1 :]
    return new


def _with(data: Any, path: Sequence[str], value: Any) -> Any:
    return {**data, path[0]: value if len(path) == 1 else _with(data.get(path[0], {}), path[1:], value)}


def _less(data: Any, path: Sequence[str]) -> Any:
    held = cast(dict[str, Any], data)
    if len(path) == 1:
        return {k: v for k, v in held.items() if k != path[0]}
    return {**held, path[0]: _less(held[path[0]], path[1:])}


def _must_be(text: str, expected: Any, *, strict: bool) -> None:
    """Raise Unreadable unless a text says what is expected, in that order: rather no edit than a wrong one."""
    found = scan(text, strict=strict).data
    if json.dumps(found) != json.dumps(expected):
        raise Unreadable("its layout is one that cannot be edited safely", 1)
