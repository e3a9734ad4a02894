"""A process that tells claims and keeps what is made from them, and says how its answers compare with those made anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import anyio
import anyio.to_thread

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.relation.relations import Relations
from simonides.storage.table.filters import Filter
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.remember import Remember, remember
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel

CALLER = Caller("teller", "teller")
PROBES = (("Ann", "likes", ""), ("", "enjoys", "Bob"), ("Anne", "leads", ""), ("Bobb", "", ""))
HAVING = ([("likes", "Bob"), ("manages", "Cem")], [("enjoys", "Dora")])


def telling(channel: Channel, home: str) -> None:
    """Do what is told until the line ends: `tell` claims, `hide` the newest row, `keep` the index, `freeze` what is known
    of the table, which takes the guard away, `compare`."""
    anyio.run(_telling, channel, home)


async def _telling(channel: Channel, home: str) -> None:
    config = Config(home=home, timezone="UTC", durability="process")
    async with opened(config, load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        relations = Relations(mind.store, mind.encoder.encode_many, profiles=True)
        verbs: Mapping[str, Callable[[Any], Awaitable[Mapping[str, Any]]]] = {
            "tell": lambda claims: _told(mind, claims),
            "hide": lambda _: _hidden(mind),
            "keep": lambda _: _kept(relations),
            "freeze": lambda _: _frozen(mind.relations),
            "compare": lambda _: _compared(mind, relations),
        }
        channel.tell(opened=True)
        while (order := await anyio.to_thread.run_sync(channel.hear)) is not None:
            verb, given = next(iter(order.items()))
            channel.tell(**await verbs[verb](given))


async def _told(mind: Mind, claims: Sequence[Sequence[str]]) -> Mapping[str, Any]:
    for subject, relation, object_ in claims:
        content = f"{subject} {relation} {object_}."
        told = Remember(content=content, subject=subject, relation=relation, object=object_, exclusive=False)
        await remember(mind, CALLER, told)
    return {"committed": len(claims)}


async def _hidden(mind: Mind) -> Mapping[str, Any]:
    rows = await mind.reader.find(Filter(mind.clock()), limit=1)
    await forget(mind, CALLER, Forget(ids=[rows[0].id]))
    return {"committed": 1}


async def _kept(relations: Relations) -> Mapping[str, Any]:
    return {"kept": await relations.tend()}


async def _frozen(relations: Relations) -> Mapping[str, Any]:
    known = await relations.claims()

    async def claims() -> Any:
        return known

    assert hasattr(relations, "claims")
    relations.claims = claims
    return {"frozen": len(known)}


async def _compared(mind: Mind, relations: Relations) -> Mapping[str, Any]:
    """What is kept as it was found, the answers with it, and those of a relation store made anew from the table; without
    profiles, which do not propose everyone."""
    wrong = await relations.verify()
    found = await _answers(mind, mind.relations)
    async with mind.store.lock:
        relations.forget()
    anew = await _answers(mind, Relations(mind.store, mind.encoder.encode_many))
    return {"wrong": wrong, "found": found, "anew": anew, "claims": len(await relations.claims())}


async def _answers(mind: Mind, relations: Relations) -> list[list[str]]:
    wanted = Filter(mind.clock())
    fits = [(await relations.fitting(s, r, o, wanted, 50))[0] for s, r, o in PROBES]
    held = [(await relations.having(constraints, wanted, 10))[0] for constraints in HAVING]
    told = [sorted(f"{fit.id} {fit.score:.4f}" for fit in some) for some in fits]
    return told + [
        sorted(f"{h.name} {h.score:.4f} {h.missing} {sorted(h.rows.items())}" for h in some) for some in held
    ]
