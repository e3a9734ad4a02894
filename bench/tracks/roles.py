"""Who does what to whom: of two statements that differ in nothing else, the right way round has to stand first."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from faker import Faker

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import SETS, read_lines
from ..rivals import Bm25, MeaningAlone
from ..scoring import Outcome, any_at, stale_on_top
from ..slotted import ExactSlots

_PAIRS, _PAIRS_FULL = 60, 250  # of each language; the second if everything is asked for
_DEPTH = 10
SLOTS, WORDS = "slots", "words"  # how a question is put: what its kind says after the language


@dataclass(frozen=True, slots=True)
class Pair:
    """Somebody who does something to somebody; what is stored is that and the other way round.

    `verb`: its forms, by name.
    """

    doer: str
    other: str
    verb: Mapping[str, str]
    language: str


async def run(conditions: Conditions) -> list[Measure]:
    """All statements in one store in an order that says nothing, then all questions."""
    pairs = drawn(_PAIRS_FULL if conditions.full else _PAIRS, conditions.seed)
    return await measured_of(pairs, conditions)


async def measured_of(pairs: Sequence[Pair], conditions: Conditions) -> list[Measure]:
    """The figures of these pairs: for each wording how often each of the two stands first."""
    items = [item for number, pair in enumerate(pairs) for item in stored(number, pair)]
    items = random.Random(conditions.seed).sample(items, len(items))
    questions = [question for number, pair in enumerate(pairs) for question in posed(number, pair)]
    rivals = [MeaningAlone(items), Bm25(items), ExactSlots(items)]
    async with conditions.serving() as served:
        await conditions.store(served, items, at_once=4)
        outcome = Outcome(await conditions.ask(served, questions, rivals, _DEPTH), conditions.seed)
        refused = conditions.refused(served)
    measures: list[Measure] = []
    for kind in dict.fromkeys(q.kind for q in questions):
        measures += _figures(kind, outcome.only(lambda q, kind=kind: q.kind == kind))
    for way in (SLOTS, WORDS):
        measures += _figures(f"all in {way}", outcome.only(lambda q, way=way: f" {way}" in q.kind))
    return [*measures, refused]


def _figures(label: str, outcome: Outcome) -> list[Measure]:
    return [
        *outcome.mean(f"{label}: right way round first", any_at(1)),
        *outcome.mean(f"{label}: wrong way round first", stale_on_top),
    ]


def drawn(each: int, seed: int) -> list[Pair]:
    """So many pairs of each language; nobody is in two of them, so that a question has one answer."""
    draw = random.Random(seed)
    english = read_lines(SETS / "person_verbs.jsonl")
    chinese = read_lines(SETS / "person_verbs_zh.jsonl")
    pairs: list[Pair] = []
    for language, verbs in (("en_US", english), ("zh_CN", chinese)):
        names = _people(language, 2 * each, seed)
        pairs += [Pair(a, b, draw.choice(verbs), language[:2]) for a, b in zip(names[::2], names[1::2], strict=True)]
    return pairs


def _people(locale: str, count: int, seed: int) -> list[str]:
    """So many distinct names, without titles."""
    faker = Faker(locale)
    faker.seed_instance(seed)
    between = " " if locale.startswith("en") else ""
    names: dict[str, None] = {}
    while len(names) < count:
        first, last = faker.first_name(), faker.last_name()
        names.setdefault(between.join((first, last) if between else (last, first)))
    return list(names)


def stored(number: int, pair: Pair) -> list[Item]:
    """The right way round and the wrong one."""
    made: list[Item] = []
    for id_, subject, object_ in ((_right(number), pair.doer, pair.other), (_wrong(number), pair.other, pair.doer)):
        relation = relation_of(pair)
        text = f"{subject} {relation} {object_}." if pair.language == "en" else f"{subject}{relation}{object_}。"
        made.append(Item(id_, text, more={"subject": subject, "relation": relation, "object": object_}))
    return made


def posed(number: int, pair: Pair) -> Iterator[Question]:
    """Questions that only the right way round answers: by slots, and in words, active and passive, from either side."""
    gold, stale = frozenset({_right(number)}), frozenset({_wrong(number)})
    relation = relation_of(pair)
    slots = {
        "whom": {"subject": pair.doer, "relation": relation},
        "who": {"relation": relation, "object": pair.other},
    }
    for side, given in slots.items():
        kind = f"{pair.language} {SLOTS}, {side}"
        yield Question(" ".join(given.values()), gold, kind=kind, stale=stale, more={"query": "", **given})
    for form, text in _worded(pair).items():
        yield Question(text, gold, kind=f"{pair.language} {WORDS}, {form}", stale=stale)


def relation_of(pair: Pair) -> str:
    """The verb as it is stored."""
    return pair.verb.get("third", pair.verb["verb"])


def _worded(pair: Pair) -> dict[str, str]:
    """The questions by form: active or passive, and whether the doer (who) or the other (whom) is asked for."""
    a, b, verb = pair.doer, pair.other, pair.verb["verb"]
    if pair.language == "zh":
        forms = (f"{a}{verb}谁？", f"谁{verb}{b}？", f"谁被{a}{verb}？", f"{b}被谁{verb}？")
    else:
        done = pair.verb["participle"]
        forms = (
            f"Who does {a} {verb}?",
            f"Who {pair.verb['third']} {b}?",
            f"Who is {done} by {a}?",
            f"Who is {b} {done} by?",
        )
    return dict(zip(("active, whom", "active, who", "passive, whom", "passive, who"), forms, strict=True))


def _right(number: int) -> str:
    return f"{number} right"


def _wrong(number: int) -> str:
    return f"{number} wrong"


TRACK = Track("who does what to whom, each statement stored both ways round, in English and Chinese", [], run)
