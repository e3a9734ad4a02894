"""The configuration: one frozen object, read once, from the environment and flags."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_data_path
from pydantic import BaseModel, ConfigDict, Field

from ..storage.disk import Durability
from ..storage.errors import InvalidArgument
from ..storage.memory import GLOBAL
from ..storage.text.clean import clean
from ..storage.text.embedding import DEFAULT

TOKEN_VARIABLE = "SIMONIDES_HTTP_TOKEN"
SHORTEST_TOKEN = 16  # characters


class Config(BaseModel):
    """Settings of one process. Each is an environment variable `SIMONIDES_<NAME>`."""

    model_config = ConfigDict(frozen=True)

    home: str = Field(default_factory=lambda: str(user_data_path("simonides")))
    scope: str = GLOBAL
    timezone: str = ""
    embedder: str = DEFAULT
    http_token: str = Field(default="", repr=False)
    log_level: str = "WARNING"
    durability: Durability = "synced"

    @property
    def zone(self) -> tzinfo | None:
        """The configured zone; None means this machine's."""
        return ZoneInfo(self.timezone) if self.timezone else None


def read_config(environ: Mapping[str, str], **flags: str | None) -> Config:
    """The configuration from the environment, flags that were given going before.

    Raises InvalidArgument, naming the variable, for a value that cannot be used.
    """
    named = {name: environ.get(f"SIMONIDES_{name.upper()}", "") for name in Config.model_fields}
    named |= {name: value for name, value in flags.items() if value}
    if named["durability"] not in ("", "synced", "process"):
        raise InvalidArgument("SIMONIDES_DURABILITY", "is synced (the default) or process.")
    given: dict[str, Any] = {name: value.strip() for name, value in named.items() if value.strip()}
    config = Config(**given)
    if config.timezone:
        try:
            ZoneInfo(config.timezone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise InvalidArgument(
                "SIMONIDES_TIMEZONE", f"is no time zone: {config.timezone!r}; give one like Europe/Berlin."
            ) from None
    if clean(config.scope) != config.scope or len(config.scope.encode()) > 1024:
        raise InvalidArgument("SIMONIDES_SCOPE", "holds invisible characters or is over 1,024 bytes.")
    if config.log_level.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise InvalidArgument("SIMONIDES_LOG_LEVEL", "is one of DEBUG, INFO, WARNING, ERROR.")
    return config.model_copy(update={"home": str(Path(config.home).expanduser().absolute())})
