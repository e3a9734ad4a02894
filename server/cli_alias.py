"""The command that joins names: two names of one entity, two wordings of one relation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..storage.errors import InvalidArgument
from ..storage.text.naming import INVERSE, SAME, SAME_RELATION
from .run import JsonFlag, config_of, show, with_mind

if TYPE_CHECKING:
    from ..storage.memory import Memory

app = typer.Typer()
_WORDED = {SAME: "is the same as", SAME_RELATION: "is the same relation as", INVERSE: "is the inverse of"}


@app.command()
def alias(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A name; without any, the names joined so far are listed.")] = "",
    other: Annotated[str, typer.Argument(help="Another name of the same.")] = "",
    relation: Annotated[bool, typer.Option("--relation", help="They are wordings of one relation.")] = False,
    inverse: Annotated[
        bool, typer.Option("--inverse", help="They are relations that say the same from either side.")
    ] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Part them again; can be undone.")] = False,
    propose: Annotated[
        bool, typer.Option("--propose", help="List who may be one person under two names, and why; join nobody.")
    ] = False,
    as_json: JsonFlag = False,
) -> None:
    """Join two names, part them, or list what is joined. Nothing stored is renamed: what was told under either name is
    found under both, as long as they are joined."""
    if bool(name) != bool(other):
        raise InvalidArgument("OTHER", "is missing: give both names, or none to list them.")
    kind = INVERSE if inverse else SAME_RELATION if relation else SAME

    async def work(mind: Any) -> tuple[Any, str]:
        await mind.encoder.load()
        if propose:
            return await _proposed(mind)
        if not name:
            return _listed(await _declared(mind))
        return await (_parted if remove else _joined)(mind, name, kind, other)

    data, text = with_mind(config_of(context), work)
    show(data, text, as_json=as_json)


async def _joined(mind: Any, name: str, kind: str, other: str) -> tuple[Any, str]:
    from ..tools.remember import Remember, remember

    content = f"{name} {_WORDED[kind]} {other}."
    told = Remember(content=content, subject=name, relation=_WORDED[kind], object=other, exclusive=False)
    answer = await _run(mind, remember, told)
    return answer.data.compact(), f"joined: {content}\nTo part them: simonides alias --remove {name!r} {other!r}"


async def _parted(mind: Any, name: str, kind: str, other: str) -> tuple[Any, str]:
    from ..tools.forget import Forget, forget

    found = [m.id for m in await _declared(mind, name, kind, other)]
    if not found:
        raise InvalidArgument("NAME", f"and OTHER are not joined as {kind!r}: simonides alias lists what is.")
    answer = await _run(mind, forget, Forget(ids=found))
    return answer.data.compact(), f"parted. To join them again: simonides undo {answer.data.receipt}"


async def _run(mind: Any, tool: Any, arguments: Any) -> Any:
    """A tool, as this command's own caller: on a terminal it is the user who speaks."""
    from ..tools.mind import Caller
    from .audited import audited

    caller = Caller("cli", "cli", "user" if sys.stdin.isatty() else "assistant")
    return await audited(mind, caller, tool, arguments)


async def _declared(mind: Any, name: str = "", kind: str = "", other: str = "") -> list[Memory]:
    """The statements that join names: all, or those of these two."""
    from ..storage.table.filters import Filter
    from ..storage.table.keys import probe, relation_keys

    keys = relation_keys(tuple(_WORDED))
    if name:
        keys = (*probe(name, _WORDED[kind], other)[0], *probe(other, _WORDED[kind], name)[0])
    return await mind.reader.find(Filter(mind.clock(), claim_keys=(keys,)), limit=1_000, oldest_first=True)


def _listed(rows: list[Memory]) -> tuple[Any, str]:
    claims = [(m.id, c) for m in rows for c in m.claims]
    data = [{"id": i, "name": c.subject, "relation": c.relation, "other": c.object} for i, c in claims]
    return data, "\n".join(f"{c.subject} {c.relation} {c.object}  [{i}]" for i, c in claims) or "No names are joined."


async def _proposed(mind: Any) -> tuple[Any, str]:
    from rich.console import Console
    from rich.progress import Progress

    from ..tools.entity import proposals

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("comparing", total=None)
        found = await proposals(mind, lambda done, of: bar.update(task, completed=done, total=of))
    lines = [f"{p['name']} may be {p['other']}: {'; '.join(p['why'])}" for p in found]
    return found, "\n".join([*lines, "To join two: simonides alias NAME OTHER"] if lines else ["Nobody stands out."])
