"""Damage: what a store does when one of its newest files is cut, zeroed or has a bit flipped.

Run as `python -m tests.faults.damaged BASE FOLDER`, cases as JSON lines on stdin, one line out for each: what is
wrong, or nothing. In a process of its own, for a damaged file may take the whole process down.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import shutil
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.server.status import status_of
from simonides.storage.errors import SimonidesError, StoreUnavailable, UnknownMemory
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.remember import Remember, remember
from simonides.tools.reply import Forgotten, Recalled, Remembered
from tests.faults.quick import QuickEmbedder

CALLER = Caller("damaged", "damaged")
LONGEST_S = 30.0
_ROWS = 30
_WAYS_OUT = ("restore", "backup", "back up", "doctor", "repair", "rebuild", "move ", "delete ", "reinstall", "upgrade")

How = Literal["cut", "zero", "flip"]


@dataclass(frozen=True, slots=True)
class Case:
    """One file, and what is done to it; `at` is a share of its length, `bit` the one flipped there."""

    path: str
    how: How
    at: float = 0.0
    bit: int = 0

    def __str__(self) -> str:
        return f"{self.how} {self.path} at {self.at:.3f}"

    def apply(self, home: Path) -> None:
        file = home / self.path
        raw = bytearray(file.read_bytes())
        place = min(int(self.at * len(raw)), max(0, len(raw) - 1))
        if self.how == "cut":
            del raw[place:]
        elif self.how == "zero":
            raw[:] = bytes(len(raw))
        else:
            raw[place] ^= 1 << self.bit
        file.write_bytes(raw)


@dataclass(frozen=True, slots=True)
class Told:
    """Everything a store says when asked: its rows, and what is recalled by id, by question and by slots."""

    rows: list[tuple[str, str, str]]
    recalled: list[list[str]]


async def make(home: Path) -> None:
    """A store by real operations: rows with claims, a replacement, hidden and erased ones, indexes, an open list."""
    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as door:
        mind = await door.mind()
        await mind.encoder.load()
        ids = [await _stored(mind, number) for number in range(_ROWS)]
        listed = (await forget(mind, CALLER, Forget(ids=[ids[0]], mode="erase"))).data
        assert isinstance(listed, Forgotten)
        await forget(mind, CALLER, Forget(confirm=listed.confirm))
        await mind.upkeep.compact()
        await _stored(mind, _ROWS, ids[1])
        await forget(mind, CALLER, Forget(ids=[ids[2]]))
        await _stored(mind, _ROWS + 1)
        await forget(mind, CALLER, Forget(ids=[ids[3]], mode="erase"))


async def _stored(mind: Mind, number: int, *replaces: str) -> str:
    content = f"Person {number} keeps {number * 7} bees in garden {number % 5}."
    args = Remember(content=content, subject=f"person {number}", relation="keeps", object="bees", replaces=[*replaces])
    told = (await remember(mind, CALLER, args)).data
    assert isinstance(told, Remembered)
    return told.id


def newest(home: Path) -> list[str]:
    """The newest file of each sort in each table, the largest of its data, and the newest index of each sort."""
    found: list[Path] = []
    for table in sorted((home / "local").glob("*.lance")):
        for pattern in ("data/*", "_deletions/*", "_transactions/*"):
            found += sorted(table.glob(pattern), key=_age)[-1:]
        found += sorted(table.glob("data/*"), key=_size)[-1:]  # most rows stand in one file, once compacted
        found += sorted(table.glob("_versions/*.manifest"))[:1]  # names sort newest first
        found += sorted(table.glob("_versions/*.json"))
        for mark in ("part_0_docs.lance", "page_data.lance", "bitmap_page_lookup.lance"):  # words, order, lists
            for file in sorted(table.glob(f"_indices/*/{mark}"), key=_age)[-1:]:
                found += sorted(file.parent.iterdir())
    return [str(path.relative_to(home)) for path in dict.fromkeys(found)]


def _size(path: Path) -> int:
    return path.stat().st_size


def _age(path: Path) -> int:
    return path.stat().st_mtime_ns


async def told_by(home: Path, asked: list[str]) -> tuple[Told, bool]:
    """What the store says, and whether it says that something is the matter. Raises SimonidesError."""
    refused: SimonidesError | None = None
    told, alarmed = Told([], []), False
    async with opened(Config(home=str(home), timezone="UTC"), load=QuickEmbedder) as door:
        try:
            mind = await door.mind()
            await mind.encoder.load()
            rows = sorted((m.id, m.content, m.status) for m in await mind.reader.every())
            told = Told(rows, await _recalled(mind, asked or [i for i, _, status in rows if status == "current"]))
            alarmed = bool((await status_of(mind)).get("alarms"))
        except SimonidesError as fault:  # raised once the store is closed: a group of tasks would wrap it
            refused = fault
    if refused:
        raise refused
    return told, alarmed


async def _recalled(mind: Mind, ids: list[str]) -> list[list[str]]:
    questions = [Recall(ids=[i], max_tokens=8000) for i in ids[-4:]]
    questions += [Recall(query=f"Who keeps {n * 7} bees in garden {n % 5}?", limit=1) for n in (5, _ROWS + 1)]
    questions += [Recall(subject=f"person {n}", relation="keeps") for n in (6, _ROWS)]
    found: list[list[str]] = []
    for question in questions:
        try:
            data = (await recall(mind, CALLER, question)).data
        except UnknownMemory:
            found.append([])
            continue
        assert isinstance(data, Recalled)
        found.append([m.content for m in data.memories])
    return found


class Heard(logging.Handler):
    """Whether anything was said in the log that somebody would look at."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


async def wrong(home: Path, due: Told, asked: list[str], heard: Heard) -> str:
    """What a damaged store does that it must not; empty when nothing."""
    heard.lines.clear()
    try:
        with anyio.fail_after(LONGEST_S):
            told, alarmed = await told_by(home, asked)
    except StoreUnavailable as refused:
        clear = ".rs:" not in str(refused) and any(way in str(refused).lower() for way in _WAYS_OUT)
        return "" if clear else f"refuses without a way out: {str(refused)[:240]}"
    except TimeoutError:
        return "hangs"
    except BaseException as raw:  # a panic of the engine is no Exception
        return f"raises {_inner(raw)!r:.300}"
    return _compared(told, due, alarmed=alarmed or bool(heard.lines))


def _inner(raw: BaseException) -> BaseException:
    """What a group of tasks wrapped."""
    inner: BaseException | None = getattr(raw, "exceptions", (None,))[0]
    return inner or raw


def _compared(told: Told, due: Told, *, alarmed: bool) -> str:
    written = {content for _, content, _ in due.rows}
    served = {content for _, content, _ in told.rows} | {c for found in told.recalled for c in found}
    if strange := served - written:
        return f"serves what nobody wrote{', with a notice' * alarmed}: {sorted(strange)[:2]}"
    if not told.rows:
        return f"opens empty{', with a notice' * alarmed}"
    if told == due or alarmed:
        return ""
    lost = [r for r in due.rows if r not in told.rows]
    more = [r for r in told.rows if r not in due.rows] or [r for r in told.rows if told.rows.count(r) > 1]
    missed = sum(a != b for a, b in zip(told.recalled, due.recalled, strict=False))
    return f"differs without a notice: {len(lost)} rows lost, {len(more)} others {more[:1]}, {missed} recalls differ"


async def main(base: Path, folder: Path) -> None:
    heard = Heard()
    logging.getLogger("simonides").addHandler(heard)
    due, _ = await told_by(_copy(base, folder / "due"), [])
    asked = [i for i, _, status in due.rows if status == "current"]
    for number, line in enumerate(sys.stdin):
        home = _copy(base, folder / str(number))
        Case(**json.loads(line)).apply(home)
        sys.stdout.write(json.dumps(await wrong(home, due, asked, heard)) + "\n")
        sys.stdout.flush()
        shutil.rmtree(home)


def _copy(base: Path, target: Path) -> Path:
    shutil.copytree(base, target)
    return target


def cases(home: Path, count: int, dice: random.Random) -> list[Case]:
    """So many different cases: of every file several lengths and none of its bytes, the rest flips of a bit."""
    paths = newest(home)
    fixed = [Case(p, "cut", at) for p in paths for at in (0.0, 0.1, 0.5, 0.9, 0.999)] + [Case(p, "zero") for p in paths]
    flips = [Case(p, "flip", dice.random(), dice.randrange(8)) for p in paths for _ in range(1 + count // len(paths))]
    some = dice.sample(fixed, min(len(fixed), count // 2))
    return some + dice.sample(flips, count - len(some))


def plain(case: Case) -> Mapping[str, Any]:
    return asdict(case)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
