"""Scopes by name: the nearest of those there are."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest_scopes(asked: str, there: Iterable[str]) -> list[str]:
    """Up to three existing scopes whose names are close to the one asked for, nearest first."""
    by_fold = {name.casefold(): name for name in there}
    return [by_fold[n] for n in difflib.get_close_matches(asked.casefold(), by_fold, n=3, cutoff=0.6)]
