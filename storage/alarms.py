"""What is wrong with a store now, for the log and for `status`."""

from __future__ import annotations

import logging

log = logging.getLogger(__name__)


class Alarms:
    """Alarms by what they are about. One that is raised stands until it is lowered."""

    def __init__(self) -> None:
        self._standing: dict[str, str] = {}

    def sound(self, about: str, text: str) -> None:
        """Raise an alarm, or say it anew; the log hears of it once."""
        if self._standing.get(about) != text:
            log.error("%s: %s", about, text)
        self._standing[about] = text

    def lower(self, about: str) -> None:
        """It is well again."""
        self._standing.pop(about, None)

    def told(self) -> list[str]:
        """All that stand, a line each."""
        return [f"{about}: {text}" for about, text in self._standing.items()]
