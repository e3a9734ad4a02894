"""Statements that all hold together: how many are taken to clash with another all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from ..conditions import Conditions, Track
from ..items import Item
from ..measures import Measure
from ..outcomes import touched
from ..reading import SETS, read_lines
from . import ret_en_locomo, ret_zh_memdaily

_MANY = "many_valued.jsonl"
_SLOTS = ("subject", "relation", "object")
_METRIC = "contested or superseded"
_NO_PARTS: Mapping[str, str] = MappingProxyType({})
_SAMPLE = 2000  # messages of MemDaily, unless all are asked for


async def run(conditions: Conditions) -> list[Measure]:
    """Statements of many values at once in one scope; messages and turns in the scopes of their conversations."""
    many = read_lines(SETS / _MANY)
    languages = {s["id"]: s["lang"] for s in many}
    as_text = [Item(s["id"], s["text"]) for s in many]
    with_slots = [Item(s["id"], s["text"], more={slot: s[slot] for slot in _SLOTS}) for s in many]
    return [
        *await _measured("many_valued, text only", as_text, conditions, languages),
        *await _measured("many_valued, with slots", with_slots, conditions, languages),
        *await _messages(conditions),
        *await _turns(conditions),
    ]


async def _messages(conditions: Conditions) -> list[Measure]:
    """The messages of the groups the track of the set asks about, the first 2,000 of them, as facts."""
    groups = read_lines(conditions.data / ret_zh_memdaily.FILE)
    _, asked_about = ret_zh_memdaily.drawn(groups, conditions)
    every = (item for group in asked_about for item in ret_zh_memdaily.items_of(group, group["group"]))
    items = _as_facts(list(every if conditions.full else islice(every, _SAMPLE)))
    return await _measured("ret_zh_memdaily, as facts", items, conditions)


async def _turns(conditions: Conditions) -> list[Measure]:
    """The turns of all conversations in one store, as the events they are told as there, and as facts."""
    groups = read_lines(conditions.data / ret_en_locomo.FILE)
    events = [item for group in groups for item in ret_en_locomo.items_of(group)]
    return [
        *await _measured("ret_en_locomo, as events", events, conditions),
        *await _measured("ret_en_locomo, as facts", _as_facts(events), conditions),
    ]


def _as_facts(items: Sequence[Item]) -> list[Item]:
    return [replace(item, more={**item.more, "kind": "fact"}) for item in items]


async def _measured(
    label: str, items: Sequence[Item], conditions: Conditions, parts: Mapping[str, str] = _NO_PARTS
) -> list[Measure]:
    """The share that touched another, in a store of their own; of all, and of each part that items are named to be of."""
    async with conditions.serving() as served:
        await conditions.store(served, items)
        measures = touched(f"{label}: {_METRIC}", served, items, conditions.seed)
        for part in dict.fromkeys(parts.values()):
            some = [item for item in items if parts[item.id] == part]
            measures += touched(f"{label}, {part}: {_METRIC}", served, some, conditions.seed)
        return [*measures, conditions.refused(served, f"{label}: refused calls")]


TRACK = Track(
    "statements that all hold together: how many are taken to clash",
    [ret_zh_memdaily.FILE, ret_en_locomo.FILE],
    run,
)
