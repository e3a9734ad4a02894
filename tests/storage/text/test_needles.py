"""The word a statement has for its own tells it from its neighbours: by tokens alone, scored by BM25."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import pytest

from simonides.storage.text.grams import grams, literal_grams, query_grams
from tests.storage.text.needles import NEEDLES, Needle, fillers

STATEMENTS = [n.statement for n in NEEDLES]
ROWS = [Counter(grams(s).split()) for s in [*STATEMENTS, *fillers(300, seed=7)]]


def scores(query: str, rows: Sequence[Counter[str]]) -> list[float]:
    """BM25 with the constants of the engine, of one query against all rows."""
    k1, b = 1.2, 0.75
    mean = sum(r.total() for r in rows) / len(rows)
    found = [0.0] * len(rows)
    for token in query_grams(query).split():
        held = sum(token in r for r in rows)
        weight = math.log(1 + (len(rows) - held + 0.5) / (held + 0.5))
        for at, row in enumerate(rows):
            count = row[token]
            found[at] += weight * count * (k1 + 1) / (count + k1 * (1 - b + b * row.total() / mean))
    return found


def test_the_table_has_five_needles_of_every_kind_and_no_word_twice() -> None:
    assert set(Counter(n.kind for n in NEEDLES).values()) == {5}
    assert len({n.word for n in NEEDLES}) == len(NEEDLES) >= 60


@pytest.mark.parametrize("needle", NEEDLES, ids=lambda n: n.word)
def test_a_word_alone_scores_its_own_statement_highest(needle: Needle) -> None:
    found = scores(needle.word, ROWS)

    best = max(found)
    assert [at for at, score in enumerate(found) if score == best > 0] == [NEEDLES.index(needle)]


# Another spelling of the word is not there to the letter: no statement holds it so, and shared parts count.
@pytest.mark.parametrize("needle", NEEDLES, ids=lambda n: n.word)
def test_a_word_alone_is_held_to_the_letter_by_its_own_statement_only(needle: Needle) -> None:
    needed = literal_grams(needle.word)

    assert needed
    assert [at for at, row in enumerate(ROWS) if needed <= row.keys()] == [NEEDLES.index(needle)]
