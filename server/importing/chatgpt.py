"""The data export of ChatGPT: conversations as trees of messages, in one conversations.json or in numbered shards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...storage.errors import InvalidArgument
from .archive import Member, opened
from .fields import (
    Raw,
    Unfit,
    as_object,
    each,
    inner,
    instant,
    judged,
    listed,
    moment,
    origin,
    short,
    statement,
    text,
)
from .pieces import elements, paths
from .record import Bad, Format, Record

_SHARD = re.compile(r"conversations(-\d+)?\.json")
_TEXT = ("text", "multimodal_text")
_ROLES = {"user": "", "assistant": "answer"}  # the tag of what each said


def recognises(path: Path) -> bool:
    """Whether conversations with a `mapping` are there: in a zip, a folder, or one JSON file of any name."""
    with opened(path) as members:
        return any("item.mapping" in paths(m) for m in _shards(members))


def _shards(members: list[Member]) -> list[Member]:
    if len(members) == 1:
        return [m for m in members if m.suffix == ".json"]
    return [m for m in members if _SHARD.fullmatch(m.base)]


def read(path: Path) -> Iterator[Record | Bad]:
    """One record for each message the person wrote."""
    return _checked(path, {"user"})


def read_with_answers(path: Path) -> Iterator[Record | Bad]:
    """The same, and one for each answer, tagged "answer"."""
    return _checked(path, {"user", "assistant"})


def _checked(path: Path, roles: set[str]) -> Iterator[Record | Bad]:
    if not recognises(path):
        raise InvalidArgument("file", "is no data export of ChatGPT; give its zip or its conversations.json.")
    return _records(path, partial(_conversation, roles=roles))


def _records(path: Path, make: Callable[[str, Raw], Iterator[Record | Bad]]) -> Iterator[Record | Bad]:
    with opened(path) as members:
        for shard in _shards(members):
            yield from each(elements(shard, ""), make)


def _conversation(where: str, raw: Raw, roles: set[str]) -> Iterator[Record | Bad]:
    if not isinstance(raw.get("mapping"), dict):
        raise Unfit("has no mapping of messages")
    title = text(raw, "title")
    shared = {
        "session": text(raw, "conversation_id", "id") or title,
        "source": short(f"ChatGPT: {title}") if title else "ChatGPT",
        "began": raw.get("create_time"),
    }
    for number, message in enumerate(_branch(raw), 1):
        role = text(inner(message, "author"), "role")
        if role in roles and not _is_hidden(message):
            yield from judged(f"{where}, message {number}", {**message, **shared, "role": role}, _message)


def _branch(raw: Raw) -> Iterator[Raw]:
    """The messages from the first to the current one: what was written anew in between is left out."""
    mapping = inner(raw, "mapping")
    node = text(raw, "current_node")
    if node not in mapping:
        # Old exports name no current message: the last one that has no answer is the end of the newest branch.
        node = next((k for k in reversed(list(mapping)) if not as_object(mapping[k]).get("children")), "")
    branch: list[Raw] = []
    seen: set[str] = set()
    while node in mapping and node not in seen:
        seen.add(node)
        branch.append(inner(as_object(mapping[node]), "message"))
        node = text(as_object(mapping[node]), "parent")
    return reversed(branch)


def _is_hidden(message: Raw) -> bool:
    """Whether it was shown to nobody, or says nothing in words (images, code of tools, custom instructions)."""
    metadata = inner(message, "metadata")
    if metadata.get("is_visually_hidden_from_conversation") is True or metadata.get("is_user_system_message") is True:
        return True
    content = inner(message, "content")
    return text(content, "content_type") not in _TEXT or content.get("parts") in (None, [], [""])


def _message(where: str, raw: Raw) -> Iterator[Record]:
    parts = [_part(p) for p in listed(inner(raw, "content"), "parts")]
    written = "\n\n".join(p for p in parts if p.strip())
    if not written:
        return
    content = statement(written, "text")
    at = moment(raw.get("create_time"), raw["began"])
    yield Record(
        where,
        text(raw, "id") or origin(raw["session"], raw["role"], content),
        content,
        "event",
        tags=tuple(filter(None, [_ROLES[raw["role"]]])),
        session=raw["session"],
        source=raw["source"],
        recorded=at,
        when=instant(at),
        trust="external",
    )


def _part(part: Any) -> str:
    """The words of a part: text, or what was spoken as it was transcribed."""
    if isinstance(part, str):
        return part
    spoken = as_object(part)
    words = spoken.get("text") if spoken.get("content_type") == "audio_transcription" else ""
    return words if isinstance(words, str) else ""


FORMAT = Format("chatgpt", "data export of ChatGPT: what you wrote", recognises, read)
# Recognises nothing: what was answered is asked for by name.
WITH_ANSWERS = Format(
    "chatgpt-with-answers", "the same with its answers; by name only", lambda _: False, read_with_answers
)
