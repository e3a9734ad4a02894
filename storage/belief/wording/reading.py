"""A statement read for comparison: of whom it speaks, its words in one form, its values, and what it tells of change."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property, lru_cache

from .cues import CUES, DOUBLE, IDLE, NEGATION, STEADY, TALK
from .denials import denied, is_undone, negated
from .kinds import KINDS
from .people import KNOWN, body, capitals, people
from .sieve import Phrases
from .states import RELATIONS, STATES
from .things import THINGS
from .topics import TOPICS
from .values import Value, digits, values
from .words import EMPTY, HAN, LONGEST, WORD, concepts, pairs, stem, stems

_MOST_VALUES = 32  # values of one; each is compared with each of another
_SIGNS = str.maketrans(",.'-", "    ")
_KIND = Phrases(
    (kind, "|".join(rf"(?<![a-z0-9])(?:{n})(?![a-z])" if n.isascii() else n for n in names.split("|")))
    for kind, names in KINDS.items()
)


class Reading:
    """One statement, read as far as it is asked for. Words are stems and concepts; Chinese ones also pairs of characters,
    kept apart in `pairs`."""

    def __init__(self, statement: str) -> None:
        plain = unicodedata.normalize("NFKC", statement[:LONGEST]).replace("’", "'").strip()
        plain = _TITLE.sub(r"\1 ", plain)
        self.text = digits(plain)
        self._capital, self._inner = capitals(plain)
        self._nameless = self.text.replace("用户", " ")

    @property
    def agents(self) -> frozenset[str]:
        """Of whom it speaks first: "user", kin, names; "he" stands for anybody."""
        return self._people[0]

    @property
    def through(self) -> frozenset[str]:
        """Through whom: the sister of "my sister's husband"."""
        return self._people[1]

    @property
    def owners(self) -> frozenset[str]:
        """Every person named anywhere."""
        return self._people[2]

    @property
    def kin(self) -> frozenset[str]:
        """The people named by what they are to somebody."""
        return self.owners & KNOWN

    @property
    def called(self) -> frozenset[str]:
        """Everybody and everything named by a name."""
        return (self.owners | self.names) - KNOWN

    @property
    def values(self) -> tuple[Value, ...]:
        """The values it gives."""
        return self._told[0]

    @property
    def undone(self) -> tuple[Value, ...]:
        """Values said not to hold: "not 11", "from 5"."""
        return self._told[1]

    @cached_property
    def sure(self) -> bool:
        """Whether `agents` are people for certain, not words a sentence begins with."""
        return bool(self.agents) and all(a in KNOWN or a in self._inner or not a.isascii() for a in self.agents)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """English words in their order, each in one form."""
        return tuple(stem(w) for w in self._tokens if w.removesuffix("'s") not in EMPTY and len(w) > 1)

    @cached_property
    def plain(self) -> list[str]:
        """What stands between blanks and signs."""
        return self.text.translate(_SIGNS).split()

    @cached_property
    def words(self) -> frozenset[str]:
        """The words but for people and values."""
        owners = self.owners
        words = frozenset(self.order).union(concepts(self._nameless))
        return words - owners - {stem(o) for o in owners} - self._within

    @cached_property
    def names(self) -> frozenset[str]:
        """Identifiers and proper names, persons aside."""
        names = {w for w in self._tokens if _is_name(w, self._capital)} - self.owners
        return frozenset(names.union(_QUOTED.findall(self.text)) - self._within)

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The pairs of Chinese characters."""
        return frozenset(pairs(self.text, self.owners))

    @cached_property
    def denied(self) -> frozenset[str]:
        """What is said not to hold, or no longer: "not X", "from X to"."""
        return denied(self.text)

    @cached_property
    def cues(self) -> frozenset[str]:
        """What it tells of change, addition, plan or doubt."""
        return frozenset(CUES.found(STEADY.sub(" ", self.text)))

    @cached_property
    def negative(self) -> bool:
        """Whether anything in it is denied."""
        return bool(NEGATION.search(DOUBLE.sub("", self.text)))

    @cached_property
    def negated(self) -> frozenset[str]:
        """The words and pairs that stand right after a negation."""
        return negated(DOUBLE.sub(" ", self.text))

    @cached_property
    def states(self) -> frozenset[tuple[str, int]]:
        """States it names, each a group and its side."""
        return frozenset(_states(self.text))

    @cached_property
    def relations(self) -> frozenset[tuple[str, int]]:
        """Relations between people and to places or work, each with whether it begins, lasts or ends."""
        return frozenset(RELATIONS.found(self._nameless))

    @cached_property
    def kinds(self) -> frozenset[tuple[str, str]]:
        """What it names of a kind of things, each with the kind."""
        return frozenset((kind, m[0]) for kind, m in _KIND.matches(self.text))

    @cached_property
    def topics(self) -> frozenset[str]:
        """The matters of life and work it touches."""
        return frozenset(TOPICS.found(self.text))

    @cached_property
    def places(self) -> frozenset[str]:
        """The words after "in", "at" and the like."""
        return _places(self.text)

    @cached_property
    def things(self) -> frozenset[tuple[str, str]]:
        """What it names of things there are several of, each with its family."""
        return frozenset(THINGS.found(self.text))

    @cached_property
    def idle(self) -> bool:
        """Whether it states nothing that could clash."""
        return bool(IDLE.search(self.text))

    @cached_property
    def talk(self) -> bool:
        """Whether it is said to somebody in a conversation: as much of that is chat as states what is so."""
        return bool(TALK.match(self.text))

    @cached_property
    def start(self) -> str:
        """The first two characters of a Chinese one: mostly of what it speaks."""
        return _start(self.text)

    @cached_property
    def _people(self) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        agents, through, owners = people(self.text, self._capital)
        return frozenset(agents), frozenset(through), frozenset(owners)

    @cached_property
    def _told(self) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The values that hold, and those that do not."""
        found = self._values
        undone = tuple(v for v in found if is_undone(v, self.text))
        return tuple(v for v in found if v not in undone), undone

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        return tuple(v for v in values(self.text)[:_MOST_VALUES] if not _dates_action(v, self.text))

    @cached_property
    def _tokens(self) -> list[str]:
        return WORD.findall(self.text)

    @cached_property
    def _within(self) -> set[str]:
        """The words of its values."""
        return {w for v in self._values for w in WORD.findall(v.words)}


@lru_cache(maxsize=1 << 10)
def read(statement: str) -> Reading:
    """The reading of a statement; of one beyond 1,000 characters, of its beginning."""
    return Reading(statement)


# What was done in a year may be done again in another; that something was founded, or is held, in it is told of it once.
_DONE = re.compile(
    r"(?<!was )(?<!were )(?<!been )(?<!be )(?<!got )\b(?:\w{3,}ed|went|sold|bought|won|lost|gave|took|ran|wrote|made|met|got|built|had|left|came|saw"
    r"|broke|taught|spent|held|read|drove|rode|sang|swam|flew|caught|found|did)\b[^,.;]*\b(?:in|since|back in|of) $"
)
_YEAR_ONLY = re.compile(r"(?:19|20)\d\d\s?年?")
_DONE_HAN = re.compile(
    r"^(?!.{0,3}(?:出生|生|成立|建|毕业|入学|入职))[^，。是于]{1,10}[了过得去买卖]|^(?:去|买|卖|拿|参加|发表|跑|学)"
)


def _dates_action(value: Value, text: str) -> bool:
    if value.kind != "date" or not _YEAR_ONLY.fullmatch(value.words):
        return False
    if value.words.isascii():
        return bool(_DONE.search(text[: value.start]))
    return bool(_DONE_HAN.search(text[value.end :]))


def _start(text: str) -> str:
    first = body(text)[:2]
    return first if HAN.fullmatch(first) and first != "用户" and not first.startswith("我") else ""


def codes(reading: Reading) -> frozenset[str]:
    return frozenset(str(v.key[0]) for v in (*reading.values, *reading.undone) if v.kind == "code")


def _states(text: str) -> Iterator[tuple[str, int]]:
    """The sides of each group a text names; "does not like" is not also "like"."""
    spans = [(*told, m.start(), m.end()) for told, m in STATES.matches(text)]
    for name, side, start, end in spans:
        if not any(
            name == n and side != other and a <= start and end <= b and (b - a) > (end - start)
            for n, other, a, b in spans
        ):
            yield name, side


def _is_name(word: str, capital: frozenset[str]) -> bool:
    return word in capital or bool(re.search(r"[\d_]|[a-z]-[a-z0-9]+-|\.\w{2,4}$", word))


_TITLE = re.compile(r"\b(Dr|Mr|Mrs|Ms|St|Prof)\. (?=[A-Z])")
_QUOTED = re.compile(r"[“「『《\"]([^”」』》\"]{1,20})[”」』》\"]")


_PLACE = re.compile(
    r"\b(?:in|at|on|under|behind|inside|beside|by|to|into|next to|over at|off) (?:(?:the|a|an|my|our|his|her|their|its) )?((?:[a-z'-]+ ?){1,3})"
    r"|(?:放在|放到|放|在|到|去|住|搬到|搬去|挪到|存在|停在|收在)([\u3400-\u9fff]{2,6})"
)


def _places(text: str) -> frozenset[str]:
    found: set[str] = set()
    for english, chinese in _PLACE.findall(text):
        found |= {*stems(english), *(a + b for a, b in itertools.pairwise(chinese))}
    return frozenset(found)
