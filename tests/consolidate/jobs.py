"""What the children of the tests with processes do: they consolidate one store, with a model that knows the answers.

What is told comes in two wordings of the same, or as a state and what updates it; whose it is stands in a name that
nothing else has. So what must have become of it can be told by the names.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.lease import Lease
from simonides.storage.llm.task import Material
from simonides.tools.consolidate import turn
from simonides.tools.consolidate.passing import Consolidator, settle_journal
from simonides.tools.mind import Mind
from tests.consolidate.gold import Script, Scripted
from tests.faults import load
from tests.faults.load import as_told
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel, Message

if TYPE_CHECKING:
    from simonides.storage.memory import Matrix

SAME = ("{0} keeps a goat behind the house.", "A goat is kept behind the house by {0}.")
UPDATED = ("{0} sleeps in the attic.", "{0} has moved down to the cellar.")
_NAME = re.compile(r"\b[A-Z][a-z]{5,}\b")
_FIRST = ("Ba", "Du", "Fe", "Gi", "Ho", "Ke", "Lu", "Mo", "Ne", "Pi", "Ru", "So", "Ta", "Vi", "Wo", "Ze")
_LAST = ("bran", "delt", "finn", "goss", "hark", "jorn", "kest", "lumm", "nold", "purr")
_TWICE = 2  # passes over which nothing happens, after which nothing will
_MOST_PASSES = 30


def name_of(text: str) -> str:
    """Whose statement it is."""
    return _NAME.findall(text)[0]


def names(start: int, count: int) -> list[str]:
    """Names that have next to nothing in common."""
    return [_FIRST[n % 16] + _LAST[n // 16 % 10] + "aeiou"[n // 160] for n in range(start, start + count)]


def pair_of(name: str, number: int) -> tuple[str, str]:
    """The two statements about somebody, the earlier first."""
    one, other = SAME if number % 2 else UPDATED
    return one.format(name), other.format(name)


def model() -> Scripted:
    """One that judges pairs by their names, and merges into the first wording."""
    return Scripted(**scripts())


def scripts() -> dict[str, Script]:
    """What it answers."""
    return {"pairs": _judged, "merging": lambda m: {"text": m.data["statements"][0]["text"], "sources": list(m.ids)}}


def _judged(material: Material) -> Mapping[str, Any]:
    told = [(p["id"], p["earlier"]["text"], p["later"]["text"]) for p in material.data["pairs"]]
    said = [(i, _verdict(early, late)) for i, early, late in told if name_of(early) == name_of(late)]
    return {"judgements": [{"id": i, "reason": "", "verdict": v, "confidence": 0.9} for i, v in said if v]}


def _verdict(early: str, late: str) -> str:
    goat = ["goat" in text for text in (early, late)]
    if all(goat):
        return "same"
    return "updates" if not any(goat) and "attic" in early and "cellar" in late else ""


class ByName(QuickEmbedder):
    """What is said of one is near to all else that is, and to nothing besides."""

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """Unit vectors by the first name in a text."""
        return super().encode([name_of(t) for t in texts], asking=asking)


def busy(channel: Channel, home: str) -> None:
    """The job of that name in the tests of faults, with this embedder."""
    assert hasattr(load, "QuickEmbedder")
    setattr(load, "QuickEmbedder", ByName)  # noqa: B010 (no attribute of the module to its type)
    load.busy(channel, home)


def consolidating(channel: Channel, home: str) -> None:
    """Pass after pass, each told; once anything is said to it, until nothing happens any more, and then all rows."""

    async def work(mind: Mind) -> None:
        consolidator = Consolidator(mind, model())
        while channel.hear(0) is None and not channel.ended:
            report = await consolidator.once()
            channel.tell(changed=report.changed, early=report.failed)
        await _until_quiet(consolidator)
        channel.tell(rows=[as_told(m) for m in await mind.reader.every()])

    _run(home, channel, work)


def stepping(channel: Channel, home: str) -> None:
    """One pass that tells of every question and every change before it, for whoever wants to kill it then."""

    async def work(mind: Mind) -> None:
        async def pause() -> None:
            channel.tell(step=True)

        await Consolidator(mind, model()).once(pause=pause)
        channel.tell(through=True)

    _run(home, channel, work)


def after_a_crash(channel: Channel, home: str) -> None:
    """Settle the journal and tell what it and the store know of receipts; then finish the work, and tell all rows."""

    async def work(mind: Mind) -> None:
        with Lease(mind.store.folder, "after") as lease:
            mind.journal.catch_up()
            intended = len(mind.journal.unsettled())
            await settle_journal(mind, lease)
            left = len(mind.journal.unsettled())
        rows = await mind.reader.every()
        applied = sorted({e.receipt for e in mind.journal.entries() if e.outcome == "applied"})
        channel.tell(
            intended=intended,
            left=left,
            applied=applied,
            stored=sorted({str(e["by"]) for m in rows for e in m.undo}),
            alarms=mind.store.alarms.told(),
        )
        await _until_quiet(Consolidator(mind, model()))
        channel.tell(rows=[as_told(m) for m in await mind.reader.every()])

    _run(home, channel, work)


async def _until_quiet(consolidator: Consolidator) -> None:
    quiet = 0
    for _ in range(_MOST_PASSES):
        report = await consolidator.once()
        assert not report.failed
        quiet = 0 if report.changed or report.waiting else quiet + 1
        if quiet == _TWICE:
            return
    raise AssertionError(f"still not quiet after {_MOST_PASSES} passes")


def _run(home: str, channel: Channel, work: Callable[[Mind], Awaitable[None]]) -> None:
    """Open the store, say `opened`, and do the work. How much a pass takes at a time is tested elsewhere; here one pass
    is to do as much as it can."""
    assert hasattr(turn, "_SHARE")
    setattr(turn, "_SHARE", 1.0)  # noqa: B010 (private to all but this)

    async def main() -> None:
        async with opened(Config(home=home, timezone="UTC"), load=ByName) as opening:
            mind = await opening.mind()
            await mind.encoder.load()
            channel.tell(opened=True)
            await work(mind)

    anyio.run(main)


def faults(rows: list[Message], acknowledged: Mapping[str, str]) -> list[str]:
    """What is wrong with the rows of a store in which everything was told by pairs (`pair_of`), each of which must have
    become one statement, and all of which is there under the ids acknowledged."""
    there = {r["id"]: r for r in rows}
    wrong = [f"lost: {text}" for i, text in acknowledged.items() if i not in there or there[i]["content"] != text]
    takers: dict[str, list[str]] = {}
    for row in rows:
        for gone in row["supersedes"]:
            takers.setdefault(gone, []).append(row["id"])
    wrong += [f"{there[i]['content']} superseded by {len(by)}" for i, by in takers.items() if len(by) > 1]
    current: dict[str, list[str]] = {}
    for row in rows:
        if row["status"] == "current":
            current.setdefault(name_of(row["content"]), []).append(row["content"])
        elif row["status"] == "superseded" and row["id"] not in takers:
            wrong.append(f"gone, and nothing in its place: {row['content']}")
    wrong += [f"of {name}: {texts}" for name, texts in current.items() if len(texts) != 1]
    wrong += [f"nothing of {n}" for n in {name_of(t) for t in acknowledged.values()} - current.keys()]
    return wrong
