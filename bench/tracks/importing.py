"""Taking in a large file by the command line: how fast, in how much memory, and what a kill in the middle leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import anyio

from ..conditions import Conditions, Track
from ..measures import Measure
from ..sentences import observations
from ..served import Unusable, settings

_STATEMENTS, _ALL = 10_000, 100_000  # unless, and if, everything is asked for
_SMALL = 10  # how many times a file is larger than the one its peak of memory is compared with
_KILLED_AT = 5  # the share of the rows, a fifth, that must be in before the kill
_STEPS = 8
_ROOT = Path(__file__).parent.parent.parent
_TIMED = _ROOT / "bench" / "timed.py"
_MIB = 1 << 20

Pairs = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Ran:
    """What one command took, and what it answered."""

    seconds: float
    peak_bytes: int
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """The command line under test, with its homes and files in `folder`."""

    begins: Sequence[str]
    folder: Path

    async def run(self, home: str, *arguments: str) -> Ran:
        """Run a command on the store of a home. Raises Unusable when it fails."""
        inner = [sys.executable, str(_TIMED), *self.begins, *arguments]
        done = await anyio.run_process(inner, env=self._environment(home), check=False)
        told = json.loads(done.stdout)
        if told["code"]:
            raise Unusable(
                f"{arguments[0]} ended with {told['code']}: {(done.stderr.decode() or told['printed'])[-500:]}"
            )
        answer: Any = json.loads(told["printed"]) if "--json" in arguments else {}
        return Ran(told["seconds"], told["peak_bytes"], answer)

    async def take_in(self, home: str, file: Path) -> Ran:
        """Import a file."""
        return await self.run(home, "import", str(file), "--json")

    async def count(self, home: str) -> int:
        """How many memories there are."""
        return (await self.run(home, "status", "--json")).answer["memories"].get("current", 0)

    async def killed(self, home: str, file: Path, enough: int) -> int:
        """Import a file and kill that when so many rows are in; how many there were afterwards."""
        command = [*self.begins, "import", str(file)]
        quiet = subprocess.DEVNULL
        process = await anyio.open_process(command, stdout=quiet, stderr=quiet, env=self._environment(home))
        try:
            while process.returncode is None and await self.count(home) < enough:
                pass  # the counting is a process of its own and takes its time
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
        return await self.count(home)

    def _environment(self, home: str) -> dict[str, str]:
        return {**os.environ, **settings(str(self.folder / home))}


async def run(conditions: Conditions) -> list[Measure]:
    """The same statements as another memory and as this one exports them, each into stores of their own.

    The commands are those of the server's own command line, with another word in the place of `serve`.
    """
    if list(conditions.server[-1:]) != ["serve"]:
        conditions.steps.progress.console.print("import left out: the command line of the server does not end in serve")
        return []
    drawn = observations(_ALL if conditions.full else _STATEMENTS, conditions.seed)
    conditions.steps.expect(_STEPS)
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        line = Line(conditions.server[:-1], Path(folder))
        bare = await _bare_seconds(drawn, line.folder)
        conditions.steps.done()
        theirs, small = line.folder / "memory.jsonl", line.folder / "memory-small.jsonl"
        _write(theirs, drawn)
        _write(small, drawn[: len(drawn) // _SMALL])
        measures = await _compared("server-memory", line, theirs, small, bare, conditions)
        measures += await _again("server-memory", line, theirs, conditions)
        own, own_small = line.folder / "own.jsonl", line.folder / "own-small.jsonl"
        await line.run("server-memory", "export", str(own))
        _write_beginning(own_small, own, 1 + len(drawn) // _SMALL)  # a heading, then a memory a line
        measures += await _compared("own", line, own, own_small, bare, conditions)
        return measures + await _after_a_kill(line, theirs, len(drawn), conditions)


def _write(file: Path, pairs: Pairs) -> None:
    """A memory file of @modelcontextprotocol/server-memory. Without a type an entity is only what was observed of it."""
    said: dict[str, list[str]] = {}
    for who, did in pairs:
        said.setdefault(who, []).append(did)
    with file.open("w", encoding="utf-8") as lines:
        for who, all_of_it in said.items():
            entity = {"type": "entity", "name": who, "entityType": "", "observations": all_of_it}
            lines.write(json.dumps(entity, ensure_ascii=False) + "\n")


def _write_beginning(file: Path, whole: Path, count: int) -> None:
    with whole.open(encoding="utf-8") as lines, file.open("w", encoding="utf-8") as beginning:
        beginning.writelines(islice(lines, count))


async def _bare_seconds(pairs: Pairs, folder: Path) -> float:
    """What encoding the texts of the rows and writing them at once takes."""
    texts = folder / "texts.json"
    _write_texts(texts, [f"{who}: {did}" for who, did in pairs])
    command = [sys.executable, "-m", "bench.bare_import", str(texts)]
    done = await anyio.run_process(command, cwd=_ROOT, env={**os.environ, **settings("")}, check=False)
    if done.returncode:
        raise Unusable(f"the bare import failed: {done.stderr.decode()[-500:]}")
    return float(done.stdout)


def _write_texts(file: Path, texts: Sequence[str]) -> None:
    file.write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")


async def _compared(
    name: str, line: Line, file: Path, small: Path, bare: float, conditions: Conditions
) -> list[Measure]:
    """Time against the bare minimum, memory against a file of a tenth."""
    little = await line.take_in(f"{name}-small", small)
    conditions.steps.done()
    whole = await line.take_in(name, file)
    conditions.steps.done()
    rows = whole.answer["added"]
    return [
        Measure(f"{name}: time, over encoding and a bulk write", round(whole.seconds / bare, 3), rows),
        Measure(f"{name}: peak memory, over that of a tenth", round(whole.peak_bytes / little.peak_bytes, 3), rows),
        Measure(f"{name}: peak memory in MiB", round(whole.peak_bytes / _MIB), rows),
    ]


async def _again(name: str, line: Line, file: Path, conditions: Conditions) -> list[Measure]:
    repeated = await line.take_in(name, file)
    conditions.steps.done()
    return [Measure(f"{name}, imported again: rows added", repeated.answer["added"], repeated.answer["there"])]


async def _after_a_kill(line: Line, file: Path, count: int, conditions: Conditions) -> list[Measure]:
    """What is in after a kill, what importing again adds of what is missing, and what is there in the end."""
    inside = await line.killed("killed", file, count // _KILLED_AT)
    conditions.steps.done()
    again = await line.take_in("killed", file)
    conditions.steps.done()
    return [
        Measure("killed: rows in by then, of all", inside, count),
        Measure("killed, imported again: rows added, of those missing", again.answer["added"], count - inside),
        Measure("killed, imported again: rows in the end, of all", await line.count("killed"), count),
    ]


TRACK = Track("time and memory of importing 10,000 statements (--full: 100,000), and a kill in the middle", [], run)
