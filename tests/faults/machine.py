"""State machines over a store that is open in the loop of another thread."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal

from anyio.from_thread import BlockingPortal
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from simonides.server.config import Config
from simonides.server.lifespan import Opening, opened
from simonides.tools.mind import Mind
from tests.conftest import Hands
from tests.faults.quick import QuickEmbedder


class OneStore:
    """A store of its own folder, open in a loop of its own thread."""

    def __init__(
        self,
        portal: BlockingPortal,
        home: Path,
        clock: Hands,
        durability: Literal["synced", "process"] = "synced",
    ) -> None:
        self.home = home
        self._portal = portal
        config = Config(home=str(home), timezone="UTC", durability=durability)
        self._open: AbstractContextManager[Opening] = portal.wrap_async_context_manager(
            opened(config, clock=clock, load=QuickEmbedder)
        )
        opening = self._open.__enter__()
        self.mind: Mind = portal.call(opening.mind)
        portal.call(self.mind.encoder.load)

    def call(self, work: Callable[[Mind], Coroutine[Any, Any, Any]]) -> Any:
        """Await something in the loop of the store."""
        return self._portal.call(work, self.mind)

    def close(self) -> None:
        """Close it properly."""
        self._open.__exit__(None, None, None)


def run(machine: type[RuleBasedStateMachine], portal: BlockingPortal, *, examples: int, steps: int) -> None:
    """So many histories of so many steps at most, the same ones every time."""
    there: Any = type("There", (machine,), {"portal": portal})
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    run_state_machine_as_test(there, settings=chosen)
