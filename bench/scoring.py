"""Scores of one answer, and what they come to over all questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from .items import Answer, Asked, Question
from .measures import Measure, Statistic, auroc, mean, measured

Score = Callable[[Question, Answer], float]
Test = Callable[[Question, Answer], bool]


def rank_of(items: frozenset[str], answer: Answer) -> float:
    """The rank, from 1, of the first place that holds one of the items; infinite when none does."""
    return next((i + 1 for i, place in enumerate(answer.places) if place & items), inf)


def recall_at(k: int) -> Score:
    """The share of the gold items in the first `k` places."""

    def score(question: Question, answer: Answer) -> float:
        return len(question.gold & frozenset[str]().union(*answer.places[:k])) / len(question.gold)

    return score


def all_at(k: int) -> Score:
    """1 if every gold item is in the first `k` places, else 0."""
    share = recall_at(k)
    return lambda question, answer: float(share(question, answer) == 1.0)


def any_at(k: int) -> Score:
    """1 if a gold item is in the first `k` places, else 0."""
    return lambda question, answer: float(rank_of(question.gold, answer) <= k)


def stale_on_top(question: Question, answer: Answer) -> float:
    """1 if the first place answers as of once, else 0."""
    return float(rank_of(question.stale, answer) == 1)


def rumour_on_top(question: Question, answer: Answer) -> float:
    """1 if the first place is a rumour, else 0."""
    return float(rank_of(question.rumour, answer) == 1)


def reciprocal_rank(question: Question, answer: Answer) -> float:
    """One over the rank of the first gold item; 0 when it was not found."""
    return 1.0 / rank_of(question.gold, answer)


def first_is_gold(question: Question, answer: Answer) -> bool:
    """Whether the first place answers."""
    return rank_of(question.gold, answer) == 1


def answerable(question: Question, answer: Answer) -> bool:
    """Whether anything stored answers."""
    return bool(question.gold)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Questions with their answers, to be summed up under one seed."""

    asked: Sequence[Asked]
    seed: int

    def only(self, test: Callable[[Question], bool]) -> Outcome:
        """The outcome for some of the questions."""
        return Outcome([a for a in self.asked if test(a.question)], self.seed)

    def with_gold(self) -> Outcome:
        """The outcome for the questions something stored answers."""
        return self.only(lambda question: bool(question.gold))

    def mean(self, metric: str, score: Score) -> list[Measure]:
        """The mean of a score over the questions, for the server and each rival."""
        ours = [score(a.question, a.ours) for a in self.asked]
        rivals = {n: mean([score(a.question, a.rivals[n]) for a in self.asked]) for n in self._names()}
        return measured(metric, len(self.asked), self.seed, mean(ours), rivals)

    def auroc(self, metric: str, positive: Test) -> list[Measure]:
        """How well sureness tells positives from negatives; each rival by its own sureness and positives."""
        told = [a for a in self.asked if a.ours.sure is not None]

        def statistic(answers: Sequence[Answer]) -> Statistic:
            truth = [positive(a.question, answer) for a, answer in zip(told, answers, strict=True)]
            return auroc([answer.sure or 0.0 for answer in answers], truth)

        rivals = {name: statistic([a.rivals[name] for a in told]) for name in self._names()}
        return measured(metric, len(told), self.seed, statistic([a.ours for a in told]), rivals)

    def sureness(self, metric: str) -> list[Measure]:
        """The mean of the server's sureness; those of rivals are on other scales."""
        sure = [a.ours.sure for a in self.asked if a.ours.sure is not None]
        return measured(metric, len(sure), self.seed, mean(sure))

    def _names(self) -> list[str]:
        return list(self.asked[0].rivals) if self.asked else []
