# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""The relation store of one table: names declared, probes in other words, and what stands behind each hit.

The table alone says what is so. What is here proposes rows; each is looked up under the filter of the question before it
counts, so what was superseded, hidden, expired or erased answers nothing from the moment it is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import anyio
import numpy as np

from ..errors import SimonidesError
from ..memory import Claim
from ..table.filters import Filter, with_ids, with_keys
from ..table.keys import relation_keys
from ..table.looking import Looking
from ..table.opening import Store
from ..table.rows import Row
from ..text.naming import DECLARING, PLAIN, Naming, naming
from .atoms import Atoms, Near
from .claims import Claims
from .follow import Following
from .having import Holder, holders
from .kept import Kept
from .kin import Kin, kin_of
from .probing import ENTITY_LEAST, RELATION_SAME, Asked, Constraint, only, scored, strict, top
from .profiles import Linked, Profiles
from .related import related
from .walking import Hop, Path, walked

if TYPE_CHECKING:
    from .atoms import Encode
    from .likeness import Scores

log = logging.getLogger(__name__)
_AT_ONCE = 200  # claims looked up in the table at once, best first
_MOST = 1_000  # looked up for one probe
_STARTS = 5  # entities a chain may begin at, where none has the very name
_TRIES = 3
_REST_S = 1.0  # of quiet before names are embedded behind the answers
_DECLARING = with_keys(relation_keys(DECLARING))


@dataclass(frozen=True, slots=True)
class Fit:
    """A row a claim of which fits a probe, and how well, 0..1."""

    id: str
    score: float


class Relations:
    """The relation store of one table. `encode`: unit vectors of phrases, None without a model. `profiles`: keep them, and
    have them propose the entities of which several things hold."""

    def __init__(self, store: Store, encode: Encode, *, profiles: bool = False) -> None:
        self._store = store
        self.profiles = Profiles(store)
        self._with_profiles = profiles
        self._looking = Looking(store)
        self._following = Following(store)
        self.kept = Kept(store)
        self.atoms = Atoms(encode, self.kept, store.identity.dimension)
        self._wake = anyio.Event()
        self._declared_at, self._declared = -1, False

    def written(self) -> None:
        """A commit was made: there may be names to embed."""
        self._wake.set()

    def forget(self) -> None:
        """Something was erased: keep nothing that may hold its names. Blocking; call it under the lock of the store."""
        self.kept.throw_away()
        self.profiles.throw_away()

    async def run(self) -> None:
        """Embed new names in pauses, and keep their vectors, for the life of the process; faults are logged and tried
        again after the next commit."""
        if self._store.read_only:
            return
        while True:
            await self._wake.wait()
            self._wake = anyio.Event()
            with anyio.move_on_after(_REST_S):
                await self._wake.wait()
                continue
            try:
                for _ in range(_TRIES):  # the table may go on meanwhile
                    if await self.tend():
                        break
            except (SimonidesError, OSError) as fault:
                log.info("names are embedded later: %s", str(fault)[:200])

    async def tend(self) -> bool:
        """Embed new names and keep their vectors, and the profiles where they are asked for; whether all of it was done."""
        claims = await self.claims()
        if not len(claims):
            return True
        done = await self.atoms.tend(claims)
        return await self.profiles.tend(claims) and done if self._with_profiles else done

    async def verify(self) -> str:
        """What is not as one made anew would be, in words; empty where all is well. What is only late is well."""
        if not await self.kept.is_well():
            return "the vectors of names are damaged or of another model"
        if self._with_profiles and not await self.profiles.is_well():
            return "the profiles are damaged or of other settings"
        kept, anew = await self.claims(), await self.anew()
        return "" if len(kept) == len(anew) else f"{len(kept)} claims are known of {len(anew)}"

    async def claims(self) -> Claims:
        """The claims of the newest version."""
        return await self._following.now()

    async def anew(self) -> Claims:
        """The claims of the newest version, read whole."""
        return await self._following.anew()

    async def naming(self, wanted: Filter) -> Naming:
        """The names declared in the scopes of a question and current when it is asked, or believed when it asks of that;
        what was only read somewhere declares nothing."""
        table = await self._looking.now()
        version = await table.version()
        if version != self._declared_at:
            there = await self._looking.looked(lambda: self._looking.table.count_rows(_DECLARING))
            self._declared_at, self._declared = version, bool(there)
        if not self._declared:
            return PLAIN
        standing = Filter(wanted.now, scopes=wanted.scopes, believed_at=wanted.believed_at)
        test = f"{_DECLARING} AND trust <> 'external' AND {standing.sql()}"
        found = await self._looking.arrow(lambda t: t.query().where(test).select(["id", "claims"]))
        rows: list[Row] = sorted(found.to_pylist(), key=lambda r: r["id"])
        return naming(Claim(**claim) for row in rows for claim in row["claims"])

    async def standing(self, ids: Iterable[str], wanted: Filter) -> set[str]:
        """Which of these rows a filter admits."""
        asked = list(ids)
        if not asked:
            return set()
        test = f"{with_ids(asked)} AND {wanted.sql()}"
        found = await self._looking.arrow(lambda t: t.query().where(test).select(["id"]))
        return set(found["id"].to_pylist())

    async def near(self, phrase: str, named: Naming, claims: Claims) -> Scores:
        """How near each entity comes to a name."""
        return await self.atoms.near_entities(phrase, named, claims)

    async def fitting(
        self, subject: str, relation: str, object_: str, wanted: Filter, most: int
    ) -> tuple[list[Fit], bool]:
        """Rows that say what is probed for in other words, best first, and whether every name was there to be compared.

        An entity whose very name is known is that one and no other. A relation the store knows is taken for another of the
        same entity only where both say the same.
        """
        claims = await self.claims()
        complete = await self.atoms.follow(claims)
        named = await self.naming(wanted)
        subjects = only(await self.near(subject, named, claims)) if subject else None
        objects = only(await self.near(object_, named, claims)) if object_ else None
        near = await self.atoms.near_relations(relation, named, claims) if relation else None
        if near is not None and _known(near):
            near = strict(near, RELATION_SAME)
        scores = scored(Asked(subjects, near, objects), claims)
        return await self._best(scores, claims, replace(wanted, claim_keys=()), most), complete

    async def along(
        self, start: str, steps: Sequence[tuple[str, bool]], wanted: Filter, *, exact: bool = True
    ) -> tuple[list[Path], bool]:
        """The chains of rows from an entity along relations, each with whether the known one is its object, and whether
        every name was there to be compared. `exact`: only from an entity of this very name, if there is one."""
        claims = await self.claims()
        complete = await self.atoms.follow(claims)
        named = await self.naming(wanted)
        near = await self.near(start, named, claims)
        first = top(only(near) if exact else near, _STARTS, ENTITY_LEAST)
        hops = [Hop(await self.atoms.near_relations(r, named, claims), of) for r, of in steps]
        without = replace(wanted, claim_keys=())
        return await walked(first.tolist(), hops, claims, lambda ids: self.standing(ids, without)), complete

    async def having(
        self, constraints: Sequence[tuple[str, str]], wanted: Filter, most: int
    ) -> tuple[list[Holder], bool]:
        """The entities of which these relations with these fillers hold, best first, and whether every name was there to
        be compared."""
        claims = await self.claims()
        complete = await self.atoms.follow(claims)
        named = await self.naming(wanted)
        linked = [
            Linked(await self.atoms.near_relations(r, named, claims), await self.near(filler, named, claims))
            for r, filler in constraints
        ]
        among = None
        if self._with_profiles and not (wanted.as_of or wanted.believed_at):  # they are of what is said now
            among = await self.profiles.nearest(linked, claims, wanted.scopes)
        asked = [Constraint.of(one.relation, one.filler) for one in linked]
        proposed = None if among is None else [n for n in map(claims.words.entities.known, among) if n is not None]
        found = await holders(asked, claims, named, lambda ids: self.standing(ids, wanted), most, proposed)
        return found, complete

    async def related(self, question: str, wanted: Filter) -> Mapping[str, float]:
        """The rows a question in words asks for as relations, and how well they fit, 0..1; none where it names nobody."""
        claims = await self.claims()
        if not len(claims):
            return {}
        await self.atoms.follow(claims)
        named = await self.naming(wanted)
        return await related(question, self.atoms, claims, named, lambda ids: self.standing(ids, wanted))

    async def kin(self, name: str, wanted: Filter) -> list[Kin]:
        """The entities that are like one or may be it under another name; none declared to be it already."""
        claims = await self.claims()
        await self.atoms.follow(claims)
        named = await self.naming(wanted)
        own = [n for n in map(claims.words.entities.known, named.names_of(name)) if n is not None]
        if not own:
            return []
        near = await self.near(name, named, claims)
        return await kin_of(own, claims, near, lambda ids: self.standing(ids, wanted))

    async def most_spoken_of(self, most: int, fewest: int) -> list[str]:
        """The names of which most claims speak, so many at least each, the most spoken of first."""
        claims = await self.claims()
        count = np.bincount(np.concatenate([claims.subject, claims.object]), minlength=len(claims.words.entities))
        return [claims.words.entities.names[e] for e in top(count.astype(np.float32), most, fewest - 0.5).tolist()]

    async def _best(self, scores: Scores, claims: Claims, wanted: Filter, most: int) -> list[Fit]:
        """The rows of the claims of the highest scores that a filter admits."""
        found: dict[str, float] = {}
        order = top(scores, _MOST)
        for start in range(0, len(order), _AT_ONCE):
            some = order[start : start + _AT_ONCE]
            ids = claims.ids_of(some)
            standing = await self.standing(ids, wanted)
            for id_, at in zip(ids, some.tolist(), strict=True):
                if id_ in standing:
                    found.setdefault(id_, float(scores[at]))
            if len(found) >= most:
                break
        return [Fit(id_, score) for id_, score in list(found.items())[:most]]


def _known(near: Near) -> bool:
    return bool((near.direct >= 1.0).any() or (near.turned >= 1.0).any())
