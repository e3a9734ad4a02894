"""What is stored, where, and whether everything is ready: for `status`, `doctor` and `memory://status`."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simonides import __version__

from ..storage.memory import Memory
from ..storage.table.filters import quoted
from ..tools.mind import Mind


async def status_of(mind: Mind) -> dict[str, Any]:
    """The state of the store and of the process, as plain values."""
    statuses = ("current", "superseded", "hidden", "archived", "quarantined")
    counts = {s: await mind.reader.count(f"status = {quoted(s)}") for s in statuses}
    encoder: dict[str, Any] = {"name": mind.encoder.name, "state": mind.encoder.state}
    if mind.encoder.failure:
        encoder["failure"] = mind.encoder.failure
    return {
        "version": __version__,
        "store": mind.store.folder,
        "schema": mind.store.schema_version,
        "memories": {k: v for k, v in counts.items() if v or k == "current"},
        "pending": await mind.reader.count("pending = true"),
        "scopes": dict(sorted((await mind.reader.sizes("scope")).items())),
        "bytes_on_disk": size_on_disk(mind.store.folder),
        "embedder": encoder,
        "written_with": mind.store.identity.embedder,
        "leaves_the_machine": "nothing",
    }


def size_on_disk(folder: str) -> int:
    """Bytes of all files below a folder; files that vanish meanwhile are left out."""
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.stat(os.path.join(root, name)).st_size
            except FileNotFoundError:
                continue
    return total


@dataclass(frozen=True, slots=True)
class Finding:
    """One check of `doctor`: what was looked at, whether it is well, and what to do if not."""

    check: str
    well: bool
    detail: str


async def examine(mind: Mind) -> list[Finding]:
    """Look at everything that must hold of a store."""
    rows = await mind.reader.every()
    await mind.encoder.load()
    waiting = sum(m.pending for m in rows)
    return [
        Finding(
            "folder",
            not _readable_by_others(mind.store.folder),
            "others can read it: chmod -R go-rwx " + mind.store.folder,
        ),
        Finding("embedder", mind.encoder.state == "ready", mind.encoder.failure),
        Finding(
            "vectors",
            not waiting or mind.encoder.state != "ready",
            f"{waiting} memories wait for their vectors; start the server once",
        ),
        *_invariants(rows),
    ]


def _invariants(rows: list[Memory]) -> list[Finding]:
    by_id: Mapping[str, Memory] = {m.id: m for m in rows}
    heads: dict[str, int] = {}
    for m in rows:
        heads[m.lineage] = heads.get(m.lineage, 0) + (m.status == "current")
    twice = [n for n, count in heads.items() if count > 1]
    dangling = [m.id for m in rows if m.status == "current" and any(i not in by_id for i in m.derived_from)]
    digests: dict[str, int] = {}
    for m in rows:
        if m.status == "current" and m.digest:
            digests[m.digest] = digests.get(m.digest, 0) + 1
    doubled = [d for d, count in digests.items() if count > 1]
    return [
        Finding("ids", len(by_id) == len(rows), f"{len(rows) - len(by_id)} rows share an id"),
        Finding("heads", not twice, f"more than one current version: {', '.join(twice[:5])}"),
        Finding("sources", not dangling, f"derived from what is not there: {', '.join(dangling[:5])}"),
        Finding("duplicates", not doubled, f"{len(doubled)} statements are current twice"),
    ]


def _readable_by_others(folder: str) -> bool:
    return os.name == "posix" and bool(Path(folder).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
