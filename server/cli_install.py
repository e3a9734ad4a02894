"""The command that sets Simonides up in a client."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from ..storage.errors import InvalidArgument
from .config import read_config
from .environment import PLATFORMS, Environment, Platform
from .run import JsonFlag, show

if TYPE_CHECKING:  # a server that starts has no use for what follows
    from .clients import Launch
    from .install import Request
    from .telling import Told

app = typer.Typer()
NAME = "simonides"
ENVIRON = "simonides.environ"  # where the command line puts the variables it was started with

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")  # what all clients take
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@app.command("install")
def install_(
    context: typer.Context,
    client: Annotated[str, typer.Argument(help="The client; --list shows which there are.", show_default=False)] = "",
    list_: Annotated[bool, typer.Option("--list", help="Show the clients there are, and what is set up.")] = False,
    project: Annotated[
        Path | None, typer.Option(help="For this project instead of for the user.", show_default=False)
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the entry.")] = NAME,
    home: Annotated[str, typer.Option(help="Folder of the store, for this client.", show_default=False)] = "",
    scope: Annotated[str, typer.Option(help="Project label, for this client.", show_default=False)] = "",
    env: Annotated[
        list[str] | None, typer.Option(help="K=V, a variable for the server; repeatable.", show_default=False)
    ] = None,
    rules: Annotated[bool, typer.Option("--rules", help="Write the rules for the model, too.")] = False,
    uninstall: Annotated[bool, typer.Option("--uninstall", help="Take the entry and the rules out.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the change as a diff; write nothing.")] = False,
    print_: Annotated[bool, typer.Option("--print", help="Show the entry; read and write nothing.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Set this server up in a client, or take it out. Exit code 1 if a file cannot be edited; it is left alone."""
    from .clients import CLIENTS
    from .install import Request
    from .rewriting import Refused
    from .telling import listed

    environment = _environment(cast(Mapping[str, str], context.meta[ENVIRON]))
    folder = project.absolute() if project else None
    if list_:
        show(*listed(environment, name, folder), as_json=as_json)
        return
    if client not in CLIENTS:
        raise InvalidArgument("CLIENT", f"is one of {', '.join(CLIENTS)}; `simonides install --list` tells more.")
    if not _NAME.fullmatch(name):
        raise InvalidArgument("--name", "takes letters, digits, - and _, at most 64 of them.")
    variables = _variables(home or _given_before(context), scope, env or [])
    request = Request(CLIENTS[client], _launch(variables), name, folder, rules, uninstall)
    try:
        show(*_done(request, environment, dry_run=dry_run, shown=print_), as_json=as_json)
    except Refused as fault:
        typer.echo(f"simonides: {fault}", err=True)
        raise typer.Exit(1) from None
    except OSError as fault:
        typer.echo(f"simonides: {fault.filename or 'a file'}: {fault.strerror or fault}", err=True)
        raise typer.Exit(1) from None


def _done(request: Request, environment: Environment, *, dry_run: bool, shown: bool) -> Told:
    from .install import Done, install, outcome, plan, snippet
    from .rules import RULES
    from .telling import told

    if shown:
        text = snippet(request).rstrip() + (f"\n\n{RULES}" if request.rules else "")
        return {"client": request.client.name, "snippet": text}, text
    if dry_run:
        planned = plan(request, environment)
        return told(request, Done(outcome(request, planned), planned), dry_run=True)
    return told(request, install(request, environment, datetime.now(UTC)))


def _environment(variables: Mapping[str, str]) -> Environment:
    platform: Platform = sys.platform if sys.platform in PLATFORMS else "linux"
    home = variables.get("USERPROFILE" if platform == "win32" else "HOME")
    return Environment(platform, Path(home) if home else Path.home(), variables)


def _given_before(context: typer.Context) -> str:
    """The home of `simonides --home DIR install`; not the one of the shell, which a client does not see either."""
    common = context.parent
    source = common.get_parameter_source("home") if common else None
    return str(common.params["home"]) if common and source and source.name == "COMMANDLINE" else ""


def _variables(home: str, scope: str, given: list[str]) -> dict[str, str]:
    """The variables of the server. Raises InvalidArgument for one it would not start with."""
    variables: dict[str, str] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals or not _VARIABLE.fullmatch(key):
            raise InvalidArgument("--env", "takes NAME=VALUE, the name of letters, digits and _.")
        variables[key] = value
    if scope:
        variables["SIMONIDES_SCOPE"] = scope
    config = read_config(variables, home=home)
    if home or "SIMONIDES_HOME" in variables:
        variables["SIMONIDES_HOME"] = config.home  # a client starts servers in a folder of its own choice
    return variables


def _launch(variables: Mapping[str, str]) -> Launch:
    """How the command that runs now is started: clients have a shorter PATH than shells, so by its whole path."""
    from .clients import Launch

    own = os.path.abspath(sys.argv[0])
    for candidate in (own, own + ".exe"):
        if Path(candidate).stem == NAME and os.path.isfile(candidate):
            return Launch(candidate, ("serve",), variables)
    return Launch(sys.executable, ("-m", NAME, "serve"), variables)
