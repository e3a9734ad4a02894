"""What the processes do whose erasures are interrupted, and who reads meanwhile; and the store they do it in.

The first rows are of twenty topics, five rows each, and are what the fixed questions ask for; they are never
erased. Every other row has a word of its own, so that it can be looked for in the files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import anyio

from simonides.server.config import Config
from simonides.server.lifespan import opened
from simonides.storage.errors import SimonidesError, UnknownMemory
from simonides.storage.ids import new_receipt
from simonides.storage.memory import Change, Claim, Memory
from simonides.tools.forget import Forget, forget
from simonides.tools.mind import Caller, Mind
from simonides.tools.recall import Recall, recall
from simonides.tools.reply import Forgotten, Recalled
from simonides.tools.statement import entities_of, with_digest
from tests.faults.quick import QuickEmbedder
from tests.faults.zygote import Channel, Message

CALLER = Caller("erasing", "erasing")
TOPICS, ROWS_A_TOPIC = 20, 5
FIXED = TOPICS * ROWS_A_TOPIC
QUESTIONS = tuple(f"which leaf speaks of {topic}" for topic in (f"topic{chr(97 + n)}zephyr" for n in range(TOPICS)))
_BATCH = 5_000  # rows in one commit


def word(number: int) -> str:
    """The word that only this row has: letters only, so that it is indexed in one piece."""
    return "zq" + "".join(chr(97 + int(digit)) for digit in f"{number:06d}") + "xw"


def _memory(id_: str, number: int, at: Any) -> Memory:
    claims: tuple[Claim, ...] = ()
    if number < FIXED:
        topic, leaf = divmod(number, ROWS_A_TOPIC)
        content = f"{QUESTIONS[topic].split()[-1]} is on leaf {leaf}" + " and so on" * 2 * leaf
    else:
        content = f"{word(number)} grows beside the river {number % 97} with its roots in the water"
        claims = (Claim(word(number), "grows beside", f"river {number % 97}"),) if number % 4 == 0 else ()
    return with_digest(Memory(id_, "global", "fact", content, at, claims=claims, entities=entities_of(claims)))


async def fill(mind: Mind, count: int) -> list[str]:
    """Store `count` rows and compact; their ids, by number."""
    now = mind.clock()
    rows = [_memory(f"{mind.mint(now)}.1", number, now) for number in range(count)]
    for start in range(0, count, _BATCH):
        batch = rows[start : start + _BATCH]
        vectors = QuickEmbedder().encode([m.searchable for m in batch])
        change = Change(new_receipt(), now, tuple(zip(batch, vectors, strict=True)))

        async def build(change: Change = change) -> Change:
            return change

        await mind.writer.commit(build)
    await mind.upkeep.compact()
    return [m.id for m in rows]


async def answers(mind: Mind, questions: Sequence[str] = QUESTIONS) -> dict[str, list[str]]:
    """The ids that answer each question, best first."""
    told: dict[str, list[str]] = {}
    for question in questions:
        answer = (await recall(mind, CALLER, Recall(query=question, limit=3, max_tokens=8000))).data
        assert isinstance(answer, Recalled)
        told[question] = [m.id for m in answer.memories]
    return told


async def is_there(mind: Mind, id_: str, number: int) -> bool:
    """Whether any way of recalling still has a row."""
    by_word = await answers(mind, [word(number)])
    try:
        await recall(mind, CALLER, Recall(ids=[id_]))
    except UnknownMemory:
        return id_ in by_word[word(number)]
    return True


async def listed(mind: Mind, ids: list[str]) -> str:
    """List what an erase would take; the token that confirms it."""
    told = (await forget(mind, CALLER, Forget(ids=ids, mode="erase"))).data
    assert isinstance(told, Forgotten)
    return told.confirm


async def confirmed(mind: Mind, token: str) -> Forgotten:
    """Confirm a list."""
    told = (await forget(mind, CALLER, Forget(confirm=token))).data
    assert isinstance(told, Forgotten)
    return told


def residue_of(told: Forgotten) -> int | None:
    """How many files the answer says are left; None when it does not say."""
    return getattr(told.done, "residue", None)


def filling(channel: Channel, home: str, count: int) -> None:
    """Job: fill a store, and tell `ids` and `answers`."""

    async def work(mind: Mind) -> None:
        channel.tell(ids=await fill(mind, count), answers=await answers(mind))

    anyio.run(partial(_with_mind, home, work))


def erasing(channel: Channel, home: str) -> None:
    """Job: erase what is told by `erase: id`, saying `begun` when it is listed and to be confirmed, then what
    came of it; answer `there: [id, number]` and `answer: true`."""

    async def work(mind: Mind) -> None:
        channel.tell(opened=True)
        while not channel.ended:
            await anyio.wait_readable(channel.line)
            while (order := channel.hear(0)) is not None:
                channel.tell(**await _obey(mind, channel, order))

    anyio.run(partial(_with_mind, home, work))


async def _obey(mind: Mind, channel: Channel, order: Message) -> Message:
    if "there" in order:
        return {"there": await is_there(mind, *order["there"])}
    if "answer" in order:
        return {"answers": await answers(mind)}
    token = await listed(mind, [order["erase"]])
    channel.tell(begun=order["erase"])
    began = time.perf_counter()
    told = await confirmed(mind, token)
    count = told.done.count if told.done else 0
    return {"count": count, "residue": residue_of(told), "took_s": time.perf_counter() - began}


def reading(channel: Channel, home: str, expected: Mapping[str, list[str]]) -> None:
    """Job: ask the questions again and again until told anything; tell how often, and what was not as expected."""

    async def work(mind: Mind) -> None:
        asked, wrong, faults = 0, list[str](), list[str]()
        channel.tell(opened=True)
        while channel.hear(0) is None and not channel.ended:
            for question, ids in expected.items():
                asked += 1
                try:
                    told = (await answers(mind, [question]))[question]
                except SimonidesError as fault:
                    faults.append(repr(fault))
                    continue
                if told != ids:
                    wrong.append(f"{question}: {told}")
        channel.tell(asked=asked, wrong=wrong, faults=faults)

    anyio.run(partial(_with_mind, home, work))


async def _with_mind(home: str, work: Callable[[Mind], Any]) -> None:
    async with opened(Config(home=home, timezone="UTC"), load=QuickEmbedder) as opening:
        mind = await opening.mind()
        await mind.encoder.load()
        await work(mind)
