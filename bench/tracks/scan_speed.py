"""How much longer a statement takes to store because it is looked at against what is there."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..conditions import Conditions, Track
from ..items import Item
from ..measures import Measure
from ..outcomes import touches
from ..sentences import dated
from ..served import Served
from .importing import Line
from .speed import BLOCK, in_turn, ratio

_SIZES = (10_000, 100_000)  # memories; the second if everything is asked for
_BLOCKS = 10  # of calls of each side
_HOME = "home"


async def run(conditions: Conditions) -> list[Measure]:
    """The same new texts told as facts and as events, which clash with nothing and are not looked at, in turn."""
    if list(conditions.server[-1:]) != ["serve"]:
        conditions.steps.progress.console.print("left out: the command line of the server does not end in serve")
        return []
    measures: list[Measure] = []
    for size in _SIZES if conditions.full else _SIZES[:1]:
        measures += await _measured(size, conditions)
    return measures


async def _measured(size: int, conditions: Conditions) -> list[Measure]:
    conditions.steps.expect(_BLOCKS + 2)  # with the import, and the block that does not count
    texts = dated(size + (_BLOCKS + 1) * BLOCK, conditions.seed)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        file = Path(folder, "memories.json")
        _write(file, texts[:size])
        await Line(conditions.server[:-1], Path(folder)).take_in(_HOME, file)
        conditions.steps.done()
        async with conditions.serving(str(Path(folder, _HOME))) as served:
            return await _remembers(f"remember at {size:,}", served, texts[size:], conditions)


async def _remembers(label: str, served: Served, new: Sequence[str], conditions: Conditions) -> list[Measure]:
    """The ratio for all new texts, and for those that clashed with nothing: a clash found is written down, too."""
    facts = {text: Item(f"fact: {text}", text) for text in new}

    async def fact(text: str) -> None:
        await served.remember(facts[text])

    async def event(text: str) -> None:
        await served.remember(Item(f"event: {text}", text, more={"kind": "event"}))

    scanned, unscanned = await in_turn(new, fact, event, conditions)
    counted = zip(new[-len(scanned) :], scanned, unscanned, strict=True)
    alone = [(ours, theirs) for text, ours, theirs in counted if not touches(served, facts[text].id)]
    return [
        *ratio(f"{label}: looked at for clashes, over not", scanned, unscanned, conditions),
        *ratio(f"{label}: the same, clashing with nothing", [o for o, _ in alone], [t for _, t in alone], conditions),
        Measure(f"{label}: contested or superseded", len(scanned) - len(alone), len(scanned)),
        conditions.refused(served, f"{label}: refused calls"),
    ]


def _write(file: Path, texts: Sequence[str]) -> None:
    """The texts as mem0 exports them: nothing but a text a memory."""
    file.write_text(json.dumps([{"memory": text} for text in texts], ensure_ascii=False), encoding="utf-8")


TRACK = Track("remember in a store of 10,000 (--full: and 100,000): with the look for clashes, over without", [], run)
