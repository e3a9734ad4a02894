"""Reading: what a filter admits, and what a channel proposes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from simonides.storage.memory import Change, Claim, Memory
from simonides.storage.table.filters import Filter
from simonides.storage.table.keys import probe
from simonides.storage.table.search import Wording
from simonides.storage.text.grams import literal_grams, query_grams
from simonides.storage.text.when import parse_when
from simonides.tools.mind import Mind
from tests.conftest import commit, delete

pytestmark = pytest.mark.anyio
AT = datetime(2026, 11, 30, tzinfo=UTC)
DAY = timedelta(days=1)


async def add(mind: Mind, memories: Iterable[Memory]) -> None:
    rows = list(memories)
    vectors = await mind.encoder.encode([m.searchable for m in rows])
    assert vectors is not None
    await commit(mind, Change("r-1", AT, tuple(zip(rows, vectors, strict=True))))


def memory(number: int, content: str = "x", **more: Any) -> Memory:
    usual: dict[str, Any] = {"scope": "global", "kind": "fact", "content": content, "recorded_at": AT}
    return Memory(f"{number:0>12}.1", **(usual | more))


def given(vector: Any) -> Any:
    async def asked() -> Any:
        return vector

    return asked


async def found(mind: Mind, wanted: Filter) -> set[int]:
    return {int(m.lineage) for m in await mind.reader.find(wanted, limit=100)}


async def test_only_current_rows_are_seen_unless_asked_for(mind: Mind) -> None:
    statuses = ("current", "superseded", "hidden", "archived", "quarantined")
    await add(mind, (memory(i, status=s) for i, s in enumerate(statuses)))

    assert await found(mind, Filter(AT)) == {0}
    assert await found(mind, Filter(AT, reach="history")) == {0, 1}
    assert await found(mind, Filter(AT, reach="all")) == {0, 1, 2, 3, 4}


async def test_what_has_expired_is_gone_to_the_second(mind: Mind) -> None:
    await add(mind, [memory(1, expires_at=AT + DAY)])

    assert await found(mind, Filter(AT + DAY - timedelta(seconds=1))) == {1}
    assert await found(mind, Filter(AT + DAY)) == set()


async def test_what_stopped_being_true_is_history_and_an_event_stays(mind: Mind) -> None:
    over: Any = {"valid_from": AT - 2 * DAY, "valid_to": AT - DAY}
    await add(mind, [memory(1, **over), memory(2, kind="event", **over)])

    assert await found(mind, Filter(AT)) == {2}


async def test_after_and_before_ask_when_a_state_held_and_when_an_event_was(mind: Mind) -> None:
    march, may = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)
    await add(
        mind,
        [
            memory(1, valid_from=march, valid_to=may),
            memory(2, valid_from=march),
            memory(3, kind="event", valid_from=march),
            memory(4, kind="event", valid_from=may),
        ],
    )
    april, june = (parse_when("after", month, UTC, AT) for month in ("2026-04", "2026-06"))

    assert await found(mind, Filter(AT, after=april)) == {1, 2, 4}
    assert await found(mind, Filter(AT, after=june)) == {2}
    assert await found(mind, Filter(AT, before=april)) == {1, 2, 3}


async def test_all_tags_must_be_there(mind: Mind) -> None:
    await add(mind, [memory(1, tags=("a", "b")), memory(2, tags=("a",)), memory(3)])

    assert await found(mind, Filter(AT, tags=("a", "b"))) == {1}
    assert await found(mind, Filter(AT, tags=("a' OR 'x'='x",))) == set()


async def test_slots_find_claims_by_role(mind: Mind) -> None:
    await add(
        mind,
        [
            memory(1, claims=(Claim("Ann", "manages", "Bob"),)),
            memory(2, claims=(Claim("Bob", "manages", "Ann"),)),
        ],
    )

    assert await found(mind, Filter(AT, claim_keys=probe("ann", "manages"))) == {1}
    assert await found(mind, Filter(AT, claim_keys=probe("", "manages", "ann"))) == {2}


async def test_filters_hold_for_both_channels(mind: Mind) -> None:
    await add(mind, [memory(i, "the red bicycle", scope="a" if i % 2 else "b") for i in range(10)])
    vectors = await mind.encoder.encode(["red bicycle"])
    assert vectors is not None

    candidates = await mind.finder.search(given(vectors[0]), Wording(query_grams("bicycle")), Filter(AT, scopes=("a",)))

    assert {int(c.id[:12]) for c in candidates} == {1, 3, 5, 7, 9}


async def test_a_candidate_of_the_words_channel_carries_its_exact_cosine(mind: Mind) -> None:
    await add(mind, [memory(1, "the red bicycle"), memory(2, "a tax form")])
    vectors = await mind.encoder.encode(["the red bicycle", "bicycle"])
    assert vectors is not None

    both = await mind.finder.search(given(vectors[1]), Wording(query_grams("bicycle")), Filter(AT))

    cosine = {c.id: c.cosine for c in both}[memory(1).id]
    assert cosine == pytest.approx(float(vectors[0] @ vectors[1]), abs=2e-3)  # half floats


async def test_a_row_without_a_vector_is_found_by_words(mind: Mind) -> None:
    await commit(mind, Change("r-1", AT, ((memory(1, "the red bicycle"), None),)))

    candidates = await mind.finder.search(given(None), Wording(query_grams("bicycle")), Filter(AT))

    assert [(c.id, c.cosine) for c in candidates] == [(memory(1).id, None)]


@pytest.mark.parametrize(("query", "numbers"), [("users.py", {1, 2}), ("admin/users.js", {1, 2, 3})])
async def test_where_rows_hold_a_word_to_the_letter_words_propose_these_alone(
    mind: Mind, query: str, numbers: set[int]
) -> None:
    await add(mind, [memory(1, "see users.py"), memory(2, "see /srv/users.py:7"), memory(3, "see users_test.js")])

    found = await mind.finder.search(given(None), Wording(query_grams(query), literal_grams(query)), Filter(AT))

    assert {int(c.id[:12]) for c in found} == numbers
    assert {c.literal for c in found} == {numbers == {1, 2}}


async def test_pages_of_a_listing_are_newest_first_and_cover_everything_once(mind: Mind) -> None:
    await add(mind, (memory(i, recorded_at=AT + timedelta(seconds=i // 2)) for i in range(11)))

    pages = [await mind.reader.find(Filter(AT), limit=4, offset=o) for o in (0, 4, 8)]

    listed = [int(m.lineage) for page in pages for m in page]
    assert listed == list(range(10, -1, -1))


async def test_another_handle_on_the_same_store_sees_a_commit_at_once(mind: Mind) -> None:
    from simonides.storage.disk import Disk
    from simonides.storage.table.making import Identity
    from simonides.storage.table.opening import open_store
    from simonides.storage.table.reader import Reader

    async def nobody() -> Identity:
        raise AssertionError("the store is there already")

    other = Reader(await open_store(mind.store.folder.rpartition("/")[0], nobody, Disk()))
    await add(mind, [memory(1)])

    assert set(await other.get([memory(1).id])) == {memory(1).id}


async def test_a_row_kept_from_an_earlier_read_is_read_anew_after_any_change(mind: Mind) -> None:
    from simonides.storage.memory import Edit

    await add(mind, [memory(1), memory(2)])
    before = (await mind.reader.get([memory(1).id]))[memory(1).id]

    await commit(mind, Change("r-2", AT, edits=(Edit(memory(1).id, "current", {"status": "hidden"}),)))
    await delete(mind, memory(2).id)

    after = await mind.reader.get([memory(1).id, memory(2).id])
    assert before.status == "current"
    assert {i: m.status for i, m in after.items()} == {memory(1).id: "hidden"}


async def test_readers_at_once_get_all_their_rows_while_others_write(mind: Mind) -> None:
    import anyio

    await add(mind, [memory(i) for i in range(20)])
    wanted = [memory(i).id for i in range(20)]
    counts: list[int] = []

    async def read() -> None:
        counts.extend([len(await mind.reader.get(wanted)) for _ in range(10)])

    async def write() -> None:
        for number in range(10):
            await commit(mind, Change(f"r-{number}", AT, ((memory(100 + number), None),)))

    async with anyio.create_task_group() as tasks:
        for work in (read, read, read, write):
            tasks.start_soon(work)

    assert set(counts) == {20}
