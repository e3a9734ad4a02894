"""Arguments of the contract whose machinery is not there yet: one table, from which they are refused by name.

Each is listed in the tool's schema with "Not yet" before its description, and goes from here with the
change that brings it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..storage.errors import NotYet

NOT_YET: Mapping[str, Mapping[str, str]] = {
    "remember": {},
    "recall": {
        "having": "ask with subject, relation and object, or with query",
    },
    "forget": {},
    "summarise": {},
}
# What is not there yet and is no single argument.
CORRECTION = (
    "without replaces is not available yet; pass the id of the mistaken statement in replaces (recall shows it)."
)


def refuse_not_yet(tool: str, given: Mapping[str, object]) -> None:
    """Raise NotYet when an argument was given that this version cannot honour."""
    for name, instead in NOT_YET[tool].items():
        if given.get(name):
            raise NotYet(name, f"is not available yet; {instead}.")
