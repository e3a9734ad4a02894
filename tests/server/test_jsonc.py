"""One entry put into JSON and taken out again, with every other byte as it was."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.server import tomltable
from simonides.server.jsonc import Unreadable, drop, put, value_at

ENTRY: dict[str, Any] = {"command": "/opt/bin/simonides", "args": ["serve"], "env": {"A": "b"}}
PATH = ("mcpServers", "simonides")

# The first text ever drawn on a machine builds a table of characters.
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=6).filter(lambda k: k not in PATH)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(keys, v, max_size=3), max_leaves=8)
objects = st.dictionaries(keys, values, max_size=4)


@st.composite
def configurations(draw: st.DrawFn) -> dict[str, Any]:
    """What a client's file may say, with and without servers, wherever among the keys they stand."""
    data = draw(objects)
    if draw(st.booleans()):
        data["mcpServers"] = draw(objects)
        data |= draw(objects)
    return data


@st.composite
def layouts(draw: st.DrawFn, data: Any) -> str:
    """A text that says it, laid out as one of many programs would."""
    indent = draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]))
    tight = (",", ":") if draw(st.booleans()) else None
    text = json.dumps(data, indent=indent, separators=tight, ensure_ascii=draw(st.booleans()))
    text = draw(st.sampled_from(["", "\n", " "])) + text + draw(st.sampled_from(["", "\n", "\n\n"]))
    # A string cannot hold a line end, so these are all between values.
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@unhurried
@given(st.data())
def test_install_keeps_all_other_keys_and_uninstall_restores_every_byte(data: st.DataObject) -> None:
    config = data.draw(configurations())
    text = data.draw(layouts(config))

    installed = put(text, PATH, ENTRY, strict=True)

    found = json.loads(installed)
    assert found["mcpServers"].pop("simonides") == ENTRY
    assert [(k, v) for k, v in found.items() if k in config] == list(config.items())
    assert found in (config, {**config, "mcpServers": {}})
    assert drop(installed, PATH, strict=True) == text


@unhurried
@given(st.data())
def test_what_another_program_laid_out_anew_loses_only_the_entry(data: st.DataObject) -> None:
    config = data.draw(configurations())
    config.setdefault("mcpServers", {})["simonides"] = ENTRY
    text = data.draw(layouts(config))

    left = drop(text, PATH, strict=True)

    del config["mcpServers"]["simonides"]
    less = {k: v for k, v in config.items() if k != "mcpServers" or v}
    assert (json.loads(left) if left and left.strip() else {}) in (config, less)


@unhurried
@given(st.data())
def test_a_new_entry_in_the_place_of_the_old_changes_nothing_else(data: st.DataObject) -> None:
    config = data.draw(configurations())
    text = put(data.draw(layouts(config)), PATH, ENTRY, strict=True)
    other = {"command": "simonides"}

    replaced = put(text, PATH, other, strict=True)

    expected = json.loads(text)
    expected["mcpServers"]["simonides"] = other
    assert json.dumps(json.loads(replaced)) == json.dumps(expected)


COMMENTED = [
    '// head\n{ // open\n  "a": 1 // one\n  // foot\n}\n// end',
    '{\n  "a": 1, /* one\n  more */ // two\n}',
    '{ "a": 1 /* one */ }',
    '{\n  "mcpServers": { // ours\n    // none yet\n  }, // behind\n}',
    '{\n  "mcpServers": {\n    "b": {}, // b\n    /* c */ "c": {} },\n}',
    "{/**/}",
    '{"s": "// no comment, \\" and no }", "mcpServers": {"b": {},}}',
]


@pytest.mark.parametrize("text", COMMENTED)
def test_comments_and_trailing_commas_stay_where_they_are(text: str) -> None:
    installed = put(text, PATH, ENTRY, strict=False)

    assert value_at(installed, PATH, strict=False) == ENTRY
    assert drop(installed, PATH, strict=False) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "line 1"),
        ('{\n"a": 01}', "line 2"),
        ('{"a": "x\ny"}', "double quotes"),
        ('{"a": "\\q"}', "escape"),
        ('{"a": 1 "b": 2}', "comma"),
        ('{"a" 1}', "colon"),
        ("{} {}", "more behind"),
        ("{'a': 1}", "double quotes"),
        ("{/* ", "does not end"),
        ('{"mcpServers": []}', "mcpServers is not an object"),
        ('{"a": 1, "a": 2}', "a is there twice"),
        ("[" * 300 + "]" * 300, "levels"),
        ("nul", "value"),
    ],
)
def test_what_is_no_json_is_refused_with_the_reason(text: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        put(text, PATH, ENTRY, strict=False)


def test_what_was_put_behind_our_entry_stays_when_it_goes() -> None:
    text = put('{\n  "mcpServers": {\n    "a": {}\n  }\n}', PATH, ENTRY, strict=True)
    text = put(text, ("mcpServers", "z"), {}, strict=True)

    left = drop(text, PATH, strict=True)

    assert left == '{\n  "mcpServers": {\n    "a": {},\n    "z": {}\n  }\n}'


bare = st.text('abcdefgh-_ .é"', max_size=6).filter(lambda k: k not in ("mcp_servers", "simonides"))
plain = st.booleans() | st.integers(-9, 9) | st.text("ab\n\"'é", max_size=5) | st.lists(st.integers(0, 9), max_size=3)
tables = st.dictionaries(bare, plain | st.dictionaries(bare, plain, max_size=2), max_size=3)


@unhurried
@given(tables, st.none() | tables, st.booleans())
def test_the_same_holds_for_toml(config: dict[str, Any], servers: dict[str, Any] | None, ends: bool) -> None:
    said = config if servers is None else {**config, "mcp_servers": servers}
    text = tomlkit.dumps(said) + "# the end" + ("\n" if ends else "")
    path = ("mcp_servers", "simonides")

    installed = tomltable.put(text, path, ENTRY)

    found = tomllib.loads(installed)
    assert found["mcp_servers"].pop("simonides") == ENTRY
    assert {k: v for k, v in found.items() if k != "mcp_servers" or servers is not None} == said
    assert tomltable.drop(installed, path) == text


def test_the_scan_is_as_strict_as_the_program_that_reads_the_file() -> None:
    text = '{"a": [1,], // one\n}'

    assert value_at(text, ["a"], strict=False) == [1]
    with pytest.raises(Unreadable, match="line 1"):
        value_at(text, ["a"], strict=True)
