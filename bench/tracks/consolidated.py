"""What a language model that judges rightly makes of a memory that was told in plain text."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Mapping, Sequence
from typing import Any

from ..conditions import Conditions, Track
from ..gold import Gold, consolidate, consulted
from ..items import Answer, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import UpTo
from ..scoring import Outcome, any_at, rank_of, stale_on_top
from ..served import Served, settings
from .conflicts import slots_of, text_item
from .personas import persona_items, persona_questions

_DEPTH = 5
_DEEP = 50


async def _conflicts(file: str, conditions: Conditions) -> list[Measure]:
    """Statements that change, told as text; the claims are the set's, read out by the model."""
    (record,) = read_lines(conditions.data / file)
    statements = sorted(record["statements"], key=lambda s: s["ts"])
    items = [text_item(s) for s in statements]
    slots = {s["text"]: (*slots_of(s).values(), s["value"]) for s in statements}
    asked = [q for q in record["questions"] if q["type"] == "single_hop"]
    questions = [_question(q) for q in asked]
    chains = {str(n) for q in record["questions"] if q["type"] == "multi_hop" for n in q["gold"]}
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        async with conditions.serving(home) as served:
            await conditions.store(served, items)
            passes = await _tidied(served, home, Gold(claims=slots))
            outcome = Outcome(await conditions.ask(served, questions, [UpTo(items)], _DEPTH), conditions.seed)
            measures = [
                *outcome.mean("current on top", any_at(1)),
                *outcome.mean("stale on top", stale_on_top),
                Measure("statements with claims", await _with_claims(served, [i.id for i in items]), len(items)),
            ]
            if chains:
                has = await _with_claims(served, sorted(chains))
                measures.append(Measure("statements four-hop questions need, with claims", has, len(chains)))
            return [*measures, *passes]


async def _personas(file: str, conditions: Conditions) -> list[Measure]:
    """Lives told as text; the model knows which statement takes the place of which, and which stand against each other."""
    personas = read_lines(conditions.data / file)
    items = [item for p in personas for item in persona_items(p)]
    asked = [q for p in personas for q in persona_questions(p, "text")]
    current = [q for q in asked if q.kind == "current" and q.stale and q.gold]
    links = links_of([s for p in personas for s in p["statements"]])

    def judged(earlier: str, later: str) -> str:
        return links.get((earlier, later), "unrelated")

    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        async with conditions.serving(home) as served:
            await conditions.store(served, items)
            passes = await _tidied(served, home, Gold(pairs=judged))
            outcome = Outcome(await conditions.ask(served, current, [], _DEEP), conditions.seed)
            return [
                *outcome.mean("current above stale", _current_above),
                *outcome.mean("stale on top", stale_on_top),
                *passes,
            ]


def links_of(statements: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """What the set says of two texts, the earlier first."""
    texts = {s["id"]: s["text"] for s in statements}
    links = {(texts[old], s["text"]): "contradicts" for s in statements for old in s["contests"]}
    return links | {(texts[old], s["text"]): "updates" for s in statements for old in s["supersedes"]}


def _current_above(question: Question, answer: Answer) -> float:
    return float(rank_of(question.gold, answer) < rank_of(question.stale, answer))


def _question(asked: Mapping[str, Any]) -> Question:
    gold, stale = (frozenset(map(str, asked[n])) for n in ("gold", "stale"))
    return Question(asked["question"], gold, stale=stale)


async def _tidied(served: Served, home: str, gold: Gold) -> list[Measure]:
    """Pass after pass until nothing is left, by the command line, beside the server that has the store open."""
    async with consulted(gold) as model:
        reports = await consolidate(home, model, settings(home))
    await served.settled()
    changed = sum(r["changed"] for r in reports)
    return [
        Measure("passes", len(reports), len(reports)),
        Measure("questions to the model", model.questions, model.questions),
        Measure("steps taken", changed, changed),
    ]


async def _with_claims(served: Served, items: Sequence[str]) -> int:
    """How many of these items have claims by now."""
    return sum([await served.has_claims(item) for item in items])


def conflicts(file: str, about: str) -> Track:
    """The track of one conflict set."""
    return Track(about, [file], functools.partial(_conflicts, file))


def personas(language: str) -> Track:
    """The track of the personas of one language."""
    file = f"personas_{language}.jsonl"
    about = f"lives told as text ({language}), tidied by a model that knows what replaces what"
    return Track(about, [file], functools.partial(_personas, file))
