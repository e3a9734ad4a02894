"""The configuration: one frozen object, read once, from the environment and flags."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta, tzinfo
from pathlib import Path
from typing import Any, cast, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_data_path
from pydantic import ConfigDict, Field

from ..storage.disk import Durability
from ..storage.errors import InvalidArgument
from ..storage.memory import GLOBAL, LIFE, Kind
from ..storage.text.clean import clean
from ..storage.text.embedding import DEFAULT
from .modelsettings import ModelSettings, check_model_settings

TOKEN_VARIABLE = "SIMONIDES_HTTP_TOKEN"
SHORTEST_TOKEN = 16  # characters
_STORE = "local"  # below the home; `opening.OWNER`, whose module is heavy to import


class Config(ModelSettings):
    """Settings of one process. Each is an environment variable `SIMONIDES_<NAME>`."""

    model_config = ConfigDict(frozen=True)

    home: str = Field(default_factory=lambda: str(user_data_path("simonides")))
    scope: str = GLOBAL
    timezone: str = ""
    embedder: str = DEFAULT
    http_token: str = Field(default="", repr=False)
    log_level: str = "WARNING"
    durability: Durability = "synced"
    life: str = ""
    mirror: str = ""
    profiles: bool = False

    @property
    def life_by_kind(self) -> Mapping[Kind, timedelta]:
        """How long memories of a kind stay by default; a kind that is not in it stays."""
        return read_life(self.life)

    @property
    def zone(self) -> tzinfo | None:
        """The configured zone; None means this machine's."""
        return ZoneInfo(self.timezone) if self.timezone else None


def read_life(text: str) -> Mapping[Kind, timedelta]:
    """Lives by kind, "working=7d event=365d" or "working=never", over the default (working: seven days).

    Raises InvalidArgument for a kind or span that is none.
    """
    lives = dict(LIFE)
    for part in re.split(r"[\s,]+", text.strip()) if text.strip() else ():
        kind, _, span = part.partition("=")
        found = re.fullmatch(r"(\d{1,6})([hdwy])|never", span)
        if kind not in get_args(Kind) or not found:
            raise InvalidArgument("SIMONIDES_LIFE", f"has {part[:40]!r}; give kind=span, as in working=7d event=365d.")
        if span == "never":
            lives.pop(cast(Kind, kind), None)
        else:
            lives[cast(Kind, kind)] = int(found[1]) * timedelta(
                days={"h": 1 / 24, "d": 1, "w": 7, "y": 365.25}[found[2]]
            )
    return lives


def read_config(environ: Mapping[str, str], **flags: str | None) -> Config:
    """The configuration from the environment, flags that were given going before.

    Raises InvalidArgument, naming the variable, for a value that cannot be used.
    """
    named = {name: environ.get(f"SIMONIDES_{name.upper()}", "") for name in Config.model_fields}
    named |= {name: value for name, value in flags.items() if value}
    if named["durability"] not in ("", "synced", "process"):
        raise InvalidArgument("SIMONIDES_DURABILITY", "is synced (the default) or process.")
    if named["profiles"].strip().lower() not in ("", "0", "1", "false", "true", "off", "on", "no", "yes"):
        raise InvalidArgument("SIMONIDES_PROFILES", "is on or off (the default).")
    given: dict[str, Any] = {name: value.strip() for name, value in named.items() if value.strip()}
    check_model_settings(given)
    config = Config(**given)
    if config.timezone:
        try:
            ZoneInfo(config.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidArgument(
                "SIMONIDES_TIMEZONE", f"is no time zone: {config.timezone!r}; give one like Europe/Berlin."
            ) from None
    read_life(config.life)
    if clean(config.scope) != config.scope or len(config.scope.encode()) > 1024:
        raise InvalidArgument("SIMONIDES_SCOPE", "holds invisible characters or is over 1,024 bytes.")
    if config.log_level.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise InvalidArgument("SIMONIDES_LOG_LEVEL", "is one of DEBUG, INFO, WARNING, ERROR.")
    home = str(Path(config.home).expanduser().absolute())
    return config.model_copy(update={"home": home, "mirror": _mirror(config.mirror, home)})


def _mirror(given: str, home: str) -> str:
    """The folder of the mirrored files, absolute. Raises InvalidArgument for one inside of the store."""
    if not given:
        return ""
    folder = Path(given).expanduser().absolute()
    if folder.resolve().is_relative_to((Path(home) / _STORE).resolve()):
        raise InvalidArgument("SIMONIDES_MIRROR", "lies inside of the store; give a folder of its own (--mirror DIR).")
    return str(folder)
