"""What speaks for and against a clash of two readings, as numbers."""

from __future__ import annotations

import re

from .reading import Reading
from .states import CONTRASTS, PERSONAL
from .values import LOOSE, Value

_HEAD = 25  # characters in which a statement says of what it speaks
_ALIKE = 0.75
_COPULA = re.compile(r"\b(?:is|are|was|were|on|to|at|in|uses?|runs?|not)\b|[是为叫在到:：，,]")
_NUMBERED = re.compile(r"\b(version|room|phase|part|chapter|step|section|sprint|building|floor|team|group) (\d[\d.]*|[a-z]\b)")
_OF = re.compile(r"([^，。,;；]{2,30}?)的([^，。,;；的]{1,10}?)(?:是|为|[:：])")
_STRONG = ("end", "switch", "correct")
_CONTRAST = {
    word: (n, words)
    for n, line in enumerate(CONTRASTS)
    for words in line
    for word in words.split("/")
    if word.isascii()
}
_CONTRAST_HAN = [[w for w in line if not w.isascii()] for line in CONTRASTS]
_BIAS = -6.8
_WEIGHTS = {
    "cosine": 2.3,
    "cover": 0.6,
    "cover_new": 0.4,
    "people": 1.0,
    "names": -0.2,
    "nothing": -0.4,
    "new_end": -0.4,
    "new_switch": 0.2,
    "old_switch": -0.3,
    "new_now": 0.6,
    "old_now": -0.8,
    "new_correct": 0.5,
    "new_settled": 0.4,
    "old_settled": 0.1,
    "new_more": -0.2,
    "old_more": -0.6,
    "new_hedge": -0.9,
    "old_hedge": -0.1,
    "old_past": -0.4,
    "strong": 0.4,
    "anycue": 1.6,
    "changed": 1.9,
    "ended": 1.4,
    "same_relation": 0.3,
    "opposed": 2.0,
    "opposed_weak": 0.3,
    "opposed_personal": 0.9,
    "kind": 0.7,
    "value": 1.0,
    "loose": 0.5,
    "value_added": -0.2,
    "undone": 0.6,
    "denied": 0.2,
    "agent_conflict": 0.2,
    "owner_absent": -0.4,
    "modifier": -0.4,
    "contrast": 0.2,
    "code_differs": 0.6,
    "long": -1.2,
    "strong*cover": 1.2,
    "strong*cos": 1.8,
    "cue*cover": 1.0,
    "cue*kind": 0.9,
    "value*cover": 0.8,
    "polarity*cover": 0.8,
    "opposed*cover": 0.7,
    "opposed*cos": 1.2,
    "changed*cos": 1.8,
    "changed*agent": 0.9,
    "end*cover": 0.2,
    "more*cover": -0.3,
    "settled*opposed": 0.5,
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
    for kind in ("end", "switch", "now", "correct", "settled", "more", "hedge", "past"):
        f["new_" + kind] = float(kind in new.cues)
        f["old_" + kind] = float(kind in old.cues)
    strong = min(1.0, sum(f["new_" + k] for k in _STRONG))
    anycue = float(bool(strong or f["new_now"] or f["new_settled"]))
    f["strong"] = strong
    f["anycue"] = anycue
    changed = {n for n, phase in new.relations if phase == 1} & {n for n, phase in old.relations if phase == 0}
    ended = {n for n, phase in new.relations if phase == 2} & {n for n, phase in old.relations if phase == 0}
    states = {n for n, phase in new.relations if phase == 0} & {n for n, phase in old.relations if phase == 0}
    f["changed"] = min(2, len(changed))
    f["ended"] = min(2, len(ended))
    f["same_relation"] = min(2, len(states))
    opposed = _opposed(new, old)
    f["opposed"] = float(bool(opposed - {"sentiment", "yet", "ownership", "ability"}))
    f["opposed_weak"] = float(bool(opposed & {"yet", "ownership", "ability"}))
    f["opposed_weak*cover"] = f["opposed_weak"] * min(1.0, f["cover"] * 1.5)
    f["opposed_personal"] = float(bool(opposed & PERSONAL))
    f["polarity"] = float(new.negative != old.negative)
    f["kind"] = float(bool(kinds_differ(new, old)))
    f["value"], f["loose"] = float(bool(differing(new, old))), float(bool(loosely(new, old)))
    f["value_added"] = float(len(new.values) > len(old.values) and not f["value"])
    f["same_values"] = float(bool(old.values) and not f["value"] and any(a.same(b) for a in new.values for b in old.values))
    f["undone"] = float(any(v.same(w) for v in new.undone for w in old.values))
    f["sentiment"] = float("sentiment" in opposed) * min(1.0, f["cover"] * 1.5)
    f["denied"] = float(bool(former(new, old)))
    f["agent_same"] = float(bool(new.agents & old.agents))
    f["agent_conflict"] = float(strangers(new, old))
    f["owner_absent"] = float(bool(old.owners) and bool(new.owners) and not (old.owners & new.owners))
    f["modifier"] = float(bool(parted(new, old)))
    f["contrast"] = float(contrasted(new, old))
    f["question"] = float(new.question or old.question)
    f["code_differs"] = float(_codes_differ(new, old))
    f["long"] = min(1.0, len(new.text) / 300) + min(1.0, len(old.text) / 300)
    link = min(1.0, f["cover"] * 1.5)
    f["strong*cover"] = strong * link
    f["strong*cos"] = strong * f["cosine"]
    f["cue*cover"] = anycue * link
    f["cue*value"] = anycue * max(f["value"], 0.7 * f["loose"])
    f["cue*kind"] = anycue * f["kind"]
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


def kinds_differ(new: Reading, old: Reading) -> set[str]:
    """Kinds of which both name a member, and `new` names one that `old` does not."""
    kinds = {k for k, _ in new.kinds} & {k for k, _ in old.kinds}
    return {k for k in kinds if {m for n, m in new.kinds if n == k} - {m for n, m in old.kinds if n == k}}


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
            if "number" in (value.kind, other.kind) and other.kind in LOOSE and not other.same(value):
                return value, other
    return None


def former(new: Reading, old: Reading) -> str:
    """What `new` says not to hold, or no longer, where `old` names it."""
    for gone in new.denied:
        if len(gone) > 1 and gone in old.text and gone not in old.denied:
            return gone
    return ""


def strangers(new: Reading, old: Reading, *, surely: bool = False) -> bool:
    """Whether the two speak of different people first, and neither names the other's. `surely`: not of what is taken
    for a name only since a sentence begins with it."""
    if surely and not (new.sure and old.sure):
        return False
    if not new.agents or not old.agents or "he" in new.agents | old.agents or new.agents & old.agents:
        return False
    return not (old.agents & (new.owners | new.names)) and not (new.agents & (old.owners | old.names))


def elsewhere(new: Reading, old: Reading) -> bool:
    """Whether each begins with another identifier, numbered thing or, in Chinese, another "X的Y是"."""
    ours, theirs = _head_codes(new), _head_codes(old)
    if ours and theirs and not ours & _codes(old) and not theirs & _codes(new):
        return True
    a, b = dict(_NUMBERED.findall(new.text)), dict(_NUMBERED.findall(old.text))
    if not new.cues & {"switch", "correct"} and any(a[n] != b[n] for n in a.keys() & b.keys()):
        return True
    one, two = _OF.match(new.text), _OF.match(old.text)
    return bool(one and two) and not all(x in y or y in x for x, y in zip(one.groups(), two.groups(), strict=True))


def _head_codes(reading: Reading) -> set[str]:
    return {
        str(v.key[0])
        for v in reading.values
        if v.kind == "code" and v.start < _HEAD and not _COPULA.search(reading.text[: v.start])
    }


def reversed_alone(new: Reading, old: Reading) -> bool:
    """Whether both say the same but for a negation in one of them."""
    if new.negative == old.negative or new.agents != old.agents or differing(new, old):
        return False
    ours, theirs = new.words | new.pairs | new.names, old.words | old.pairs | old.names
    return len(ours & theirs) >= 2 and len(ours & theirs) >= _ALIKE * len(ours | theirs)


def parted(new: Reading, old: Reading) -> str:
    """A word both share with another word before it in each: "staging database", "production database"."""
    before_new = dict(zip(new.order[1:], new.order, strict=False))
    before_old = dict(zip(old.order[1:], old.order, strict=False))
    for word in before_new.keys() & before_old.keys():
        a, b = before_new[word], before_old[word]
        if a != b and a not in old.words and b not in new.words:
            return word
    return ""


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
