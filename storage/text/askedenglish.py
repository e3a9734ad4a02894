"""English questions as paths through slots: what is asked of whom. Words in small letters, entities as marks."""

from __future__ import annotations

import re

from .nounphrases import (
    BE,
    DETERMINERS,
    DO,
    HAVE,
    MARK,
    MAY,
    Words,
    is_mark,
    is_preposition,
    noun_phrase,
    object_gap,
    subject_gap,
    verb_words,
    whose,
)
from .questionsteps import Path
from .verbs import word_set

_WORD = re.compile(rf"{MARK}[^{MARK}]*{MARK}|'s\b|[^\W_]+(?:[-'’.&][^\W_]+)*|[^\s\w]")
_OPEN = re.compile(r"(?<![\w\ue000])([^\W\d_]+)(?:\s?/\s?|\s+or\s+)([^\W\d_]+)(?![\w\ue000])")
_CONTRACTED = re.compile(r"\b(who|what|where|when|which|how)(?:'s|’s)\b")
_ASKING = re.compile(
    r"^(?:(?:and|so|but|also|please|ok|okay|hey|well|then)\b[ ,]*|(?:can|could|would|will|do|did) you (?:please )?"
    r"(?:tell|remember|know|remind|recall|say|name)\b(?: me\b| \s*\ue000.\ue000)?[ ,:]*|(?:tell|remind|give|show) (?:me\b|\ue000.\ue000)[ ,:]*|"
    r"\s*\ue000.\ue000 +(?:(?:want|need|would like) to know|wonder|forgot|am wondering)\b[ ,:]*|name (?=the |\ue000))+"
)
_ASIDE = re.compile(r",\s*(?:the|an?|my|his|her|their)\s[^,\ue000]{1,50}(?:,|$)")  # ", the tall one,"
_NOW = re.compile(
    r"(?:\b(?:now|today|nowadays|these days|currently|presently|right now|at the moment|at present|at the time|again|"
    r"please|still|exactly|actually|originally|also|already|ever|just|so far|in the end|these|once more)\b[ ,]*)+"
)
_NEGATED = re.compile(r"\b(?:not|never|no longer|without)\b|n[’']t\b")
# What "how" asks for with an adjective, as a relation.
_HOW = dict(
    word.split()
    for word in [
        "old age",
        "tall height",
        "high height",
        "heavy weight",
        "long length",
        "big size",
        "large size",
        "far distance",
        "wide width",
        "deep depth",
        "expensive price",
        "fast speed",
        "strong strength",
    ]
)
# Kinds of things "which" names beside what it asks for: "which city is the capital of …" asks for the capital.
_KINDS = word_set(
    "person man woman city town country place company firm thing language sport people one team school university book "
    "film song animal colleague friend child continent organisation organization band author"
)
_ANY = word_set(
    "person man woman people place thing one child author"
)  # kinds that say next to nothing, or are asked for
_LIGHT = frozenset(["has", "had", "gets", "got", "uses"])  # verbs that say less than the noun asked for


def english_paths(text: str) -> list[Path]:
    """The ways to read a question, cheapest first; empty where it asks nothing of a marked entity."""
    text = _CONTRACTED.sub(r"\1 is", re.sub(r"[ ]+", " ", text.replace("’", "'").casefold()))
    text = re.sub(r"(?<=[^\W\d_])(?:'s\b|(?<=s)'(?=\s))", " 's", text)
    text = _ASIDE.sub(" ", text)
    text = _NOW.sub(" ", _ASKING.sub("", text.strip().rstrip("?.!… "))).strip()
    if _NEGATED.search(text):
        return []
    paths = [p.dearer(at) for at, said in enumerate(_either(text)) for p in _question(_words(said)) if p.steps]
    best: dict[tuple[object, ...], Path] = {}
    for path in sorted(paths, key=lambda p: p.cost):
        best.setdefault((path.known, path.steps), path)
    return list(best.values())


def _either(text: str) -> list[str]:
    """The question with the one and with the other of two words that are left open: "director/manager"."""
    if not _OPEN.search(text):
        return [text]
    return [_OPEN.sub(rf"\{group}", text) for group in (1, 2)]


def _words(text: str) -> Words:
    return tuple(w for w in _WORD.findall(text) if re.search(r"\w|\ue000|'s", w))


def _question(words: Words) -> list[Path]:
    if not words:
        return []
    first, rest = words[0], words[1:]
    if is_preposition(first) and rest[:1] and rest[0] in ("whom", "which", "what", "whose", "where"):
        return _asked_of(*_kind(rest[0], rest[1:]), tail=first)
    if first == "how":
        return _how(rest)
    if first in ("where", "when"):
        return _where_when(rest, first)
    if first == "whose":
        return whose(rest)
    if first in ("who", "whom", "what", "which"):
        return _asked_of(*_kind(first, rest))
    return list(noun_phrase(words))


def _kind(wh: str, rest: Words) -> tuple[str, Words]:
    """What kind of thing "which" and "what" ask for, in words, and the rest of the question; no kind after "who"."""
    if wh in ("who", "whom", "where"):
        return "", rest
    if rest[:1] == ("of",):  # "which of them": nothing says what is asked of whom
        return "", ()
    starts = BE | DO | HAVE | MAY | DETERMINERS
    for at, word in enumerate(rest[:5]):
        if word in starts or is_mark(word) or (at and verb_words("", rest[at:][:1]) and subject_gap(rest[at:])):
            return " ".join(rest[:at]), rest[at:]
    return "", rest


def _asked_of(kind: str, rest: Words, tail: str = "") -> list[Path]:
    """The paths of "who", "which N" and "what N" questions, and of those with a preposition in front."""
    if not rest:
        return []
    if rest[0] in BE:
        return _with_be(kind, rest, tail)
    if rest[0] in DO | MAY:
        return [p for path in object_gap(rest[1:], tail, rest[0]) for p in _with_kind(path, kind)]
    if rest[0] in HAVE:
        asked = [p for path in object_gap(rest[1:], tail, rest[0]) for p in _with_kind(path, kind)]
        return [*asked, *subject_gap(rest)]
    return [*subject_gap(rest), *(p.dearer(1) for path in object_gap(rest, tail) for p in _with_kind(path, kind))]


def _with_kind(path: Path, kind: str) -> list[Path]:
    """What "which N does X verb" may be kept under: the verb, the noun, both."""
    *before, last = path.steps
    start = Path(path.cost, path.known, tuple(before))
    if not kind:
        return [path]
    if last.relation in _LIGHT:
        return [start.then(kind), path.dearer(3)]
    both = start.then(f"{last.relation} {kind}", last.known_is_object, 3)
    return [path, start.then(kind, cost=4 if kind in _KINDS else 2), both]


def _with_be(kind: str, rest: Words, tail: str) -> list[Path]:
    """Of "who is …", "what kind is …": the phrase itself, what is done to it, who does it."""
    be, after = rest[0], rest[1:]
    found: list[Path] = []
    head = next((w for w in after if w not in DETERMINERS), "")
    other_kind = (
        head in _KINDS - _ANY and kind in _KINDS - _ANY and head != kind
    )  # "which continent is the country of …"
    for path in noun_phrase(after):
        if tail or not path.steps:
            found += [path.then("located in", cost=1)] if tail == "in" else []
            found += [path.then(kind, cost=1)] if kind else []
        else:
            extra = other_kind or (kind not in _KINDS and bool(kind))
            found.append(path.dearer(2 if extra else 0))
            found += [path.then(kind, cost=1 if extra else 5)] if kind else []
    found += [p for path in object_gap(after, tail, be) for p in _with_kind(path.dearer(1), kind)]
    found += [p for p in subject_gap(rest) if not any(p.steps == q.steps[: len(p.steps)] for q in found)]
    if after[-1:] in (("called",), ("named",)):
        found += [p if p.steps else p.then("name") for p in noun_phrase(after[:-1])]
    return found


def _where_when(rest: Words, wh: str) -> list[Path]:
    """Of "where" and "when": the verb with "in" or "on", or the place or date of a phrase."""
    if not rest:
        return []
    tail = "in" if wh == "where" else "on"
    if rest[0] in BE | DO | HAVE | MAY:
        found = object_gap(rest[1:], tail, rest[0]) if rest[1:] else []
        if rest[0] in BE:
            found = [p.dearer(1) for p in found] + _place_or_date(noun_phrase(rest[1:]), wh)
            found += [p.then("is from", cost=0) for p in noun_phrase(rest[1:-1]) if rest[-1] == "from"]
        return found
    embedded = object_gap(rest, tail)
    return embedded + (_place_or_date(noun_phrase(rest[:-1]), wh) if rest[-1] in BE else [])


def _place_or_date(paths: tuple[Path, ...], wh: str) -> list[Path]:
    if wh == "where":
        return [p.then("located in") for p in paths]
    return [q for p in paths for q in ((p, p.then("date", cost=1)) if p.steps else (p.then("date"),))]


def _how(rest: Words) -> list[Path]:
    """ "How old is X", "how much does X weigh", "how many N does X have"."""
    if len(rest) < 3:
        return []
    word, after = rest[0], rest[1:]
    if word in _HOW and after[0] in BE:
        return [p.then(_HOW[word]) for p in noun_phrase(after[1:])]
    if word in ("much", "many"):
        kind, body = _kind("which", after)
        if body and body[0] in BE:
            return [p if p.steps else p.then("price") for p in noun_phrase(body[1:])]
        return _asked_of(kind, body)
    if after and word in BE and after[-1] in ("called", "named", "spelled", "written"):
        return [p.then("name") for p in noun_phrase(after[:-1])]
    return []
