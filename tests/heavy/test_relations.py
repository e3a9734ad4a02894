"""The relation store against the one read anew, over many histories."""

from __future__ import annotations

import pytest
from anyio.from_thread import BlockingPortal

from tests.faults.machine import run
from tests.relations.test_rebuilt import Relating


@pytest.mark.heavy
@pytest.mark.timeout(1_800)
def test_after_any_of_many_histories_it_answers_as_one_read_anew(portal: BlockingPortal) -> None:
    run(Relating, portal, examples=60, steps=25)
