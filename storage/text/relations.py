"""Relations as people word them, and the one name each is kept under; which of them have one object at a time.

A claim says (subject, relation, object) in any wording and voice. For probes and conflicts, what means the same has one
name, and what says the same from the other side is turned round: "Mira manages Bob" and "Bob's manager is Mira" are one.
What the table does not know is named by rule (voice, chinesevoice). The wording itself stays as it was given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..memory import Claim
from .chinesevoice import chinese_step
from .clean import fold
from .relationtable import RELATIONS, Relation
from .voice import english_step

USER = "user"
_USER = frozenset({"user", "the user", "i", "me", "用户", "我", "本人", "使用者"})
_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")
# Words around a relation that do not change which it is: "is the capital of" is "capital", 的地址是 is 地址.
_AROUND = re.compile(
    r"^(?:is|are|being)\s+(?=\S)|^(?:the|a|an|his|her|their|its|my|current|currently|now)\s+(?=\S)"
    r"|(?<=\S)\s+(?:is|are)$|^(?:的|目前|现在|当前|现)(?=\S)|(?<=\S)(?:是|为)$"
)
_OVER = re.compile(r"^(?:was|were|been|got|has|have|had)\s|过$")
# Relations outside the table that hold from either side alike, by their form.
_EITHER_WAY = re.compile(
    r"^(?:shares\s.*\bwith|lives with|collaborates with|competes with|is related to|is similar to|married|twin|penpal"
    r"|co-[a-z]+"
    r"|(?:和|与(?!会)|跟(?![踪随进从上着])|同(?![情意化]))(?:\.\.\.)?[^.]+|.*(?:搭档|双胞胎|表兄弟|堂兄弟|亲戚))$"
)
_HAN = re.compile("[\u3400-\u9fff]")
_MOST_STEPS = 12  # a wording sheds one thing a step; none that a person writes has as many


def _named() -> Mapping[str, tuple[Relation, bool]]:
    """Each wording with its relation, and whether it says it from the other side; of what is said from the other side
    also the plain form, so that "hires" is known where the table has "hired"."""
    names: dict[str, tuple[Relation, bool]] = {}
    for relation in RELATIONS:
        for word in (relation.name, *relation.words.split("|")):
            names.setdefault(fold(word), (relation, False))
        for word in filter(None, relation.inverse.split("|")):
            names.setdefault(fold(word), (relation, True))
    for word, (relation, turned) in list(names.items()):
        if turned or word.endswith(" by"):
            form, flipped = _stepped(word)
            names.setdefault(form, (relation, turned != flipped))
    return names


def _stepped(text: str) -> tuple[str, bool]:
    """A folded wording one step nearer to its one form, and whether the step turned it."""
    form, turned = chinese_step(text) if _HAN.search(text) else english_step(text)
    return form.strip(), turned


_NAMED = _named()


@lru_cache(maxsize=4096)
def relation_of(worded: str) -> tuple[str, bool, bool]:
    """The name a relation is kept under, whether this wording says it from the other side, and whether it has one
    object at a time as far as the table knows. A name is kept under itself. What is over holds nothing at a time."""
    text, turned = fold(worded), False
    over = bool(_OVER.search(text))
    for _ in range(_MOST_STEPS):
        if found := _NAMED.get(text) or _NAMED.get(_bare(text)):
            relation, other_side = found
            turned = turned != other_side and not relation.symmetric
            known = text in _NAMED and text == fold(worded)
            return fold(relation.name), turned, relation.functional and not turned and (known or not over)
        stepped, flipped = _stepped(text)
        if (stepped, flipped) == (text, False):
            break
        text, turned = stepped, turned != flipped
    return text, turned and not symmetric(text), False


def symmetric(name: str) -> bool:
    """Whether a relation, by the name it is kept under, holds from either side alike: whose spouse she is, is hers."""
    found = _NAMED.get(name)
    return found[0].symmetric if found else bool(_EITHER_WAY.match(name))


@lru_cache(maxsize=1024)
def wordings_of(name: str) -> tuple[tuple[str, bool], ...]:
    """What the table knows a relation as, by the name it is kept under, and which of it says it from the other side;
    nothing for one it does not know."""
    return tuple((worded, turned) for worded, (relation, turned) in _NAMED.items() if fold(relation.name) == name)


def is_functional(name: str) -> bool:
    """Whether the table knows that a relation, by the name it is kept under, has one object at a time."""
    return relation_of(name)[2]


def _bare(text: str) -> str:
    """A relation without the words around it."""
    while (shorter := _AROUND.sub("", text)) != text:
        text = shorter
    return text


@lru_cache(maxsize=4096)
def subject_of(worded: str) -> str:
    """The name a subject or object is kept under: the user is one, however called; a leading article goes."""
    text = fold(worded)
    return USER if text in _USER else _ARTICLE.sub("", text)


def is_user(subject: str) -> bool:
    """Whether a statement is about the person whose memory this is."""
    return subject_of(subject) == USER


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a claim stands: whose relation, as one name each, and with what value."""

    subject: str
    relation: str
    value: str


def slot_of(claim: Claim) -> Slot:
    """A claim brought to one name for each part and to one side."""
    name, turned, _ = relation_of(claim.relation)
    subject, value = subject_of(claim.subject), subject_of(claim.object)
    return Slot(value, name, subject) if turned else Slot(subject, name, value)


def is_passive(claim: Claim) -> bool:
    """Whether a claim is turned for its voice alone: "Hey Jude, was performed by, the Beatles"."""
    name, turned, _ = relation_of(claim.relation)
    return turned and not wordings_of(name)


def claimed_single(claim: Claim) -> bool | None:
    """Whether its caller said that its subject has one object at a time; None where nobody did. Of the inverse of a
    relation that says nothing: she who manages one manages others."""
    return claim.exclusive if is_passive(claim) or not relation_of(claim.relation)[1] else None


def single_by_table(claim: Claim) -> bool:
    """Whether the table knows that the relation of a claim has one object at a time, said from this side."""
    return relation_of(claim.relation)[2]
