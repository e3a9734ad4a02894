"""What speaks of two things rather than one: other people, other identifiers, another member of a family."""

from __future__ import annotations

import itertools
import re

from .people import ANYBODY, GENERAL
from .reading import Reading, codes
from .states import CONTRASTS
from .words import stem

_NOBODY: frozenset[str] = frozenset()
_HEAD = 25  # characters in which a statement says of what it speaks
_COPULA = re.compile(r"\b(?:is|are|was|were|on|to|at|in|uses?|runs?|not)\b|[是为叫在到每约涨变:：，,]")
_NUMBERED = re.compile(
    r"\b(version|room|phase|part|chapter|step|section|sprint|building|floor|team|group) (\d[\d.]*|[a-z]\b)"
)
_ORDINAL = re.compile(
    r"第[\d一二三四五六七八九十]+[次届期批章节部季]|\b(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) (?:time|round|draft|edition|season|attempt|trip|visit|phase)\b"
)
_HEAD_HAN = re.compile(
    r"(?:用户的?|我们?的?|新的?|旧的?|老)?(?P<head>[^，。,;；：:是用在由的改换降升调迁搬从已把被对有为叫要涨定设每不没a-z0-9]{3,10})"
)
_OWNED = re.compile(r"([^，。,;；的是]{2,12})的\s?([a-z]{2,}|[\u4e00-\u9fff]{2})")
_OF = re.compile(r"([^，。,;；]{1,30}?)的([^，。,;；的]{1,10}?)(?:是|为|[:：])")
_CONTRAST = {
    word: (n, words)
    for n, line in enumerate(CONTRASTS)
    for words in line
    for word in words.split("/")
    if word.isascii()
}
_CONTRAST_HAN = [[w for w in line if not w.isascii()] for line in CONTRASTS]


def strangers(new: Reading, old: Reading, *, surely: bool = False) -> bool:
    """Whether the two speak of different people first, and neither names the other's. `surely`: not of what is taken
    for a name only since a sentence begins with it."""
    if surely and not (new.sure and old.sure):
        return False
    if not new.agents or not old.agents or ANYBODY in new.agents | old.agents or new.agents & old.agents:
        return False
    if any(GENERAL.get(a, _NOBODY) & b for a in new.agents for b in (old.agents,)) or any(
        GENERAL.get(a, _NOBODY) & new.agents for a in old.agents
    ):
        return False
    ours, theirs = ((r.owners | r.names) - r.through for r in (new, old))
    return not old.agents & ours and not new.agents & theirs


def elsewhere(new: Reading, old: Reading) -> bool:
    """Whether each begins with another identifier, numbered thing or, in Chinese, another "X的Y是"."""
    if _headed_apart(new, old):
        return True
    ours, theirs = _head_codes(new), _head_codes(old)
    if ours and theirs and not ours & (codes(old) | theirs) and not theirs & codes(new):
        return True
    a, b = dict(_NUMBERED.findall(new.text)), dict(_NUMBERED.findall(old.text))
    if not new.cues & {"switch", "correct"} and any(a[n] != b[n] for n in a.keys() & b.keys()):
        return True
    first, second = set(_ORDINAL.findall(new.text)), set(_ORDINAL.findall(old.text))
    if first and second and not first & second:
        return True
    one, two = _OWNED.match(new.text), _OWNED.match(old.text)
    if (
        one
        and two
        and one[2] == two[2]
        and not _akin(one[1], two[1])
        and one[1] not in old.text
        and two[1] not in new.text
    ):
        return True
    one, two = _OF.match(new.text), _OF.match(old.text)
    return (
        one is not None
        and two is not None
        and not all(_akin(x, y) for x, y in zip(one.groups(), two.groups(), strict=True))
    )


def _headed_apart(new: Reading, old: Reading) -> bool:
    """Whether each begins with another member of one family: 房贷利率 and 车贷利率; the frontend and the backend."""
    one, two = _HEAD_HAN.match(new.text), _HEAD_HAN.match(old.text)
    if one and two and one["head"] != two["head"]:
        a, b = one["head"], two["head"]
        same = 0
        while same < min(len(a), len(b)) and a[-1 - same] == b[-1 - same]:
            same += 1
        if same >= 2 and a[: len(a) - same] and b[: len(b) - same] and not set(a[:-same]) & set(b[:-same]):
            return True
    ours, theirs = (dict(_CONTRAST[w] for w in r.plain[:3] if w in _CONTRAST) for r in (new, old))
    return any(ours[line] != theirs[line] for line in ours.keys() & theirs.keys())


def _head_codes(reading: Reading) -> set[str]:
    return {
        str(v.key[0])
        for v in reading.values
        if (v.kind == "code" or (v.kind == "number" and len(v.words) > 2))
        and v.start < _HEAD
        and not _COPULA.search(reading.text[: v.start])
    }


def _akin(one: str, other: str) -> bool:
    """Whether one is the other with a little more: 小桐, 用户小桐."""
    short, long = sorted((one, other), key=len)
    return short in long and 2 * len(short) >= len(long)


def contrasted(new: Reading, old: Reading) -> bool:
    """Whether each speaks of another part of what is told apart by such words: staging and production."""
    theirs = {_CONTRAST[w] for w in old.plain if w in _CONTRAST}
    ours = {_CONTRAST[w] for w in new.plain if w in _CONTRAST} if theirs else theirs
    for line, _ in ours:
        sides = {w for n, w in ours if n == line}, {w for n, w in theirs if n == line}
        if sides[1] and not sides[0] & sides[1]:
            return True
    if new.text.isascii() or old.text.isascii():
        return False
    for han in _CONTRAST_HAN:
        a, b = {w for w in han if w in new.text}, {w for w in han if w in old.text}
        if a and b and not a & b:
            return True
    return False


def parted(new: Reading, old: Reading) -> str:
    """A word both share with another word before it in each: "staging database", "production database"."""
    before_new = dict(zip(new.order[1:], new.order, strict=False))
    before_old = dict(zip(old.order[1:], old.order, strict=False))
    for word in before_new.keys() & before_old.keys():
        a, b = before_new[word], before_old[word]
        if a != b and a not in old.words and b not in new.words:
            return word
    return ""


def named_apart(new: Reading, old: Reading) -> bool:
    """Whether a shared word has a name before it in one: "the Spotify subscription", "the gym subscription"."""
    word = parted(new, old)
    before = {a for r in (new, old) for a, b in itertools.pairwise(r.order) if b == word}
    return bool(before & {stem(name) for name in new.names | old.names})


def heads_apart(new: Reading, old: Reading) -> bool:
    """Whether each begins with a thing that the other does not name."""
    if new.agents or old.agents:
        return False
    one, two = _HEAD_HAN.match(new.text), _HEAD_HAN.match(old.text)
    if one and two:
        return not set(one["head"]) & set(old.text) and not set(two["head"]) & set(new.text)
    if not new.order or not old.order or one or two:
        return False
    return new.order[0] not in old.order and old.order[0] not in new.order
