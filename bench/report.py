"""Results as JSON lines and as a table."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.table import Table

from .measures import Compared, Measure

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What every line of one run shares."""

    seed: int
    server: str
    date: str
    machine: str

    @classmethod
    def now(cls, seed: int, server: str) -> Circumstances:
        """Those of a run that begins now, on this machine."""
        return cls(seed, server, datetime.now(UTC).isoformat(timespec="seconds"), _machine())


def _machine() -> str:
    """Processor, cores, system and Python; nothing that names a person or a host."""
    processor = platform.processor() or platform.machine()
    about = Path("/proc/cpuinfo")
    if about.exists():
        named = [line.partition(":")[2].strip() for line in about.read_text().splitlines() if "model name" in line]
        processor = named[0] if named else processor
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def json_line(track: str, measure: Measure, under: Circumstances) -> str:
    """One measured quantity as one line."""
    line: dict[str, Any] = {
        "track": track,
        "metric": measure.metric,
        "value": _rounded(measure.value),
        "low": _rounded(measure.low),
        "high": _rounded(measure.high),
        "n": measure.n,
        "rivals": {name: {k: _rounded(v) for k, v in asdict(c).items()} for name, c in measure.rivals.items()},
        **asdict(under),
    }
    return json.dumps(line, ensure_ascii=False)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def table(results: Mapping[str, Sequence[Measure]], under: Circumstances) -> Table:
    """All measures, each with the rivals on the same questions beside it."""
    names = list(dict.fromkeys(name for measures in results.values() for m in measures for name in m.rivals))
    made = Table(title=f"{under.server}, seed {under.seed}, {under.date}", caption=under.machine)
    for heading in ("track", "metric"):
        made.add_column(heading)
    for heading in ("value", *names, "n"):
        made.add_column(heading, justify="right", no_wrap=True)
    for track, measures in results.items():
        for number, m in enumerate(measures):
            cells = [_shown(m.rivals.get(name)) for name in names]
            last = number == len(measures) - 1
            made.add_row("" if number else track, m.metric, _shown(m), *cells, str(m.n), end_section=last)
    return made


def _shown(one: Measure | Compared | None) -> str:
    if one is None:
        return ""
    if one.low is None or one.high is None:
        return f"{one.value:g}"
    return f"{one.value:.3f} [{one.low:.3f}, {one.high:.3f}]".replace("[", "\\[")
