"""Whether a claim in slots stands in the statement it was read out of."""

from __future__ import annotations

import re

from ...memory import Claim
from ...text.relations import is_user
from ..wording.denials import denied
from ..wording.values import digits
from ..wording.words import EMPTY, stem
from .denying import is_negative
from .names import names, words_known
from .numbers import numbers
from .piece import blanked
from .sources import Sources, plain
from .times import times
from .unknown import unknown

_AFFIRMED = frozenset(["yes", "true", "是", "对", "有", "真"])
_ENGLISH = re.compile(r"[a-zà-öø-ÿ]+(?:'[a-z]+)?")
_HAN = re.compile(r"[\u3400-\u9fff]")
_IDLE_HAN = frozenset("的了是在和与着过个")
# Acronyms relations are worded with; they name no one.
_ACRONYM = re.compile(
    r"\b(?:CAT|CEO|CFO|CI|CD|CPU|CTO|DB|DNS|EA|GPU|HQ|ID|IDE|IP|ISP|OS|PIN|RAM|SIM|URL|VPN|VIN|UI|API|PR|HR|TV|PE)\b"
)
# Words that may stand for the user in a statement told of them or by them.
_SELF = re.compile(
    r"\b(?:i|me|my|mine|we|us|our|user|he|she|his|him|her|hers|they|them|their)\b|i'm|用户|我|她|他|咱|俺|本人",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[:;,.]? |[:;,.]$")
_SURE_RELATED = 4  # letters that stems of one family have in common at least
_ENDING = 3  # letters by which they may differ: drive and driver


def stand(claim: Claim, statement: str) -> bool:
    """Whether subject and object are the statement's own, and the relation brings nothing of its own."""
    relation = _ACRONYM.sub(" ", plain(claim.relation))
    if any(unknown(relation, Sources([statement]), free=True)):
        return False
    if not is_user(claim.subject) and not _stands(claim.subject, statement):
        return False
    if claim.object.casefold() in _AFFIRMED:
        return True
    if is_user(claim.object):
        return not is_user(claim.subject) and _speaks_of_user(claim, statement)
    return _stands(claim.object, statement) and (is_negative(claim.relation) or not _denied(claim.object, statement))


def _speaks_of_user(claim: Claim, statement: str) -> bool:
    """Whether a statement tells of the user what the relation says: by a pronoun, or by a name not the subject's."""
    said = statement.casefold()
    stems = {stem(w) for w in _ENGLISH.findall(said)}
    words = [w for w in _ENGLISH.findall(claim.relation.casefold()) if w not in EMPTY]
    signs = [c for c in _HAN.findall(claim.relation) if c not in _IDLE_HAN]
    if not any(_is_said(stem(w), stems) for w in words) and not any(c in said for c in signs):
        return False
    return bool(_SELF.search(statement)) or any(names(statement, frozenset(words_known(claim.subject))))


def _denied(words: str, statement: str) -> bool:
    """Whether a statement says that this is not, or no longer, so: "not eleven"."""
    told = digits(plain(words).casefold())
    said = digits(statement.casefold())
    if said.count(told) > 1:
        return False
    return any(told in (phrase, _CLAUSE.split(phrase)[0]) for phrase in denied(said))


def _stands(words: str, statement: str) -> bool:
    """Whether all that these words say is said by a statement."""
    wanted, said = plain(words).strip(), statement.casefold()
    if re.search(rf"(?<![a-z0-9]){re.escape(wanted.casefold())}(?![a-z0-9])", said):
        return True
    if any(unknown(wanted, Sources([statement]), free=True)):
        return False
    told = [piece for piece, _ in times(wanted)]
    counted = [piece for piece, _ in numbers(blanked(wanted, told))]
    rest = blanked(wanted, [*told, *counted]).casefold()
    stems = {stem(w) for w in _ENGLISH.findall(said)}
    content = [w for w in _ENGLISH.findall(rest) if w.removesuffix("'s") not in EMPTY]
    signs = [c for c in _HAN.findall(rest) if c not in _IDLE_HAN]
    if not (content or signs or told or counted):
        return False
    return all(_is_said(stem(w.removesuffix("'s")), stems) for w in content) and all(c in said for c in signs)


def _is_said(one: str, stems: set[str]) -> bool:
    return one in stems or any(_akin(one, other) for other in stems)


def _akin(one: str, other: str) -> bool:
    """Whether two stems are of one family."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SURE_RELATED and len(long) - len(short) <= _ENDING and long.startswith(short)
