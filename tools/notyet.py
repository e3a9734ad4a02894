"""What the contract has and this version has not: one table, from which it is marked and refused.

docs/tools.md marks the same as *not yet*; an entry goes from here with the change that brings it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..storage.errors import NotYet

# Arguments refused by name, and what to do instead. The tool's schema has "Not yet" before their descriptions.
NOT_YET: Mapping[str, Mapping[str, str]] = {
    "remember": {},
    "recall": {},
    "forget": {},
    "summarise": {},
}
# Fields of results that are never given, by tool; where only some values of a field are not, these.
RESULTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "remember": {"outcome": ("quarantined",)},
    "recall": {},
    "forget": {},
    "summarise": {},
}
# Addresses, up to what varies, and what to do instead.
RESOURCES: Mapping[str, str] = {
    "memory://quarantine/{scope}": "nothing is put aside: recall shows whom each memory is from",
}
COMMANDS: Mapping[str, str] = {
    "quarantine": "nothing is put aside: simonides audit shows what each client stored",
    "token": "set SIMONIDES_HTTP_TOKEN for serve --http",
    "trust": "a statement is trusted by where it came from: typed on a terminal, most",
}


def refuse_not_yet(tool: str, given: Mapping[str, object]) -> None:
    """Raise NotYet when an argument was given that this version cannot honour."""
    for name, instead in NOT_YET[tool].items():
        if given.get(name):
            raise NotYet(name, f"is not available yet; {instead}.")


def refuse_resource(uri: str) -> None:
    """Raise NotYet for the address of a resource of the table."""
    _refuse({name.partition("/{")[0]: instead for name, instead in RESOURCES.items()}, _kind(uri))


def refuse_command(name: str) -> None:
    """Raise NotYet for a command of the table."""
    _refuse(COMMANDS, name)


def _kind(uri: str) -> str:
    """The address without what varies in it, which is not ours to repeat."""
    return "/".join(uri.split("/")[:3])


def _refuse(table: Mapping[str, str], name: str) -> None:
    if name in table:
        raise NotYet(name, f"is not available yet; {table[name]}.")
