"""The command line of the harness."""

from __future__ import annotations

import contextlib
import json
import shlex
import sys
import time
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Annotated

import anyio
import typer
from mcp import MCPError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from .conditions import Conditions, Steps
from .measures import Measure
from .report import Circumstances, json_line, table
from .served import Unusable, serving
from .tracks import TRACKS

app = typer.Typer(
    help="Measure a memory server over MCP.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_errors = Console(stderr=True, highlight=False)
_WIDE = 200  # columns of a table that is not shown on a terminal


def _list(asked: bool) -> None:
    if asked:
        for name, track in TRACKS.items():
            print(f"{name:20} {track.about}")
        raise typer.Exit


ListFlag = Annotated[bool, typer.Option("--list", callback=_list, is_eager=True, help="List the tracks.")]


@app.callback()
def common(show_tracks: ListFlag = False) -> None:
    """Every track starts a server of its own with an empty store and speaks nothing but MCP to it."""


@app.command()
def run(
    data: Annotated[Path, typer.Option(help="Folder with the benchmark files.", exists=True, file_okay=False)],
    track: Annotated[list[str] | None, typer.Option(help="Only this track; repeatable.", show_default=False)] = None,
    server: Annotated[str, typer.Option(help="Command line of the server.", show_default=False)] = "",
    seed: Annotated[int, typer.Option(help="From which everything drawn is drawn.", min=0)] = 0,
    out: Annotated[Path | None, typer.Option(help="Write JSON lines to this file.", show_default=False)] = None,
    full: Annotated[bool, typer.Option("--full", help="All groups where a sample is the default.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of the table.")] = False,
    show_tracks: ListFlag = False,
) -> None:
    """Run tracks and show what they measured, each quantity with its 95% interval and its plain rival."""
    command = shlex.split(server) or [sys.executable, "-m", "simonides", "serve"]
    names = _chosen(track or [], data)
    with _measurable():
        under = Circumstances.now(seed, anyio.run(_name_of, command))
        results = _measure(names, lambda steps: Conditions(data, command, seed, full, steps), under, out)
    if as_json:
        for name, measures in results.items():
            for measure in measures:
                print(json_line(name, measure, under))
    else:
        Console(width=None if sys.stdout.isatty() else _WIDE).print(table(results, under))


@app.command()
def ablate(
    data: Annotated[Path, typer.Option(help="Folder with the benchmark files.", exists=True, file_okay=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of the table.")] = False,
) -> None:
    """Compare ways to fuse meaning and words, computed here on the server's own vectors and tokens."""
    from .ablation import ablation

    rows = ablation(data)
    if as_json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return
    shown = Table(*rows[0])
    for row in rows:
        shown.add_row(*map(str, row.values()))
    Console().print(shown)


def _chosen(asked: Sequence[str], data: Path) -> list[str]:
    """The tracks to run: those asked for, else all whose files are there."""
    if unknown := [name for name in asked if name not in TRACKS]:
        raise typer.BadParameter(f"no track {', '.join(unknown)}; there are {', '.join(TRACKS)}", param_hint="--track")
    names: list[str] = []
    for name in asked or TRACKS:
        missing = [file for file in TRACKS[name].files if not (data / file).exists()]
        if missing and asked:
            raise typer.BadParameter(f"{name} needs {', '.join(missing)}", param_hint="--data")
        if missing:
            _errors.print(f"{name} left out: {', '.join(missing)} is not there", markup=False)
        else:
            names.append(name)
    return names


async def _name_of(command: Sequence[str]) -> str:
    async with serving(command) as served:
        return served.name


@contextlib.contextmanager
def _measurable() -> Generator[None]:
    """Turn a server that cannot be measured into one line and exit code 1."""
    try:
        yield
    except (Unusable, MCPError, OSError, ExceptionGroup) as fault:
        told = _only(fault)
        if not isinstance(told, Unusable | MCPError | OSError):
            raise
        _errors.print(f"This server cannot be measured: {told}", markup=False)
        raise typer.Exit(1) from None


def _only(fault: BaseException) -> BaseException:
    """What a group of one holds, however deep."""
    held: Sequence[BaseException] = getattr(fault, "exceptions", ())
    return _only(held[0]) if len(held) == 1 else fault


def _measure(
    names: Sequence[str], conditions: Callable[[Steps], Conditions], under: Circumstances, out: Path | None
) -> dict[str, list[Measure]]:
    """Run the tracks one after the other; the lines of each are written as soon as it ends."""
    results: dict[str, list[Measure]] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with contextlib.ExitStack() as open_:
        progress = open_.enter_context(Progress(*columns, console=_errors))
        lines = open_.enter_context(out.open("w", encoding="utf-8")) if out else None
        for name in names:
            began = time.perf_counter()
            steps = Steps(progress, progress.add_task(name, total=None))
            results[name] = anyio.run(TRACKS[name].run, conditions(steps))
            if lines:
                lines.writelines(json_line(name, measure, under) + "\n" for measure in results[name])
                lines.flush()
            _errors.print(f"{name}: {time.perf_counter() - began:.0f} s")
    return results
