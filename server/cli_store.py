"""The commands that look after the store: status, doctor, backup, restore, audit."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, cast

import anyio
import typer

from ..storage.errors import StoreDamaged
from .run import JsonFlag, config_of, show, with_mind, within_mind

app = typer.Typer()


@app.command()
def status(context: typer.Context, as_json: JsonFlag = False) -> None:
    """What is stored, where, whether everything is ready, and what is wrong."""
    from .status import status_of

    async def work(mind: Any) -> dict[str, Any]:
        await mind.encoder.load()
        return await status_of(mind)

    found = with_mind(config_of(context), work)
    alarms = [f"ALARM {alarm}" for alarm in found["alarms"]]
    lines = [f"{k.replace('_', ' '):20} {_plain(v)}" for k, v in found.items() if k != "alarms"]
    show(found, "\n".join([*lines, *alarms]), as_json=as_json)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        items = cast(dict[str, Any], value)
        return ", ".join(f"{k} {v}" for k, v in items.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)


@app.command()
def doctor(
    context: typer.Context,
    rebuild: Annotated[
        bool,
        typer.Option("--rebuild", help="Mend what can be: indexes, search tokens, leftovers, permissions, an erase."),
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Check everything that must hold of the store; exit code 1 if something does not."""
    from rich.console import Console
    from rich.progress import Progress

    from .doctor import examine
    from .doctor import rebuild as mend

    config = config_of(context)
    with Progress(console=Console(stderr=True), transient=True, disable=not rebuild) as bar:
        task = bar.add_task("rebuilding", total=1)

        async def work(mind: Any) -> Any:
            if rebuild:
                await mend(mind, lambda done, of: bar.update(task, completed=done, total=of))
            return await examine(mind)

        findings = with_mind(config, work)
    lines = [f"{'ok ' if f.well else 'BAD'} {f.check}" + ("" if f.well else f": {f.detail}") for f in findings]
    data = {"findings": [{"check": f.check, "well": f.well, "detail": "" if f.well else f.detail} for f in findings]}
    show(data, "\n".join(lines), as_json=as_json)
    raise typer.Exit(0 if all(f.well for f in findings) else 1)


@app.command()
def reembed(
    context: typer.Context,
    embedder: Annotated[str, typer.Option(help="The model; default: SIMONIDES_EMBEDDER.", show_default=False)] = "",
    as_json: JsonFlag = False,
) -> None:
    """Embed every memory with another model, and switch to it. Goes on where it was interrupted; until then the old
    model serves."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from ..storage.text.embedding import Encoder, loader
    from .reembedding import reembed as embed_anew

    config = config_of(context)
    name = embedder or config.embedder
    columns = (TextColumn("embedding"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("embedding", total=None)

        async def work(mind: Any) -> Any:
            encoder = Encoder(name, loader(name))
            return await embed_anew(mind, encoder, lambda done, of: bar.update(task, completed=done, total=of))

        done = with_mind(config, work)
    text = f"{done.rows:,} memories have vectors of {done.model}; {done.embedded:,} were embedded now"
    text += f", {done.pending:,} wait for theirs" if done.pending else ""
    text += f"\nSet SIMONIDES_EMBEDDER={done.model} where the server is started, and restart running ones"
    show(asdict(done), text, as_json=as_json)


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="File to write; it must not be there yet.", dir_okay=False)],
    as_json: JsonFlag = False,
) -> None:
    """Write one file with everything that is needed to have the store back, and verify it."""
    from rich.console import Console
    from rich.progress import Progress

    from .custody import back_up, damaged_in

    config = config_of(context)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("packing", total=1)

        def told(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        async def work(mind: Any) -> Any:
            return await back_up(mind, str(file.absolute()), told), await damaged_in(mind)

        packed, damaged = with_mind(config, work)
    size = file.stat().st_size
    text = f"{packed.count} files packed into {file} ({size / 1e6:.1f} MB), read back and compared"
    text += f"; {damaged} memories are damaged on the disk, and so in it" if damaged else ""
    show({"file": str(file), "files": packed.count, "bytes": size, "damaged": damaged}, text, as_json=as_json)


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A backup.", exists=True, dir_okay=False)],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Even if memories that are there are not in the backup, or nothing opens."),
    ] = False,
    erased_too: Annotated[
        bool, typer.Option("--erased-too", help="Bring back what was erased since, as well.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Put a backup in the place of what is there. What was erased since it was made stays erased."""
    from .custody import embed, put_aside, put_back

    config, path = config_of(context), str(file.absolute())

    async def put(mind: Any) -> Any:
        return await put_back(mind, path, replace=replace, erased_too=erased_too)

    async def put_and_embed(mind: Any) -> Any:
        done = await put(mind)
        await embed(mind)
        return done

    async def instead() -> tuple[Any, str]:
        async with put_aside(config.home, path) as aside:
            return await within_mind(config, put), aside

    aside = ""
    try:
        done = with_mind(config, put_and_embed)
    except StoreDamaged as broken:
        if not replace:
            raise StoreDamaged(f"{broken} (--replace puts the damaged tables aside first.)") from broken
        done, aside = anyio.run(instead)
        with_mind(config, embed)
    text = f"{done.count} memories restored"
    text += f"; the damaged tables are in {aside}: restart clients that have the store open" if aside else ""
    text += f", {done.left_out} left out because they were erased since (--erased-too)" if done.left_out else ""
    text += f"; {done.lost} that were there are gone, packed away in {done.kept}" if done.lost else ""
    text += (
        f"; {len(done.damaged)} were damaged in it and left out: {', '.join(done.damaged[:5])}" if done.damaged else ""
    )
    show(asdict(done) | {"aside": aside}, text, as_json=as_json)


@app.command()
def audit(
    context: typer.Context,
    id: Annotated[str, typer.Option(help="Only what touched this memory.")] = "",
    verb: Annotated[str, typer.Option(help="Only this verb.")] = "",
    last: Annotated[int, typer.Option(min=1, help="Only the last so many.")] = 50,
    as_json: JsonFlag = False,
) -> None:
    """Who did what to which memories, and how it ended, oldest first. No content is kept here."""

    async def work(mind: Any) -> list[Any]:
        return list(mind.audit.entries())

    found = with_mind(config_of(context), work)
    fitting = [e for e in found if (not id or any(i.startswith(id) for i in e.ids)) and verb in ("", e.verb)][-last:]
    lines = [
        " ".join(
            filter(None, (e.at[:19], e.client or "-", e.verb, e.outcome, e.reason, e.receipt, " ".join(e.ids[:5])))
        )
        + (f" and {len(e.ids) - 5} more" if len(e.ids) > 5 else "")
        for e in fitting
    ]
    show([asdict(e) for e in fitting], "\n".join(lines) or "nothing", as_json=as_json)
