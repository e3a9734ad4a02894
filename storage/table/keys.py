"""Keys of a claim: what exact probes look up. Each prefix says which part it is."""

from __future__ import annotations

import hashlib

from ..memory import Claim
from ..text.naming import PLAIN, Naming
from ..text.relations import is_passive, slot_of, subject_of, symmetric

VERSION = 3  # raise it with any change of the keys a claim gets, here or in text/relations, so that older rows are told
Keys = tuple[tuple[str, ...], ...]  # of each group one key at least must be there


def _part(text: str) -> str:
    return text.replace("|", "/")  # the bar separates the parts of a key


def _sr(subject: str, relation: str) -> str:
    return f"sr:{_part(subject)}|{_part(relation)}"


def _ro(relation: str, value: str) -> str:
    return f"ro:{_part(relation)}|{_part(value)}"


def _whole(subject: str, relation: str, value: str) -> str:
    """All three at once: a row may have several claims, and no two of them make a third."""
    told = "|".join(_part(p) for p in (subject, relation, value))
    return f"t:{hashlib.sha256(told.encode()).hexdigest()[:16]}"


def keys_of(claim: Claim) -> tuple[str, ...]:
    """The keys of one claim: `sr`, `ro`, `r` and `t` of its slot, and `s` and `o` of its subject and object as given."""
    slot = slot_of(claim)
    s, o = _part(subject_of(claim.subject)), _part(subject_of(claim.object))
    return (
        _sr(slot.subject, slot.relation),
        _ro(slot.relation, slot.value),
        f"s:{s}",
        f"r:{_part(slot.relation)}",
        f"o:{o}",
        _whole(slot.subject, slot.relation, slot.value),
    )


def slot_keys(claim: Claim) -> tuple[str, ...]:
    """The keys all claims share that say something of the same subject by the same relation: for a passive, of the same
    object as well, which is its own subject."""
    slot = slot_of(claim)
    own = (_ro(slot.relation, slot.value),) if is_passive(claim) else ()
    return (_sr(slot.subject, slot.relation), *own)


def relation_keys(names: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of claims of any of these relations, by the name they are kept under."""
    return tuple(f"r:{_part(n)}" for n in names)


def probe(subject: str = "", relation: str = "", object: str = "", named: Naming = PLAIN) -> Keys:
    """The keys a claim has that fits the slots given, under any name declared for them; slots left empty are what is
    asked."""
    subjects = named.names_of(subject) if subject else ()
    objects = named.names_of(object) if object else ()
    if not relation:
        groups = (tuple(f"s:{_part(s)}" for s in subjects), tuple(f"o:{_part(o)}" for o in objects))
        return tuple(g for g in groups if g)
    found: list[str] = []
    for name, turned in sided(relation, named):
        s, o = (objects, subjects) if turned else (subjects, objects)
        if s and o:
            found += [_whole(a, name, b) for a in s for b in o]
        elif s or o:
            found += [*(_sr(a, name) for a in s), *(_ro(name, b) for b in o)]
        else:
            found.append(f"r:{_part(name)}")
    return (tuple(dict.fromkeys(found)),)


def sided(relation: str, named: Naming = PLAIN) -> tuple[tuple[str, bool], ...]:
    """The names a relation is kept under and from which side it says it: from both, where it holds either way alike."""
    found = named.relations_of(relation)
    return (*found, *((n, not turned) for n, turned in found if symmetric(n)))


def about(name: str, named: Naming = PLAIN) -> Keys:
    """The keys of claims that speak of one, as subject or as object, under any of its names."""
    names = [_part(n) for n in named.names_of(name)]
    return ((*(f"s:{n}" for n in names), *(f"o:{n}" for n in names)),)
