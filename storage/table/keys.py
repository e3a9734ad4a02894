"""Keys of a claim: what exact probes look up."""

from __future__ import annotations

from ..memory import Claim
from ..text.clean import fold


def _part(text: str) -> str:
    return fold(text).replace("|", "/")  # the bar separates the parts of a key


def keys_of(claim: Claim) -> tuple[str, ...]:
    """The keys of one claim: `s|r`, `r|o`, `s`, `o`, `r`, each with a prefix that says which it is."""
    s, r, o = _part(claim.subject), _part(claim.relation), _part(claim.object)
    return (f"sr:{s}|{r}", f"ro:{r}|{o}", f"s:{s}", f"r:{r}", f"o:{o}")


def probe(subject: str = "", relation: str = "", object: str = "") -> tuple[str, ...]:
    """The keys all of which a claim has that fits the slots given; slots left empty are what is asked."""
    s, r, o = _part(subject), _part(relation), _part(object)
    wanted: list[str] = []
    if s and r:
        wanted.append(f"sr:{s}|{r}")
    elif s:
        wanted.append(f"s:{s}")
    if r and o:
        wanted.append(f"ro:{r}|{o}")
    elif o:
        wanted.append(f"o:{o}")
    if r and not s and not o:
        wanted.append(f"r:{r}")
    return tuple(wanted)
