"""Facts, rumours of them that claim to be sure, corrections, and changes taken back: what stands first then."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import Bm25
from ..scoring import Outcome, any_at, rumour_on_top
from ..served import Served
from .conflicts import by_slots, slotted_item

_FILE = "conflict_en_mquake.jsonl"
_RUMOURS, _CORRECTIONS, _UNDONE = 100, 50, 50  # facts drawn for each
_RUMOUR = 3  # the version that is one
_SURE = 0.95  # the confidence of what is corrected
_CORRECTING = (0.8, 0.6)  # those of the corrections
_DEPTH = 5
_WAYS = ("in words", "by slots")


@dataclass(frozen=True, slots=True)
class _Slot:
    """The versions of one fact that are no rumours, the oldest first; its rumour; and a question for it in words."""

    versions: Sequence[dict[str, Any]]
    rumour: dict[str, Any]
    question: str

    @property
    def current(self) -> dict[str, Any]:
        """The version that holds."""
        return self.versions[-1]


async def run(conditions: Conditions) -> list[Measure]:
    """Each part in a store of its own. Everything is drawn from the seed."""
    (record,) = read_lines(conditions.data / _FILE)
    slots = _slots(record, conditions.seed)
    changed = [slot for slot in slots if len(slot.versions) > 1]
    return [
        *await _rumours(slots[:_RUMOURS], conditions),
        *await _corrections(slots, conditions),
        *await _taken_back(changed[:_UNDONE], conditions),
    ]


def _slots(record: Mapping[str, Any], seed: int) -> list[_Slot]:
    """All slots, in an order drawn. One the set has no rumour of is given one, with the value of another slot; one it
    asks nothing about is asked for by the words of the slot."""
    draw = random.Random(seed)
    told: dict[str, list[dict[str, Any]]] = {}
    for statement in sorted(record["statements"], key=lambda s: s["version"]):
        told.setdefault(statement["slot"], []).append(statement)
    questions = {q["slot"]: q["question"] for q in record["questions"] if q["type"] == "single_hop"}
    values = sorted({s["value"] for s in record["statements"]})
    slots: list[_Slot] = []
    for slot, statements in told.items():
        versions = [s for s in statements if s["version"] != _RUMOUR]
        others = [value for value in values if value not in {s["value"] for s in versions}]
        made = _another(versions[-1], draw.choice(others))
        slots.append(
            _Slot(versions, next((s for s in statements if s not in versions), made), questions.get(slot, slot))
        )
    return draw.sample(slots, len(slots))


def _another(statement: dict[str, Any], value: str) -> dict[str, Any]:
    """The same slot with another value, told a day later."""
    later = datetime.fromisoformat(statement["ts"]) + timedelta(days=1)
    text = f"{statement['slot']} {value}."
    return statement | {"id": f"{statement['id']}/other", "text": text, "value": value, "ts": later.isoformat()}


async def _rumours(slots: Sequence[_Slot], conditions: Conditions) -> list[Measure]:
    """Every fact, then a rumour of each, read somewhere, that claims to be certain."""
    facts = [slotted_item(slot.current) for slot in slots]
    rumours = [slotted_item(slot.rumour | {"source": "web", "conf": 1.0}) for slot in slots]
    async with conditions.serving() as served:
        await conditions.store(served, [*facts, *rumours])
        questions = [
            question
            for slot, fact, rumour in zip(slots, facts, rumours, strict=True)
            for question in _questions(slot, fact, rumour)
        ]
        asked = await conditions.ask(served, questions, [Bm25([*facts, *rumours])], _DEPTH)
        outcome, measures = Outcome(asked, conditions.seed), list[Measure]()
        for way in _WAYS:
            one_way = outcome.only(lambda question, way=way: question.kind == way)
            measures += one_way.mean(f"rumour of confidence 1, {way}: rumour on top", rumour_on_top)
            measures += one_way.mean(f"rumour of confidence 1, {way}: fact on top", any_at(1))
        return [*measures, conditions.refused(served, "rumours: refused calls")]


async def _corrections(slots: Sequence[_Slot], conditions: Conditions) -> list[Measure]:
    """Facts told as very sure, then a correction of each that is less sure, by the same who told the fact. Neither has a
    time, and the correction names no id."""
    async with conditions.serving() as served:
        measures: list[Measure] = []
        for number, confidence in enumerate(_CORRECTING):
            some = slots[number * _CORRECTIONS :][:_CORRECTIONS]
            sure = [_timeless(slotted_item(slot.current), _SURE) for slot in some]
            right = [_timeless(slotted_item(slot.rumour | {"source": "user"}), confidence) for slot in some]
            await conditions.store(served, sure)
            await conditions.store(served, [replace(i, more={**i.more, "correction": True}) for i in right])
            label = f"correction of {confidence:g}, of a fact of {_SURE:g}"
            measures += await _on_top(label, served, list(zip(some, right, strict=True)), conditions)
        return [*measures, conditions.refused(served, "corrections: refused calls")]


def _timeless(item: Item, confidence: float) -> Item:
    return replace(item, more={k: v for k, v in item.more.items() if k != "when"} | {"confidence": confidence})


async def _taken_back(slots: Sequence[_Slot], conditions: Conditions) -> list[Measure]:
    """Two versions of each fact; the second is taken back, and then put back."""
    old, new = ([slotted_item(slot.versions[i]) for slot in slots] for i in (0, 1))
    async with conditions.serving() as served:
        await conditions.store(served, [*old, *new])
        measures = await _on_top("version 2 told", served, list(zip(slots, new, strict=True)), conditions)
        receipts = [await served.undo(told.receipt) for i in new for told in served.answers_to(i.id)]
        measures += await _on_top("version 2 undone: version 1", served, list(zip(slots, old, strict=True)), conditions)
        for receipt in filter(None, receipts):
            await served.undo(receipt)
        measures += await _on_top("that undone: version 2", served, list(zip(slots, new, strict=True)), conditions)
        return [*measures, conditions.refused(served, "undo: refused calls")]


async def _on_top(
    label: str, served: Served, expected: Sequence[tuple[_Slot, Item]], conditions: Conditions
) -> list[Measure]:
    """How often what is expected of a slot stands first."""
    questions = [question for slot, item in expected for question in _questions(slot, item)]
    outcome = Outcome(await conditions.ask(served, questions, [], _DEPTH), conditions.seed)
    return [
        measure
        for way in _WAYS
        for measure in outcome.only(lambda question, way=way: question.kind == way).mean(
            f"{label}, {way}: on top", any_at(1)
        )
    ]


def _questions(slot: _Slot, gold: Item, rumour: Item | None = None) -> list[Question]:
    """The question of a slot in words, and by the slot alone."""
    rumoured = frozenset({rumour.id}) if rumour else frozenset[str]()
    return [
        Question(slot.question, frozenset({gold.id}), kind=way, more=more, rumour=rumoured)
        for way, more in zip(_WAYS, ({}, by_slots(gold)), strict=True)
    ]


TRACK = Track("rumours that claim to be sure, corrections, changes taken back: what stands first", [_FILE], run)
