"""What speaks for and against a clash where no one piece of evidence is enough, weighed together."""

from __future__ import annotations

import re

from .apart import contrasted, heads_apart, named_apart, parted, strangers
from .evidence import WEAK, differing, former, kinds_differ, loosely, opposed_groups
from .people import ANYBODY
from .reading import Reading, codes
from .states import PERSONAL

_CUES = ("end", "switch", "now", "correct", "settled", "more", "hedge", "past")
_LINKED = 1.5  # two thirds of the older words are as good as all
_TIGHT = 0.6
_EVENT = re.compile(
    r"\b(?:went|gave|took|got|left|sold|bought|broke|came|became|began|chose|did|fell|found|lost|made|met|moved|put|quit|said|sent|told|won|\w{3,}ed)\b"
    r"|了(?:[，。！]|$)|昨天|上周|上个月|前天|刚"
)
_BIAS = -6.2
_WEIGHTS = {
    "cosine": 1.6,
    "cover": 0.7,
    "cover_new": 0.2,
    "people": 0.6,
    "nothing": -0.4,
    "long": -0.8,
    "new_switch": 0.1,
    "new_now": 0.8,
    "new_correct": 0.3,
    "new_settled": 0.7,
    "new_more": -0.3,
    "new_hedge": -0.8,
    "old_end": -0.4,
    "old_switch": -0.4,
    "old_now": -0.5,
    "old_correct": -0.3,
    "old_settled": 0.2,
    "old_more": -0.4,
    "old_hedge": 0.2,
    "old_past": -0.6,
    "same_relation": 0.2,
    "changed": 1.9,
    "ended": 1.1,
    "opposed": 1.1,
    "opposed_weak": 1.2,
    "opposed_personal": 0.2,
    "same_phase": 0.2,
    "kind": 1.1,
    "value": 0.5,
    "value_added": -0.4,
    "code": 0.3,
    "polarity": -0.4,
    "both_negative": -1.3,
    "denies": 0.5,
    "affirms": 1.0,
    "agent_same": -0.2,
    "agent_differs": 0.6,
    "agent_conflict": -0.3,
    "holder_left": 0.7,
    "owner_absent": -0.8,
    "modifier": -0.7,
    "named_apart": -0.5,
    "contrast": 0.2,
    "heads_apart": -0.6,
    "strong": 0.5,
    "cue": 1.6,
    "strong*cover": 0.9,
    "strong*cosine": 1.6,
    "cue*cover": 1.4,
    "cue*kind": 0.8,
    "both_end": -0.9,
    "strong*value": 0.7,
    "holder_left*cosine": 0.3,
    "opposed*cue": 1.1,
    "more*cover": -0.1,
    "correct*cover": 0.4,
    "correct*cosine": 0.7,
    "correct*value": 0.2,
    "code*strong": 0.1,
    "event*cosine": 0.9,
    "value*cover": 0.6,
    "value*cosine": 0.5,
    "value*people": 0.6,
    "value_tight": 0.3,
    "polarity*cover": 0.6,
    "denies*cosine": 0.4,
    "affirms*cosine": 0.2,
    "opposed*cover": -0.2,
    "opposed*cosine": 0.4,
    "settled*opposed": -0.2,
    "changed*cosine": 1.5,
    "changed*agent": 0.2,
    "changed*named": -0.2,
    "kind*agent": 0.5,
    "kind*cover": 1.0,
}


def score(new: Reading, old: Reading, cosine: float | None) -> float:
    """The evidence weighed: above 0, a clash. The weights were fitted by logistic regression, and rounded, on pairs of
    statements of which some are updates and most are not."""
    found = features(new, old, cosine)
    return _BIAS + sum(weight * found[name] for name, weight in _WEIGHTS.items())


def features(new: Reading, old: Reading, cosine: float | None) -> dict[str, float]:
    """The evidence by name. Most is 0 or 1; shares and the cosine are from 0 to 1."""
    f = {"cosine": max(0.0, cosine or 0.0)}
    f |= _shared(new, old)
    f |= {f"new_{cue}": float(cue in new.cues) for cue in _CUES} | {
        f"old_{cue}": float(cue in old.cues) for cue in _CUES
    }
    f |= _relations(new, old)
    f |= _values(new, old)
    f |= _denials(new, old)
    f |= _subjects(new, old)
    return f | _together(f)


def _shared(new: Reading, old: Reading) -> dict[str, float]:
    names = (new.names & old.names) | (codes(new) & codes(old))
    words = (new.words & old.words) - names
    pairs = new.pairs & old.pairs
    shared = len(words) + 1.5 * len(names) + 0.5 * len(pairs)
    return {
        "cover": min(1.0, shared / _size(old)),
        "cover_new": min(1.0, shared / _size(new)),
        "people": float(bool((new.names | new.owners) & (old.names | old.owners) - names)),
        "named": float(bool(names)),
        "nothing": float(not shared),
        "long": min(1.0, len(new.text) / 300) + min(1.0, len(old.text) / 300),
    }


def _size(reading: Reading) -> float:
    return len(reading.words | reading.names) + 0.5 * len(reading.pairs) or 1.0


def _relations(new: Reading, old: Reading) -> dict[str, float]:
    phases = [{name for name, phase in new.relations if phase == n} for n in range(3)]
    before = {name for name, phase in old.relations if phase == 0}
    opposed = opposed_groups(new, old)
    return {
        "same_relation": float(min(2, len(phases[0] & before))),
        "changed": float(min(2, len(phases[1] & before))),
        "ended": float(min(2, len(phases[2] & before))),
        "opposed": float(bool(opposed - WEAK)),
        "opposed_weak": float(bool(opposed & WEAK)),
        "opposed_personal": float(bool(opposed & PERSONAL)),
        "same_phase": float(bool({r for r in new.relations & old.relations if r[1]} or new.states & old.states)),
        "kind": float(bool(kinds_differ(new, old))),
        "event": float(bool(_EVENT.search(new.text)) and not _EVENT.search(old.text)),
    }


def _values(new: Reading, old: Reading) -> dict[str, float]:
    apart = differing(new, old)
    agree = any(a.same(b) for a in new.values for b in old.values)
    return {
        "value": float(bool(apart)),
        "loose": float(bool(loosely(new, old))),
        "value_added": float(len(new.values) > len(old.values) and not apart),
        "same_values": float(agree and not apart),
        "code": float(bool(codes(new) and codes(old) and not codes(new) & codes(old))),
    }


def _denials(new: Reading, old: Reading) -> dict[str, float]:
    return {
        "polarity": float(new.negative != old.negative),
        "both_negative": float(new.negative and old.negative),
        "denied": float(bool(former(new, old))),
        "denies": float(min(2, len((new.negated - old.negated) & (old.words | old.names | old.pairs)))),
        "affirms": float(min(2, len((old.negated - new.negated) & (new.words | new.names | new.pairs)))),
    }


def _subjects(new: Reading, old: Reading) -> dict[str, float]:
    alike = bool(new.agents & old.agents)
    anybody = ANYBODY in new.agents | old.agents
    changing = bool(new.cues & {"end", "switch"})
    return {
        "agent_same": float(alike or new.start == old.start != ""),
        "agent_differs": float(new.sure and old.sure and not alike and not anybody),
        "agent_conflict": float(strangers(new, old)),
        "holder_left": float(changing and not alike and bool(new.agents & (old.owners | old.names))),
        "owner_absent": float(bool(old.owners and new.owners) and not old.owners & new.owners),
        "modifier": float(bool(parted(new, old))),
        "named_apart": float(named_apart(new, old) and not kinds_differ(new, old)),
        "contrast": float(contrasted(new, old)),
        "heads_apart": float(heads_apart(new, old)),
    }


def _together(f: dict[str, float]) -> dict[str, float]:
    """Evidence that tells more with other evidence than the two apart."""
    strong = max(f["new_end"], f["new_switch"], f["new_correct"])
    cue = max(strong, f["new_now"], f["new_settled"])
    link = min(1.0, f["cover"] * _LINKED)
    moved = min(1.0, f["changed"] + f["ended"])
    return {
        "strong": strong,
        "cue": cue,
        "strong*cover": strong * link,
        "strong*cosine": strong * f["cosine"],
        "cue*cover": cue * link,
        "cue*kind": cue * f["kind"],
        "both_end": f["new_end"] * f["old_end"],
        "strong*value": strong * max(f["value"], f["code"]) * (1.0 - f["nothing"]),
        "holder_left*cosine": f["holder_left"] * f["cosine"],
        "opposed*cue": f["opposed"] * cue,
        "end*cover": f["new_end"] * link,
        "more*cover": f["new_more"] * link,
        "correct*cover": f["new_correct"] * link,
        "correct*cosine": f["new_correct"] * f["cosine"],
        "correct*value": f["new_correct"] * max(f["value"], f["code"]),
        "code*strong": f["code"] * strong,
        "event*cosine": f["event"] * f["cosine"],
        "value*cover": f["value"] * f["cover"],
        "value*cosine": f["value"] * f["cosine"],
        "value*people": f["value"] * max(f["people"], f["agent_same"]),
        "value_tight": f["value"] * float(f["cover"] >= _TIGHT and 2 * f["cover_new"] >= _TIGHT),
        "polarity*cover": f["polarity"] * f["cover"],
        "denies*cosine": min(1.0, f["denies"]) * f["cosine"],
        "affirms*cosine": min(1.0, f["affirms"]) * f["cosine"],
        "opposed*cover": f["opposed"] * link,
        "opposed*cosine": f["opposed"] * f["cosine"],
        "settled*opposed": f["new_settled"] * f["opposed"],
        "changed*cosine": moved * f["cosine"],
        "changed*agent": moved * f["agent_same"],
        "changed*named": min(1.0, f["changed"]) * f["named"],
        "kind*agent": f["kind"] * f["agent_same"],
        "kind*cover": f["kind"] * link,
    }
