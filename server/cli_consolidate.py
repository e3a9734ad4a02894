"""The command that has the configured language model tidy the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from ..storage.errors import InvalidArgument
from ..tools.consolidate.passing import Consolidator, Report
from ..tools.consolidate.turn import Done
from ..tools.reply import cut
from .run import JsonFlag, config_of, show, with_mind

app = typer.Typer()
_SHOWN_TOKENS = 30  # of each statement in a list
_MOST_SHOWN = 40  # steps of one kind
_TITLES = {
    "claims": "slots given to statements",
    "pairs": "pairs judged",
    "merging": "duplicates merged",
    "importance": "importance rated",
    "summary": "sessions summarised",
    "procedure": "procedures distilled",
}


@app.command()
def consolidate(
    context: typer.Context,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask the model and show what would be done; change nothing.")
    ] = False,
    passes: Annotated[
        int,
        typer.Option(min=1, help="So many passes; fewer when nothing is left. One takes at most 5 % of a scope away."),
    ] = 1,
    scope: Annotated[str, typer.Option(help="Only this project label.")] = "",
    as_json: JsonFlag = False,
) -> None:
    """Have the configured language model tidy the memory: slots, contradictions, duplicates, summaries, procedures.
    Every step can be undone. Exit code 1 when the model could not be used."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    config = config_of(context)
    if config.access is None:
        raise InvalidArgument(
            "SIMONIDES_LLM_MODEL",
            "is not set, so there is no language model to ask. Set it, with SIMONIDES_LLM_BASE_URL for anything but "
            "OpenAI, and SIMONIDES_LLM_API_KEY where one is needed.",
        )
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task, looked = bar.add_task("looking", total=None), Counter[str]()

        def told(what: str, count: int) -> None:
            looked[what] += count
            bar.update(task, description=", ".join(f"{n} {w}" for w, n in looked.items()))

        async def work(mind: Any) -> list[Report]:
            await mind.encoder.load()
            consolidator, reports = Consolidator(mind, mind.model), list[Report]()
            while len(reports) < (1 if dry_run else passes):
                reports.append(await consolidator.once(dry=dry_run, scope=scope, told=told))
                if reports[-1].failed or not (reports[-1].questions or reports[-1].changed):
                    break
            return reports

        reports = with_mind(config, work)
    show([_data(r) for r in reports], "\n".join(_text(r, dry_run) for r in reports), as_json=as_json)
    raise typer.Exit(1 if any(r.failed for r in reports) else 0)


def _data(report: Report) -> dict[str, Any]:
    return {
        "pass": report.name,
        "questions": report.questions,
        "changed": report.changed,
        "waiting": report.waiting,
        "unusable_answers": report.unusable,
        "failed": report.failed,
        "steps": [
            {
                "task": d.task,
                "verdict": d.verdict,
                "outcome": d.said,
                "ids": [m.id for m in d.rows],
                "opened": [m.id for m in d.opened],
                "closed": list(d.closed),
                "receipt": d.receipt,
            }
            for d in report.done
        ],
    }


def _text(report: Report, dry_run: bool) -> str:
    changes = [d for d in report.done if d.said in ("applied", "would be")]
    lines: list[str] = []
    for name, title in _TITLES.items():
        mine = [d for d in changes if d.task == name]
        lines += [f"{title}: {len(mine)}"] if mine else []
        lines += [line for d in mine[:_MOST_SHOWN] for line in _step(d)]
        lines += [f"  and {len(mine) - _MOST_SHOWN} more"] if len(mine) > _MOST_SHOWN else []
    left = Counter(d.said for d in report.done if d.said in ("stale", "refused"))
    lines += [f"{left['stale']} judgements came too late: what they are about had changed"] if left["stale"] else []
    lines += (
        [f"{left['refused']} were refused: the rules or the sources do not bear them out"] if left["refused"] else []
    )
    lines += [f"{report.unusable} answers could not be used"] if report.unusable else []
    lines += [f"{report.waiting} wait for the next pass: this one has done as much as it may"] if report.waiting else []
    if changes and not dry_run:
        lines.append(f"To take all of it back: simonides undo {report.name}")
    head = f"{'would change' if dry_run else 'changed'} {len(changes)}, {report.questions} questions asked"
    tail = [f"ended early: {report.failed}"] if report.failed else []
    return "\n".join([head, *lines, *tail])


def _step(done: Done) -> Iterable[str]:
    """A step in a line, and below it the statements it is about."""
    yield f"  {done.verdict}" + (f" ({done.receipt})" if done.receipt else "")
    closed = set(done.closed)
    for memory in done.rows:
        yield f"    {'-' if memory.id in closed else ' '} [{memory.id}] {cut(memory.content, _SHOWN_TOKENS)}"
    for memory in done.opened:
        yield f"    + [{memory.id}] {cut(memory.content, _SHOWN_TOKENS)}"
