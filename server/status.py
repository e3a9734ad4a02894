"""What is stored, where, and whether everything is ready: for `status` and `memory://status`."""

from __future__ import annotations

from typing import Any

from simonides import __version__

from ..storage.disk import size_on_disk
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
        "bytes_on_disk": await mind.store.lane.run(lambda: size_on_disk(mind.store.folder)),
        "embedder": encoder,
        "written_with": mind.store.identity.embedder,
        "durability": mind.store.disk.durability,
        "read_only": mind.store.read_only or "no",
        "erased": await mind.store.lane.run(lambda: len(mind.store.tombstones)),
        "leaves_the_machine": "nothing",
        "alarms": mind.store.alarms.told(),
    }
