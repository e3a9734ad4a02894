"""Lives told over time, asked who does what to whom, of whom several things hold, and over two facts.

Each question is asked in its words alone, and with the slots a model would give beside them (`sets/persona_slots.jsonl`,
written from the questions alone).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..conditions import Conditions, Track
from ..items import Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import Bm25, MeaningAlone
from ..scoring import Outcome, any_at, recall_at
from ..world import SETS
from .personas import persona_items, persona_questions, store_with_claims

_DEPTH = 10
_FIRST = ("who_to_whom", "reverse")  # one memory answers; the others all gold memories do
_ALL = ("having", "two_hop")
_WORDS, _SLOTS = "in words", "with slots"


async def run(file: str, conditions: Conditions) -> list[Measure]:
    """All lives in one server, stored with the claims of the set, each further one of a statement in a call of its own."""
    personas = read_lines(conditions.data / file)
    slots = {
        one["qid"]: {k: v for k, v in one.items() if k != "qid"} for one in read_lines(SETS / "persona_slots.jsonl")
    }
    items = [item for persona in personas for item in persona_items(persona)]
    statements = [statement for persona in personas for statement in persona["statements"]]
    questions = [q for persona in personas for q in _questions(persona, slots)]
    async with conditions.serving() as served:
        await store_with_claims(served, items, statements, conditions, each=True)
        outcome = Outcome(
            await conditions.ask(served, questions, [Bm25(items), MeaningAlone(items)], _DEPTH), conditions.seed
        )
        refused = conditions.refused(served)
    measures: list[Measure] = []
    for how in (_WORDS, _SLOTS):
        for kind in _FIRST:
            measures += outcome.only(lambda q, of=f"{kind}, {how}": q.kind == of).mean(
                f"{kind}, {how}: first", any_at(1)
            )
        for kind in _ALL:
            measures += outcome.only(lambda q, of=f"{kind}, {how}": q.kind == of).mean(
                f"{kind}, {how}: R@5", recall_at(5)
            )
    return [*measures, refused]


def _questions(persona: dict[str, Any], slots: Mapping[str, Mapping[str, Any]]) -> list[Question]:
    found: list[Question] = []
    for asked, told in zip(persona_questions(persona, "model"), persona["questions"], strict=True):
        if asked.kind in (*_FIRST, *_ALL):
            found += _both_ways(asked, slots.get(told["qid"], {}))
    return found


def _both_ways(question: Question, slots: Mapping[str, Any]) -> Sequence[Question]:
    return [
        replace(question, kind=f"{question.kind}, {_WORDS}"),
        replace(question, kind=f"{question.kind}, {_SLOTS}", more={**question.more, **slots}),
    ]


def track(language: str) -> Track:
    """The track of one language."""
    file = f"personas_{language}.jsonl"
    title = f"lives told over time ({language}): who does what to whom, who has several things, over two facts"
    return Track(title, [file], functools.partial(run, file))
