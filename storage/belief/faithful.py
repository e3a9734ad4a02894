"""Whether what a model wrote says only what its sources say: word for word, which is strict."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..memory import Claim
from ..text.clean import fold
from ..text.relations import is_user

_PARTS = re.compile(r"[\u3400-\u9fff]|[^\W_]+")


def invented(text: str, sources: Sequence[str]) -> list[str]:
    """The words of a text, and Chinese characters, that no source has."""
    known = {part for source in sources for part in _PARTS.findall(fold(source))}
    return [part for part in _PARTS.findall(fold(text)) if part not in known]


def grounded(claim: Claim, statement: str) -> bool:
    """Whether subject and object of a claim stand in the statement; the user may be meant without being named."""
    subject = "" if is_user(claim.subject) else claim.subject
    return not invented(f"{subject} {claim.object}", [statement])
