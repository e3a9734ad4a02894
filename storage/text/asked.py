"""A question in words read as slots: where it starts, which relations lead to the answer, and from which side.

"Who is the boss of Ann's husband?" starts at Ann, goes to her husband, and asks for his boss; 谁带教小鹿 starts at 小鹿 and
asks for the subject of 带教. Grammar only: which entities a question names is told by the caller, what a relation is
kept under by `relations`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .askedchinese import chinese_paths
from .askedenglish import english_paths
from .nounphrases import MARK
from .questionsteps import Reading, Step
from .relations import USER

__all__ = ["Reading", "Step", "readings"]

MOST_READINGS = 4
MOST_STEPS = 4
_LONGEST = 300  # characters; what is longer is no single question, and the ways to cut it grow with its square
_HAN = re.compile("[\u3400-\u9fff]")
_QUOTES = "\"'“”‘’「」『』《》«»„"
_MINE = re.compile(r"(?i)(?<![\w])(?:(my|our)|(i|me|we|us))(?![\w'’])|(?<![\w])(i)(?=['’]m\b)")
_MINE_HAN = re.compile("我们|咱们|我|咱|本人")
_MARKED = re.compile(rf"{MARK}([\ue001-\uf8ff]){MARK}")
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_FIRST = 0xE001  # the marks are numbered by letters nobody writes, so that no name is found inside one


def readings(question: str, names: Sequence[str]) -> list[Reading]:
    """The ways to read a question, best first, at most four of one to four steps; empty where none is found.

    `names` are the entities it names, as written there. I, me and my (我) are "user", whether or not among them.
    """
    text, known = _marked(question, names) if len(question) <= _LONGEST else ("", [])
    if not known:
        return []
    han = _HAN.search(_MARKED.sub("", text))
    paths = chinese_paths(text) if han else english_paths(text)
    found: dict[Reading, None] = {}
    for path in paths:
        if len(path.steps) <= MOST_STEPS:
            found.setdefault(Reading(_restored(path.known, known), _with_names(path.steps, known)))
    return list(found)[:MOST_READINGS]


def _marked(question: str, names: Sequence[str]) -> tuple[str, list[str]]:
    """The question with a mark for each entity, without quotation marks around it, and what the marks stand for."""
    known: list[str] = []
    text = _PRIVATE.sub("", question)
    for name in sorted({n for n in names if n and n != USER}, key=len, reverse=True):
        edge = r"(?-i:(?<![^\W_{0}])){1}(?-i:(?![^\W_{0}]))" if not _HAN.search(name) and name[:1].isalnum() else "{1}"
        letters = re.sub(r"\\ ", r"\\s+", re.escape(name))
        quoted = rf"(?i)(?P<quote>(?-i:[{_QUOTES}]))?{{}}(?(quote)(?-i:[{_QUOTES}])?)"
        pattern = re.compile(quoted.format(edge.format("\u3400-\u9fff", letters)))
        if pattern.search(text):
            text = pattern.sub(f" {MARK}{chr(_FIRST + len(known))}{MARK} ", text)
            known.append(name)
    mark = f" {MARK}{chr(_FIRST + len(known))}{MARK} "
    spoken = _MINE.sub(lambda m: mark + ("'s " if m[1] else ""), text) if not _HAN.search(text) else text
    spoken = _MINE_HAN.sub(mark, spoken) if _HAN.search(text) else spoken
    if spoken != text:
        known.append(USER)
    return re.sub(rf"({MARK}) +(?:['’]s?(?=\s|$))", r"\1's", spoken), known


def _restored(mark: str, known: list[str]) -> str:
    return _MARKED.sub(lambda m: known[ord(m[1]) - _FIRST], mark)


def _with_names(steps: tuple[Step, ...], known: list[str]) -> tuple[Step, ...]:
    return tuple(Step(_restored(s.relation, known), s.known_is_object) for s in steps)
