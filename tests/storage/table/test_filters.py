# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""Filters: text is a value in them, never a part of the language."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import lancedb
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.storage.table.filters import Filter, instant, quoted

pytestmark = pytest.mark.anyio
HOSTILE = [
    "'; DROP TABLE memories; --",
    "' OR '1'='1",
    "a' OR scope = 'other",
    "back\\slash",
    'double "quotes"',
    "percent % and _ under",
    "new\nline",
    "emoji 🎸 한국 中文",
    "`tick`",
    "/* comment */",
    "",
]


@pytest.fixture
async def names(tmp_path: Path) -> Any:
    db = await lancedb.connect_async(str(tmp_path))
    schema = pa.schema([pa.field("name", pa.string()), pa.field("at", pa.timestamp("us", tz="UTC"))])
    rows = [{"name": n, "at": datetime(2026, 1, 1, tzinfo=UTC)} for n in [*HOSTILE, "plain", "other"]]
    return await db.create_table("names", data=pa.Table.from_pylist(rows, schema=schema))


@pytest.mark.parametrize("text", HOSTILE)
async def test_a_quoted_text_matches_itself_and_nothing_else(names: Any, text: str) -> None:
    found = await names.query().where(f"name = {quoted(text)}").to_list()

    assert [r["name"] for r in found] == [text]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
async def test_any_text_is_quoted_so_that_it_selects_no_row_it_is_not(names: Any, text: str) -> None:
    found = await names.query().where(f"name = {quoted(text)} AND name <> 'plain'").to_list()

    assert [r["name"] for r in found] == ([text] if text in HOSTILE else [])


def test_half_a_surrogate_pair_is_refused_before_it_reaches_the_table() -> None:
    with pytest.raises(UnicodeEncodeError):
        quoted("\ud800")


@pytest.mark.parametrize("at", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)])
async def test_a_time_literal_reaches_from_the_first_year_to_the_last(names: Any, at: datetime) -> None:
    earlier = await names.count_rows(f"at < {instant(at)}")

    assert earlier == (13 if at.year == 9999 else 0)


async def test_a_time_literal_is_exact_to_the_microsecond(names: Any) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)

    assert await names.count_rows(f"at = {instant(at)}") == 13
    assert await names.count_rows(f"at = {instant(at + timedelta(microseconds=1))}") == 0


def test_working_state_is_seen_only_by_session_or_kind() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)

    assert "kind <> 'working'" in Filter(now).sql()
    assert "kind <> 'working'" not in Filter(now, session="s").sql()
    assert "kind <> 'working'" not in Filter(now, kinds=("working",)).sql()


async def test_what_a_filter_admits_of_rows_read_is_what_its_predicate_finds(tmp_path: Path) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    ends = [None, now - timedelta(seconds=1), now, now + timedelta(seconds=1)]
    texts = itertools.product(("current", "superseded", "hidden"), ("red", "blue"), ("fact", "event", "working"))
    names = ("status", "scope", "kind", "expires_at", "valid_to")
    rows: list[dict[str, Any]] = [
        dict(zip(names, (*t, *e), strict=True)) for t in texts for e in itertools.product(ends, ends)
    ]
    at = pa.timestamp("us", tz="UTC")
    schema = pa.schema([(n, at if n in names[3:] else pa.string()) for n in names])
    db = await lancedb.connect_async(str(tmp_path))
    table = await db.create_table("rows", data=pa.Table.from_pylist(rows, schema=schema))
    wanted = Filter(now, scopes=("red",), kinds=("fact", "event"))

    found = await table.query().where(wanted.sql()).to_list()

    assert len(found) == 12
    assert {tuple(row.values()) for row in found} == {tuple(row.values()) for row in rows if wanted.admits(row)}
