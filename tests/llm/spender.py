"""A process that spends: `python -m tests.llm.spender FOLDER BUDGET TOKENS [die]`. It reserves so many tokens again
and again until it is refused, and writes how often; with `die` it ends with the first reservation open."""

from __future__ import annotations

import os
import sys

import anyio

from simonides.storage.llm.unavailable import Unasked
from tests.llm.opened import spending, utc_now


async def spend(folder: str, budget: int, tokens: int, die: bool) -> int:
    """How often it was let."""
    account, times = spending(folder, utc_now, tokens_per_day=budget), 0
    while True:
        try:
            await account.reserve(tokens, 0)
        except Unasked:
            return times
        times += 1
        if die:
            os._exit(9)


if __name__ == "__main__":
    folder, budget, tokens, *more = sys.argv[1:]
    sys.stdout.write(str(anyio.run(spend, folder, int(budget), int(tokens), bool(more))))
