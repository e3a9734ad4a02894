"""Keys of a claim: what exact probes look up. Each prefix says which part it is."""

from __future__ import annotations

from ..memory import Claim
from ..text.relations import relation_of, slot_of, subject_of

VERSION = 2  # raise it with any change of the keys a claim gets, here or in text/relations, so that older rows are told


def _part(text: str) -> str:
    return text.replace("|", "/")  # the bar separates the parts of a key


def _sr(subject: str, relation: str) -> str:
    return f"sr:{_part(subject)}|{_part(relation)}"


def _ro(relation: str, value: str) -> str:
    return f"ro:{_part(relation)}|{_part(value)}"


def keys_of(claim: Claim) -> tuple[str, ...]:
    """The keys of one claim: `sr`, `ro` and `r` of its slot, and `s` and `o` of its subject and object as given."""
    slot = slot_of(claim)
    s, o = _part(subject_of(claim.subject)), _part(subject_of(claim.object))
    return (
        _sr(slot.subject, slot.relation),
        _ro(slot.relation, slot.value),
        f"s:{s}",
        f"r:{_part(slot.relation)}",
        f"o:{o}",
    )


def slot_key(claim: Claim) -> str:
    """The key all claims share that say something of the same subject by the same relation."""
    slot = slot_of(claim)
    return _sr(slot.subject, slot.relation)


def probe(subject: str = "", relation: str = "", object: str = "") -> tuple[str, ...]:
    """The keys all of which a claim has that fits the slots given; slots left empty are what is asked."""
    s, o = (subject_of(subject) if subject else ""), (subject_of(object) if object else "")
    if not relation:
        return (*([f"s:{_part(s)}"] if s else ()), *([f"o:{_part(o)}"] if o else ()))
    r, turned, _ = relation_of(relation)
    if turned:
        s, o = o, s
    if not (s or o):
        return (f"r:{_part(r)}",)
    return (*([_sr(s, r)] if s else ()), *([_ro(r, o)] if o else ()))
