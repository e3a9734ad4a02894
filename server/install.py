"""Setting Simonides up in a client: its entry in the client's own file, and on request the rules for the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from ..storage.errors import InvalidArgument
from . import jsonc, rules, tomltable
from .clients import Client, Launch, Scope
from .environment import Environment
from .jsonscan import Unreadable
from .rewriting import Refused, Rewrite, alone, read, write

NAME = "simonides"  # of the entry, and in the command of it


@dataclass(frozen=True)
class Request:
    """What is asked for. `project` is the folder of a project; None is the user's own configuration."""

    client: Client
    launch: Launch
    name: str = NAME
    project: Path | None = None
    rules: bool = False
    uninstall: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        """The keys that lead to the entry."""
        return (*self.client.keys, self.name)

    @property
    def entry(self) -> dict[str, Any]:
        """The entry in the client's form."""
        return self.client.shape(self.launch)


@dataclass(frozen=True)
class Plan:
    """What is to be done to which file. `offer` is the rules file that could have the rules, and has not."""

    config: Rewrite
    rules: Rewrite | None = None
    offer: Path | None = None

    @property
    def changes(self) -> list[Rewrite]:
        """The files that change."""
        return [r for r in (self.config, self.rules) if r is not None and r.changes]


@dataclass(frozen=True)
class Done:
    """What came of it. `backups` are the copies of what was there before."""

    outcome: str
    plan: Plan
    backups: list[Path] = field(default_factory=list[Path])


@dataclass(frozen=True)
class Seen:
    """How a client looks from outside; `file` is None where it keeps none on this system."""

    installed: bool
    set_up: bool
    file: Path | None


def install(request: Request, environment: Environment, now: datetime) -> Done:
    """Set up, or take out, and say what was done. Raises Refused, with every file as it was, and InvalidArgument."""
    with alone(environment.lock):
        planned = plan(request, environment)
        backups = [write(change, now) for change in planned.changes]
    return Done(outcome(request, planned), planned, [b for b in backups if b is not None])


def outcome(request: Request, planned: Plan) -> str:
    """What doing a plan comes to, in a word or two."""
    if request.uninstall:
        return "removed" if planned.changes else "not set up"
    return "set up" if planned.changes else "already set up"


def plan(request: Request, environment: Environment) -> Plan:
    """What would be done; nothing is written. Raises Refused and InvalidArgument."""
    scope = _scope(request.client, environment, request.project)
    path = _file(request, environment, scope)
    text = read(path)
    try:
        after = _after(request, text, path)
    except Unreadable as fault:
        asked = f"take {request.name} out" if request.uninstall else f"put this in by hand:\n\n{snippet(request)}"
        raise Refused(f"{path} cannot be edited, {fault}. Nothing was changed. Mend it, or {asked}") from None
    config = Rewrite(path, text, after)
    if not scope.rules:
        if request.rules and not request.uninstall:
            raise InvalidArgument(
                "--rules",
                f"has no file to go to: {request.client.title} documents none here. Paste this:\n\n{rules.RULES}",
            )
        return Plan(config)
    place = _place(environment, request.project, scope.rules)
    held = read(place)
    if not request.rules and not request.uninstall:
        return Plan(config, offer=None if held is not None and rules.has_rules(held) else place)
    try:
        if request.uninstall:
            wanted = None if held is None else rules.drop(held, scope.rules_head)
        else:
            wanted = rules.put(held, scope.rules_head)
    except Unreadable as fault:
        raise Refused(f"{place} cannot be edited, {fault}. Nothing was changed.") from None
    return Plan(config, Rewrite(place, held, wanted))


def snippet(request: Request) -> str:
    """What would be in the client's file if there was nothing else."""
    if request.client.format == "toml":
        return tomltable.document(request.path, request.entry)
    return jsonc.document(request.path, request.entry)


def seen(client: Client, environment: Environment, name: str = NAME, project: Path | None = None) -> Seen:
    """Whether a client seems to be installed, and has an entry of the name."""
    request = Request(client, Launch("", (), {}), name, project)
    scope = client.project if project else client.user.get(environment.platform)
    file = _file(request, environment, scope) if scope else None
    if client.sign:
        sign: Path | None = environment.place(client.sign)
    else:
        user = client.user.get(environment.platform)
        sign = environment.place(user.files[0]).parent if user else None
    set_up = file is not None and _there(request, file) is not None
    return Seen(set_up or (sign is not None and sign.exists()), set_up, file)


def _scope(client: Client, environment: Environment, project: Path | None) -> Scope:
    if project is None:
        if environment.platform not in client.user:
            raise InvalidArgument("CLIENT", f"{client.name} has servers for projects only; give --project DIR.")
        return client.user[environment.platform]
    if client.project is None:
        raise InvalidArgument("--project", f"is not for {client.name}, which has servers for the user only; leave it.")
    if not project.is_dir():
        raise InvalidArgument("--project", f"is not a folder that is there: {project}")
    return client.project


def _place(environment: Environment, project: Path | None, template: str) -> Path:
    return project / template if project else environment.place(template)


def _file(request: Request, environment: Environment, scope: Scope) -> Path:
    """The file of a client: of several the one that has the entry, else the first that is there."""
    places = [_place(environment, request.project, template) for template in scope.files]
    there = [p for p in places if p.exists()]
    return next((p for p in there if len(there) > 1 and _there(request, p)), [*there, *places][0])


def _there(request: Request, path: Path) -> Any:
    """The entry in a file; None when there is none, or the file cannot be read."""
    try:
        return _value(request, read(path) or "", request.path)
    except (Unreadable, Refused, OSError):
        return None


def _value(request: Request, text: str, path: tuple[str, ...]) -> Any:
    if request.client.format == "toml":
        return tomltable.value_at(text, path)
    return jsonc.value_at(text, path, strict=request.client.format == "json")


def _after(request: Request, text: str | None, path: Path) -> str | None:
    """What the file is to say."""
    strict = request.client.format == "json"
    toml = request.client.format == "toml"
    if other := request.client.clash(_value(request, text or "", request.path[:1])):
        raise Refused(f"{path} is in the form of another version; nothing was changed. Use: simonides install {other}")
    there = _value(request, text or "", request.path)
    if there is not None and not _is_ours(there):
        raise Refused(f"{path} has another server named {request.name}; nothing was changed. Choose another --name.")
    if request.uninstall:
        if there is None or text is None:
            return text
        return tomltable.drop(text, request.path) if toml else jsonc.drop(text, request.path, strict=strict)
    wanted = _merged(there, request.entry)
    if there == wanted:
        return text
    if text is None:
        return snippet(request)
    return tomltable.put(text, request.path, wanted) if toml else jsonc.put(text, request.path, wanted, strict=strict)


def _is_ours(entry: Any) -> bool:
    """Whether an entry starts Simonides: one of another server is never touched, whatever it is called."""
    if not isinstance(entry, dict):
        return False
    held = cast(dict[str, Any], entry)
    return NAME in json.dumps([held.get("command"), held.get("args")]).lower()


def _merged(there: Mapping[str, Any] | None, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The entry wanted, with what else the user or the client has put into the one that is there."""
    merged = {**(there or {}), **wanted}
    for key in ("env", "environment"):
        if there and isinstance(there.get(key), dict) and key in merged:
            merged[key] = {**there[key], **wanted.get(key, {})}
    return merged
