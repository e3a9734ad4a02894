"""What the language model has cost today, over all processes of a store."""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from ..disk import Disk
from ..lane import Lane
from ..memory import Clock
from .access import Access
from .reply import Usage
from .unavailable import Unasked

T = TypeVar("T")
FILE, LOCK = "llm-spent.json", "llm-spent.lock"
_PATIENCE_S = 5.0  # the lock is held for a small file
_LARGEST_FILE = 4_096  # bytes; what is larger was not written here
_MILLION = 1_000_000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a UTC day took, and what questions under way, or whose process died, may have taken at most."""

    day: date
    tokens: int = 0
    cost: float = 0.0
    questions: int = 0


@dataclass(frozen=True, slots=True)
class Reserved:
    """What one request may take at most."""

    day: date
    tokens: int
    cost: float


def tokens_of(text: str) -> int:
    """Tokens a text may have, estimated high: a character each, or four of ASCII."""
    plain = len(text.encode("ascii", "ignore"))
    return math.ceil(plain / 4) + len(text) - plain


class Spending:
    """The account of a store, in a small file in its folder.

    What a request may cost at most is written down before it is sent, and set right once it was answered. What a
    process leaves behind that dies in between stays until the day is over: the day's budget bounds it. Every way of
    not being able to count is a reason not to ask.
    """

    def __init__(self, folder: str, access: Access, clock: Clock, disk: Disk, lane: Lane) -> None:
        self._path = os.path.join(folder, FILE)
        self._lock = FileLock(os.path.join(folder, LOCK), thread_local=False, mode=0o600)
        self._access, self._clock, self._disk, self._lane = access, clock, disk, lane

    async def reserve(self, tokens_in: int, most_out: int) -> Reserved:
        """Write down what a request may take. Raises Unasked when that is more than the day has left."""
        return await self._lane.run(partial(self._locked, partial(self._reserve, Usage(tokens_in, most_out))))

    async def settle(self, reserved: Reserved, used: Usage) -> None:
        """Put what it took in the place of what it might have. Nothing used means that it was not answered.

        Where that cannot be written the reservation stands: too much is counted rather than too little.
        """
        try:
            await self._lane.run(partial(self._locked, partial(self._settle, reserved, used)))
        except Unasked as unwritten:
            log.warning("%s", unwritten)

    async def spent(self) -> Spent:
        """Of today. Raises Unasked when it cannot be read."""
        return await self._lane.run(self._read)

    def _reserve(self, most: Usage) -> Reserved:
        spent, access = self._read(), self._access
        asked = Reserved(spent.day, most.tokens_in + most.tokens_out, self._cost(most))
        if access.tokens_per_day and spent.tokens + asked.tokens > access.tokens_per_day:
            raise self._over("tokens", f"{access.tokens_per_day:,} tokens", f"{spent.tokens:,}", f"{asked.tokens:,}")
        if access.cost_per_day and spent.cost + asked.cost > access.cost_per_day:
            raise self._over("cost", f"{access.cost_per_day:g}", f"{spent.cost:.4f}", f"{asked.cost:.4f}")
        self._write(spent, asked.tokens, asked.cost, 1)
        return asked

    def _settle(self, reserved: Reserved, used: Usage) -> None:
        spent, tokens = self._read(), used.tokens_in + used.tokens_out
        if spent.day == reserved.day:  # else the day it belongs to is over
            self._write(spent, tokens - reserved.tokens, self._cost(used) - reserved.cost, 0 if tokens else -1)

    def _cost(self, usage: Usage) -> float:
        price_in, price_out = self._access.price_in, self._access.price_out
        return (usage.tokens_in * price_in + usage.tokens_out * price_out) / _MILLION

    def _over(self, what: str, limit: str, spent: str, asked: str) -> Unasked:
        now = self._clock().astimezone(UTC)
        midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
        return Unasked(
            f"A day may take {limit}; today took {spent}, and this question may take {asked}. "
            f"SIMONIDES_LLM_{what.upper()}_PER_DAY raises it.",
            again_s=(midnight - now).total_seconds(),
        )

    def _locked(self, work: Callable[[], T]) -> T:
        try:
            with self._lock.acquire(timeout=_PATIENCE_S):
                return work()
        except Timeout:
            raise Unasked(f"Another process keeps {self._lock.lock_file}; nothing was asked.") from None
        except OSError as broken:
            raise self._broken(broken.strerror or str(broken)) from None

    def _read(self) -> Spent:
        """What the file says of today, which begins with nothing."""
        today = self._clock().astimezone(UTC).date()
        try:
            with open(self._path, "rb") as file:
                told = _spent(json.loads(file.read(_LARGEST_FILE)))
        except FileNotFoundError:
            return Spent(today)
        except OSError as broken:
            raise self._broken(broken.strerror or str(broken)) from None
        except (ValueError, RecursionError):
            raise self._broken("it is damaged; delete it to count anew") from None
        # Around midnight another process may be a day ahead, for a moment.
        return told if told.day in (today, today + timedelta(days=1)) else Spent(today)

    def _write(self, spent: Spent, tokens: int, cost: float, questions: int) -> None:
        after = replace(
            spent,
            tokens=max(spent.tokens + tokens, 0),
            cost=max(round(spent.cost + cost, 9), 0.0),
            questions=max(spent.questions + questions, 0),
        )
        self._disk.write_whole(self._path, json.dumps(asdict(after) | {"day": after.day.isoformat()}).encode())

    def _broken(self, reason: str) -> Unasked:
        return Unasked(f"What the language model costs cannot be counted in {self._path}: {reason}. Nothing was asked.")


def _spent(told: Any) -> Spent:
    """Raises ValueError for anything that was not written here."""
    try:
        spent = Spent(date.fromisoformat(told["day"]), told["tokens"], told["cost"], told["questions"])
    except (TypeError, KeyError):
        raise ValueError from None
    counts = type(spent.tokens) is int and type(spent.questions) is int and type(spent.cost) in (int, float)
    if not counts or not (spent.tokens >= 0 and spent.questions >= 0 and 0 <= spent.cost < math.inf):
        raise ValueError
    return spent
