"""A machine as an install finds it: a home folder, and what is in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simonides.server.clients import CLIENTS, Launch
from simonides.server.environment import Environment, Platform
from simonides.server.install import Done, Request, install

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LAUNCH = Launch("/opt/bin/simonides", ("serve",), {"SIMONIDES_HOME": "/data"})


class Machine:
    """A home of its own, and what is installed in it."""

    def __init__(self, home: Path, platform: Platform = "linux", variables: Mapping[str, str] | None = None) -> None:
        self.home = home
        self.environment = Environment(platform, home, variables or {})

    def file(self, name: str, text: str) -> Path:
        """A file below the home."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def install(self, client: str, **more: Any) -> Done:
        """Set up."""
        return install(Request(CLIENTS[client], more.pop("launch", LAUNCH), **more), self.environment, NOW)

    def uninstall(self, client: str, **more: Any) -> Done:
        """Take out."""
        return self.install(client, uninstall=True, **more)

    def all(self) -> dict[str, bytes]:
        """Every file, but for backups and the lock."""
        files = [p for p in self.home.rglob("*") if p.is_file() and p.suffix not in (".bak", ".lock")]
        return {str(p.relative_to(self.home)): p.read_bytes() for p in files}
