"""What two readings say differently: values, states, kinds of things, and what the one denies of the other."""

from __future__ import annotations

import re

from .apart import parted
from .people import ANYBODY
from .reading import Reading, codes
from .states import PERSONAL
from .values import LOOSE, Value
from .words import stem

_ALIKE, _HALF, _SOME, _SHARED = 0.75, 0.5, 0.4, 0.2  # shares of all words
# Groups whose sides are told in words too common to tell much without others.
WEAK = frozenset({"sentiment", "yet", "ownership", "ability", "never", "attendance", "affording"})
_LIKING = frozenset({"like", "hate", "prefer", "stand", "fan", "realli", "much"})
_LIKING_HAN = re.compile(r"[喜欢爱讨厌烦恨吃喝看玩听]")


def opposed_groups(new: Reading, old: Reading) -> set[str]:
    """The groups of states of which the two name different sides."""
    groups = {n for n, _ in new.states} & {n for n, _ in old.states}
    return {g for g in groups if not {s for n, s in new.states if n == g} & {s for n, s in old.states if n == g}}


def excluded(new: Reading, old: Reading) -> bool:
    """Whether both tell states that exclude each other, of one person or of one thing."""
    opposed = opposed_groups(new, old) - WEAK
    if not opposed or new.cues & {"more", "hedge"}:
        return False
    if new.agents and old.agents and not new.agents & old.agents and ANYBODY not in new.agents | old.agents:
        return False
    if opposed & PERSONAL and new.agents & old.agents:
        return True
    if parted(new, old):
        return False
    if (new.names | codes(new)) & (old.names | codes(old)) or new.start == old.start != "":
        return True
    return covered(new, old) >= _SOME


def covered(new: Reading, old: Reading) -> float:
    """The share of the older statement's words that the new one repeats; pairs of characters count half."""
    ours, theirs = (r.words | r.names | codes(r) for r in (new, old))
    whole = len(theirs) + 0.5 * len(old.pairs)
    shared = len(ours & theirs) + 0.5 * len(old.pairs & new.pairs)
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


_SUPPLANTED = re.compile(
    r"\b(?:replac(?:es|ed|ing)|instead of|rather than|in place of|(?:switched|moved|migrated|converted|changed|over|away) from"
    r"|ditched|dropped|traded(?: in)?|swapped(?: out)?) (?:the |my |our |his |her |their |its )?([\w.+#-]+)"
    r"|(?:取代|代替|替换|替代|弃用|停用|换掉|不再用|不用)了?([a-z][\w.+#-]*|[\u3400-\u9fff]{2,4})"
)


def supplanted(new: Reading, old: Reading) -> str:
    """What `new` says another thing stands in for, where `old` names it as what holds."""
    about = bool(new.topics & old.topics or new.things & old.things)
    for found in _SUPPLANTED.finditer(new.text):
        gone = str(found[1] or found[2])
        named = gone in old.names or (about and stem(gone) in old.words)
        if named and gone not in old.denied and "end" not in old.cues:
            return gone
    return ""


_NOT_BUT = re.compile(
    r"(?:\bnot|n't) (?:actually |really )?(?:(?:an?|the|in|on|at|from|with|by|called|named) )*(?P<gone>[\w.+#-]+)(?: proper| itself)?"
    r"(?:,? but (?!also)|[,;] (?:it|that|this|he|she|they)(?:'s|'re| is| are| was) |[,;] rather )"
    r"|不(?:是|在|叫|住在?|用)(?P<han>[^，。,；;不而]{2,8}?)(?:[，,]而?|而)(?:是|在|叫|住|用)"
)


def misnamed(new: Reading, old: Reading) -> str:
    """What `old` names in a place where `new` says it is not that but another: "not in Porto but in Gaia"."""
    if new.cues & {"hedge", "more"} or (new.topics and old.topics and not new.topics & old.topics):
        return ""
    for found in _NOT_BUT.finditer(new.text):
        gone = str(found["gone"] or found["han"])
        if gone not in (old.names if found["gone"] else old.text) or any(gone in d for d in old.denied):
            continue
        if new.agents & old.agents or (new.called & old.called) - {gone} or covered(new, old) >= _HALF:
            return gone
    return ""


_LIVES = re.compile(r"\b(?:lives?|living|resides?|residing|based) (?:in|at|on|with|near|by)\b|住|定居|家在")
_MOVED = re.compile(
    r"\b(?:moved|relocated|has moved|have moved) (?:back |out |over |house )?(?:to|into|in with)\b"
    r"(?! (?:(?:a|an|the|another|his|her|their|my) )?(?:\w+ )?(?:team|desk|office|department|role|job|company|position|sales|marketing))"
    r"|搬(?:到|去|进|回|来)|迁居|移居|定居"
)


def moved_house(new: Reading, old: Reading) -> bool:
    """Whether somebody of whom `old` tells where they live has moved."""
    if not new.agents & old.agents or new.cues & {"hedge", "more"} or new.negative:
        return False
    return bool(_MOVED.search(new.text) and _LIVES.search(old.text) and not _MOVED.search(old.text))


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
    return _restated(new, old)


def _restated(new: Reading, old: Reading) -> tuple[str, str] | None:
    """Another value of what is spoken of, where `new` says that what was told was wrong."""
    if "admitted" not in new.cues or "admitted" in old.cues or parted_names(new, old):
        return None
    pair = differing(new, old)
    if pair is None or covered(new, old) < _SHARED:
        return None
    return pair[0].words, pair[1].words


def parted_names(new: Reading, old: Reading) -> bool:
    """Whether each names people or things by name, and none the other's."""
    return bool(new.called and old.called) and not new.called & old.called


def _loose_match(gone: Value, old: Reading) -> bool:
    return gone.kind == "number" and any(gone.same(v) for v in old.values)


def reversed_alone(new: Reading, old: Reading) -> bool:
    """Whether both say the same but for a negation in one of them, or for liking in one and disliking in the other."""
    if new.agents != old.agents or differing(new, old):
        return False
    ours, theirs = (_told(r) for r in (new, old))
    shared, all_words = ours & theirs, ours | theirs
    if "sentiment" in opposed_groups(new, old):
        return bool(shared) and len(shared) >= _HALF * len(all_words)
    return new.negative != old.negative and len(shared) >= 2 and len(shared) >= _ALIKE * len(all_words)


def _told(reading: Reading) -> set[str]:
    """The words of a statement but for those of liking, and 吃 and the like, which go with it."""
    return {*(reading.words | reading.names) - _LIKING, *(p for p in reading.pairs if not _LIKING_HAN.search(p))}
