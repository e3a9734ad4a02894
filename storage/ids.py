"""Names of things: lineages, versions, receipts, tokens."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

# Crockford's base 32 in lower case: no i, l, o, u, so nothing is misread or spells a word.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_EPOCH_MS = int(datetime(2024, 1, 1, tzinfo=UTC).timestamp() * 1000)
_TIME_DIGITS, _CHANCE_DIGITS = 8, 4  # 34 years of milliseconds; a million lineages a millisecond
PASS = "p-"  # what names of passes begin with
_LINEAGE = re.compile(rf"[{_ALPHABET}]{{{_TIME_DIGITS + _CHANCE_DIGITS}}}")
_NAMED = re.compile(rf"\[({_LINEAGE.pattern}\.[1-9]\d{{0,8}})\]")
_ID = re.compile(rf"({_LINEAGE.pattern})(?:\.([1-9]\d{{0,8}}))?")


def _spelled(number: int, digits: int) -> str:
    return "".join(_ALPHABET[(number >> (5 * i)) & 31] for i in reversed(range(digits)))


def lineage_at(at: datetime) -> str:
    """A new lineage: twelve characters that sort by the time they were made, unique over processes."""
    ms = min(max(int(at.timestamp() * 1000) - _EPOCH_MS, 0), 32**_TIME_DIGITS - 1)
    return _spelled(ms, _TIME_DIGITS) + _spelled(secrets.randbits(5 * _CHANCE_DIGITS), _CHANCE_DIGITS)


def lineage_from(name: str, at: datetime | None) -> str:
    """The lineage of what another program calls `name`: always the same, and sorted by the day of `at`.

    The time within the day is drawn from the name, too, so that two names of one day meet once in 10^13.
    """
    drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:10], "big")
    day_ms = 0 if at is None else int(at.timestamp()) // 86_400 * 86_400_000 - _EPOCH_MS
    ms = min(max(day_ms, 0) + drawn % 86_400_000, 32**_TIME_DIGITS - 1)
    return _spelled(ms, _TIME_DIGITS) + _spelled((drawn // 86_400_000) % 32**_CHANCE_DIGITS, _CHANCE_DIGITS)


def parse_id(text: str) -> tuple[str, int | None] | None:
    """Lineage and version of an id; the version is None for a bare lineage. None for what is no id."""
    found = _ID.fullmatch(text.strip())
    return (found[1], int(found[2]) if found[2] else None) if found else None


def ids_in(text: str) -> list[str]:
    """The full ids a text of ours names in square brackets."""
    return [found[1] for found in _NAMED.finditer(text)]


def compose_id(lineage: str, version: int) -> str:
    """The id of a version of a lineage."""
    return f"{lineage}.{version}"


def lineage_of(id: str) -> str:
    """The lineage of an id that is one of ours."""
    return id.rpartition(".")[0]


def new_receipt() -> str:
    """A name for a change, by which it can be undone."""
    return "r-" + _spelled(secrets.randbits(50), 10)


def new_turn() -> str:
    """A name for a pass of the consolidator, by which all it did can be undone."""
    return PASS + _spelled(secrets.randbits(50), 10)


def new_token(mode: str) -> str:
    """A name for a pending list: short enough for a model to copy, too long to guess."""
    return f"{mode}-" + _spelled(secrets.randbits(60), 12)


Minter = Callable[[datetime], str]


def minter() -> Minter:
    """What makes lineages in one process: later ones sort later, even within a millisecond or a clock set back."""
    last = ""

    def mint(at: datetime) -> str:
        nonlocal last
        made = lineage_at(at)
        if made[:_TIME_DIGITS] <= last[:_TIME_DIGITS] and last:
            number = sum(_ALPHABET.index(c) << (5 * i) for i, c in enumerate(reversed(last[:_TIME_DIGITS]))) + 1
            made = _spelled(number, _TIME_DIGITS) + made[_TIME_DIGITS:]
        last = made
        return made

    return mint
