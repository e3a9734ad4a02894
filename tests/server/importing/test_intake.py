"""Records of other programs become memories, each fit to be stored, and the same in every import."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.server.importing.formats import FORMATS, format_of
from simonides.server.importing.intake import Origin, memories_of, parts
from simonides.server.importing.record import Bad, Record
from simonides.server.intake import TakenIn, take_in
from simonides.storage.ids import lineage_from, parse_id
from simonides.storage.memory import Claim, Memory
from simonides.tools.arguments import LONGEST_TEXT
from simonides.tools.mind import Mind
from tests.conftest import Desk
from tests.server.importing.reading import FIXTURES

AT = datetime(2026, 11, 30, tzinfo=UTC)
ORIGIN = Origin("mem0", "global", "r-import", AT)


def made(*records: Record | Bad, origin: Origin = ORIGIN) -> list[Memory | Bad]:
    return list(memories_of(records, origin))


def memory(record: Record) -> Memory:
    (one,) = made(record)
    assert isinstance(one, Memory)
    return one


def test_a_record_keeps_its_time_provenance_and_slots() -> None:
    told = datetime(2024, 5, 1, 9, tzinfo=UTC)
    record = Record(
        "line 1", "m-1", "Ada likes coffee.", "preference", (Claim("Ada", "likes", "coffee"),), ("a", "a", " b "),
        source="app", session="s", recorded=told, trust="external",
    )  # fmt: skip

    one = memory(record)

    assert (one.content, one.kind, one.recorded_at, one.tags) == ("Ada likes coffee.", "preference", told, ("a", "b"))
    assert (one.source, one.session, one.client, one.trust) == ("app", "s", "mem0", "external")
    assert one.entities == ("Ada", "coffee")
    assert one.opened_by == "r-import"


def test_the_same_record_has_the_same_id_in_every_import_and_another_program_another() -> None:
    record = Record("line 1", "m-1", "Ada likes coffee.", recorded=AT)
    later = Origin("mem0", "global", "r-later", datetime(2027, 1, 1, tzinfo=UTC))
    elsewhere = Origin("openmemory", "global", "r-import", AT)

    first, again, other = (
        m.id for o in (ORIGIN, later, elsewhere) for m in made(record, origin=o) if isinstance(m, Memory)
    )

    assert first == again != other


def test_ids_sort_by_the_day_a_record_was_told() -> None:
    days = [datetime(2025, 1, d, 23 - d, tzinfo=UTC) for d in range(1, 20)]

    assert sorted(lineage_from(str(d), d) for d in days) == [lineage_from(str(d), d) for d in days]
    assert len({lineage_from(str(n), AT) for n in range(50_000)}) == 50_000


def test_what_is_said_to_have_been_told_tomorrow_was_told_now() -> None:
    assert memory(Record("line 1", "m", "x", recorded=datetime(2999, 1, 1, tzinfo=UTC))).recorded_at == AT


def test_what_no_longer_stood_comes_in_as_history() -> None:
    one = memory(Record("line 1", "m", "x", gone=True))

    assert (one.status, one.closed_at) == ("superseded", AT)


def test_what_is_too_long_for_one_memory_is_several_and_nothing_is_lost() -> None:
    paragraphs = [f"Paragraph {n}. " + "word " * 300 for n in range(20)]

    pieces = made(Record("line 1", "m", "\n\n".join(paragraphs)))

    contents = [p.content for p in pieces if isinstance(p, Memory)]
    assert 1 < len(contents) == len(pieces)
    assert " ".join(" ".join(contents).split()) == " ".join(" ".join(paragraphs).split())


@given(st.text(st.sampled_from("ab 。.\n我🎸"), min_size=1, max_size=30).map(lambda t: t * 900))
def test_every_part_of_a_text_fits_and_together_they_are_it(text: str) -> None:
    pieces = parts(text.strip() or "x")

    assert all(len(p.encode()) <= LONGEST_TEXT for p in pieces)
    assert "".join("".join(pieces).split()) == "".join((text.strip() or "x").split())


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (Record("line 1", "m", "\u200b "), "has no content"),
        (Record("line 1", "m", "My password is Tr0ub4dor" + "&3"), "holds a secret"),
        (Record("line 1", "m", "x", confidence=7), "has a confidence or importance outside 0 to 1"),
        (Record("line 1", "m", "x", claims=(Claim("a", "", "b"),)), "has a claim with an empty slot"),
        (Record("line 1", "m", "x", tags=("t" * 5000,)), "has a field over 1,024 bytes"),
    ],
)
def test_what_remember_would_refuse_is_refused_with_its_place(record: Record, why: str) -> None:
    (bad,) = made(record)

    assert isinstance(bad, Bad)
    assert bad.where == "line 1"
    assert why in bad.why


def test_a_secret_is_not_put_aside_with_its_record() -> None:
    (bad,) = made(Record("line 1", "m", "My password is Tr0ub4dor" + "&3"))

    assert isinstance(bad, Bad)
    assert bad.raw == ""


SOURCES = sorted(p for p in FIXTURES.iterdir() if p.name != "house-rules.md")  # that one must be named to be read


@pytest.fixture
def importer(mind: Mind) -> Any:
    async def take(path: Path, **more: Any) -> TakenIn:
        form = format_of(path)
        origin = Origin(form.name, "global", "r-import", mind.clock())
        return await take_in(mind, memories_of(form.read(path), origin), **more)

    return take


@pytest.mark.anyio
@pytest.mark.parametrize("path", SOURCES, ids=[p.name for p in SOURCES])
async def test_each_format_comes_in_once_is_found_and_goes_by_its_receipt(
    desk: Desk, mind: Mind, importer: Any, path: Path
) -> None:
    counted = await importer(path, dry_run=True)
    first = await importer(path)
    again = await importer(path)

    rows = await mind.reader.every()
    assert first.added == counted.added == len(rows) > 0
    assert (again.added, again.there) == (0, first.added + first.there)
    current = [m for m in rows if m.status == "current"]
    assert (await desk.recall(current[0].content[:200], limit=50)).ids.count(current[0].id) == 1

    await desk.forget(undo="r-import")
    assert await mind.reader.count("status = 'current'") == 0


def test_every_format_has_a_fixture() -> None:
    found = {format_of(p).name for p in SOURCES}

    assert found == {f.name for f in FORMATS if not f.name.endswith("-with-answers")}


def test_a_lineage_made_of_a_name_is_one_of_ours() -> None:
    assert parse_id(lineage_from("x", None)) is not None
    assert parse_id(lineage_from("x", datetime(1800, 1, 1, tzinfo=UTC))) is not None
    assert parse_id(lineage_from("x", datetime(9999, 1, 1, tzinfo=UTC))) is not None
