"""What a statement says not to hold, or no longer."""

from __future__ import annotations

import itertools
import re

from .values import Value
from .words import concepts, stems

_UNDONE = re.compile(
    r"(?:\b(?:not|instead of|rather than|no longer|used to be|replac\w+)(?: (?:the|on|in|at|a|an|end of|until|for))*|不是|而不是|并非|不按|原来是|原本是) ?$"
)
_LEFT = re.compile(
    r"(?:\b(?:from|was|were)(?: (?:the|a|on|in|at))*|从|由) ?$"
)  # what is left, if something follows that is gone over to
_REACHED = re.compile(r".{0,16}?(?:\b(?:to|into|over|onto|now|but|it's|is)\b|换|改|调|升|降|涨|变|挪|推|提|到|加|减)")


def is_undone(value: Value, text: str) -> bool:
    """Whether a text says a value not to hold: "not 11", "from 5 to"."""
    if _UNDONE.search(text[: value.start]):
        return True
    return bool(_LEFT.search(text[: value.start]) and _REACHED.match(text[value.end :]))


_AFTER_NEGATION = re.compile(
    r"(?:\b(?:no|not|never|without|no longer|stopped|quit|gave up|given up|done with|cancel+ed|dropped|ditched|deleted"
    r"|sold|lost|off|let|n't need|don't need)\b|n't) ((?:[\w'-]+ ?){1,4})|(?:不|没有?|别|勿|戒|停|弃|退)了?([\u3400-\u9fff]{1,5})"
)
_DENIED = re.compile(
    r"(?:\bnot|n't) (?:an? |the |in |on |at )?([\w.:-]+(?: [\w.:-]+)?)|\bfrom ([\w.:+#-]+(?: [\w.:-]+)?) (?:to|over|into)\b"
    r"|\b(?:instead of|rather than|no longer(?: \w+)?|stopped \w+|replac\w+|dropped|quit|ditched|deleted|sold|cancelled) (?:the |my |our )?([\w.:+#-]+)"
    r"|(?:不是|而不是|并非|没有?用|不用|从)([^，。,.；]{1,10}?)(?=[，。,.；]|换|改|搬|转|迁|$)"
)


def denied(text: str) -> frozenset[str]:
    """What it says not to hold, or no longer: "not X", "from X to"."""
    return frozenset(g.strip() for found in _DENIED.findall(text) for g in found if g)


def negated(text: str) -> frozenset[str]:
    """The words and pairs that stand right after a negation."""
    found: set[str] = set()
    for english, chinese in _AFTER_NEGATION.findall(text):
        found |= {*stems(english), *(a + b for a, b in itertools.pairwise(chinese)), *concepts(chinese)}
    return frozenset(found)
