"""From the ids a caller gives to the rows they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..storage.errors import UnknownMemory
from ..storage.ids import lineage_of, parse_id
from ..storage.memory import Memory
from ..storage.text.secrets import refuse_secrets
from .mind import Mind

_MOST_HOPS = 64  # a chain of replacements longer than this is a loop


@dataclass(frozen=True, slots=True)
class Meant:
    """What an id stands for. `memory` is the row; `given` what the caller wrote; `moved` when they differ; `found`
    where no caller named it."""

    given: str
    memory: Memory
    found: bool = False

    @property
    def moved(self) -> str:
        """In words, that the id was followed to a later row; empty when it was not."""
        lineage, version = parse_id(self.given) or ("", None)
        if self.memory.lineage == lineage and version in (None, self.memory.version):
            return ""
        return f"{self.given} was superseded meanwhile; {self.memory.id} stands in its place."


async def rows_meant(mind: Mind, ids: Sequence[str]) -> list[Meant]:
    """The rows these ids name: a full id its own version, a bare lineage its head.

    Raises UnknownMemory for an id that names nothing here, SecretRefused for a secret in the place of one.
    """
    return [await _meant(mind, "ids", given, follow=False) for given in ids]


async def heads_meant(mind: Mind, ids: Sequence[str]) -> list[Meant]:
    """The newest rows of what these ids name, followed through whatever superseded them; each row once.

    Raises UnknownMemory for an id that names nothing here, SecretRefused for a secret in the place of one.
    """
    found = [await _meant(mind, "replaces", given, follow=True) for given in ids]
    return list({m.memory.id: m for m in reversed(found)}.values())[::-1]


async def _meant(mind: Mind, argument: str, given: str, *, follow: bool) -> Meant:
    unknown = UnknownMemory([given], hint=f"recall shows the ids of what is stored, for {argument}")
    parsed = parse_id(given)
    if parsed is None:
        refuse_secrets(argument, given)  # or it would be repeated
        raise unknown
    lineage, version = parsed
    versions = [m for m in await mind.reader.versions([lineage]) if m.status != "quarantined"]
    named = [m for m in versions if version in (None, m.version)]
    if not named:
        raise unknown
    if version is not None and not follow:
        return Meant(given, named[0])
    return Meant(given, await head_of(mind, named))


async def chain_of(mind: Mind, memory: Memory) -> list[Memory]:
    """Every version of this memory, and of what its versions superseded or were superseded by, oldest first,
    whatever their status."""
    lineages, rows = [memory.lineage], dict[str, Memory]()
    for lineage in lineages:  # grows while it is walked
        for version in await mind.reader.versions([lineage]):
            rows[version.id] = version
            lineages += [n for i in version.supersedes if (n := lineage_of(i)) not in lineages]
        later = await mind.reader.successors([i for i in rows if i.startswith(lineage + ".")])
        lineages += [m.lineage for m in later if m.lineage not in lineages]
    return sorted(rows.values(), key=lambda m: (m.recorded_at, m.lineage, m.version))


async def head_of(mind: Mind, rows: Sequence[Memory]) -> Memory:
    """What stands in the place of these versions of one memory now. What was hidden after something took its place
    leads on to that."""
    found, wave = {m.id: m for m in rows}, list(rows)
    for _ in range(_MOST_HOPS):
        wave = [m for m in await _following(mind, wave) if m.id not in found]
        if not wave:
            break
        found.update({m.id: m for m in wave})
    return max(found.values(), key=lambda m: (m.status == "current", m.status != "superseded", m.recorded_at))


async def _following(mind: Mind, rows: Sequence[Memory]) -> list[Memory]:
    """What may stand in the place of these: rows that say they superseded them, and later versions of what was
    superseded."""
    over = {m.lineage: m.version for m in sorted(rows, key=lambda m: -m.version) if m.status == "superseded"}
    later = [m for m in await mind.reader.versions(over) if m.version > over[m.lineage]]
    later += await mind.reader.successors(m.id for m in rows if m.status in ("superseded", "hidden"))
    return [m for m in later if m.status != "quarantined"]
