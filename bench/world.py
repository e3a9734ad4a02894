"""A synthetic world of entities with facts, drawn from a seed and from public lists, and questions for who has several.

Names, jobs and companies come from Faker, countries, languages, currencies and scripts in English and Chinese from
Babel, relations and their paraphrases from WordNet (`sets/verbs.jsonl`).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from babel import Locale
from faker import Faker

from .reading import read_lines

SETS = Path(__file__).parent / "sets"
FACTS = 12  # of each entity, each of another relation
CONSTRAINTS = 3
_A_TYPE = 80  # fillers drawn of each type
_TRANSLATED = {"territory": "territories", "language": "languages", "currency": "currencies", "script": "scripts"}
_ODD = re.compile(r"[\d(（]")  # "Albanian Lek (1946–1965)": an old one of the same name

Facts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as it is stored and as it is paraphrased, and the type of its fillers."""

    stored: str
    other: str
    filler: str


@dataclass(frozen=True, slots=True)
class Filler:
    """A filler in English and, of the types that are translated, in Chinese; else empty."""

    english: str
    chinese: str
    type: str


@dataclass(frozen=True, slots=True)
class Posed:
    """Constraints that all have to hold, as pairs of a relation and a filler by number; who has them all, and the decoy
    that has the same fillers under other relations."""

    pairs: Sequence[tuple[int, int]]
    gold: frozenset[str]
    decoy: str


@dataclass(frozen=True, slots=True)
class World:
    """Entities by name, and their facts by number: shape (entities, FACTS, 2), relation and filler."""

    relations: Sequence[Relation]
    fillers: Sequence[Filler]
    names: Sequence[str]
    facts: Facts
    posed: Sequence[Posed]

    def triples(self) -> Iterator[tuple[str, str, str]]:
        """All facts in words."""
        for name, facts in zip(self.names, self.facts, strict=True):
            for pair in facts:
                yield name, self.relations[int(pair[0])].stored, self.fillers[int(pair[1])].english


def write_triples(file: Path, triples: Iterable[tuple[str, str, str]]) -> None:
    """As relations of @modelcontextprotocol/server-memory, an import of which stores them in slots."""
    with file.open("w", encoding="utf-8") as lines:
        for subject, relation, object_ in triples:
            told = {"type": "relation", "from": subject, "relationType": relation, "to": object_}
            lines.write(json.dumps(told, ensure_ascii=False) + "\n")


def drawn(entities: int, questions: int, seed: int) -> World:
    """So many entities, and for each question one more, its decoy; in an order that says nothing."""
    draw = random.Random(seed)
    relations = [Relation(r["relation"], r["other"], r["filler"]) for r in read_lines(SETS / "verbs.jsonl")]
    fillers = _fillers(draw, seed)
    every = [_facts(draw, relations, fillers) for _ in range(entities)]
    asked = [every[i] for i in draw.sample(range(entities), questions)]
    every += [_shifted(draw, facts, relations) for facts in asked]
    names = _names(len(every), seed)
    draw.shuffle(names)
    holders: dict[tuple[int, int], set[str]] = {}
    for name, facts in zip(names, every, strict=True):
        for pair in facts:
            holders.setdefault(pair, set()).add(name)
    posed: list[Posed] = []
    for facts, decoy in zip(asked, names[entities:], strict=True):
        pairs = draw.sample([pair for pair in facts if fillers[pair[1]].chinese], CONSTRAINTS)
        gold = frozenset[str].intersection(*(frozenset(holders[pair]) for pair in pairs))
        posed.append(Posed(pairs, gold, decoy))
    order = draw.sample(range(len(every)), len(every))
    return World(relations, fillers, [names[i] for i in order], np.array([every[i] for i in order]), posed)


def _fillers(draw: random.Random, seed: int) -> list[Filler]:
    """So many of each type; no wording twice, in either language."""
    english, chinese = Locale("en"), Locale("zh")
    faker = Faker("en_US")
    faker.seed_instance(seed)
    candidates: list[Filler] = []
    for type_, listed in _TRANSLATED.items():
        there: dict[str, str] = dict(getattr(english, listed))
        translated: dict[str, str] = dict(getattr(chinese, listed))
        both = [
            Filler(there[c], translated[c], type_) for c in sorted(there) if translated.get(c, there[c]) != there[c]
        ]
        candidates += draw.sample(both, len(both))
    candidates += [Filler(faker.job(), "", "job") for _ in range(5 * _A_TYPE)]
    candidates += [Filler(faker.company(), "", "company") for _ in range(2 * _A_TYPE)]
    kept: list[Filler] = []
    taken: set[str] = set()
    for one in candidates:
        words = {one.english.casefold(), one.chinese} - {""}
        few = sum(f.type == one.type for f in kept) < _A_TYPE
        if few and not words & taken and not _ODD.search(one.english + one.chinese):
            taken |= words
            kept.append(one)
    return kept


def _facts(draw: random.Random, relations: Sequence[Relation], fillers: Sequence[Filler]) -> list[tuple[int, int]]:
    """Facts of one entity: no relation twice, no filler twice, enough of them translated to be asked for."""
    while True:
        chosen = draw.sample(range(len(relations)), FACTS)
        facts = [(r, draw.choice([i for i, f in enumerate(fillers) if f.type == relations[r].filler])) for r in chosen]
        translated = sum(bool(fillers[f].chinese) for _, f in facts)
        if translated >= CONSTRAINTS and len({f for _, f in facts}) == FACTS:
            return facts


def _shifted(
    draw: random.Random, facts: Sequence[tuple[int, int]], relations: Sequence[Relation]
) -> list[tuple[int, int]]:
    """The same fillers, each under another relation of its type: no fact is left as it was."""
    moved: dict[int, int] = {}
    for type_ in sorted({r.filler for r in relations}):
        alike = [i for i, r in enumerate(relations) if r.filler == type_]
        by = draw.randrange(1, len(alike))
        moved |= dict(zip(alike, alike[by:] + alike[:by], strict=True))
    return [(moved[r], f) for r, f in facts]


def _names(count: int, seed: int) -> list[str]:
    """So many distinct names of people, English and Chinese in turn."""
    names: dict[str, None] = {}
    fakers = [Faker("en_US"), Faker("zh_CN")]
    for number, faker in enumerate(fakers):
        faker.seed_instance(seed + number)
    while len(names) < count:
        for faker in fakers:
            names.setdefault(faker.name())
    return list(names)[:count]
