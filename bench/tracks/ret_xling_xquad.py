"""The same paragraphs in English and Chinese: ask in one language, find in the other."""

from __future__ import annotations

from ..conditions import Conditions, Track
from ..items import Item, Question
from ..measures import Measure
from ..reading import by_field, read_lines
from ..rivals import Bm25
from ..scoring import Outcome, any_at

_FILE = "ret_xling_xquad.jsonl"
_DEPTH = 5
_WAYS = (("zh", "en"), ("en", "zh"), ("en", "en"), ("zh", "zh"))  # language of the question, of the paragraphs


async def run(conditions: Conditions) -> list[Measure]:
    """The paragraphs of each language in a scope of their own, nothing in the global one."""
    (record,) = read_lines(conditions.data / _FILE)
    paragraphs = by_field(record)
    items = [Item(p["id"], p[language], language) for language in ("en", "zh") for p in paragraphs]
    questions = [
        Question(q[asked], frozenset(q["gold"]), stored, f"{asked}->{stored}")
        for asked, stored in _WAYS
        for q in record["questions"]
    ]
    async with conditions.serving() as served:
        await conditions.store(served, items)
        outcome = Outcome(await conditions.ask(served, questions, [Bm25(items)], _DEPTH), conditions.seed).with_gold()
    measures: list[Measure] = []
    for kind in dict.fromkeys(question.kind for question in questions):
        one_way = outcome.only(lambda question, kind=kind: question.kind == kind)
        measures += [*one_way.mean(f"{kind} R@1", any_at(1)), *one_way.mean(f"{kind} R@5", any_at(5))]
    return [*measures, conditions.refused(served)]


TRACK = Track("paragraphs in two languages, asked across and within", [_FILE], run)
