"""What speaks for and against a clash of two readings, as numbers."""

from __future__ import annotations

import itertools
import re

from .people import ANYBODY
from .reading import Reading, stem
from .states import CONTRASTS, PERSONAL
from .values import LOOSE, Value

_HEAD = 25  # characters in which a statement says of what it speaks
_TIGHT = 0.6
_ALIKE, _HALF = 0.75, 0.5  # shares of all words
# Groups whose sides are told in words too common to tell much without others.
_WEAK = frozenset({"sentiment", "yet", "ownership", "ability"})
_LIKING = frozenset({"like", "hate", "prefer", "stand", "fan", "realli", "much"})
_LIKING_HAN = re.compile(r"[喜欢爱讨厌烦恨吃喝看玩听]")
_COPULA = re.compile(r"\b(?:is|are|was|were|on|to|at|in|uses?|runs?|not)\b|[是为叫在到:：，,]")
_EVENT = re.compile(
    r"\b(?:went|gave|took|got|left|sold|bought|broke|came|became|began|chose|did|fell|found|lost|made|met|moved|put|quit|said|sent|told|won|\w{3,}ed)\b"
    r"|了(?:[，。！]|$)|昨天|上周|上个月|前天|刚"
)
_NUMBERED = re.compile(
    r"\b(version|room|phase|part|chapter|step|section|sprint|building|floor|team|group) (\d[\d.]*|[a-z]\b)"
)
_ORDINAL = re.compile(
    r"第[\d一二三四五六七八九十]+[次届期批章节部季]|\b(?:first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) (?:time|round|draft|edition|season|attempt|trip|visit|phase)\b"
)
_HEAD_HAN = re.compile(
    r"(?:用户的?|我们?的?|新的?|旧的?|老)?(?P<head>[^，。,;；：:是用在由的改换降升调迁搬从已把被对有为叫要涨定设每不没a-z0-9]{3,10})"
)
_OF = re.compile(r"([^，。,;；]{1,30}?)的([^，。,;；的]{1,10}?)(?:是|为|[:：])")
_STRONG = ("end", "switch", "correct")
_CONTRAST = {
    word: (n, words)
    for n, line in enumerate(CONTRASTS)
    for words in line
    for word in words.split("/")
    if word.isascii()
}
_CONTRAST_HAN = [[w for w in line if not w.isascii()] for line in CONTRASTS]
_BIAS = -6.1
_WEIGHTS = {
    "cosine": 1.6,
    "cover": 0.6,
    "cover_new": 0.3,
    "people": 0.7,
    "nothing": -0.5,
    "old_end": -0.2,
    "new_switch": 0.2,
    "old_switch": -0.8,
    "new_now": 0.7,
    "old_now": -0.7,
    "new_correct": 0.3,
    "old_correct": -0.3,
    "new_settled": 0.6,
    "old_more": -0.7,
    "new_hedge": -0.8,
    "old_hedge": 0.3,
    "new_past": 0.1,
    "old_past": -0.4,
    "strong": 0.3,
    "anycue": 1.6,
    "old_event": 0.1,
    "changed": 2.0,
    "ended": 1.0,
    "same_relation": 0.2,
    "opposed": 1.6,
    "opposed_weak": 0.2,
    "opposed_weak*cover": 0.1,
    "opposed_personal": 0.2,
    "polarity": -0.3,
    "kind": 1.1,
    "value": 0.7,
    "loose": 0.3,
    "value_added": -0.3,
    "same_values": 0.1,
    "denied": -0.2,
    "agent_same": -0.1,
    "agent_conflict": -0.3,
    "owner_absent": -0.8,
    "modifier": -0.7,
    "contrast": 0.2,
    "holder_left": 0.5,
    "agent_differs": 0.6,
    "denies": 0.7,
    "affirms": 1.0,
    "denies*cos": 0.3,
    "affirms*cos": 0.2,
    "kind*agent": 0.6,
    "kind*cover": 1.2,
    "heads_apart": -0.8,
    "named_apart": -0.5,
    "both_negative": -0.9,
    "code_differs": 0.4,
    "long": -0.7,
    "strong*cover": 1.1,
    "strong*cos": 1.7,
    "cue*cover": 1.2,
    "cue*kind": 0.5,
    "value*cos": 0.4,
    "value_tight": 0.3,
    "value*people": 0.5,
    "state*cos": 0.8,
    "correct*cos": 0.7,
    "correct*cover": 0.3,
    "correct*value": 0.2,
    "code*strong": 0.2,
    "changed*names": -0.2,
    "value*cover": 0.7,
    "polarity*cover": 0.5,
    "opposed*cover": -0.1,
    "opposed*cos": 0.6,
    "changed*cos": 1.6,
    "changed*agent": 0.6,
    "end*cover": 0.2,
    "more*cover": -0.2,
    "settled*opposed": 0.3,
}


def features(new: Reading, old: Reading, cosine: float | None) -> dict[str, float]:
    """The evidence by name. Most is 0 or 1; shares are from 0 to 1."""
    f: dict[str, float] = {"cosine": max(0.0, cosine or 0.0)}
    names = (new.names & old.names) | (_codes(new) & _codes(old))
    words = (new.words & old.words) - names
    pairs = new.pairs & old.pairs
    weight_old = len(old.words | old.names) + 0.5 * len(old.pairs) or 1.0
    shared = len(words) + 1.5 * len(names) + 0.5 * len(pairs)
    f["cover"] = min(1.0, shared / weight_old)
    weight_new = len(new.words | new.names) + 0.5 * len(new.pairs) or 1.0
    f["cover_new"] = min(1.0, shared / weight_new)
    people = (new.names | new.owners) & (old.names | old.owners) - names
    f["people"] = float(bool(people))
    f["names"] = min(2, len(names))
    f["words"] = min(3, len(words) + 0.4 * len(pairs))
    f["nothing"] = float(not (names or words or pairs))
    for kind in ("end", "switch", "now", "correct", "settled", "more", "hedge", "past", "perfect"):
        f["new_" + kind] = float(kind in new.cues)
        f["old_" + kind] = float(kind in old.cues)
    strong = min(1.0, sum(f["new_" + k] for k in _STRONG))
    anycue = float(bool(strong or f["new_now"] or f["new_settled"]))
    f["strong"] = strong
    f["anycue"] = anycue
    changed = {n for n, phase in new.relations if phase == 1} & {n for n, phase in old.relations if phase == 0}
    ended = {n for n, phase in new.relations if phase == 2} & {n for n, phase in old.relations if phase == 0}
    states = {n for n, phase in new.relations if phase == 0} & {n for n, phase in old.relations if phase == 0}
    f["new_event"] = float(bool(_EVENT.search(new.text)))
    f["old_event"] = float(bool(_EVENT.search(old.text)))
    f["changed"] = min(2, len(changed))
    f["ended"] = min(2, len(ended))
    f["same_relation"] = min(2, len(states))
    opposed = _opposed(new, old)
    f["opposed"] = float(bool(opposed - _WEAK))
    f["opposed_weak"] = float(bool(opposed & _WEAK))
    f["opposed_weak*cover"] = f["opposed_weak"] * min(1.0, f["cover"] * 1.5)
    f["opposed_personal"] = float(bool(opposed & PERSONAL))
    f["polarity"] = float(new.negative != old.negative)
    f["kind"] = float(bool(kinds_differ(new, old)))
    f["value"], f["loose"] = float(bool(differing(new, old))), float(bool(loosely(new, old)))
    f["value_added"] = float(len(new.values) > len(old.values) and not f["value"])
    f["same_values"] = float(
        bool(old.values) and not f["value"] and any(a.same(b) for a in new.values for b in old.values)
    )
    f["undone"] = float(any(v.same(w) for v in new.undone for w in old.values))
    f["sentiment"] = float("sentiment" in opposed) * min(1.0, f["cover"] * 1.5)
    f["denied"] = float(bool(former(new, old)))
    f["agent_same"] = float(bool(new.agents & old.agents) or new.start == old.start != "")
    f["agent_conflict"] = float(strangers(new, old))
    f["owner_absent"] = float(bool(old.owners) and bool(new.owners) and not (old.owners & new.owners))
    f["modifier"] = float(bool(parted(new, old)))
    f["contrast"] = float(contrasted(new, old))
    f["holder_left"] = float(bool(f["new_end"] or f["new_switch"])) * float(
        bool(new.agents & (old.owners | old.names)) and not new.agents & old.agents
    )
    f["agent_differs"] = float(
        new.sure and old.sure and not new.agents & old.agents and ANYBODY not in new.agents | old.agents
    )
    f["denies"] = min(2, len((new.negated - old.negated) & (old.words | old.names | old.pairs)))
    f["affirms"] = min(2, len((old.negated - new.negated) & (new.words | new.names | new.pairs)))
    f["denies*cos"], f["affirms*cos"] = (min(1.0, f[k]) * f["cosine"] for k in ("denies", "affirms"))
    f["opposed*agent"] = float(bool(opposed & PERSONAL)) * f["agent_same"]
    f["kind*agent"] = f["kind"] * f["agent_same"]
    f["kind*cover"] = f["kind"] * min(1.0, f["cover"] * 1.5)
    f["heads_apart"] = float(_heads_apart(new, old))
    f["named_apart"] = float(bool(f["modifier"]) and _named_apart(new, old) and not f["kind"])
    f["both_negative"] = float(new.negative and old.negative)

    f["code_differs"] = float(_codes_differ(new, old))
    f["long"] = min(1.0, len(new.text) / 300) + min(1.0, len(old.text) / 300)
    link = min(1.0, f["cover"] * 1.5)
    f["strong*cover"] = strong * link
    f["strong*cos"] = strong * f["cosine"]
    f["cue*cover"] = anycue * link
    f["cue*value"] = anycue * max(f["value"], 0.7 * f["loose"])
    f["cue*kind"] = anycue * f["kind"]
    f["value*cos"] = f["value"] * f["cosine"]
    f["value_tight"] = f["value"] * float(f["cover"] >= _TIGHT and f["cover_new"] >= _HALF * _TIGHT)
    f["value*people"] = f["value"] * max(f["people"], f["agent_same"])
    f["state*cos"] = float(not f["old_event"] and bool(f["new_event"])) * f["cosine"]
    f["correct*cos"] = f["new_correct"] * f["cosine"]
    f["correct*cover"] = f["new_correct"] * link
    f["correct*value"] = f["new_correct"] * max(f["value"], f["code_differs"], f["undone"])
    f["code*strong"] = f["code_differs"] * strong
    f["changed*names"] = min(1.0, f["changed"]) * float(bool(names))
    f["value*cover"] = f["value"] * f["cover"]
    f["polarity*cover"] = f["polarity"] * f["cover"]
    f["opposed*cover"] = f["opposed"] * link
    f["opposed*cos"] = f["opposed"] * f["cosine"]
    f["changed*cos"] = min(1.0, f["changed"] + f["ended"]) * f["cosine"]
    f["changed*agent"] = min(1.0, f["changed"] + f["ended"]) * f["agent_same"]
    f["end*cover"] = f["new_end"] * link
    f["more*cover"] = f["new_more"] * link
    f["settled*opposed"] = f["new_settled"] * f["opposed"]
    return f


def _opposed(new: Reading, old: Reading) -> set[str]:
    groups = {n for n, _ in new.states} & {n for n, _ in old.states}
    return {g for g in groups if not {s for n, s in new.states if n == g} & {s for n, s in old.states if n == g}}


def excluded(new: Reading, old: Reading) -> bool:
    """Whether both tell states that exclude each other, of one person or with half of the older words."""
    opposed = _opposed(new, old) - _WEAK
    if not opposed or new.cues & {"more", "hedge"}:
        return False
    if new.agents and old.agents and not new.agents & old.agents and ANYBODY not in new.agents | old.agents:
        return False
    if opposed & PERSONAL and new.agents & old.agents:
        return True
    return _covered(new, old) >= _HALF


def _covered(new: Reading, old: Reading) -> float:
    """The share of the older statement's words that the new one repeats; pairs of characters count half."""
    whole = len(old.words | old.names) + 0.5 * len(old.pairs)
    shared = len((old.words | old.names) & (new.words | new.names)) + 0.5 * len(old.pairs & new.pairs)
    return shared / whole if whole else 0.0


def kinds_differ(new: Reading, old: Reading) -> set[str]:
    """Kinds of which both name a member, and `new` names one that `old` does not."""
    kinds = {k for k, _ in new.kinds} & {k for k, _ in old.kinds}
    return {k for k in kinds if any(not _named(m, k, old) for n, m in new.kinds if n == k)}


def _named(member: str, kind: str, reading: Reading) -> bool:
    return any(n == kind and (m in member or member in m) for n, m in reading.kinds)


def differing(new: Reading, old: Reading) -> tuple[Value, Value] | None:
    """A value of the old and one of its kind in the new, where none agrees."""
    for value in old.values:
        of_kind = [v for v in new.values if v.kind == value.kind and value.kind != "code"]
        if of_kind and not any(v.same(value) for v in of_kind):
            others = [v for v in of_kind if not any(v.same(w) for w in old.values)]
            if others:
                return value, others[0]
    return None


def loosely(new: Reading, old: Reading) -> tuple[Value, Value] | None:
    """The same, where a bare number may stand for another kind."""
    for value in old.values:
        if value.kind not in LOOSE or any(v.same(value) for v in new.values):
            continue
        for other in new.values:
            if value.kind == other.kind == "date" and _unrelated(value, other):
                return value, other
            if "number" in (value.kind, other.kind) and other.kind in LOOSE and not other.same(value):
                return value, other
    return None


def _unrelated(one: Value, other: Value) -> bool:
    """Whether two dates say nothing of the same part: a month and a year."""
    return all(a is None or b is None for a, b in zip(one.key, other.key, strict=True))


def former(new: Reading, old: Reading) -> str:
    """What `new` says not to hold, or no longer, where `old` names it."""
    for gone in new.denied:
        if len(gone) > 1 and gone in old.text and gone not in old.denied:
            return gone
    return ""


def corrected(new: Reading, old: Reading) -> tuple[str, str] | None:
    """A value of the old that `new` says not to hold, and the one it names for it, of the same subject."""
    if not (new.words & old.words or new.pairs & old.pairs or new.agents & old.agents):
        return None
    for gone in new.undone:
        if not any(gone.kind == v.kind and gone.same(v) for v in old.values) and not _loose_match(gone, old):
            continue
        for value in new.values:
            if (value.kind == gone.kind or "number" in (value.kind, gone.kind)) and not value.same(gone):
                return gone.words, value.words
    return None


def _loose_match(gone: Value, old: Reading) -> bool:
    return gone.kind == "number" and any(gone.same(v) for v in old.values)


def strangers(new: Reading, old: Reading, *, surely: bool = False) -> bool:
    """Whether the two speak of different people first, and neither names the other's. `surely`: not of what is taken
    for a name only since a sentence begins with it."""
    if surely and not (new.sure and old.sure):
        return False
    if not new.agents or not old.agents or ANYBODY in new.agents | old.agents or new.agents & old.agents:
        return False
    return not (old.agents & (new.owners | new.names)) and not (new.agents & (old.owners | old.names))


def elsewhere(new: Reading, old: Reading) -> bool:
    """Whether each begins with another identifier, numbered thing or, in Chinese, another "X的Y是"."""
    if _headed_apart(new, old):
        return True
    ours, theirs = _head_codes(new), _head_codes(old)
    if ours and theirs and not ours & _codes(old) and not theirs & _codes(new):
        return True
    a, b = dict(_NUMBERED.findall(new.text)), dict(_NUMBERED.findall(old.text))
    if not new.cues & {"switch", "correct"} and any(a[n] != b[n] for n in a.keys() & b.keys()):
        return True
    first, second = set(_ORDINAL.findall(new.text)), set(_ORDINAL.findall(old.text))
    if first and second and not first & second:
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
    ours, theirs = (dict(_CONTRAST[w] for w in _plain(r)[:3] if w in _CONTRAST) for r in (new, old))
    return any(ours[line] != theirs[line] for line in ours.keys() & theirs.keys())


def _akin(one: str, other: str) -> bool:
    """Whether one is the other with a little more: 小桐, 用户小桐."""
    short, long = sorted((one, other), key=len)
    return short in long and 2 * len(short) >= len(long)


def _head_codes(reading: Reading) -> set[str]:
    return {
        str(v.key[0])
        for v in reading.values
        if v.kind == "code" and v.start < _HEAD and not _COPULA.search(reading.text[: v.start])
    }


def reversed_alone(new: Reading, old: Reading) -> bool:
    """Whether both say the same but for a negation in one of them, or for liking in one and disliking in the other."""
    if new.agents != old.agents or differing(new, old):
        return False
    ours, theirs = (_told(r) for r in (new, old))
    shared, all_words = ours & theirs, ours | theirs
    if "sentiment" in _opposed(new, old):
        return bool(shared) and len(shared) >= _HALF * len(all_words)
    return new.negative != old.negative and len(shared) >= 2 and len(shared) >= _ALIKE * len(all_words)


def _told(reading: Reading) -> set[str]:
    """The words of a statement but for those of liking, and 吃 and the like, which go with it."""
    return {*(reading.words | reading.names) - _LIKING, *(p for p in reading.pairs if not _LIKING_HAN.search(p))}


def parted(new: Reading, old: Reading) -> str:
    """A word both share with another word before it in each: "staging database", "production database"."""
    before_new = dict(zip(new.order[1:], new.order, strict=False))
    before_old = dict(zip(old.order[1:], old.order, strict=False))
    for word in before_new.keys() & before_old.keys():
        a, b = before_new[word], before_old[word]
        if a != b and a not in old.words and b not in new.words:
            return word
    return ""


def _named_apart(new: Reading, old: Reading) -> bool:
    """Whether a shared word has a name before it in one: "the Spotify subscription", "the gym subscription"."""
    word = parted(new, old)
    before = {a for r in (new, old) for a, b in itertools.pairwise(r.order) if b == word}
    return bool(before & {stem(name) for name in new.names | old.names})


def _heads_apart(new: Reading, old: Reading) -> bool:
    """Whether each begins with a thing that the other does not name."""
    if new.agents or old.agents:
        return False
    one, two = _HEAD_HAN.match(new.text), _HEAD_HAN.match(old.text)
    if one and two:
        return not set(one["head"]) & set(old.text) and not set(two["head"]) & set(new.text)
    if not new.order or not old.order or one or two:
        return False
    return new.order[0] not in old.order and old.order[0] not in new.order


def contrasted(new: Reading, old: Reading) -> bool:
    """Whether each speaks of another part of what is told apart by such words: staging and production."""
    ours = {_CONTRAST[w] for w in _plain(new) if w in _CONTRAST}
    theirs = {_CONTRAST[w] for w in _plain(old) if w in _CONTRAST}
    for line, _ in ours:
        sides = {w for n, w in ours if n == line}, {w for n, w in theirs if n == line}
        if sides[1] and not sides[0] & sides[1]:
            return True
    for han in _CONTRAST_HAN:
        a, b = {w for w in han if w in new.text}, {w for w in han if w in old.text}
        if a and b and not a & b:
            return True
    return False


def _plain(reading: Reading) -> list[str]:
    return reading.text.replace(",", " ").replace(".", " ").replace("'", " ").replace("-", " ").split()


def _codes(reading: Reading) -> frozenset[str]:
    return frozenset(str(v.key[0]) for v in (*reading.values, *reading.undone) if v.kind == "code")


def _codes_differ(new: Reading, old: Reading) -> bool:
    ours, theirs = _codes(new), _codes(old)
    return bool(ours and theirs and not ours & theirs)


def score(new: Reading, old: Reading, cosine: float | None) -> float:
    """The evidence weighed: above 0, a clash. The weights were fitted by logistic regression and rounded."""
    found = features(new, old, cosine)
    return _BIAS + sum(weight * found[name] for name, weight in _WEIGHTS.items())
