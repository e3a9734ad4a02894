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
        "leaves_the_machine": _leaving(mind),
        **await _model(mind),
        "alarms": mind.store.alarms.told(),
    }


def _leaving(mind: Mind) -> str:
    """What is sent elsewhere, and where to: statements that stand, to the configured language model."""
    if mind.model is None:
        return "nothing"
    return (
        "the text, kind and time of statements, without their ids, to the language model at "
        f"{mind.model.place}; never the state of tasks, nor what was put aside, hidden or erased"
    )


async def _model(mind: Mind) -> dict[str, Any]:
    """The configured language model: whether it is asked now, and what today took."""
    if (model := mind.model) is None:
        return {"language_model": "none (set SIMONIDES_LLM_MODEL)"}
    return {"language_model": {"name": model.name, "at": model.place, **await model.state()}}
