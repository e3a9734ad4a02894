# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The claims of all rows in arrays: what a probe in other words is compared with.

Rows of every status are here, since what is asked may be the past: each hit is looked up in the table before it counts.
A late copy is slower, never wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..table.schema import Arrow
from ..text.clean import fold
from ..text.relations import relation_of, subject_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Flags = NDArray[np.bool_]

COLUMNS = ("id", "claims")
_MOST_CHUNKS = 64  # of ids: each look at the table adds one


class Vocabulary:
    """Names with numbers, which only grow."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int:
        """The number of a name, a new one if it has none."""
        found = self._numbers.setdefault(name, len(self.names))
        if found == len(self.names):
            self.names.append(name)
        return found

    def known(self, name: str) -> int | None:
        """The number of a name, None if it has none."""
        return self._numbers.get(name)


@dataclass(frozen=True, slots=True)
class Words:
    """What the store calls things: entities by the names they are kept under; relations as worded, each wording with
    the number of the relation it is kept under and whether it says it from the other side."""

    entities: Vocabulary = field(default_factory=Vocabulary)
    wordings: Vocabulary = field(default_factory=Vocabulary)
    relations: Vocabulary = field(default_factory=Vocabulary)
    relation_of: list[int] = field(default_factory=list[int])  # by wording
    turned: list[bool] = field(default_factory=list[bool])  # by wording

    def wording(self, worded: str) -> int:
        """The number of a wording of a relation."""
        number = self.wordings.number(worded)
        if number == len(self.relation_of):
            name, turned, _ = relation_of(worded)
            self.relation_of.append(self.relations.number(name))
            self.turned.append(turned)
        return number


@dataclass(frozen=True)
class Claims:
    """Claims brought to one side: (subject, relation, object) of each as numbers of `words`, shape (n,), and `row`, the
    place of its row in `ids`. `version`: the table they are of, or one of the same rows; `counted`: rows it had."""

    version: int
    counted: int
    words: Words
    ids: Arrow  # of all rows, those without claims as well
    row: Numbers
    subject: Numbers
    relation: Numbers
    object: Numbers

    def __len__(self) -> int:
        return len(self.row)

    @cached_property
    def by_subject(self) -> Groups:
        """Claims grouped by their subject."""
        return Groups(self.subject)

    @cached_property
    def by_object(self) -> Groups:
        """Claims grouped by their object."""
        return Groups(self.object)

    def ids_of(self, claims: Numbers) -> list[str]:
        """The id of the row of each of some claims."""
        return self.ids.take(pa.array(self.row[claims], pa.int64())).to_pylist() if len(claims) else []


class Groups:
    """Claims by one of their parts: where the claims of each entity are."""

    def __init__(self, part: Numbers) -> None:
        self.order = np.argsort(part, kind="stable").astype(np.int32)
        ordered = part[self.order]
        self.starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(part) else np.zeros(0, int)
        self.keys = ordered[self.starts]
        self._ends = np.r_[self.starts[1:], len(part)]

    def of(self, entities: Sequence[int]) -> Numbers:
        """The claims of these entities."""
        at = np.searchsorted(self.keys, np.asarray(entities, np.int32))
        found = [
            self.order[self.starts[i] : self._ends[i]]
            for i, e in zip(at.tolist(), entities, strict=True)
            if i < len(self.keys) and self.keys[i] == e
        ]
        return np.concatenate(found) if found else np.zeros(0, np.int32)

    def best(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """The highest score among the claims of each of `keys`."""
        return np.maximum.reduceat(scores[self.order], self.starts) if len(self.starts) else scores[:0]


NO_CLAIMS = tuple(np.zeros(0, np.int32) for _ in range(4))
EMPTY = Claims(-1, 0, Words(), pa.chunked_array([], pa.string()), *NO_CLAIMS)


def read_in(rows: Arrow, version: int, counted: int) -> Claims:
    """The claims of all rows of a table, the columns `COLUMNS` of which are given."""
    return _added(replace(EMPTY, words=Words()), rows, version, counted)


def brought_up(before: Claims, rows: Arrow, version: int, counted: int) -> Claims | None:
    """The claims once these rows were written; None where that cannot be told from what was there: rows came or went
    some other way, and all must be read. `counted`: how many rows the table has now."""
    asked = pc.SetLookupOptions(value_set=rows["id"].combine_chunks())
    known = np.asarray(pc.call_function("is_in", [before.ids], asked).to_numpy(), bool)
    if before.counted + rows.num_rows - int(known.sum()) != counted:
        return None
    if known.any():
        kept = ~known[before.row]
        parts = (before.row, before.subject, before.relation, before.object)
        before = replace(before, **dict(zip(_PARTS, (p[kept] for p in parts), strict=True)))
    return _added(before, rows, version, counted)


_PARTS = ("row", "subject", "relation", "object")


def _added(before: Claims, rows: Arrow, version: int, counted: int) -> Claims:
    """The claims of before and those of some rows. A row that was known has a second place in `ids`, which none of its
    old claims has any more."""
    column = rows["claims"].combine_chunks()
    told = column.flatten()
    parents = np.asarray(pc.call_function("list_parent_indices", [column]).to_numpy(zero_copy_only=False), np.int64)
    words = before.words
    subject = _numbers(told.field("subject"), lambda text: words.entities.number(subject_of(text)))
    object_ = _numbers(told.field("object"), lambda text: words.entities.number(subject_of(text)))
    wording = _numbers(told.field("relation"), lambda text: words.wording(fold(text)))
    turned = np.asarray(words.turned, bool)[wording]
    relation = np.asarray(words.relation_of, np.int32)[wording]
    ids = pa.chunked_array([*before.ids.chunks, *rows["id"].chunks], pa.string())
    return Claims(
        version,
        counted,
        words,
        ids if ids.num_chunks <= _MOST_CHUNKS else pa.chunked_array([ids.combine_chunks()]),
        np.concatenate([before.row, (parents + len(before.ids)).astype(np.int32)]),
        np.concatenate([before.subject, np.where(turned, object_, subject)]),
        np.concatenate([before.relation, relation]),
        np.concatenate([before.object, np.where(turned, subject, object_)]),
    )


def _numbers(texts: Any, number: Callable[[str], int]) -> Numbers:
    """The number of each text; each different one is looked at once."""
    coded = texts.dictionary_encode()
    numbers = np.asarray([number(t) for t in coded.dictionary.to_pylist()], np.int32)
    return numbers[np.asarray(coded.indices.to_numpy(zero_copy_only=False), np.int64)]
