"""Facts stored in slots, asked for by slots in other words: paraphrased, misspelt, by another name, translated."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pycountry
from babel import Locale
from faker import Faker

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..rivals import Bm25, MeaningAlone
from ..scoring import Outcome, any_at, reciprocal_rank
from ..slotted import ExactSlots, NearSlots
from ..world import World, drawn

_ENTITIES, _ENTITIES_FULL = 60, 300  # of twelve facts each; the second if everything is asked for
_QUESTIONS, _QUESTIONS_FULL = 60, 200  # of each way of asking
_DEPTH = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LEAST = 6  # letters of a word that is misspelt: of a shorter one too little is left

Fact = tuple[int, int, int]  # entity, relation, filler by number
Slots = Mapping[str, str]
Way = Callable[[World, Fact, random.Random], Slots | None]  # a probe in other words; none where there are no others


async def run(conditions: Conditions) -> list[Measure]:
    """A world in a store of its own, then the same number of probes of each way."""
    entities = _ENTITIES_FULL if conditions.full else _ENTITIES
    world = drawn(entities, 0, conditions.seed)
    return await measured_in(world, _QUESTIONS_FULL if conditions.full else _QUESTIONS, conditions)


async def measured_in(world: World, each: int, conditions: Conditions) -> list[Measure]:
    """The figures of one world, of each way of asking and over all of them that are in other words."""
    facts = facts_of(world)
    items = [_item(number, world, fact) for number, fact in enumerate(facts)]
    questions = [*posed(world, facts, each, conditions.seed), *unanswerable(world, each, conditions.seed)]
    rivals = [MeaningAlone(items), Bm25(items), ExactSlots(items), NearSlots(items)]
    async with conditions.serving() as served:
        await conditions.store(served, items, at_once=4)
        outcome = Outcome(await conditions.ask(served, questions, rivals, _DEPTH), conditions.seed)
        refused = conditions.refused(served)
    measures: list[Measure] = []
    for way in WAYS:
        one = outcome.only(lambda q, way=way: q.kind == way)
        measures += one.mean(f"{way}: reciprocal rank", reciprocal_rank)
        measures += one.mean(f"{way}: first is gold", any_at(1))
        measures += one.mean(f"{way}: answered with nothing", lambda _, answer: float(not answer.places))
    others = outcome.only(lambda q: q.kind != _SAME and bool(q.gold))
    measures += others.mean("all in other words: reciprocal rank", reciprocal_rank)
    for kind in (_NOBODY, _NOTHING):
        one = outcome.only(lambda q, kind=kind: q.kind == kind)
        measures += one.mean(f"{kind}: answered with anything", lambda _, answer: float(bool(answer.places)))
    return [*measures, refused]


def facts_of(world: World) -> list[Fact]:
    """All facts, by number."""
    entities = np.arange(len(world.names))[:, None, None]
    rows = np.concatenate([np.broadcast_to(entities, (*world.facts.shape[:2], 1)), world.facts], axis=2)
    return [(int(e), int(r), int(f)) for e, r, f in rows.reshape(-1, 3)]


def posed(world: World, facts: Sequence[Fact], each: int, seed: int) -> list[Question]:
    """So many probes of each way; what answers one is every statement that the same probe in the stored words has."""
    draw = random.Random(seed)
    holders: dict[tuple[str, int, int], set[str]] = defaultdict(set)
    for number, (e, r, f) in enumerate(facts):
        holders["subject", e, r].add(str(number))
        holders["object", f, r].add(str(number))
    questions: list[Question] = []
    for name, way in WAYS.items():
        made: list[Question] = []
        for e, r, f in draw.sample(facts, len(facts)):
            if len(made) < each and (slots := way(world, (e, r, f), draw)):
                gold = holders["subject", e, r] if "subject" in slots else holders["object", f, r]
                text = " ".join(slots[s] for s in ("subject", "relation", "object") if s in slots)
                made.append(Question(text, frozenset(gold), kind=name, more={"query": "", **slots}))
        questions += made
    return questions


def unanswerable(world: World, each: int, seed: int) -> list[Question]:
    """Probes nothing stored answers: of people the store does not know, and for what is not told of one it knows."""
    draw = random.Random(seed)
    faker = Faker("en_US")
    faker.seed_instance(seed + 2)  # the seeds before it drew those who are stored
    told = [relation.stored for relation in world.relations]
    questions: list[Question] = []
    while len(questions) < each:
        if (name := faker.name()) not in world.names:
            questions.append(_unanswered(_NOBODY, name, draw.choice(told)))
    for e in draw.choices(range(len(world.names)), k=each):
        has = {told[int(r)] for r in world.facts[e, :, 0].tolist()}
        lacking = draw.choice([relation for relation in told if relation not in has])
        questions.append(_unanswered(_NOTHING, world.names[e], lacking))
    return questions


def _unanswered(kind: str, subject: str, relation: str) -> Question:
    more = {"query": "", "subject": subject, "relation": relation}
    return Question(f"{subject} {relation}", frozenset(), kind=kind, more=more)


def _item(number: int, world: World, fact: Fact) -> Item:
    slots = _stored(world, fact)
    text = f"{slots['subject']} {slots['relation']} {slots['object']}."
    more: dict[str, Any] = {**slots, "exclusive": False}
    return Item(str(number), text, more=more)


def _stored(world: World, fact: Fact) -> dict[str, str]:
    e, r, f = fact
    return {
        "subject": world.names[e],
        "relation": world.relations[r].stored,
        "object": world.fillers[f].english,
    }


def _same(world: World, fact: Fact, draw: random.Random) -> Slots:
    slots = _stored(world, fact)
    del slots[draw.choice(("subject", "object"))]
    return slots


def _paraphrased(world: World, fact: Fact, draw: random.Random) -> Slots:
    return {**_same(world, fact, draw), "relation": world.relations[fact[1]].other}


def _misspelt_subject(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    slots = _stored(world, fact)
    wrong = misspelt(slots["subject"], draw)
    return {"subject": wrong, "relation": slots["relation"]} if wrong else None


def _misspelt_object(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    slots = _stored(world, fact)
    wrong = misspelt(slots["object"], draw)
    return {"relation": slots["relation"], "object": wrong} if wrong else None


def _both(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    slots = _misspelt_subject(world, fact, draw)
    return slots and {**slots, "relation": world.relations[fact[1]].other}


def _other_name(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    return _country_as(world, fact, draw, ("official_name", "common_name"))


def _code(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    return _country_as(world, fact, draw, ("alpha_2", "alpha_3"))


def _country_as(world: World, fact: Fact, draw: random.Random, fields: Sequence[str]) -> Slots | None:
    """The object as ISO 3166 has it in one of the fields, if it is a country and is named otherwise there."""
    slots = _stored(world, fact)
    if world.fillers[fact[2]].type != "territory" or not (country := _country(slots["object"])):
        return None
    told = [str(value) for field in fields if (value := getattr(country, field, None))]
    others = [value for value in told if value.casefold() != slots["object"].casefold()]
    return {"relation": slots["relation"], "object": draw.choice(others)} if others else None


def _country(english: str) -> Any:
    """The entry of ISO 3166 for a territory as CLDR names it; None where it has none."""
    named: Mapping[str, str] = dict(Locale("en").territories)
    code = next((code for code, name in named.items() if name == english and len(code) == 2), "")
    return pycountry.countries.get(alpha_2=code)


def _translated(world: World, fact: Fact, draw: random.Random) -> Slots | None:
    chinese = world.fillers[fact[2]].chinese
    return {"relation": world.relations[fact[1]].stored, "object": chinese} if chinese else None


def misspelt(words: str, draw: random.Random) -> str:
    """The words with one letter of one of them left out, doubled, changed, or changed places with the next; the first
    letter of a word stays. Empty where no word is long enough, or not in Latin letters."""
    parts = words.split(" ")
    long = [i for i, part in enumerate(parts) if len(part) >= _LEAST and part.isascii() and part.isalpha()]
    if not long:
        return ""
    chosen = draw.choice(long)
    part = parts[chosen]
    while parts[chosen] == part:
        at = draw.randrange(1, len(part) - 1)
        before, letter, after = part[:at], part[at], part[at + 1 :]
        parts[chosen] = draw.choice(
            (
                before + after,
                before + letter + letter + after,
                before + draw.choice(_LETTERS) + after,
                before + after[0] + letter + after[1:],
            )
        )
    return " ".join(parts)


_SAME, _NOBODY, _NOTHING = "same words", "somebody unknown", "not told of somebody known"
WAYS: Mapping[str, Way] = {
    _SAME: _same,
    "relation paraphrased": _paraphrased,
    "subject misspelt": _misspelt_subject,
    "object misspelt": _misspelt_object,
    "relation paraphrased, subject misspelt": _both,
    "country by another name": _other_name,
    "country by its code": _code,
    "object in Chinese": _translated,
}
TRACK = Track("facts in slots, asked for by slots in other words", [], run)
