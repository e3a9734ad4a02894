"""What is known of one entity: its names, what is said of it, who it is like, and who may be the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..storage.errors import InvalidArgument
from ..storage.table.keys import about
from ..storage.text.naming import SAME
from ..storage.text.relations import relation_of, subject_of
from .having import as_written
from .mind import Mind
from .rivals import unsettled
from .shown import precise, record

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..storage.relation.kin import Kin

_MOST_COMPARED, _FEWEST_CLAIMS = 500, 2  # entities looked at for who may be another, and claims each must have
_MOST = 100  # memories shown, the newest


async def entity(mind: Mind, name: str) -> dict[str, Any]:
    """One entity as a record, in the scopes of this server. Raises InvalidArgument for an empty name."""
    from ..storage.table.filters import Filter

    if not subject_of(name):
        raise InvalidArgument("name", "is empty; give the name of a person, place or thing.")
    now = mind.clock()
    wanted = Filter(now, scopes=mind.scopes_read(""))
    named = await mind.relations.naming(wanted)
    found = await mind.reader.find(Filter(now, scopes=wanted.scopes, claim_keys=about(name, named)), limit=_MOST)
    rows = await unsettled(mind, found, now)
    names = set(named.names_of(name))
    said = [m for m in rows if not any(relation_of(c.relation)[0] == SAME for c in m.claims)]
    kin = await mind.relations.kin(name, wanted)
    return {
        "name": as_written(subject_of(name), rows),
        "also": sorted(as_written(n, rows) for n in names - {subject_of(name)}),
        "memories": [record(m, mind.zone).compact() for m in said],
        "perhaps_the_same": [_shown(k) for k in kin if k.perhaps_same],
        "like": [_shown(k) for k in kin if not k.perhaps_same],
        "join": f"simonides alias {name!r} OTHER" if any(k.perhaps_same for k in kin) else "",
        "time": precise(now),
    }


async def proposals(mind: Mind, told: Callable[[int, int], None]) -> list[dict[str, Any]]:
    """Who may be one under two names, among those of whom most is said, and why; each pair once."""
    from ..storage.table.filters import Filter

    wanted = Filter(mind.clock())
    names = await mind.relations.most_spoken_of(_MOST_COMPARED, _FEWEST_CLAIMS)
    found: dict[frozenset[str], dict[str, Any]] = {}
    for done, name in enumerate(names):
        told(done, len(names))
        for kin in await mind.relations.kin(name, wanted):
            if kin.perhaps_same:
                found.setdefault(frozenset((name, kin.name)), {**_shown(kin), "name": name, "other": kin.name})
    return list(found.values())


def _shown(kin: Kin) -> dict[str, Any]:
    why = [f"both: {relation}: {other}" for relation, other in kin.both]
    why += ["called alike"] if kin.named >= 0.6 else []
    against = {"against": list(kin.against)} if kin.against else {}
    return {"name": kin.name, "shared": round(kin.shared, 2), "why": why, **against}
