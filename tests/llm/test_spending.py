"""The day's budget: what is counted, over which processes, and what happens when it cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import anyio
import pytest
from filelock import FileLock

from simonides.storage.errors import AnswerUnusable, ModelUnavailable
from simonides.storage.llm import spending as account
from simonides.storage.llm.reply import Usage
from simonides.storage.llm.spending import FILE, LOCK, tokens_of
from simonides.storage.llm.unavailable import Unasked
from tests.llm.forms import GOOD, MATERIAL, VERDICTS
from tests.llm.opened import endpoint, spending
from tests.llm.scripted import Scripted, answer, hang, refusal, refused_url, text, until

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)


class Now:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def now() -> Now:
    return Now()


def spender(folder: Path, *words: object) -> subprocess.Popen[str]:
    """Another process on the same account."""
    command = [sys.executable, "-m", "tests.llm.spender", str(folder), *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def full(*_: object) -> None:
    """A disk that takes nothing."""
    raise OSError(28, "No space left on device")


def modes(folder: Path) -> list[int]:
    return [path.stat().st_mode for path in folder.iterdir()]


async def test_what_a_request_used_takes_the_place_of_what_it_might_have(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now, price_in=2.0, price_out=10.0)

    reserved = await one.reserve(1_000, 500)
    before = await one.spent()
    await one.settle(reserved, Usage(900, 100))
    after = await one.spent()

    assert (before.tokens, before.cost, before.questions) == (1_500, 0.007, 1)
    assert (after.tokens, after.cost, after.questions) == (1_000, 0.0028, 1)


async def test_a_request_that_was_not_answered_costs_nothing(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now, price_in=2.0)

    await one.settle(await one.reserve(1_000, 500), Usage(0, 0))

    spent = await one.spent()
    assert (spent.tokens, spent.cost, spent.questions) == (0, 0, 0)


@pytest.mark.parametrize(
    ("limits", "variable"),
    [
        ({"tokens_per_day": 2_000}, "SIMONIDES_LLM_TOKENS_PER_DAY"),
        ({"tokens_per_day": 0, "cost_per_day": 0.02, "price_out": 10.0}, "SIMONIDES_LLM_COST_PER_DAY"),
    ],
)
async def test_what_may_go_over_the_budget_is_not_asked(
    tmp_path: Path, now: Now, limits: dict[str, Any], variable: str
) -> None:
    one = spending(str(tmp_path), now, **limits)
    await one.reserve(0, 1_500)

    with pytest.raises(Unasked, match=variable) as told:
        await one.reserve(0, 1_500)

    assert (told.value.lasting, told.value.again_s) == (False, 12 * 3600)
    assert (await one.spent()).tokens == 1_500


async def test_a_budget_of_nought_is_none(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now, tokens_per_day=0)

    for _ in range(3):
        await one.reserve(10**9, 0)

    assert (await one.spent()).tokens == 3 * 10**9


async def test_a_day_is_over_at_midnight_utc_whatever_the_zone_of_the_clock(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now, tokens_per_day=2_000)
    await one.reserve(0, 1_500)

    now.at = datetime(2026, 12, 2, 0, 30, tzinfo=timezone(timedelta(hours=9)))  # still the first of December
    with pytest.raises(Unasked):
        await one.reserve(0, 1_500)
    now.at = datetime(2026, 12, 2, 0, 0, tzinfo=UTC)
    await one.reserve(0, 1_500)

    assert (await one.spent()).tokens == 1_500


async def test_what_is_settled_after_midnight_does_not_touch_the_new_day(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now)
    reserved = await one.reserve(0, 1_500)
    now.at += timedelta(days=1)
    await one.reserve(0, 100)

    await one.settle(reserved, Usage(1, 1))

    assert (await one.spent()).tokens == 100


async def test_a_clock_a_moment_behind_does_not_open_a_day_again(tmp_path: Path, now: Now) -> None:
    one = spending(str(tmp_path), now, tokens_per_day=2_000)
    now.at = datetime(2026, 12, 2, 0, 0, tzinfo=UTC)
    await one.reserve(0, 1_500)

    now.at -= timedelta(seconds=1)

    with pytest.raises(Unasked):
        await one.reserve(0, 1_500)


def test_processes_at_once_share_a_budget(tmp_path: Path) -> None:
    both = [spender(tmp_path, 40_000, 1_000) for _ in range(2)]

    times = [int(process.communicate(timeout=60)[0]) for process in both]

    assert sum(times) == 40


async def test_what_a_dead_process_reserved_counts_until_the_day_is_over(tmp_path: Path, now: Now) -> None:
    dead = spender(tmp_path, 40_000, 1_000, "die")
    assert await anyio.to_thread.run_sync(dead.wait) == 9
    now.at = datetime.now(UTC)
    one = spending(str(tmp_path), now)

    today = await one.spent()
    now.at += timedelta(days=2)
    later = await one.spent()

    assert (today.tokens, later.tokens) == (1_000, 0)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"day": "2026-12-01", "tokens": -5, "cost": 0, "questions": 0}',
        '{"day": "2026-12-01", "tokens": 5, "cost": NaN, "questions": 0}',
        '{"day": "2026-12-01", "tokens": true, "cost": 0, "questions": 0}',
        '{"day": "yesterday", "tokens": 5, "cost": 0, "questions": 0}',
        '{"day": 5, "tokens": 5, "cost": 0, "questions": 0}',
        "[" * 4_000,
    ],
)
async def test_a_damaged_account_lets_nothing_be_asked(tmp_path: Path, now: Now, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    one = spending(str(tmp_path), now)

    with pytest.raises(Unasked, match="damaged; delete it"):
        await one.reserve(1, 1)
    assert (tmp_path / FILE).read_text() == content


async def test_an_account_that_cannot_be_written_lets_nothing_be_asked(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = spending(str(tmp_path), now)
    monkeypatch.setattr("simonides.storage.disk.Disk.write_whole", full)

    with pytest.raises(Unasked, match="No space left"):
        await one.reserve(1, 1)


async def test_an_account_that_another_keeps_locked_is_waited_for_only_a_while(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account, "_PATIENCE_S", 0.05)
    one = spending(str(tmp_path), now)

    with FileLock(tmp_path / LOCK), pytest.raises(Unasked, match=LOCK):
        await one.reserve(1, 1)


async def test_the_account_is_its_owners_alone(tmp_path: Path, now: Now) -> None:
    await spending(str(tmp_path), now).reserve(1, 1)

    assert {mode & 0o077 for mode in modes(tmp_path)} == {0}


async def test_an_answer_that_cannot_be_settled_is_an_answer_and_its_reservation_stands(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = spending(str(tmp_path), now)
    reserved = await one.reserve(1_000, 0)

    with monkeypatch.context() as broken:
        broken.setattr("simonides.storage.disk.Disk.write_whole", full)
        await one.settle(reserved, Usage(1, 1))

    assert (await one.spent()).tokens == 1_000


def test_a_text_is_estimated_high_where_characters_are_whole_words() -> None:
    assert (tokens_of("abcdefghi"), tokens_of("拉维住在里斯本"), tokens_of("")) == (3, 7, 0)


async def test_an_answer_counts_by_what_the_endpoint_says(tmp_path: Path, now: Now) -> None:
    with Scripted([answer(GOOD, usage=(321, 45))]) as server:
        async with endpoint(server.access(), str(tmp_path), now) as one:
            await one.answer(VERDICTS, MATERIAL)
            spent = await one.spending.spent()

    assert (spent.tokens, spent.questions) == (366, 1)


async def test_an_answer_without_a_count_is_estimated(tmp_path: Path, now: Now) -> None:
    with Scripted([answer(GOOD, usage=None)]) as server:
        async with endpoint(server.access(), str(tmp_path), now) as one:
            await one.answer(VERDICTS, MATERIAL)
            spent = await one.spending.spent()

    sent = json.dumps(server.requests[0].body)
    assert len(sent) / 5 < spent.tokens < len(sent) / 3


async def test_a_repair_and_an_unusable_answer_count_as_well(tmp_path: Path, now: Now) -> None:
    with Scripted([text("no", usage=(100, 1)), text("{}", usage=(200, 2))]) as server:
        async with endpoint(server.access(), str(tmp_path), now) as one:
            with pytest.raises(AnswerUnusable):
                await one.answer(VERDICTS, MATERIAL)
            spent = await one.spending.spent()

    assert (spent.tokens, spent.questions) == (303, 2)


async def test_a_question_over_the_budget_is_never_sent(tmp_path: Path, now: Now) -> None:
    with Scripted([answer(GOOD)]) as server:
        async with endpoint(server.access(tokens_per_day=50), str(tmp_path), now) as one:
            for _ in range(8):  # and is no failure of the endpoint
                with pytest.raises(Unasked, match="SIMONIDES_LLM_TOKENS_PER_DAY"):
                    await one.answer(VERDICTS, MATERIAL)

    assert not server.requests


async def test_refusals_and_dead_ports_cost_nothing(tmp_path: Path, now: Now) -> None:
    with Scripted([refusal(404)]) as server:
        for base_url in (server.base_url, refused_url()):
            async with endpoint(server.access(base_url=base_url), str(tmp_path), now) as one:
                with pytest.raises(ModelUnavailable):
                    await one.answer(VERDICTS, MATERIAL)
                spent = await one.spending.spent()

                assert spent.tokens == 0


async def test_a_question_that_was_given_up_stays_counted(tmp_path: Path, now: Now) -> None:
    with Scripted([hang()]) as server:
        async with endpoint(server.access(timeout_s=0.2), str(tmp_path), now) as one:
            with pytest.raises(ModelUnavailable):
                await one.answer(VERDICTS, MATERIAL)
            async with anyio.create_task_group() as group:
                group.start_soon(one.answer, VERDICTS, MATERIAL)
                await until(lambda: server.under_way == 1 and len(server.requests) == 2)
                group.cancel_scope.cancel()
            spent = await one.spending.spent()

    assert spent.questions == 2
    assert spent.tokens > 200
