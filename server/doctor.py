"""Everything that must hold of a store, looked at; and what can be mended, mended."""

from __future__ import annotations

import contextlib
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..storage.memory import TRUST_ORDER, Memory
from ..storage.table.archive import Told
from ..storage.table.commit import Commits
from ..storage.table.engine import unavailable
from ..storage.table.making import ensure_key, has_key, rebuild_indexes
from ..storage.table.manifest import Torn, check, versions
from ..storage.table.residue import sweep, unnamed
from ..storage.table.schema import INDEXES
from ..tools.mind import Mind

_AT_ONCE = 500  # rows whose derived columns are looked at in one commit


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, whether it is well, and what to do if not."""

    check: str
    well: bool
    detail: str


async def examine(mind: Mind) -> list[Finding]:
    """Look at everything that must hold of a store."""
    rows = await mind.reader.every()
    await mind.encoder.load()
    waiting = sum(m.pending for m in rows)
    embedder = mind.encoder.failure
    late = f"{waiting} memories wait for their vectors; start the server once"
    return [
        *await mind.store.lane.run(lambda: list(_files(mind))),
        await _indexes(mind),
        Finding("embedder", mind.encoder.state == "ready", embedder),
        Finding("vectors", not waiting or mind.encoder.state != "ready", late),
        await _relations(mind),
        *_invariants(rows, mind),
        _quiet(mind),
    ]


async def rebuild(mind: Mind, told: Told) -> None:
    """Mend what can be: an erase that was interrupted, leftovers, permissions, derived columns, indexes, vectors.

    Raises StoreUnavailable when the store cannot be written.
    """
    mind.store.refuse_if_read_only()
    await mind.eraser.resume()
    async with mind.store.lock:
        await mind.store.lane.run(mind.store.tombstones.mend)
    mind.store.alarms.lower("tombstones")
    await mind.store.lane.run(lambda: _close_to_others(mind.store.folder))
    ids = [m.id for m in await mind.reader.every()]
    for start in range(0, len(ids), _AT_ONCE):
        await mind.writer.derive(ids[start : start + _AT_ONCE])
        told(start, len(ids) + 1)
    await mind.upkeep.compact()
    async with mind.store.lock:
        await mind.store.memories.checkout_latest()
        with unavailable():
            await ensure_key(mind.store.memories)
            await rebuild_indexes(mind.store.memories)
        await Commits(mind.store).settle()
        await mind.store.lane.run(lambda: sweep(mind.store.durable.table))
    mind.upkeep.committed(pending=True)
    await mind.encoder.load()
    await mind.upkeep.embed_pending(mind.reader, mind.writer)
    async with mind.store.lock:
        await mind.store.lane.run(mind.relations.forget)
    await mind.relations.tend()
    told(len(ids) + 1, len(ids) + 1)


def _files(mind: Mind) -> Iterator[Finding]:
    store, table = mind.store, mind.store.durable.table
    others = f"others can read it: chmod -R go-rwx {store.folder}"
    yield Finding("folder", not _readable_by_others(store.folder), others)
    yield Finding("writable", not store.read_only, store.read_only)
    try:
        broken = check(table, versions(table)[0])
        yield Finding("table", not broken, f"{len(broken)} indexes are damaged: simonides doctor --rebuild")
    except OSError as broken:
        yield Finding("table", False, f"{broken}: check the owner of the files and the disk")
    except Torn as torn:
        yield Finding("table", False, f"{torn}; close every client, then open the store again, which heals it")
    damaged = store.tombstones.damaged
    lines = f"{damaged} lines are damaged, so nothing is taken in: put a copy back, or drop them with --rebuild"
    yield Finding("tombstones", not damaged, lines)
    orphans = unnamed(table)
    left = f"{len(orphans)} files belong to no version, {orphans[:1]}: simonides doctor --rebuild"
    yield Finding("leftovers", not orphans, left)


async def _indexes(mind: Mind) -> Finding:
    there = {column for index in await mind.store.reading.list_indices() for column in index.columns}
    missing = sorted(INDEXES.keys() - there)
    missing += [] if await has_key(mind.store.reading) else ["id (primary key)"]
    return Finding("indexes", not missing, f"missing for {', '.join(missing)}: simonides doctor --rebuild")


async def _relations(mind: Mind) -> Finding:
    wrong = await mind.relations.verify()
    return Finding("relations", not wrong, f"{wrong}: simonides doctor --rebuild")


def _quiet(mind: Mind) -> Finding:
    """Last, since the checks before it may have raised one."""
    alarms = mind.store.alarms.told()
    return Finding("alarms", not alarms, "; ".join(alarms))


def _invariants(rows: list[Memory], mind: Mind) -> Iterator[Finding]:
    by_id: Mapping[str, Memory] = {m.id: m for m in rows}
    current = [m for m in rows if m.status == "current"]
    heads = _repeated(m.lineage for m in current)
    doubled = _repeated(m.digest for m in current if m.digest)
    dangling = [m.id for m in current if any(i not in by_id for i in m.derived_from)]
    raised = [m.id for m in current if _above_its_sources(m, by_id)]
    erased = mind.store.tombstones.naming_itself(m for m in rows if m.status != "hidden")
    yield Finding("ids", len(by_id) == len(rows), f"{len(rows) - len(by_id)} rows share an id")
    yield Finding("heads", not heads, f"more than one current version of {_some(heads)}; hide the older: forget(ids=…)")
    yield Finding("sources", not dangling, f"derived from what is not there: {_some(dangling)}")
    yield Finding("trust", not raised, f"trusted more than what it is derived from: {_some(raised)}")
    twice = [f"{a.id} = {b.id}" for a, b in _twins(current, doubled)]
    yield Finding("duplicates", not doubled, f"current twice: {_some(twice)}; hide the later ones: forget(ids=…)")
    yield Finding("erased", not erased, f"erased once, and there again: {_some(sorted(erased))}; hide or erase them")


def _twins(current: Sequence[Memory], doubled: Sequence[str]) -> Iterator[tuple[Memory, Memory]]:
    for digest in doubled:
        first, second, *_ = (m for m in current if m.digest == digest)
        yield first, second


def _repeated(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]


def _above_its_sources(memory: Memory, by_id: Mapping[str, Memory]) -> bool:
    sources = [by_id[i] for i in memory.derived_from if i in by_id]
    return any(TRUST_ORDER[memory.trust] > TRUST_ORDER[s.trust] for s in sources)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5])


def _readable_by_others(folder: str) -> bool:
    return os.name == "posix" and bool(Path(folder).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def _close_to_others(folder: str) -> None:
    if os.name == "posix":
        for root, _, names in os.walk(folder):
            with contextlib.suppress(FileNotFoundError):  # a server beside us merged it away
                os.chmod(root, 0o700)
            for name in names:
                with contextlib.suppress(FileNotFoundError):
                    os.chmod(os.path.join(root, name), 0o600)
