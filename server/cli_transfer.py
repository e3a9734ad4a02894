"""The commands that move memories in and out: export, import."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from ..storage.disk import Disk
from ..storage.text.secrets import find_secret
from .run import JsonFlag, config_of, show, with_mind

if TYPE_CHECKING:
    from ..storage.memory import Memory
    from .config import Config
    from .importing.record import Bad
    from .intake import TakenIn

app = typer.Typer()
_SHOWN = 20  # of what was refused


@app.command("export")
def export_(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(help="File to write; standard output without one.", show_default=False, dir_okay=False),
    ] = None,
) -> None:
    """Write every memory, every version, as JSON lines."""
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    from .transfer import export_lines

    config = config_of(context)
    columns = (TextColumn("exporting"), TextColumn("{task.completed:,}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=file is None) as bar:
        task = bar.add_task("exporting", total=None)

        async def write(mind: Any, out: IO[str]) -> int:
            count = 0
            async for line in export_lines(mind):
                out.write(line + "\n")
                count += 1
                bar.update(task, completed=count - 1)
            return count - 1

        with _whole(file) if file else contextlib.nullcontext(sys.stdout) as out:
            count = with_mind(config, lambda mind: write(mind, out))
    if file:
        typer.echo(f"{count:,} memories written to {file}", err=True)


@contextlib.contextmanager
def _whole(file: Path) -> Generator[IO[str]]:
    """A file that is there whole or not at all."""
    beside = file.absolute().with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
        Disk().sync(str(file.absolute().parent))
    finally:
        beside.unlink(missing_ok=True)


def _list_formats(asked: bool) -> None:
    from .importing.formats import FORMATS

    if asked:
        typer.echo(f"{'simonides':24} JSON lines written by simonides export")
        for one in FORMATS:
            typer.echo(f"{one.name:24} {one.about}")
        raise typer.Exit


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="What another memory exported: a file, a zip or a folder.", exists=True)],
    format_: Annotated[
        str, typer.Option("--from", help="Its format, where it cannot be told by a look.", show_default=False)
    ] = "",
    scope: Annotated[str, typer.Option(help="Project label for what has none.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would come in.")] = False,
    erased_too: Annotated[bool, typer.Option("--erased-too", help="Take in what was erased since, as well.")] = False,
    formats: Annotated[
        bool, typer.Option("--formats", callback=_list_formats, is_eager=True, help="List the formats.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Take in what this or another memory exported. What is there already is left alone, so it can be repeated.

    Times and provenance are kept. Records that cannot be used are put into FILE.refused.jsonl, beside the file.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from .intake import take_in

    config = config_of(context)
    arriving, receipt = _arriving(config, file, format_, scope)
    columns = (TextColumn("importing"), BarColumn(), TextColumn("{task.completed:,}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar, _refused(file, dry_run) as refused:
        task = bar.add_task("importing", total=None)

        async def work(mind: Any) -> Any:
            await mind.encoder.load()
            return await take_in(
                mind,
                arriving,
                lambda done: bar.update(task, completed=done.seen),
                set_aside=refused,
                erased_too=erased_too,
                dry_run=dry_run,
            )

        done = with_mind(config, work)
    _report(done, receipt if done.added and not dry_run else "", refused.path, dry_run=dry_run, as_json=as_json)
    raise typer.Exit(1 if done.refused else 0)


def _arriving(config: Config, file: Path, name: str, scope: str) -> tuple[Iterator[Memory | Bad], str]:
    """The memories of a file, and the receipt that takes them back; our own keep the receipts they have."""
    from ..storage.ids import new_receipt
    from ..storage.text.clean import clean
    from .importing.formats import format_of
    from .importing.intake import Origin, memories_of
    from .lifespan import system_clock
    from .transfer import is_own, own_memories

    if name == "simonides" or (not name and is_own(file)):
        return _own(file, own_memories), ""
    found = format_of(file, name)
    origin = Origin(found.name, clean(scope) or config.scope, new_receipt(), system_clock())
    return memories_of(found.read(file), origin), origin.receipt


def _own(file: Path, read: Callable[[IO[str]], Iterator[Memory | Bad]]) -> Iterator[Memory | Bad]:
    with file.open(encoding="utf-8", errors="replace") as lines:
        yield from read(lines)


class _Refused:
    """Where records go that cannot be used; the file is made for the first, and holds no secret."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: IO[str] | None = None
        self.path = ""

    def __call__(self, bad: Bad) -> None:
        """Put one aside."""
        if self._path and self._file is None:
            with contextlib.suppress(OSError):  # a folder that cannot be written to: they are told of all the same
                self._file = self._path.open("w", encoding="utf-8")
                self.path = str(self._path)
        if self._file:
            raw = "" if find_secret(bad.raw) else bad.raw
            told = {"where": bad.where, "why": bad.why, "record": raw}
            self._file.write(json.dumps(told, ensure_ascii=False) + "\n")

    def close(self) -> None:
        """Write what is left."""
        if self._file:
            self._file.close()


@contextlib.contextmanager
def _refused(file: Path, dry_run: bool) -> Generator[_Refused]:
    refused = _Refused(None if dry_run else file.absolute().with_name(file.name + ".refused.jsonl"))
    try:
        yield refused
    finally:
        refused.close()


def _report(done: TakenIn, receipt: str, kept: str, *, dry_run: bool, as_json: bool) -> None:
    refused = [f"{b.where} {b.why}" for b in done.bad]
    would = "would be " if dry_run else ""
    text = f"{done.added:,} {would}added, {done.there:,} already there, {done.refused:,} refused"
    text += f", {done.erased:,} left out because they were erased (--erased-too takes them in)" if done.erased else ""
    for what, counts in (("kinds", done.kinds), ("scopes", done.scopes)):
        text += f"\n  {what}: " + ", ".join(f"{k} {n:,}" for k, n in counts.most_common(12)) if counts else ""
    text += f"\n  to take them out again: simonides undo {receipt}" if receipt else ""
    text += "".join("\n  " + r for r in refused[:_SHOWN])
    text += f"\n  and {done.refused - _SHOWN:,} more" if done.refused > _SHOWN else ""
    text += f"\n  the refused records are in {kept}" if kept else ""
    data = {
        "dry_run": dry_run,
        "added": done.added,
        "there": done.there,
        "erased": done.erased,
        "refused": refused,
        "refused_count": done.refused,
        "refused_file": kept,
        "kinds": dict(done.kinds),
        "scopes": dict(done.scopes),
        "receipt": receipt,
    }
    show(data, text, as_json=as_json)
