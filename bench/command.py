"""The command line of the harness."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import anyio
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

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
_errors = Console(stderr=True)


def _list(asked: bool) -> None:
    if asked:
        for name, track in TRACKS.items():
            print(f"{name:22} {track.about}")
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
    try:
        under = Circumstances.now(seed, anyio.run(_name_of, command))
        results = _measure(names, Plan(data, command, seed, full, out, under))
    except* Unusable as unusable:
        _errors.print(f"Cannot measure this server: {unusable.exceptions[0]}", markup=False)
        raise typer.Exit(1) from None
    if as_json:
        for name, measures in results.items():
            for measure in measures:
                print(json_line(name, measure, under))
    else:
        Console(width=None if sys.stdout.isatty() else 160).print(table(results, under))
