"""Leaving an endpoint alone that does not answer, and finding out when it does again."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from ..errors import AnswerUnusable, ModelUnavailable
from .unavailable import Unasked

FAILURES = 5  # in a row
UNUSABLE = 10  # answers in a row
FIRST_S = 60.0
LONGEST_S = 900.0
LASTING_S = 3600.0  # a key may be mended at the endpoint, too


class Breaker:
    """Closed while all is well. After failures in a row it opens: nothing is asked for a while, then one question is
    let through on trial, and what becomes of it closes the breaker or opens it for twice as long.

    A failure that lasts opens it at once. `now`: seconds that only grow.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._open_until: float | None = None
        self._on_trial = False
        self._failures = self._unusable = 0
        self._span_s = FIRST_S
        self._fault = ModelUnavailable("")

    @property
    def open(self) -> bool:
        """Whether nothing is asked now, but for a question on trial."""
        return self._open_until is not None

    def check(self) -> None:
        """Raises Unasked while it is open, with what opened it and when to ask again."""
        if self._open_until is None:
            return
        left = self._open_until - self._now()
        if left > 0 or self._on_trial:
            raise Unasked(f"Not asked for now. {self._fault}", lasting=self._fault.lasting, again_s=max(left, 1.0))

    @contextmanager
    def passing(self) -> Generator[None]:
        """Around what is sent. ModelUnavailable is a failure of the endpoint, anything it answers is none; a question
        that was not sent, or was cancelled, tells nothing."""
        self.check()
        trial = self.open
        self._on_trial = self._on_trial or trial
        try:
            yield
        except Unasked:
            raise
        except ModelUnavailable as fault:
            self._failed(fault, trial)
            raise
        except AnswerUnusable:
            self._answered()
            raise
        else:
            self._answered()
        finally:
            if trial:
                self._on_trial = False

    def usable(self) -> None:
        """An answer was in its form."""
        self._unusable, self._span_s = 0, FIRST_S

    def unusable(self, fault: AnswerUnusable) -> None:
        """An answer was not in its form; a model that never manages is not worth its price."""
        self._unusable += 1
        if self._unusable >= UNUSABLE and not self.open:
            self._opens(ModelUnavailable(f"{UNUSABLE} answers in a row could not be used. {fault}"))

    def _answered(self) -> None:
        self._failures, self._open_until = 0, None

    def _failed(self, fault: ModelUnavailable, trial: bool) -> None:
        self._failures += 1
        # Questions that were under way when it opened fail too; they must not open it for longer.
        if trial or (not self.open and (fault.lasting or self._failures >= FAILURES)):
            self._opens(fault)

    def _opens(self, fault: ModelUnavailable) -> None:
        self._fault = fault
        if fault.lasting:
            self._open_until = self._now() + LASTING_S
            return
        self._open_until = self._now() + max(self._span_s, fault.again_s)
        self._span_s = min(2 * self._span_s, LONGEST_S)
