"""What speaks for and against a clash of two readings, as numbers: most are 0 or 1, shares and cosine from 0 to 1."""

from __future__ import annotations

import re

from .apart import contrasted, heads_apart, named_apart, strangers
from .evidence import WEAK, differing, kinds_differ, loosely, opposed_groups
from .people import ANYBODY, body
from .reading import Reading, codes
from .states import PERSONAL

_CUES = ("end", "switch", "now", "correct", "settled", "more", "hedge", "past", "so", "perfect")
_LINKED = 1.5  # two thirds of the older words are as good as all
_TIGHT = 0.6
_ENDS = 3  # words or characters at an end of a statement
_EVENT = re.compile(
    r"\b(?:went|gave|took|got|left|sold|bought|broke|came|became|began|chose|did|fell|found|lost|made|met|moved|put|quit|said|sent|told|won|\w{3,}ed)\b"
    r"|了(?:[，。！]|$)|昨天|上周|上个月|前天|刚"
)


def features(new: Reading, old: Reading, cosine: float | None) -> dict[str, float]:
    """The evidence by name; `new` was told later."""
    f = {"cosine": max(0.0, cosine or 0.0)}
    f |= _shared(new, old)
    f |= {f"new_{cue}": float(cue in new.cues) for cue in _CUES}
    f |= {f"old_{cue}": float(cue in old.cues) for cue in _CUES}
    f |= _relations(new, old)
    f |= _values(new, old)
    f |= _denials(new, old)
    f |= _subjects(new, old)
    f |= _matters(new, old)
    return f | _with_change(f) | _together(f)


def _shared(new: Reading, old: Reading) -> dict[str, float]:
    names = (new.names & old.names) | (codes(new) & codes(old))
    words = (new.words & old.words) - names
    shared = len(words) + 1.5 * len(names) + 0.5 * len(new.pairs & old.pairs)
    return {
        "cover": min(1.0, shared / _size(old)),
        "cover_new": min(1.0, shared / _size(new)),
        "people": float(bool((new.names | new.owners) & (old.names | old.owners) - names)),
        "named": float(bool(names)),
        "nothing": float(not shared),
        "long": min(1.0, len(new.text) / 300) + min(1.0, len(old.text) / 300),
        "tail_first": float(bool(_ends(old) & _begins(new))),
    }


def _size(reading: Reading) -> float:
    return len(reading.words | reading.names) + 0.5 * len(reading.pairs) or 1.0


def _begins(reading: Reading) -> set[str]:
    return {*reading.order[:_ENDS], *(body(reading.text)[n : n + 2] for n in range(_ENDS))}


def _ends(reading: Reading) -> set[str]:
    """The last words of a statement: mostly a value, not what it speaks of."""
    text = reading.text.rstrip("。.!！ ")
    return {*reading.order[2:][-_ENDS:], *(text[-n - 2 :][:2] for n in range(_ENDS))}


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
        "named_apart": float(named_apart(new, old) and not kinds_differ(new, old)),
        "contrast": float(contrasted(new, old)),
        "heads_apart": float(heads_apart(new, old)),
    }


def _matters(new: Reading, old: Reading) -> dict[str, float]:
    shared = new.topics & old.topics
    families = {family for family, _ in new.things} & {family for family, _ in old.things}
    return {
        "topic": float(bool(shared)),
        "topics_shared": len(shared) / (len(old.topics) or 1),
        "topics_apart": float(bool(new.topics and old.topics) and not shared),
        "thing": float(bool(new.things & old.things)),
        "things_apart": float(bool(families) and not new.things & old.things),
        "place_apart": float(bool(new.places and old.places) and not new.places & old.places),
    }


def _with_change(f: dict[str, float]) -> dict[str, float]:
    """Words of change beside what the two share."""
    strong = max(f["new_end"], f["new_switch"], f["new_correct"])
    cue = max(strong, f["new_now"], f["new_settled"])
    link = min(1.0, f["cover"] * _LINKED)
    return {
        "cue": cue,
        "strong*cover": strong * link,
        "strong*cosine": strong * f["cosine"],
        "strong*value": strong * max(f["value"], f["code"]) * (1.0 - f["nothing"]),
        "strong*named": strong * max(f["named"], f["people"]),
        "strong*topic": strong * f["topic"],
        "strong*topics": strong * f["topics_shared"],
        "strong*code": strong * f["code"],
        "cue*cover": cue * link,
        "cue*kind": cue * f["kind"],
        "cue*opposed": cue * f["opposed"],
        "cue*topic": cue * f["topic"],
        "cue*thing": cue * f["thing"],
        "cue*agent": cue * f["agent_same"],
        "both_end": f["new_end"] * f["old_end"],
        "end*cover": f["new_end"] * link,
        "more*cover": f["new_more"] * link,
        "correct*cover": f["new_correct"] * link,
        "correct*cosine": f["new_correct"] * f["cosine"],
        "tail*so": f["tail_first"] * f["new_so"],
    }


def _together(f: dict[str, float]) -> dict[str, float]:
    """Evidence that tells more with other evidence than the two apart."""
    link = min(1.0, f["cover"] * _LINKED)
    moved = min(1.0, f["changed"] + f["ended"])
    return {
        "holder_left*cosine": f["holder_left"] * f["cosine"],
        "event*cosine": f["event"] * f["cosine"],
        "event*so": f["event"] * f["new_so"],
        "event*linked": f["event"] * max(f["thing"], f["named"]) * f["topic"],
        "value*people": f["value"] * max(f["people"], f["agent_same"]),
        "value_tight": f["value"] * float(f["cover"] >= _TIGHT and 2 * f["cover_new"] >= _TIGHT),
        "polarity*cover": f["polarity"] * f["cover"],
        "denies*cosine": min(1.0, f["denies"]) * f["cosine"],
        "affirms*cosine": min(1.0, f["affirms"]) * f["cosine"],
        "opposed*cover": f["opposed"] * link,
        "opposed*thing": f["opposed"] * f["thing"],
        "changed*cosine": moved * f["cosine"],
        "changed*agent": moved * f["agent_same"],
        "changed*thing": moved * f["thing"],
        "kind*cover": f["kind"] * link,
        "kind*topic": f["kind"] * f["topic"],
        "topic*agent": f["topic"] * f["agent_same"],
        "thing*place": f["thing"] * f["place_apart"],
    }
