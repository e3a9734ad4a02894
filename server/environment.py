"""Where programs keep their files on this or that system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Platform = Literal["darwin", "win32", "linux"]
PLATFORMS: tuple[Platform, ...] = ("darwin", "win32", "linux")


@dataclass(frozen=True)
class Environment:
    """What the places of files depend on. All of it is given; nothing here looks at the machine."""

    platform: Platform
    home: Path
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    def folder(self, variable: str, default: str) -> Path:
        """The folder a variable names, if it is an absolute path, or one below the home."""
        given = Path(self.variables.get(variable, ""))
        return given if given.is_absolute() else self.home / default

    @property
    def lock(self) -> Path:
        """The file whose lock keeps a second install out."""
        caches = {"darwin": ("", "Library/Caches"), "win32": ("LOCALAPPDATA", "AppData/Local")}
        return self.folder(*caches.get(self.platform, ("XDG_CACHE_HOME", ".cache"))) / "simonides" / "install.lock"

    def place(self, template: str) -> Path:
        """The path a template stands for; what is in braces is one of `_FOLDERS`."""
        name, _, rest = template.removeprefix("{").partition("}")
        variable, default = _FOLDERS[name] if name != "app" else _APP[self.platform]
        return self.folder(variable, default) / rest.removeprefix("/")


# A variable that may name the folder, and where it is without.
_FOLDERS = {
    "home": ("", ""),
    "config": ("XDG_CONFIG_HOME", ".config"),
    "roaming": ("APPDATA", "AppData/Roaming"),
    "claude": ("CLAUDE_CONFIG_DIR", ".claude"),
    "claude.json": ("CLAUDE_CONFIG_DIR", ""),
    "codex": ("CODEX_HOME", ".codex"),
    "copilot": ("COPILOT_HOME", ".copilot"),
}
# Where programs built on Electron keep what is theirs.
_APP = {
    "darwin": ("", "Library/Application Support"),
    "win32": _FOLDERS["roaming"],
    "linux": _FOLDERS["config"],
}
