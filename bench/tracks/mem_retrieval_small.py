"""Memory-like statements in English and Chinese, asked in other words."""

from __future__ import annotations

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import read_lines
from ..rivals import Bm25, MeaningAlone
from ..scoring import Outcome, any_at, reciprocal_rank

_MEMORIES, _QUESTIONS = "mem_retrieval_small/memories.jsonl", "mem_retrieval_small/questions.jsonl"
_DEPTH = 50


async def run(conditions: Conditions) -> list[Measure]:
    """All statements in the global scope."""
    items = [Item(m["id"], m["text"]) for m in read_lines(conditions.data / _MEMORIES)]
    questions = [
        Question(q["question"], frozenset(q["gold"]), kind=q["kind"] if q["kind"] in ("en", "zh") else "cross")
        for q in read_lines(conditions.data / _QUESTIONS)
    ]
    rivals = [Bm25(items), MeaningAlone(items)]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        outcome = Outcome(await conditions.ask(served, questions, rivals, _DEPTH), conditions.seed).with_gold()
    measures = _measures("", outcome)
    for kind in ("en", "zh", "cross"):
        measures += _measures(f"{kind} ", outcome.only(lambda question, kind=kind: question.kind == kind))
    return [*measures, conditions.refused(served)]


def _measures(label: str, outcome: Outcome) -> list[Measure]:
    return [
        *outcome.mean(f"{label}MRR", reciprocal_rank),
        *outcome.mean(f"{label}R@1", any_at(1)),
        *outcome.mean(f"{label}R@5", any_at(5)),
    ]


TRACK = Track("150 statements, asked in other words and in the other language", [_MEMORIES, _QUESTIONS], run)
