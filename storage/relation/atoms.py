# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Atoms: one vector for each name of an entity and each wording of a relation, and what a phrase comes near to.

A name is embedded once, whoever says what of it how often. Vectors are kept in a table beside the memories so that no
process embeds what another has; it can be thrown away at any moment, and an erase does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio
import numpy as np

from ..lane import Lane
from ..text.clean import fold
from ..text.kindred import kindred
from ..text.naming import Naming
from ..text.relations import relation_of, subject_of, symmetric, wordings_of
from ..text.verbs import plain_form
from ..text.voice import doers, frame
from . import background
from .claims import Claims
from .kept import Kept, Phrase, Side
from .likeness import DOER_LIKENESS, IMPLIED_LIKENESS, KINDRED_LIKENESS, Spellings, centred, cosines, joined

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..memory import Matrix, Vector
    from .likeness import Scores

    Encode = Callable[[Sequence[str]], Awaitable[Matrix | None]]

FEW = 256  # phrases embedded while a question waits for them; more are embedded behind it
_BEHIND = 64  # of these at once: a question waits for no more of them
_WHOLE = 20_000  # vectors held as floats; of more, as half floats, which take half the room and thrice the time


@dataclass(frozen=True, slots=True)
class Near:
    """How near each relation of the store comes to a phrase, said from the same side and from the other, -1..1."""

    direct: Scores
    turned: Scores


@dataclass(frozen=True, slots=True)
class _Phrase:
    """How a relation is worded, by its number, and whether that says it from the other side. `inside`: what the wording
    had inside, which must be an entity for the phrase to count."""

    text: str
    relation: int
    turned: bool
    inside: str = ""


class _Vectors:
    """Centred unit vectors of one side's phrases, in the order of their numbers; zero where there is none yet."""

    def __init__(self, dimension: int, mean: Vector) -> None:
        self.mean = mean
        self.rows = np.zeros((0, dimension), np.float32)
        self.there = np.zeros(0, bool)

    def grow(self, count: int) -> None:
        if count > len(self.there):
            more = count - len(self.there)
            kind = np.float32 if count <= _WHOLE else np.float16
            rows = self.rows.astype(kind, copy=False)
            self.rows = np.concatenate([rows, np.zeros((more, self.rows.shape[1]), kind)])
            self.there = np.concatenate([self.there, np.zeros(more, bool)])

    def put(self, numbers: Sequence[int], vectors: Matrix) -> None:
        """Take vectors in as they are kept, in half floats: an answer is the same before and after they are."""
        self.rows[list(numbers)] = vectors.astype(np.float16)
        self.there[list(numbers)] = True

    def lacking(self) -> int:
        return len(self.there) - int(self.there.sum())

    def missing(self, most: int | None) -> list[int]:
        return np.flatnonzero(~self.there)[:most].tolist()


class Atoms:
    """The atoms of one store, for the phrases its claims use. `encode` gives unit vectors, or None without a model."""

    def __init__(self, encode: Encode, kept: Kept, dimension: int) -> None:
        self._encode, self._kept, self._dimension = encode, kept, dimension
        self._lane = Lane()
        self._turn = anyio.Lock()
        self._words: object = None
        self._spellings = Spellings()
        self._phrases: list[_Phrase] = []
        self._phrased: set[_Phrase] = set()
        self._wordings = self._relations = 0  # of these the phrases are known
        self._sides: dict[Side, _Vectors] = {}

    async def follow(self, claims: Claims, *, behind: bool = False) -> bool:
        """Know the phrases of these claims; whether every one has its vector. A few are embedded at once, while a question
        waits; of more, with `behind`, the next few."""
        async with self._turn:
            if claims.words is not self._words:  # another vocabulary: everything has another number
                self._words, self._spellings, self._sides = claims.words, Spellings(), {}
                self._phrases, self._phrased, self._wordings, self._relations = [], set(), 0, 0
            await self._lane.run(lambda: self._spell(claims))
            return await self._embed(claims, behind=behind)

    def _spell(self, claims: Claims) -> None:
        words = claims.words
        self._spellings.add(words.entities.names[len(self._spellings) :])
        for number in range(self._wordings, len(words.wordings)):
            relation, turned = words.relation_of[number], words.turned[number]
            name = words.relations.names[relation]
            by_voice = turned and not wordings_of(name)  # "is taught by": a vector does not see the voice
            worded = name if by_voice else words.wordings.names[number]
            self._phrase(worded, relation, turned and not by_voice)
            if framed := frame(worded):
                self._phrase(framed[0], relation, turned and not by_voice, inside=framed[1])
        for number in range(self._relations, len(words.relations)):
            for worded, turned in wordings_of(words.relations.names[number]):
                self._phrase(worded, number, turned)
        self._wordings, self._relations = len(words.wordings), len(words.relations)

    def _phrase(self, wording: str, relation: int, turned: bool, inside: str = "") -> None:
        phrase = _Phrase(plain_form(wording), relation, turned, subject_of(inside) if inside else "")
        if phrase not in self._phrased:
            self._phrased.add(phrase)
            self._phrases.append(phrase)

    async def _embed(self, claims: Claims, *, behind: bool) -> bool:
        """Vectors for phrases that have none: those kept first, then, if they are few enough, from the model."""
        if not self._sides:
            means = await self._means()
            if means is None:
                return False
            self._sides = {side: _Vectors(self._dimension, mean) for side, mean in means.items()}
            await self._take_kept(claims)
        left = self._lacking(claims)
        if left > FEW and not behind:
            return False
        now = self._missing(claims, _BEHIND if behind else FEW)
        for side in self._sides:
            some = [(name, at) for of, name, at in now if of == side]
            if some:
                vectors = await self._encode([name for name, _ in some])
                if vectors is None:
                    return False
                self._sides[side].put([at for _, at in some], centred(vectors, self._sides[side].mean))
        return left == len(now)

    def _texts(self, claims: Claims, side: Side) -> Sequence[str]:
        return claims.words.entities.names if side == "entity" else [p.text for p in self._phrases]

    def _lacking(self, claims: Claims) -> int:
        """How many phrases have no vector."""
        for side in self._sides:
            self._sides[side].grow(len(self._texts(claims, side)))
        return sum(side.lacking() for side in self._sides.values())

    def _missing(self, claims: Claims, most: int | None = None) -> list[tuple[Side, str, int]]:
        """So many phrases without a vector, those of relations first: they are fewer, and every question needs them."""
        found: list[tuple[Side, str, int]] = []
        sides: tuple[Side, ...] = ("relation", "entity")
        for side in sides if self._sides else ():
            texts = self._texts(claims, side)
            self._sides[side].grow(len(texts))
            left = None if most is None else most - len(found)
            found.extend((side, texts[at], at) for at in self._sides[side].missing(left))
        return found

    async def _means(self) -> dict[Side, Vector] | None:
        sides: tuple[tuple[Side, tuple[str, ...]], ...] = (
            ("entity", background.ENTITIES),
            ("relation", tuple(map(plain_form, background.RELATIONS))),
        )
        means: dict[Side, Vector] = {}
        for side, phrases in sides:
            made: list[Matrix] = []
            for start in range(0, len(phrases), _BEHIND):
                vectors = await self._encode([fold(p) for p in phrases[start : start + _BEHIND]])
                if vectors is None:
                    return None
                made.append(vectors)
            means[side] = np.concatenate(made).mean(axis=0)
        return means

    async def _take_kept(self, claims: Claims) -> None:
        kept = await self._kept.read()
        missing = self._missing(claims)
        for side in self._sides:
            known = [(at, kept[of, name]) for of, name, at in missing if of == side and (of, name) in kept]
            if known:
                self._sides[side].put([at for at, _ in known], np.stack([v for _, v in known]))

    async def tend(self, claims: Claims) -> bool:
        """Embed what is still without a vector and keep what is not kept; whether all have theirs."""
        left = -1
        while not await self.follow(claims, behind=True):  # in between, questions take their turn
            lacking = self._lacking(claims)
            if lacking == left or not self._sides:
                return False  # without a model
            left = lacking
        vectors: dict[Phrase, Vector] = {
            (side, name): self._sides[side].rows[at]
            for side in self._sides
            for at, name in enumerate(self._texts(claims, side))
        }
        return await self._kept.write(claims.version, vectors)

    async def near_entities(self, phrase: str, naming: Naming, claims: Claims) -> Scores:
        """How near each entity of the claims comes to a name, -1..1, shape (entities,); those of this very name, or of
        one declared for it, 1."""
        name = naming.names_of(phrase)[0]
        spelled = self._spellings.near(name)
        vector = await self._vector("entity", name)
        meant = np.zeros(len(spelled), np.float32)
        if vector is not None:
            meant = cosines(self._sides["entity"].rows, vector)
        scores = joined(meant, spelled, self._spellings.same_script(name))
        scores = np.maximum(scores, self._spellings.shortened(phrase.strip()))
        exact = [n for n in map(claims.words.entities.known, naming.names_of(phrase)) if n is not None]
        scores = scores[: len(claims.words.entities)].astype(np.float32)
        scores = np.minimum(scores, 0.99)
        scores[exact] = 1.0
        return scores

    async def near_relations(self, worded: str, naming: Naming, claims: Claims) -> Near:
        """How near each relation of the claims comes to a wording, from either side; those it is kept under, or that
        are declared to be the same, 1."""
        count = len(claims.words.relations)
        near = Near(np.full(count, -1.0, np.float32), np.full(count, -1.0, np.float32))
        name, by_voice, _ = relation_of(worded)
        by_voice = by_voice and not wordings_of(name)
        asked = name if by_voice else fold(worded)
        framed = frame(asked)
        is_framed = framed is not None and (
            not framed[1] or claims.words.entities.known(subject_of(framed[1])) is not None
        )
        found = await self._cosines([asked, framed[0]] if framed and is_framed else [asked])
        if found is not None:
            there = [not p.inside or claims.words.entities.known(p.inside) is not None for p in self._phrases]
            found = np.where(there, found, -1.0).astype(np.float32)
            relation = np.asarray([p.relation for p in self._phrases], np.int64)
            turned = np.asarray([p.turned != by_voice for p in self._phrases], bool)
            np.maximum.at(near.direct, relation[~turned], found[~turned])
            np.maximum.at(near.turned, relation[turned], found[turned])
            both = np.asarray([symmetric(n) for n in claims.words.relations.names], bool)
            near.direct[both] = near.turned[both] = np.maximum(near.direct, near.turned)[both]
            lost = near.direct < near.turned  # a vector hardly sees the voice: what is nearer says who does it to whom
            near.direct[lost & ~both], near.turned[~lost & ~both] = -1.0, -1.0
        for doing in doers(name):  # whose performer one is: what performs it, from the other side
            if (number := claims.words.relations.known(doing)) is not None:
                near.turned[number] = max(near.turned[number], DOER_LIKENESS)
                near.direct[number] = -1.0
        for known, turned in naming.relations_of(worded):
            if (number := claims.words.relations.known(known)) is not None:
                other = 1.0 if symmetric(known) else -1.0
                (near.turned if turned else near.direct)[number] = 1.0
                (near.direct if turned else near.turned)[number] = other
        for one in kindred(*relation_of(worded)[:2]):
            if (number := claims.words.relations.known(one.name)) is not None:
                side = near.turned if one.turned else near.direct
                side[number] = max(side[number], IMPLIED_LIKENESS if one.implied else KINDRED_LIKENESS)
        return near

    async def _cosines(self, worded: Sequence[str]) -> Scores | None:
        """How near each phrase of a relation comes to the nearest of some wordings, below 1; None without a model."""
        vectors = [await self._vector("relation", plain_form(w)) for w in worded]
        found = [cosines(self._sides["relation"].rows, v) for v in vectors if v is not None]
        return np.minimum(np.max(found, axis=0), 0.99).astype(np.float32) if found else None

    async def _vector(self, side: Side, phrase: str) -> Vector | None:
        """The centred unit vector of a phrase that is asked for; None without a model."""
        if side not in self._sides:
            return None
        vectors = await self._encode([phrase])
        return None if vectors is None else centred(vectors, self._sides[side].mean)[0]
