# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
"""Knowledge graphs: what is stored is found whole, and what is not stored is not found."""

from __future__ import annotations

import functools
import json
import os
import random
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import lancedb
import numpy as np

from ..conditions import Conditions, Track
from ..measures import Measure, mean, measured, ratio_of_medians
from ..served import Served, settings
from ..world import write_triples

_ASKED = 300  # stored pairs, and as many facts that are not stored
_PADDED, _PADDED_FULL = 10_000, 100_000
_TIMED = 200
Triple = tuple[str, str, str]


async def run(file: str, conditions: Conditions) -> list[Measure]:
    """The training triples among synthetic claims, taken in by an import; then probes of what is there and what is not."""
    record: Mapping[str, list[list[str]]] = json.loads((conditions.data / file).read_text(encoding="utf-8"))
    triples: list[Triple] = sorted({(s, r, o) for s, r, o in record["train"]})
    draw = random.Random(conditions.seed)
    padding = _synthetic(draw, (_PADDED_FULL if conditions.full else _PADDED) - len(triples))
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        file_ = Path(home) / "memory.jsonl"
        write_triples(file_, [*triples, *padding])
        _imported(conditions, home, file_)
        async with conditions.serving(home) as served:
            return await _measured(served, triples, draw, home, conditions)


def _synthetic(draw: random.Random, count: int) -> list[Triple]:
    return [
        (f"item {draw.randrange(max(1, count // 12))}", f"attribute {draw.randrange(60)}", f"value {n}")
        for n in range(count)
    ]


def _imported(conditions: Conditions, home: str, file: Path) -> None:
    """Through the command line, as a person would bring a graph over."""
    command = [*conditions.server[:-1], "import", str(file), "--json"]
    done = subprocess.run(command, env=_environment(home), capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])


def _environment(home: str) -> dict[str, str]:
    return {**os.environ, **settings(home)}


async def _measured(
    served: Served, triples: Sequence[Triple], draw: random.Random, home: str, conditions: Conditions
) -> list[Measure]:
    objects: dict[tuple[str, str], set[str]] = defaultdict(set)
    for s, r, o in triples:
        objects[s, r].add(o)
    there = set(triples)
    pairs = draw.sample(sorted(objects), min(_ASKED, len(objects)))
    absent = _absent(draw, triples, there, min(_ASKED, len(objects)))
    conditions.steps.expect(len(pairs) + len(absent))
    whole: list[float] = []
    for s, r in pairs:
        found = {o for _, _, o in await _probed(served, {"subject": s, "relation": r})}
        whole.append(float(found == objects[s, r]))
        conditions.steps.done()
    false: list[float] = []
    for s, r, o in absent:
        false.append(float(bool(await _probed(served, {"subject": s, "relation": r, "object": o}))))
        conditions.steps.done()
    return [
        *measured("stored pairs whose objects come back, all and no others", len(whole), conditions.seed, mean(whole)),
        *measured("facts not stored that are answered with anything", len(false), conditions.seed, mean(false)),
        *await _speed(served, pairs, home, conditions),
        conditions.refused(served),
    ]


def _absent(draw: random.Random, triples: Sequence[Triple], there: set[Triple], count: int) -> list[Triple]:
    """Facts of known names and relations that are not stored."""
    found: set[Triple] = set()
    while len(found) < count:
        (s, r, _), (_, _, o) = draw.choice(triples), draw.choice(triples)
        if (s, r, o) not in there:
            found.add((s, r, o))
    return sorted(found)


async def _probed(served: Served, slots: dict[str, Any]) -> list[Triple]:
    """The claims answered, page after page."""
    found: list[Triple] = []
    async for memory in served.pages(slots):
        found += [(c["subject"], c["relation"], c["object"]) for c in memory.get("claims", [])]
    return found


async def _speed(served: Served, pairs: Sequence[tuple[str, str]], home: str, conditions: Conditions) -> list[Measure]:
    """A probe over MCP, beside the bare query for its key on the same table with its index, in turn."""
    table = await (await lancedb.connect_async(str(Path(home) / "local"))).open_table("memories")
    ours: list[float] = []
    bare: list[float] = []
    over: list[float] = []
    for s, r in [*pairs, *pairs][:_TIMED]:
        key = f"sr:{s}|{r}".replace("'", "''")
        begun = time.perf_counter()
        await table.query().where(f"array_has(claim_keys, '{key}')").limit(8).to_list()
        bare.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        await served.recall("", 8, more={"query": "", "subject": s, "relation": r, "max_tokens": 1500})
        ours.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        await served.ping()
        over.append(time.perf_counter() - begun)
    wire = float(np.median(over))
    return [
        *measured("time of a probe over MCP to a bare query", len(ours), conditions.seed, ratio_of_medians(ours, bare)),
        *measured(
            "the same less the time of a call that does nothing",
            len(ours),
            conditions.seed,
            ratio_of_medians([t - wire for t in ours], bare),
        ),
    ]


def track(name: str) -> Track:
    """The track of one graph."""
    file = f"rel_kg_{name}.jsonl"
    return Track(
        f"Every fact of {name} found by slots, and none that is not there", (file,), functools.partial(run, file)
    )
