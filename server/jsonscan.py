"""A scan of JSON that remembers where everything stands; with comments and trailing commas where they are allowed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Literal

_DEEPEST = 200  # levels; no configuration comes near it
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORDS = {"true": True, "false": False, "null": None}


class Unreadable(ValueError):
    """A text is not what its format asks for, or cannot be edited. `line` counts from 1."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


@dataclass
class Node:
    """A value and where it stands: text[start:end]. Members are those of an object, by key; `twice` are keys that
    it has more than once."""

    kind: Literal["object", "array", "scalar"]
    start: int
    line: int
    end: int = -1
    data: Any = None
    members: dict[str, Member] = field(default_factory=dict[str, "Member"])
    twice: set[str] = field(default_factory=set[str])


@dataclass
class Member:
    """A key with its value. `start` is where the key stands, `comma` the place of the comma behind, or -1."""

    start: int
    value: Node
    comma: int = -1


def scan(text: str, *, strict: bool) -> Node:
    """The document in a text. `strict` is JSON as RFC 8259 has it; else comments and trailing commas may be in it.

    Raises Unreadable, with the line.
    """
    return _Scanner(text, strict).document()


class _Scanner:
    def __init__(self, text: str, strict: bool) -> None:
        self.text, self.strict = text, strict
        self.at = 1 if text.startswith("\ufeff") else 0

    def document(self) -> Node:
        node = self.value(0)
        self.skip()
        if self.at < len(self.text):
            raise self.wrong("there is more behind the end")
        return node

    def wrong(self, problem: str) -> Unreadable:
        return Unreadable(problem, self.line())

    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def skip(self) -> None:
        """Go past blanks and comments."""
        while self.at < len(self.text):
            two = self.text[self.at : self.at + 2]
            if self.text[self.at] in " \t\r\n":
                self.at += 1
            elif two in ("//", "/*") and self.strict:
                raise self.wrong("comments are not allowed in this file")
            elif two == "//":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif two == "/*":
                end = self.text.find("*/", self.at + 2)
                if end < 0:
                    raise self.wrong("a comment does not end")
                self.at = end + 2
            else:
                return

    def peek(self) -> str:
        self.skip()
        return self.text[self.at : self.at + 1]

    def value(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.wrong(f"it is nested more than {_DEEPEST} levels deep")
        mark = self.peek()
        if mark == "{":
            return self.object(depth)
        if mark == "[":
            return self.array(depth)
        node = Node("scalar", self.at, self.line())
        node.data = self.string() if mark == '"' else self.plain()
        node.end = self.at
        return node

    def string(self) -> str:
        found = _STRING.match(self.text, self.at)
        if found is None:
            raise self.wrong("a text in double quotes is expected, or one does not end")
        try:
            data: str = json.loads(found.group())
        except ValueError:
            raise self.wrong("a text holds an escape that JSON does not have") from None
        self.at = found.end()
        return data

    def plain(self) -> Any:
        for word, data in _WORDS.items():
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return data
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise self.wrong("a value is expected")
        self.at = found.end()
        return json.loads(found.group())

    def object(self, depth: int) -> Node:
        node = Node("object", self.at, self.line(), data={})
        self.at += 1
        last: Member | None = None
        while self.peek() != "}":
            self.follows(last is None or last.comma >= 0)
            start = self.at
            key = self.string()
            if self.peek() != ":":
                raise self.wrong("a colon is expected")
            self.at += 1
            last = Member(start, self.value(depth + 1))
            if key in node.members:
                node.twice.add(key)
            node.members[key] = last
            node.data[key] = last.value.data
            last.comma = self.comma("}")
        self.at += 1
        node.end = self.at
        return node

    def array(self, depth: int) -> Node:
        node = Node("array", self.at, self.line(), data=[])
        self.at += 1
        comma = 0
        while self.peek() != "]":
            self.follows(comma >= 0)
            node.data.append(self.value(depth + 1).data)
            comma = self.comma("]")
        self.at += 1
        node.end = self.at
        return node

    def follows(self, separated: bool) -> None:
        if not separated:
            raise self.wrong("a comma is expected")
        if self.at >= len(self.text):
            raise self.wrong("it ends too early")

    def comma(self, close: str) -> int:
        """The place of the comma behind an element, or -1."""
        if self.peek() != ",":
            return -1
        place = self.at
        self.at += 1
        if self.peek() == close and self.strict:
            raise self.wrong("there is a comma behind the last element")
        return place
