"""Edits of one table in a TOML file that leave every other byte as it is.

A new table goes to the end of the file, as text. What stands elsewhere, or was rewritten by another program, is
edited by tomlkit, which keeps the layout. Each edit is checked by reading the result.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, cast

import tomlkit
from tomlkit.exceptions import TOMLKitError

from .jsonscan import Unreadable

_BLANK = "\n\n"  # ends what was put into an empty file, so that the file stays when it is empty again


def value_at(text: str, path: Sequence[str]) -> Any:
    """The value at a path of keys, or None. Raises Unreadable."""
    value: Any = _read(text)
    for key in path:
        if not isinstance(value, dict):
            raise Unreadable(f"{path[0]} is not a table", 1)
        value = cast(dict[str, Any], value).get(key)
        if value is None:
            return None
    return value


def put(text: str, path: Sequence[str], value: Mapping[str, Any]) -> str:
    """The text with a table at a path: at the end, or in the place of the one there. Raises Unreadable."""
    there = value_at(text, path)
    expected = _with(_read(text), path, value)
    block = _block(path, value, _line_end(text))
    glued = text + _line_end(text) + block + (_line_end(text) if text.endswith("\n") else "")
    glued = glued if text.strip() else text + block + _BLANK
    if there is None and _says(glued, expected):
        return glued
    return _edited(text, path, value, expected)


def drop(text: str, path: Sequence[str]) -> str | None:
    """The text without the table at a path; the text itself when there is none. None when nothing else was ever
    in the file. Raises Unreadable."""
    value = value_at(text, path)
    if value is None:
        return text
    newline = _line_end(text)
    block = _block(path, value, newline)
    if text == block + newline:
        return None
    if not (blank := text.removesuffix(block + _BLANK)).strip():
        return blank
    expected = _less(_read(text), path)
    for whole in (newline + block + newline, newline + block, block):
        if text.endswith(whole) or (whole.endswith("\n") and text.count(whole) == 1):
            cut = text.rpartition(whole)
            if _says(cut[0] + cut[2], expected):
                return cut[0] + cut[2]
    return _edited(text, path, None, expected)


def document(path: Sequence[str], value: Mapping[str, Any]) -> str:
    """A file with nothing but the table."""
    return _block(path, value, "\n") + "\n"


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _block(path: Sequence[str], value: Mapping[str, Any], newline: str) -> str:
    head = ".".join(tomlkit.key(k).as_string() for k in path)
    lines = [f"{tomlkit.key(k).as_string()} = {_shown(v)}" for k, v in value.items()]
    return newline.join([f"[{head}]", *lines])


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        pairs = [f"{tomlkit.key(k).as_string()} = {_shown(v)}" for k, v in cast(dict[str, Any], value).items()]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    return str(cast(Any, tomlkit).item(value).as_string())


def _edited(text: str, path: Sequence[str], value: Mapping[str, Any] | None, expected: Any) -> str:
    """The edit as tomlkit makes it; a value of None takes the table away."""
    try:
        document = tomlkit.parse(text)
        node: Any = document
        for key in path[:-1]:
            node = node.setdefault(key, {})
        if value is None:
            del node[path[-1]]
        elif path[-1] in node:
            held = node[path[-1]]
            for key in [k for k in held if k not in value]:
                del held[key]
            for key, item in value.items():
                if key not in held or held[key] != item:
                    held[key] = item
        else:
            node[path[-1]] = value
        new = tomlkit.dumps(document)
    except TOMLKitError as fault:
        raise Unreadable(str(fault), 1) from None
    if not _says(new, expected):
        raise Unreadable("its layout is one that cannot be edited safely", 1)
    return new


def _read(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise Unreadable(str(fault), 1) from None


def _says(text: str, expected: Any) -> bool:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return repr(_pruned(found)) == repr(_pruned(expected))


def _pruned(data: Any) -> Any:
    """Tables in the order of their keys and without those that are empty: neither means anything in TOML."""
    if not isinstance(data, dict):
        return data
    held = {k: _pruned(v) for k, v in cast(dict[str, Any], data).items()}
    return {k: held[k] for k in sorted(held) if held[k] != {}}


def _with(data: dict[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    if len(path) == 1:
        return {**data, path[0]: dict(value)}
    return {**data, path[0]: _with(data.get(path[0], {}), path[1:], value)}


def _less(data: dict[str, Any], path: Sequence[str]) -> dict[str, Any]:
    if len(path) == 1:
        return {k: v for k, v in data.items() if k != path[0]}
    return {**data, path[0]: _less(data[path[0]], path[1:])}
