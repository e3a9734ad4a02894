"""Where an English sentence names a time, and where its words only look like one.

May, march, fall, spring and second are also other words, April and Tuesday also names, 2019 may be a room. Such a
word counts only behind "in", "last" and the like, and before nothing that would go with it ("may be", "march hare").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .englishtimes import read_english
from .englishwords import HOLIDAYS, MONTHS, NINETIES, NUMBER, NUMBERS, ORDINALS, SEASONS, UNITS, WEEKDAYS, any_of
from .isotimes import read_iso
from .periods import Moment, Period

_MOST_WORDS = 9  # "the day before yesterday at half past nine" has as many
_WORD = re.compile(r"[a-z0-9]+(?:[:./'-][a-z0-9]+)*")
_NUMERAL = re.compile(r"\d[\d:./-]*(?:st|nd|rd|th|s|'s|am|pm|a\.m|p\.m)?|q[1-4]|h[12]|\d{4}-?w\d\d")
_GAP = re.compile(r",? +")
_FIRM = re.compile(
    r"\d|day\b|night|morrow|weekend|ago\b|noon|clock|\b(?:this|last|next|past|other|few)\b|ties\b|half past|quarter (?:past|to)"
)
_PREPOSITION = re.compile(r"(?:in|on|at|during|over) (?:the )?")
_CUE = re.compile(r"\b(?:in|on|at|during|over|since|until|till|before|after|around|between)\s+(?:the )?$")
_YEAR_CUE = re.compile(r"\b(?:from|year|circa)\s+$")
# "from March to May": one end, and the other.
_FROM = re.compile(r"\b(?:from|between)\s+$")
_TO = re.compile(r"\b(?:from|between) [\w ,]{3,30} (?:to|and|until|till|through) $")
_ON_TO = re.compile(r" (?:to|and|until|till|through) (\w+)")
_REPEATED = re.compile(r"\b(?:every|each|any|per) (?:other )?$")
_CLOCK = re.compile(r"\d ?[ap]\.?m\b|o'?clock|half past|quarter (?:past|to)")
# Behind a word that may be another, these say that the time ends there.
_GOES_ON = (
    "and or but did do does was were is are am i we he she they it you the a an my our his her their your what "
    "where who when why how which about with on at to in until till before after for as that than have had has "
    "while if because then still already not from through"
)
_FUNCTION = frozenset(_GOES_ON.split())


def named_in_english(even: str, given: str, at: Moment) -> Iterator[tuple[int, int, Period]]:
    """Each time named, as where it begins and ends in the text and what it is. `even` is `plain(given)`."""
    for run in _runs(even):
        start = 0
        while start < len(run):
            for stop in range(min(len(run), start + _MOST_WORDS), start, -1):
                first, last = run[start].start(), run[stop - 1].end()
                if found := _named(even, given, first, last, at):
                    yield first, last, found
                    start = stop
                    break
            else:
                start += 1


def _runs(even: str) -> Iterator[list[re.Match[str]]]:
    """Stretches of words that can stand in a time."""
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(even):
        known = all(w in _words() for w in re.split("-", word[0])) or _NUMERAL.fullmatch(word[0])
        if run and not (known and _GAP.fullmatch(even, run[-1].end(), word.start())):
            yield run
            run = []
        if known:
            run.append(word)
    if run:
        yield run


@cache
def _words() -> frozenset[str]:
    tables = (MONTHS, WEEKDAYS, SEASONS, HOLIDAYS, NINETIES, NUMBERS, UNITS, ORDINALS)
    phrases = [phrase for table in tables for phrase in table]
    connecting = (
        "today yesterday tomorrow tonight now the of in on at during over before after last this next past previous "
        "current coming early mid late beginning start middle end ago back earlier half quarter and morning afternoon "
        "evening night noon midday midnight o'clock am pm a.m p.m to other few days weekend these year's week's bc bce"
    )
    return frozenset(w.rstrip(".") for phrase in (*phrases, connecting) for w in phrase.split())


def _named(even: str, given: str, first: int, last: int, at: Moment) -> Period | None:
    text = even[first:last]
    if not (_FIRM.search(text) or _ambiguous().search(text)):
        return None
    found = read_iso(text, at) or read_english(text, at)
    return found if found and _is_meant(even, given, first, last, found) else None


@cache
def _ambiguous() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of([*MONTHS, *WEEKDAYS, *SEASONS, *HOLIDAYS])})")


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands around a time: the text before it with its own preposition, and how it goes on behind it."""

    word: str
    before: str
    rest: str

    @property
    def cued(self) -> bool:
        """A preposition of time stands before it."""
        return bool(_CUE.search(self.before))

    @property
    def ranged(self) -> bool:
        """It is one end of "from … to …" or "between … and …"."""
        on = _ON_TO.match(self.rest)
        begins = on and (on[1].lower() in MONTHS or on[1].isdecimal()) and _FROM.search(self.before)
        return bool(begins or _TO.search(self.before))

    @property
    def ends(self) -> bool:
        """Nothing goes with it: the sentence ends, or goes on with a pronoun, a verb or the like."""
        if self.rest[:1] in ("-", "'", "’", "/") or self.rest[:1].isalnum():
            return False
        following = re.match(r" +([\w']+)", self.rest)
        return not following or following[1].lower() in _FUNCTION

    @property
    def opens(self) -> bool:
        """It begins a sentence, where any word has a capital."""
        return not re.search(r"[\w,\"'“‘]\s*(?:the )?$", self.before)

    @property
    def named(self) -> bool:
        """It stands in a name: USA Today Weekly, Tomorrow Never Dies, Saturday Night Live."""
        last = self.word.rpartition(" ")[2]
        return last[:1].isupper() and bool(re.match(r" +(?:[A-Z]\w|by\b)", self.rest))


def _is_meant(even: str, given: str, first: int, last: int, found: Period) -> bool:
    """Whether the wording makes a time of what could be one."""
    text = even[first:last]
    led = _PREPOSITION.match(text)
    core = text[led.end() :] if led else text.removeprefix("the ")
    skipped = len(text) - len(core)
    before = even[max(first - 40, 0) : first + skipped]
    place = _Place(given[first + skipped : last], before, given[last : last + 40])
    if _REPEATED.search(before):
        return False
    for kind, meant in _RULES.items():
        if shape := _shape(kind).fullmatch(core):
            return meant(shape, place)
    if led and re.match(rf"{NUMBER} (?:{any_of(UNITS)})\b", core):
        return False  # "can it be learnt in 3 days?"
    if found.precision == "instant" and not re.search(r"day|night|morning|afternoon|evening|\d{4}", core):
        return (place.cued and bool(re.search(r"\D|\d:", core))) or bool(_CLOCK.search(core))
    if place.named and " " in core:
        return False
    return place.ends if re.search(r"\b(?:may|march|fall|spring)$", core) else True


@cache
def _shape(kind: str) -> re.Pattern[str]:
    """What a time of that kind looks like, without the preposition before it."""
    month = any_of(MONTHS)
    short = any_of(w for w in WEEKDAYS if not w.endswith("day"))
    shapes = {
        "never": rf"(?:right |just )?now|these days|(?:{short})",
        "year": r"\d{4}",
        "figures": r"\d{4}[-/]\d\d?|\d{8}|q[1-4]",
        "month": rf"(?:(?P<step>last|this|next) |(?P<edge>early|mid|late)[ -])?(?P<word>{month})",
        "date": rf"(?:{month}) \d\d?|\d\d? (?:{month})",
        "weekday": any_of(WEEKDAYS),
        "season": rf"(?:(?P<step>last|this|next) )?(?P<word>{any_of(SEASONS)})",
        "holiday": any_of(HOLIDAYS),
        "day of month": r"\d\d?(?:st|nd|rd|th)",
        "decade": r"'?\d0'?s|[a-z]+ties",
        "day word": r"(?:day (?:before|after) )?(?:today|yesterday|tomorrow|tonight)",
        "weekend": r"weekend",
    }
    return re.compile(shapes[kind])


def _year(shape: re.Match[str], at: _Place) -> bool:
    cued = at.cued or at.ranged or bool(_YEAR_CUE.search(at.before))
    if (on := _ON_TO.match(at.rest)) and on[1].isdecimal() and not "1000" <= on[1] <= "2199":
        return False  # "from 2000 to 5000 people"
    # "In 2019 Ann moved" is a year, "in 2000 words" is none.
    return cued and "1000" <= shape[0] <= "2199" and (at.ends or bool(re.match(r" +[A-Z]", at.rest)))


def _month(shape: re.Match[str], at: _Place) -> bool:
    if re.search(r"\b(?:named|called|look(?:s|ed|ing)?|after my|after our) $", at.before.removesuffix("after ")):
        return False
    if re.search(r"\b(?:i|you|we|he|she|they|it) $", at.before):  # "when did I last march?"
        return False
    if shape["step"] == "this":  # "this may have been", "is this march over?"
        return at.ends and at.word.partition(" ")[2][:1].isupper()
    return at.ends and (at.cued or at.ranged or bool(shape["step"] or shape["edge"]))


def _date(shape: re.Match[str], at: _Place) -> bool:
    return at.cued or (at.ends and "may" not in shape[0]) or (at.ends and "May" in at.word)


def _weekday(shape: re.Match[str], at: _Place) -> bool:
    if at.cued:
        return True
    if re.search(r"\b(?:good|black|holy|easter|palm|ash|shrove|cyber|fat|super|mr|mrs|ms|miss)\.? $", at.before):
        return False
    # "What did I say Tuesday?" is one; "who is Friday?" is not.
    return at.ends and not re.match(r" +\w", at.rest) and bool(re.search(r"\bdid\b", at.before))


def _season(shape: re.Match[str], at: _Place) -> bool:
    """Of spring and fall the coil and the accident are left alone, of all the habit ("in summer")."""
    other = shape["word"] in ("spring", "fall")
    owned = re.search(r"\b(?:my|your|his|her|our|their|the|a) $", at.before)
    if shape["step"]:
        return at.ends and not owned if other else True
    return at.ends and bool(re.search(r"\b(?:in|during|since|over) the $", at.before))


def _cued_weekend(shape: re.Match[str], at: _Place) -> bool:
    return bool(re.search(r"\b(?:at|on|over|during|since|before|after) the $", at.before))


_RULES: Mapping[str, Callable[[re.Match[str], _Place], bool]] = {
    "never": lambda shape, at: False,
    "year": _year,
    "figures": lambda shape, at: at.cued and at.ends,
    "month": _month,
    "date": _date,
    "weekday": _weekday,
    "season": _season,
    "holiday": lambda shape, at: at.cued and at.ends,
    "day of month": lambda shape, at: at.before.endswith("on the ") and at.ends,
    "decade": lambda shape, at: at.before.endswith("the ") and at.ends,
    "day word": lambda shape, at: not at.named and (at.opens or at.word.isupper() or at.word.islower()),
    "weekend": _cued_weekend,
}
