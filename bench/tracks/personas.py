"""Lives told over time: what is so now, what was, and what never was said."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..conditions import Conditions, Track
from ..items import Answer, Item, Question
from ..measures import Measure
from ..outcomes import counted
from ..reading import read_lines
from ..rivals import Bm25
from ..scoring import Outcome, Score, answerable, any_at, rank_of, recall_at, reciprocal_rank, stale_on_top
from ..served import Served

_DEPTH = 50
_ALL_COUNT = ("having", "two_hop", "history")  # types of question that all gold items answer together


async def run(file: str, conditions: Conditions) -> list[Measure]:
    """Both modes, each with a server of its own: stored as text alone, and as a good model would store and ask."""
    personas = read_lines(conditions.data / file)
    return [*await _in_mode("text", personas, conditions), *await _in_mode("model", personas, conditions)]


async def _in_mode(mode: str, personas: Sequence[dict[str, Any]], conditions: Conditions) -> list[Measure]:
    statements = [statement for p in personas for statement in p["statements"]]
    items = [item for p in personas for item in persona_items(p)]
    questions = [question for p in personas for question in persona_questions(p, mode)]
    async with conditions.serving() as served:
        if mode == "text":
            await conditions.store(served, items)
        else:
            await store_with_claims(served, items, statements, conditions)
        outcome = Outcome(await conditions.ask(served, questions, [Bm25(items)], _DEPTH), conditions.seed)
        measures = [*_measures(outcome), *await _kept(served, statements, conditions)]
        measures += [*_contested(served, statements), *counted("outcome", served), conditions.refused(served)]
    return [replace(m, metric=f"{mode}: {m.metric}") for m in measures]


def _item(statement: dict[str, Any], scope: str) -> Item:
    given = {"when": statement["ts"], "confidence": statement["conf"], "source": statement["source"]}
    more = {"session": statement["session"], "kind": statement["kind"]}
    return Item(statement["id"], statement["text"], scope, more | {k: v for k, v in given.items() if v is not None})


def persona_items(persona: dict[str, Any]) -> list[Item]:
    """The statements of one life as text alone, in a scope of their own."""
    return [_item(statement, persona["persona"]) for statement in persona["statements"]]


def persona_questions(persona: dict[str, Any], mode: str) -> list[Question]:
    """The questions about one life; `mode`: as text alone, or as a good model would ask."""
    scope = persona["persona"]
    return [
        Question(
            q["question"],
            frozenset(q["gold"]),
            scope,
            q["type"],
            frozenset(q["stale"]),
            _asked_with(q, mode),
        )
        for q in persona["questions"]
    ]


def _asked_with(question: dict[str, Any], mode: str) -> dict[str, Any]:
    """What is passed beside the words: the time asked about, which the question gives; and, as a good model would,
    that every version is wanted."""
    if question["type"] == "as_of":
        return {"as_of": question["as_of"]}
    return {"history": True} if mode == "model" and question["type"] == "history" else {}


async def store_with_claims(
    served: Served,
    items: Sequence[Item],
    statements: Sequence[dict[str, Any]],
    conditions: Conditions,
    *,
    each: bool = False,
) -> None:
    """Store with the first claim and what it replaces; as text alone what the server does not take so. `each`: every
    further claim in a call of its own, as the tool asks for, worded as it stands."""
    conditions.steps.expect(len(items))
    for item, statement in zip(items, statements, strict=True):
        first, *others = map(_slots, statement["claims"] or [()])
        more: dict[str, Any] = first
        if replaced := [id_ for old in statement["supersedes"] for id_ in served.ids_of(old)]:
            more = more | {"replaces": replaced, **({"correction": True} if statement["note"] == "correction" else {})}
        if not await served.remember(replace(item, more={**item.more, **more})) and more:
            await served.remember(item)
        for claim in others if each else ():
            text = worded(claim["subject"], claim["relation"], claim["object"])
            await served.remember(replace(item, text=text, more={**item.more, **claim}))
        conditions.steps.done()
    await served.settled()


def _slots(claim: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(("subject", "relation", "object", "exclusive"), claim, strict=True)) if claim else {}


def worded(subject: str, relation: str, object_: str) -> str:
    """A claim as a sentence of its own."""
    chinese = any("\u3400" <= c <= "\u9fff" for c in relation)
    return f"{subject}{relation}{object_}。" if chinese else f"{subject} {relation} {object_}."


async def _kept(served: Served, statements: Sequence[dict[str, Any]], conditions: Conditions) -> list[Measure]:
    """How many statements that no later one supersedes are not among what is current."""
    over = {old for statement in statements for old in statement["supersedes"]}
    true = [statement["id"] for statement in statements if statement["id"] not in over]
    conditions.steps.expect(len(true))
    hidden = 0
    for statement in true:
        hidden += not await served.holds(statement)
        conditions.steps.done()
    return [Measure("true statements hidden", hidden, len(true))]


def _contested(served: Served, statements: Sequence[dict[str, Any]]) -> list[Measure]:
    """How many statements stood against others when they came; of these, how many supersede or contest one of those by
    the set; and of all that do so by the set, how many stood against it."""
    links = {s["id"]: {*s["supersedes"], *s["contests"]} for s in statements}
    against = {s["id"]: _against(served, s["id"]) for s in statements}
    contested = [i for i, others in against.items() if others]
    right = [i for i in contested if against[i] & links[i]]
    linked = [i for i, others in links.items() if others]
    return [
        Measure("statements contested", len(contested), len(statements)),
        Measure("contested: linked to it in the set", len(right), len(contested)),
        Measure("linked in the set: contested", len(right), len(linked)),
    ]


def _against(served: Served, item: str) -> frozenset[str]:
    """The items a statement was told to stand against."""
    ids = [id_ for told in served.answers_to(item) for id_ in told.against]
    return frozenset[str]().union(*map(served.items_of, ids))


def _measures(outcome: Outcome) -> list[Measure]:
    answered = outcome.with_gold()
    measures = _retrieval("all types", answered)
    measures += _currency(answered.only(lambda question: question.kind == "current" and bool(question.stale)))
    for kind in dict.fromkeys(a.question.kind for a in answered.asked):
        measures += _retrieval(kind, answered.only(lambda question, kind=kind: question.kind == kind))
    measures += answered.sureness("answerable: mean found")
    measures += outcome.only(lambda question: not question.gold).sureness("unanswerable: mean found")
    return measures + outcome.auroc("AUROC of found: answerable", answerable)


def _retrieval(label: str, outcome: Outcome) -> list[Measure]:
    return [
        *outcome.mean(f"{label}: hit@1", any_at(1)),
        *outcome.mean(f"{label}: R@5", _share_or_any(5)),
        *outcome.mean(f"{label}: MRR", reciprocal_rank),
    ]


def _share_or_any(k: int) -> Score:
    """The share of the gold items where all count, else whether there is any."""
    share, some = recall_at(k), any_at(k)
    return lambda question, answer: (share if question.kind in _ALL_COUNT else some)(question, answer)


def _currency(outcome: Outcome) -> list[Measure]:
    return [*outcome.mean("current above stale", _current_above), *outcome.mean("stale on top", stale_on_top)]


def _current_above(question: Question, answer: Answer) -> float:
    return float(rank_of(question.gold, answer) < rank_of(question.stale, answer))


def track(language: str) -> Track:
    """The track of one language."""
    file = f"personas_{language}.jsonl"
    return Track(f"lives told over time ({language}), as text and with claims", [file], functools.partial(run, file))
