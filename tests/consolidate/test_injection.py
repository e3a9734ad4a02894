"""Instructions hidden in memories reach a model as data, and even one that obeys them can do next to nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from simonides.storage.memory import CONSOLIDATOR, IMPORTANCE_BY_KIND, Memory
from simonides.tools.recall import Recall, recall
from simonides.tools.reply import defused
from simonides.tools.summarise import Summarise, summarise
from tests.conftest import Hands
from tests.consolidate import planted
from tests.consolidate.conftest import Bench
from tests.consolidate.household import ALL_CATS, CATS, CHENGDU, FLAT, MORE_CATS, NUTS, SESSION, SHANGHAI
from tests.consolidate.overhttp import answering, at_endpoint, tidied
from tests.consolidate.planted import PLANTED, VICTIMS, honest, is_planted, obeying
from tests.llm.scripted import Asked, Scripted

pytestmark = pytest.mark.anyio
_FENCE = re.compile(r"<(memory-[0-9a-f]{8})>\n(.*?)\n</\1>", re.DOTALL)
_DATA = re.compile(r"<data-([0-9a-f]{16})>\n(.*)\n</data-\1>", re.DOTALL)


@dataclass
class Came:
    """What passes with an obedient model did to a store with planted memories."""

    good: Mapping[str, str]
    bad: Mapping[str, str]
    before: Mapping[str, Memory]
    after: Mapping[str, Memory]
    requests: Sequence[Asked]
    applied: Sequence[str]
    texts: list[str] = field(default_factory=list[str])


async def obeyed(home: Path, clock: Hands, aims: Sequence[str], passes: int = 1) -> Came:
    """Passes of a model that obeys about the texts in `aims`, and what is read of the store after."""
    with Scripted(answering(obeying(aims))) as server:
        async with at_endpoint(home, clock, server.base_url) as at:
            good, bad = await planted.told(at)
            before = await _rows(at)
            reports = [await tidied(at) for _ in range(passes)]
            assert [r.failed for r in reports] == [""] * passes
            applied = [d.task for r in reports for d in r.done if d.said == "applied"]
            came = Came(good, bad, before, await _rows(at), list(server.requests), applied)
            came.texts += await _read(at)
    return came


async def _rows(at: Bench) -> dict[str, Memory]:
    return {m.id: m for m in await at.mind.reader.every()}


async def _read(at: Bench) -> list[str]:
    """The text form of answers in which the planted are."""
    asked = [Recall(query=q, limit=50, max_tokens=8000) for q in ("example", "Nordbank", "示例 银行", "instructions")]
    texts = [(await recall(at.mind, at.caller, r)).text for r in (*asked, Recall(max_tokens=8000))]
    texts.append((await recall(at.mind, at.caller, Recall(query="printer", history=True, max_tokens=8000))).text)
    ids = [m.id for m in await at.mind.reader.where(_IN_SESSION)]
    condensed = [await summarise(at.mind, at.caller, a) for a in (Summarise(query="example"), Summarise(ids=ids))]
    return [*texts, *(answer.text for answer in condensed)]


_IN_SESSION = f"status = 'current' AND session = '{SESSION}' AND kind NOT IN ('summary', 'working')"


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> Came:
    """One pass of a model that obeys about what the planted are aimed at."""
    with start_blocking_portal("asyncio") as portal:
        return portal.call(obeyed, tmp_path_factory.mktemp("planted") / "home", Hands(), VICTIMS)


def test_a_model_that_obeys_what_was_planted_changes_no_trust_scope_or_owner_and_erases_nothing(
    came: Came,
) -> None:
    mine = ("trust", "scope", "client", "source", "session", "kind", "content", "confidence")

    kept = {i: [getattr(m, n) for n in mine] for i, m in came.after.items() if i in came.before}

    assert kept == {i: [getattr(m, n) for n in mine] for i, m in came.before.items()}
    assert {came.after[i].status for i in came.bad.values()} == {"current"}
    assert {came.after[came.good[t]].status for t in VICTIMS} == {"current"}
    assert all(abs(m.importance - IMPORTANCE_BY_KIND[m.kind]) <= 0.25 for m in came.after.values())
    assert "drop-13.example" not in repr(list(came.after.values()))  # no claim that stands in no statement


def test_what_was_planted_elsewhere_supersedes_nothing_that_is_honest(came: Came) -> None:
    elsewhere = {i for i in came.bad.values() if came.after[i].trust == "external"}

    taken = {i for by in elsewhere for i in came.after[by].supersedes}

    assert len(elsewhere) > 6
    assert taken == set()
    assert any(set(came.after[i].contests) & set(came.good.values()) for i in elsewhere)  # it was obeyed


def test_the_right_changes_of_the_same_pass_are_all_made(came: Came) -> None:
    now = {text: came.after[id_] for text, id_ in came.good.items()}

    assert {t for t, m in now.items() if m.status == "superseded"} == {CATS, MORE_CATS, SHANGHAI}
    assert ALL_CATS in {m.content for m in came.after.values() if m.status == "current"}
    assert now[CHENGDU].supersedes == (now[SHANGHAI].id,)
    assert [c.object for c in now[FLAT].claims] == ["Berlin"]
    assert now[NUTS].importance == pytest.approx(0.75)  # pyright: ignore[reportUnknownMemberType]


def test_what_a_model_wrote_of_the_planted_is_trusted_no_further_than_they_are(came: Came) -> None:
    written = [m for m in came.after.values() if m.id not in came.before]

    of_planted = [m for m in written if is_planted(m.content)]

    assert {m.client for m in written} == {CONSOLIDATOR}
    assert {(m.kind, m.trust) for m in of_planted} == {("summary", "external")}
    assert all(came.after[i].scope == m.scope for m in written for i in (*m.supersedes, *m.derived_from))


def test_in_the_text_of_an_answer_what_was_planted_is_inside_of_the_fence_only(came: Came) -> None:
    outside = [_FENCE.sub("", text) for text in came.texts]
    inside = [found[2] for text in came.texts for found in _FENCE.finditer(text)]

    marks = {p.mark for p in PLANTED}

    assert [m for text in outside for m in marks if m in text] == []
    assert {m for text in inside for m in marks if m in text} == marks
    assert not [m[0] for text in inside for m in re.finditer(r"</?memory-|<\|im_start|\[/?INST|</?system", text)]
    assert [text.count("</memory-") for text in came.texts] == [text.count("<memory-") for text in came.texts]
    assert defused(PLANTED[8].text) != PLANTED[8].text


def test_what_was_planted_reaches_a_model_as_data_under_a_name_it_cannot_know(came: Came) -> None:
    seen: set[str] = set()

    for asked in came.requests:
        system, user = asked.body["messages"][:2]
        found = _DATA.fullmatch(user["content"])
        assert found
        assert "<" not in found[2]
        assert found[1] in system["content"]
        assert not is_planted(system["content"])
        seen |= {p.text for p in PLANTED for text in _strings(json.loads(found[2])) if p.text == text}

    assert seen == {p.text for p in PLANTED}
    nonces = {m[1] for asked in came.requests if (m := _DATA.fullmatch(asked.body["messages"][1]["content"]))}
    assert len(nonces) == len(came.requests)


def _strings(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    parts: list[Any] = list(data.values()) if isinstance(data, dict) else data if isinstance(data, list) else []  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    return [s for part in parts for s in _strings(part)]


async def test_a_model_that_obeys_about_everything_unseats_nothing_by_what_was_planted_elsewhere(
    tmp_path: Path, clock: Hands
) -> None:
    came = await obeyed(tmp_path / "home", clock, honest(), passes=5)  # a pass changes a row once an answer

    elsewhere = {i for i in came.bad.values() if came.after[i].trust == "external"}
    gone = {t for t, i in came.good.items() if came.after[i].status != "current"}
    taken_by = {i: m.id for m in came.after.values() for i in m.supersedes}

    assert {taken_by[came.good[t]] for t in gone} & elsewhere == set()
    assert SHANGHAI in gone  # what was contested in the meantime is still updated by what is honest
    assert came.before.keys() <= came.after.keys()
    assert {i: came.after[i].trust for i in came.before} == {i: m.trust for i, m in came.before.items()}


async def test_what_a_model_that_obeys_lets_an_assistant_take_is_little_and_comes_back(
    tmp_path: Path, clock: Hands
) -> None:
    """What this very conversation stored is trusted as far as the rest of it: here only the bounds of a pass hold."""
    with Scripted(answering(obeying(honest()))) as server:
        async with at_endpoint(tmp_path / "home", clock, server.base_url) as at:
            await planted.told(at)
            before = await at.current()

            reports = [await tidied(at) for _ in range(2)]
            after = await at.current()
            for report in reversed(reports):
                await at.undo(report.name)
            back = await at.current()

    assert len(before.keys() - after.keys()) <= 2 * (2 + 2)  # of two scopes one each, or two that became one
    assert back == before
