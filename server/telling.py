"""What `simonides install` says, to a person and to a script."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .clients import CLIENTS
from .environment import Environment
from .install import Done, Request, seen

Told = tuple[Any, str]  # the same as data, and as text


def told(request: Request, done: Done, *, dry_run: bool = False) -> Told:
    """What was done, or with `dry_run` would be, and what to do next."""
    planned, client = done.plan, request.client
    said = f"would be {done.outcome}" if dry_run and planned.changes else done.outcome
    lines = [f"{client.title}: {said} ({planned.config.path})"]
    if planned.rules and planned.rules.changes:
        lines.append(f"rules: {planned.rules.path}")
    lines += [f"backup: {backup}" for backup in done.backups]
    if dry_run:
        lines += [change.diff().rstrip("\n") for change in planned.changes]
    elif planned.changes:
        lines.append(f"Restart {client.title}, or start a new session, to see it.")
    if planned.offer and not dry_run:
        lines.append(f"Rules for the model can go to {planned.offer}: add --rules.")
    data = {
        "client": client.name,
        "outcome": done.outcome,
        "dry_run": dry_run,
        "file": str(planned.config.path),
        "changed": [str(change.path) for change in planned.changes],
        "backups": [str(backup) for backup in done.backups],
        "rules_offered": str(planned.offer) if planned.offer else None,
    }
    diff = {"diff": "".join(change.diff() for change in planned.changes)} if dry_run else {}
    return data | diff, "\n".join(lines)


def listed(environment: Environment, name: str, project: Path | None) -> Told:
    """Every client, whether it seems to be there, and whether it is set up."""
    looks = {key: seen(client, environment, name, project) for key, client in CLIENTS.items()}
    data = [
        {
            "client": key,
            "title": CLIENTS[key].title,
            "installed": look.installed,
            "set_up": look.set_up,
            "file": str(look.file) if look.file else None,
        }
        for key, look in looks.items()
    ]
    words = {(True, True): "set up", (True, False): "there", (False, False): "-"}
    elsewhere = "users only" if project else "projects only"
    lines = [
        f"{key:15} {CLIENTS[key].title:20} {words[look.installed, look.set_up]:7} {look.file or elsewhere}"
        for key, look in looks.items()
    ]
    return data, "\n".join(lines)
