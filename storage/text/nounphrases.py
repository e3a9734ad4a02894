"""English noun phrases as paths: "the boss of Ann's husband", "the company that Ben works for", from the inside out.

A phrase is a tuple of words in small letters, entities one mark each, the possessive a word of its own ("'s").
Every way to read it is returned, each with its cost; the phrase must end in, or hold, one entity.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .questionsteps import Path
from .verbs import base_of_ing, base_of_participle, base_of_past, base_of_third, past_of, third_person, word_set
from .voice import PREPOSITIONS, STATES, VERBS_WITH

Words = tuple[str, ...]

MARK = "\ue000"  # of the private use area: begins the mark of an entity, and no word that a person writes
BE = word_set("is are was were am be been")
DO = word_set("do does did")
HAVE = word_set("has have had")
MAY = word_set("will would can could should shall must may might")
DETERMINERS = word_set("the a an this these those one")
_OWN = word_set("his her their its")
_PREPOSITION = re.compile(PREPOSITIONS)
_WH = word_set("who whom which that whose where when what how why")
_NO_NOUN = _WH | BE | DO | HAVE | MAY | word_set("'s and or not than")
_MOST_NOUNS = 5  # words of a relation said as a noun: "country of citizenship", "chief executive officer"


def is_mark(word: str) -> bool:
    """Whether a word stands for an entity."""
    return word.startswith(MARK)


def is_preposition(word: str) -> bool:
    """Whether a word is a preposition that a verb may end with."""
    return bool(_PREPOSITION.fullmatch(word))


def _noun(words: Words) -> str:
    """Words that can be a relation said as a noun, without article; empty where they cannot."""
    words = words[1:] if words and words[0] in DETERMINERS else words
    if not words or len(words) > _MOST_NOUNS or any(is_mark(w) or w in _NO_NOUN for w in words):
        return ""
    if (
        any(w in DETERMINERS or w in _OWN for w in words)
        or is_preposition(words[0])
        or words[0] == "of"
        or words[-1] == "of"
        or is_preposition(words[-1])
    ):
        return ""
    return "" if _is_participle(words[-1]) else " ".join(words)


def _is_participle(word: str) -> bool:
    base = base_of_participle(word)
    return word == "born" or (base != word and bool(base))


@lru_cache(maxsize=2048)
def noun_phrase(words: Words) -> tuple[Path, ...]:
    """The paths of a noun phrase, cheapest first; at most six."""
    words = words[1:] if words and words[0] in DETERMINERS else words
    if not words or not any(map(is_mark, words)):
        return ()
    if len(words) == 1:
        return (Path(0, words[0]),)
    found = [*_apposed(words), *_possessive(words), *_chained(words), *_relative(words)]
    best: dict[tuple[object, ...], Path] = {}
    for path in sorted(found, key=lambda p: p.cost):
        best.setdefault((path.known, path.steps), path)
    return tuple(best.values())[:6]


def _apposed(words: Words) -> list[Path]:
    """ "my colleague Ben" is Ben; "Acme head coach" is Acme's head coach."""
    found: list[Path] = []
    if is_mark(words[-1]) and not any(map(is_preposition, words)) and "of" not in words:
        before = words[words.index("'s") + 1 :] if "'s" in words else words
        if not before[4:] and _noun(before[:-1]):
            found.append(Path(1, words[-1]))
    if is_mark(words[0]) and (noun := _noun(words[1:])) and not words[4:]:
        verbal = words[1] in VERBS_WITH or _is_participle(words[-1]) or base_of_ing(words[-1])
        found += [] if verbal else [Path(2, words[0]).then(noun)]
    return found


def _possessive(words: Words) -> list[Path]:
    """ "Ann's husband": split at the last 's. "The boss of Ann's husband" is not the husband of Ann's boss."""
    if "'s" not in words:
        return []
    at = len(words) - 1 - words[::-1].index("'s")
    noun = _noun(words[at + 1 :])
    dear = 3 if any(w == "of" or w in _WH or is_preposition(w) for w in words[:at]) else 0
    return [path.then(noun, cost=dear) for path in noun_phrase(words[:at])] if noun else []


def _chained(words: Words) -> list[Path]:
    """ "the capital of …", "the code for …". A bare noun between two "of" belongs to the first: country of birth of."""
    found: list[Path] = []
    for at, word in enumerate(words[: _MOST_NOUNS + 1]):
        if is_mark(word) or word in _NO_NOUN:
            break
        if at and (word == "of" or word in ("for", "to", "in", "at", "behind")):
            noun, rest = _noun(words[:at]), words[at + 1 :]
            bare = bool(rest) and rest[0] not in DETERMINERS and not is_mark(rest[0])
            dear = (2 if bare and word == "of" else 0) + (0 if word == "of" else 3)
            found += [path.then(noun, cost=dear) for path in noun_phrase(rest)] if noun else []
    return found


def _relative(words: Words) -> list[Path]:
    """ "the company that Ben works for", "the man who wrote …", "the city where … was born", "the sport played by …"."""
    for at in range(1, min(len(words), _MOST_NOUNS + 1)):
        word, rest = words[at], words[at + 1 :]
        if word in ("who", "whom", "that", "which"):
            return [*subject_gap(rest), *object_gap(rest)]
        if word == "where":
            return object_gap(rest, "in")
        if word == "when":
            return object_gap(rest, "on")
        if word == "whose":
            return whose(rest)
        if is_preposition(word) and rest[:1] in (("which",), ("whom",)):
            return object_gap(rest[1:], word)
        if is_mark(word) or word in DETERMINERS:
            return [p.dearer(1) for p in object_gap(words[at:])] if _noun(words[:at]) else []
        verbal = _noun(words[:at]) and (base_of_participle(word) or base_of_ing(word))
        if verbal and (found := subject_gap(("is", *words[at:]))):
            return [p.dearer(1) for p in found]
    return []


def whose(rest: Words) -> list[Path]:
    """Of "whose N is …" and "whose N works at …": those of whom some N is known."""
    found: list[Path] = []
    for at in range(1, min(len(rest), _MOST_NOUNS + 1)):
        noun = _noun(rest[:at])
        if noun and rest[at] in BE:
            found += [p.then(noun, True) for p in noun_phrase(rest[at + 1 :])]
        if noun:
            found += [p.then(noun, True, 1) for p in subject_gap(rest[at:])]
    return found


def subject_gap(rest: Words) -> list[Path]:
    """Of "… manages X", "… is mentored by X", "… is the boss of X": who does it, X known."""
    found: list[Path] = []
    for at in range(1, len(rest)):
        verb = rest[:at]
        if rest[at - 1] in _WH or is_mark(rest[0]):
            break
        if is_mark(rest[at - 1]):
            continue
        copular = (len(verb) == 1 and verb[0] in BE) or (verb[0] in ("serves", "acts", "served") and verb[-1] == "as")
        bare = not is_mark(rest[at]) and rest[at] not in DETERMINERS  # "takes care of X" is no care that is taken
        for path in noun_phrase(rest[at:]):
            if copular:
                found += [path] if path.steps else []
            elif (relation := verb_words("", verb)) and _asks_object(verb):
                found.append(path.then(relation[0], not relation[1], _dear(verb) + 3 * (path.steps != () and bare)))
    return found


def object_gap(rest: Words, tail: str = "", aux: str = "") -> list[Path]:
    """Of "X works for …", with `aux` in front in a question: what X does it to, X known. `tail` is the preposition
    that stood before."""
    found: list[Path] = []
    for at in range(len(rest) - 1, 0, -1):  # of equals, the longest phrase first
        if relation := verb_words(aux, rest[at:], tail):
            found += [p.then(*relation, _dear(rest[at:])) for p in noun_phrase(rest[:at])]
    return found


def _asks_object(verb: Words) -> bool:
    """Whether an object may follow: after the verb alone, or after a preposition."""
    alone = [w for w in verb if w not in BE | HAVE | DO | MAY]
    return len(alone) < 2 or ((verb[-1] == "of" or is_preposition(verb[-1])) and verb[1] not in DETERMINERS)


def _dear(verb: Words) -> int:
    """A verb phrase that names another entity, "introduces Ann to", holds another verb or its object is less likely than
    one that does not."""
    more = [w for w in verb[1:] if w in VERBS_WITH or (base_of_past(w) and verb[0] not in BE | HAVE)]
    loose = bool(verb[1:]) and not _asks_object(verb)
    return 2 * sum(map(is_mark, verb)) + 2 * len(more) + loose


def verb_words(aux: str, verb: Words, tail: str = "") -> tuple[str, bool] | None:
    """The relation that a verb phrase words, and whether it is passive, said from the other side. None where the words
    are no verb phrase. `tail` goes behind where the phrase has no preposition at its end."""
    if not verb or is_mark(verb[0]) or any(w in _WH or w in ("'s", "not") for w in verb):
        return None
    if (marks := [at for at, w in enumerate(verb) if is_mark(w)]) and not (
        len(marks) == 1 and any(map(is_preposition, verb[marks[0] - 1 : marks[0] + 2]))
    ):
        return None
    if not aux and verb[0] in BE | HAVE | DO | MAY and verb[1:]:
        return verb_words(verb[0], verb[1:], tail)
    if aux in MAY and verb[0] == "be" and verb[1:]:
        return verb_words("is", verb[1:], tail)
    if aux in BE and verb[0] in ("a", "an", "the") and (verb[-1] == "of" or tail):
        noun = " ".join(verb[:-1] if verb[-1] == "of" else verb)  # "the country X is a citizen of"
        return f"{'was' if aux.startswith('w') else 'is'} {noun} of", False
    if aux in HAVE and verb[0] in DETERMINERS | _OWN:
        return verb_words("", (aux, *verb[1:]), tail) if verb[1:] and not base_of_participle(verb[1]) else None
    if verb[0] in DETERMINERS or verb[0] in BE | DO | MAY or verb[0] == "of":
        return None
    words = [w for w in verb if w not in DETERMINERS and w not in _OWN]
    if not words:
        return None
    if tail and not (is_preposition(words[-1]) or words[-1] == "of"):
        words.append(tail)
    if aux in HAVE and tail and not base_of_participle(words[0]) and not is_preposition(words[0]):
        return " ".join((aux, *words)), False  # "where X has citizenship"
    return _be(aux, words) if aux in BE else _other(aux, words)


def _be(aux: str, words: list[str]) -> tuple[str, bool] | None:
    """After "is" or "was": what is done, what is done to it, or what state it is in."""
    if base := base_of_ing(words[0]):
        return " ".join((third_person(base), *words[1:])), False
    base = base_of_participle(words[0])
    if base and words[-1] == "by" and not (aux.startswith("w") and base in STATES):
        return " ".join((third_person(base), *words[1:-1])), True
    if re.search(r"[^su]s$", words[0]) or words[0] in (
        "to",
        "by",
        "for",
        "of",
    ):  # a finite verb, or what belongs to one
        return None
    if is_preposition(words[-1]) or words[-1] in ("of", "due") or (base and (len(words) == 1 or is_mark(words[-1]))):
        return " ".join(("was" if aux.startswith("w") else "is", *words)), False
    return None


def _other(aux: str, words: list[str]) -> tuple[str, bool] | None:
    """After "does", "has" or nothing: what is done."""
    first, rest = words[0], words[1:]
    if is_preposition(first):
        return None
    if aux in HAVE:
        if first == "been" and rest:
            return _be("was", rest)
        base = base_of_participle(first)
        return (" ".join((third_person(base), *rest)), False) if base else None
    if aux == "did":
        return " ".join((past_of(first) if first in STATES else third_person(first), *rest)), False
    if aux:
        return " ".join((third_person(first), *rest)), False
    known = base_of_third(first) != first or base_of_past(first) or first in VERBS_WITH or first in HAVE
    return (" ".join(words), False) if known else None
