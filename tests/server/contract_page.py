"""Reads docs/tools.md: what the page says of each tool, and the calls it says work or are refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parents[2] / "docs" / "tools.md"
MARK = "*not yet*"
_REQUIRED = ", required"
_WORDS = {"time or span": "string", "time": "string", "list of ids": "array", "list": "array"}
_HINTS = {
    "read-only": "readOnlyHint",
    "destructive": "destructiveHint",
    "idempotent": "idempotentHint",
    "open world": "openWorldHint",
}
_LIMITS = re.compile(r"`content` and `text` hold at most ([\d,]+) bytes, other strings ([\d,]+), lists (\d+) items")
_FIELD = re.compile(rf"`(\w+)`(?:\s\[?{{([^}}]*)}}\]?)?(?:\s\(([^)]*)\))?(\s{re.escape(MARK)})?")
_CALL = re.compile(r"`([^`]+)`( alone)?(?: with `([^`]+)`)?(?:: ([^`;]+))?")


class Limits(NamedTuple):
    """Bytes of `content` and `text`, bytes of other strings, items of a list."""

    text: int
    string: int
    items: int


@dataclass(frozen=True, slots=True)
class Argument:
    """A row of a tool's first table. `schema` is its type, enum, bounds and default as JSON Schema says them."""

    name: str
    schema: Mapping[str, Any]
    required: bool
    not_yet: bool


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a "Tried" table; `words` are those of its refusal, empty for one that works."""

    tool: str
    argument: str
    arguments: Mapping[str, Any]
    words: str = ""

    @property
    def told(self) -> str:
        """The call in short, as a name of a test."""
        return f"{self.tool}-{self.argument}-{json.dumps(self.arguments[self.argument], ensure_ascii=False)}"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a result: its values, those never given, and the fields inside it."""

    name: str
    values: frozenset[str]
    never: frozenset[str]
    inside: frozenset[str]
    not_yet: bool


@dataclass(frozen=True, slots=True)
class Tool:
    """The section of a tool."""

    name: str
    hints: Mapping[str, bool]
    arguments: Sequence[Argument]
    base: Mapping[str, Any]
    calls: Sequence[Call]
    result: Sequence[Field]
    deeper: Sequence[Field]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page. The tables at its end hold, by name, whether a thing is marked; `marks` counts all marks."""

    limits: Limits
    tools: Sequence[Tool]
    resources: Mapping[str, bool]
    prompts: Mapping[str, bool]
    commands: Mapping[str, bool]
    marks: int

    @property
    def calls(self) -> list[Call]:
        """All calls of the page, in its order."""
        return [call for tool in self.tools for call in tool.calls]


def read_page() -> Page:
    """The page as it stands. Raises AssertionError or KeyError for a part that cannot be read."""
    heading, *parts = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    sections = {part.partition("\n")[0]: part for part in parts}
    limits = _LIMITS.search(" ".join(heading.split()))
    assert limits, "the sentence with the limits"
    text, string, items = (int(n.replace(",", "")) for n in limits.groups())
    return Page(
        Limits(text, string, items),
        [_tool(name, part) for name, part in sections.items() if "\nTried with" in part],
        _marked(sections["Resources"]),
        _marked(sections["Prompts"]),
        _marked(sections["Commands"]),
        sum(part.count(MARK) for part in parts),
    )


def _rows(text: str, heading: str) -> Iterator[list[str]]:
    """The cells of the table whose first row begins so, without that row and the rule below it."""
    lines = text[text.index(heading) :].partition("\n\n")[0].splitlines()
    for line in lines[2:]:
        yield [cell.strip() for cell in line.strip().strip("|").split("|")]


def _marked(section: str) -> dict[str, bool]:
    return {
        name: MARK in cells[-1]
        for cells in _rows(section, "| ")
        for name in (c.strip("` ") for c in cells[0].split(","))
    }


def _tool(name: str, text: str) -> Tool:
    base = re.search(r"^Tried with `(.+)`:$", text, re.MULTILINE)
    hints = re.search(r"^Hints: (.+)\.$", text, re.MULTILINE)
    assert base, f"{name}: what its calls are tried with"
    assert hints, f"{name}: its hints"
    beside = json.loads(base[1])
    return Tool(
        name,
        dict(_hint(h) for h in hints[1].split(", ")),
        [_argument(*cells) for cells in _rows(text, "| argument | type |")],
        beside,
        [call for cells in _rows(text, "| argument | for example |") for call in _calls(name, beside, *cells)],
        _fields(text, "Result: "),
        _fields(text, "Of a memory: "),
    )


def _hint(told: str) -> tuple[str, bool]:
    if told == "closed world":
        return _HINTS["open world"], False
    return _HINTS[told.removeprefix("not ")], not told.startswith("not ")


def _argument(name: str, told: str, meaning: str) -> Argument:
    kind, _, default = told.partition("; default ")
    schema = _schema(kind.removesuffix(_REQUIRED))
    if default:
        schema["default"] = default if "enum" in schema else json.loads(default)
    return Argument(name, schema, told.endswith(_REQUIRED), MARK in meaning)


def _schema(kind: str) -> dict[str, Any]:
    if kind.startswith("one of "):
        return {"type": "string", "enum": kind.removeprefix("one of ").split(", ")}
    word, _, span = kind.partition(" ") if ".." in kind else (kind, "", "")
    low, _, high = span.partition("..")
    bounds = {"minimum": int(low), "maximum": int(high)} if span else {}
    return {"type": _WORDS.get(word, word), **bounds}


def _calls(tool: str, base: Mapping[str, Any], argument: str, works: str, refused: str) -> Iterator[Call]:
    for cell in (works, refused):
        assert not _CALL.sub("", cell).strip("; ,"), f"{tool} {argument}: a call that cannot be read"
        for value, alone, more, words in _CALL.findall(cell):
            beside = dict[str, Any]() if alone else base
            added: dict[str, Any] = json.loads(more or "{}")
            arguments = {**beside, **added, argument: json.loads(value)}
            assert bool(words) == (cell is refused), f"{tool} {argument}: {value}"
            yield Call(tool, argument, arguments, words.strip())


def _fields(text: str, opening: str) -> list[Field]:
    """The fields of the sentence that opens so; none when there is no such sentence."""
    _, found, rest = text.partition("\n" + opening)
    sentence = re.split(r"\.\s", rest, maxsplit=1)[0] if found else ""
    return [
        Field(
            name,
            _named(values.partition(MARK + ": ")[0]),
            _named(values.partition(MARK + ": ")[2]),
            _named(inside),
            bool(mark),
        )
        for name, inside, values, mark in _FIELD.findall(sentence)
    ]


def _named(listed: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", listed))
