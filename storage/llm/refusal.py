"""What an HTTP status other than success means."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from ..errors import AnswerUnusable, ModelFailed, ModelUnavailable
from .access import Access

LONGEST_WAIT_S = 86_400.0
_UNPAID_S = 3_600.0  # who has used up what was paid for has not paid a minute later
_NO_MODEL = ("not found", "does not exist", "not exist", "not a valid", "invalid model", "unknown model", "no such")
_KEY_HINTS = ("api key", "api_key", "apikey")


class Refusal(Exception):
    """The endpoint refused a request. `told`: its words in small letters, to be searched, never shown.

    `again_s`: what it says of when to try again, in seconds; 0 where it does not.
    """

    def __init__(self, status: int, told: str, again_s: float) -> None:
        super().__init__(status)
        self.status, self.told, self.again_s = status, told, again_s

    def fault(self, access: Access) -> ModelFailed:
        """The error of ours that it is. None of its text is the endpoint's."""
        status, at = self.status, f"{access.place} (HTTP {self.status})"
        if status in (401, 403) or (status == 400 and any(hint in self.told for hint in _KEY_HINTS)):
            return ModelUnavailable(f"The key is refused by {at}; see SIMONIDES_LLM_API_KEY.", lasting=True)
        if status in (404, 405) or (
            status in (400, 422) and "model" in self.told and any(hint in self.told for hint in _NO_MODEL)
        ):
            return ModelUnavailable(
                f"There is no model {access.model} at {at}; see SIMONIDES_LLM_MODEL and SIMONIDES_LLM_BASE_URL.",
                lasting=True,
            )
        if 300 <= status < 400:
            return ModelUnavailable(
                f"Questions are sent elsewhere by {at}, and not followed there; give the final address in "
                "SIMONIDES_LLM_BASE_URL.",
                lasting=True,
            )
        if status == 402 or (status == 429 and "insufficient_quota" in self.told):
            return ModelUnavailable(f"What was paid for is used up, says {at}.", again_s=self.again_s or _UNPAID_S)
        if status == 429:
            return ModelUnavailable(f"Too many questions for {at}.", again_s=self.again_s)
        if status >= 500 or status in (408, 409, 425):
            return ModelUnavailable(f"A fault of its own at {at}.", again_s=self.again_s)
        return AnswerUnusable(f"The question was refused by {at}.")


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds a `Retry-After` header asks for, between 0 and a day; 0 without one, or for one that says nothing.

    A date is counted from the endpoint's own clock, so that it need not agree with ours.
    """
    told = headers.get("retry-after", "").strip()
    try:
        wait_s = float(told)
    except ValueError:
        try:
            wait_s = (parsedate_to_datetime(told) - parsedate_to_datetime(headers.get("date", ""))).total_seconds()
        except (ValueError, TypeError, IndexError, OverflowError):
            return 0.0
    return min(wait_s, LONGEST_WAIT_S) if wait_s > 0 else 0.0  # not a number is not above 0 either
