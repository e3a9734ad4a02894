"""The settings of the language model, and what they must be to be used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field

from ..storage.errors import InvalidArgument
from ..storage.llm.access import Access

OPENAI = "https://api.openai.com/v1"  # where a model is without an address
_NUMBER = re.compile(r"\d{1,15}(\.\d{1,9})?")
_PRICE = re.compile(r"(\d{1,6}(?:\.\d{1,9})?)\s*/\s*(\d{1,6}(?:\.\d{1,9})?)")
_LONGEST_NAME = 200  # characters
# Least, most, and whether only whole numbers do.
_RANGES: Mapping[str, tuple[float, float, bool]] = {
    "llm_timeout_s": (1, 600, False),
    "llm_at_once": (1, 16, True),
    "llm_tokens_per_day": (0, 10**12, True),
    "llm_cost_per_day": (0, 10**6, False),
    "llm_idle_s": (0, 86_400, False),
}


class ModelSettings(BaseModel):
    """Which model is asked, and how much. Without `llm_model` none is.

    `llm_idle_s`: seconds of quiet before it is asked on its own account. `llm_price`: "in/out" per million tokens, in
    the money of `llm_cost_per_day`; the other fields are those of Access.
    """

    model_config = ConfigDict(frozen=True)

    llm_base_url: str = ""
    llm_api_key: str = Field(default="", repr=False)
    llm_model: str = ""
    llm_timeout_s: float = 60.0
    llm_at_once: int = 2
    llm_tokens_per_day: int = 500_000
    llm_cost_per_day: float = 0.0
    llm_price: str = ""
    llm_idle_s: float = 30.0

    @property
    def access(self) -> Access | None:
        """The way to the model; None where none is configured."""
        if not self.llm_model:
            return None
        price = _PRICE.fullmatch(self.llm_price)
        return Access(
            base_url=self.llm_base_url.rstrip("/") or OPENAI,
            key=self.llm_api_key,
            model=self.llm_model,
            timeout_s=self.llm_timeout_s,
            at_once=self.llm_at_once,
            tokens_per_day=self.llm_tokens_per_day,
            cost_per_day=self.llm_cost_per_day,
            price_in=float(price[1]) if price else 0.0,
            price_out=float(price[2]) if price else 0.0,
        )


def check_model_settings(given: Mapping[str, str]) -> None:
    """Raises InvalidArgument, naming the variable, for a setting that cannot be used: `given` has them by field, as
    they were written. Neither a key nor an address, which may hold one, is repeated."""
    for name, (least, most, whole) in _RANGES.items():
        _check_number(name, given.get(name, ""), least, most, whole)
    url, key, model = (given.get(name, "") for name in ("llm_base_url", "llm_api_key", "llm_model"))
    if (url or key) and not model:
        raise _refused("llm_model", "is missing; the address or key of a model is set.")
    if len(model) > _LONGEST_NAME or not model.isprintable():
        raise _refused("llm_model", f"is over {_LONGEST_NAME} characters, or holds some that cannot be printed.")
    if re.search(r"[^!-~]", key):
        raise _refused("llm_api_key", "holds blanks or characters other than ASCII.")
    if url:
        _check_url(url)
    elif model and not key:
        raise _refused(
            "llm_api_key", f"is missing: {OPENAI} wants one. For a model elsewhere set {_variable('llm_base_url')}."
        )
    price = given.get("llm_price", "")
    if price and not _PRICE.fullmatch(price):
        raise _refused("llm_price", "is the price of a million tokens read and written, as in 0.15/0.60.")
    if float(given.get("llm_cost_per_day") or 0) and not re.search("[1-9]", price):
        raise _refused("llm_price", f"is missing: {_variable('llm_cost_per_day')} cannot be kept without.")


def _check_number(name: str, text: str, least: float, most: float, whole: bool) -> None:
    fits = not text or (_NUMBER.fullmatch(text) and least <= float(text) <= most and not (whole and "." in text))
    if not fits:
        raise _refused(name, f"is a {'whole ' if whole else ''}number from {least:,.0f} to {most:,.0f}.")


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
        parts = urlsplit("")
    if not usable or re.search(r"[^!-~]", url):
        raise _refused("llm_base_url", "is no address; give one like http://127.0.0.1:11434/v1.")
    if parts.username is not None or parts.password is not None:
        raise _refused("llm_base_url", f"holds a name or password; a key belongs into {_variable('llm_api_key')}.")
    if parts.query or parts.fragment or parts.path.rstrip("/").endswith("/completions"):
        raise _refused("llm_base_url", "is the address up to where /chat/completions follows, without ? and #.")


def _variable(name: str) -> str:
    return f"SIMONIDES_{name.upper()}"


def _refused(name: str, problem: str) -> InvalidArgument:
    return InvalidArgument(_variable(name), problem)
