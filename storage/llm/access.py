"""How the configured language model is reached, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Access:
    """One model at one endpoint that speaks OpenAI's protocol.

    `base_url` ends where `/chat/completions` follows; `key` may be empty. `timeout_s`: for a whole question, its
    repair included. `at_once`: questions under way at a time. `tokens_per_day`, `cost_per_day`: of a UTC day, 0 for
    as much as it takes. `price_in`, `price_out`: per million tokens, in the money of `cost_per_day`.
    """

    base_url: str
    key: str = field(repr=False)
    model: str
    timeout_s: float = 60.0
    at_once: int = 2
    tokens_per_day: int = 500_000
    cost_per_day: float = 0.0
    price_in: float = 0.0
    price_out: float = 0.0

    @property
    def place(self) -> str:
        """Host and port, as an error may name them: nothing of the URL that could be secret."""
        parts = urlsplit(self.base_url)
        return f"{parts.hostname or ''}:{parts.port or (80 if parts.scheme == 'http' else 443)}"
