"""A scripted endpoint that speaks OpenAI's protocol, over real HTTP, in a thread and a loop of its own.

    with Scripted(lambda request: answer({"word": "yes"})) as server:
        Endpoint(server.access())

As a process, with one answer for everything: `python -m tests.llm.scripted '{"word": "yes"}'` writes its URL.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import anyio

from simonides.storage.llm.access import Access

PATIENCE_S = 20.0
_CHUNK = b" " * 65_536


@dataclass(frozen=True)
class Asked:
    """A request as it came; header names in small letters."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def material(self) -> Any:
        """The data between the marks."""
        user = next(m["content"] for m in self.body["messages"] if m["role"] == "user")
        found = re.fullmatch(r"<data-(\w+)>\n(.*)\n</data-\1>", user, re.DOTALL)
        assert found, user
        return json.loads(found[2])


@dataclass(frozen=True)
class Reply:
    """What is sent back. `more`: bytes of blanks after the body; `missing`: bytes that are announced and never sent;
    `held`: sent only once it is set."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    more: int = 0
    missing: int = 0
    held: threading.Event | None = None


Script = Callable[[dict[str, Any]], Reply]


def text(content: str, *, usage: tuple[int, int] | None = (10, 5), finish: str = "stop", **message: Any) -> Reply:
    """What a model wrote, as it stands; `usage`: tokens read and written."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
    body: dict[str, Any] = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    if usage:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return Reply(body=json.dumps(body).encode())


def answer(data: Any, *, usage: tuple[int, int] | None = (10, 5)) -> Reply:
    """A model that answers JSON."""
    return text(json.dumps(data, ensure_ascii=False), usage=usage)


def refusal(status: int, message: str = "no", code: str | None = None, **headers: str) -> Reply:
    """An error of the protocol; `retry_after` is the header Retry-After."""
    body = json.dumps({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}})
    return Reply(status, body.encode(), {name.replace("_", "-"): value for name, value in headers.items()})


def hang() -> Reply:
    """No answer, ever."""
    return Reply(held=threading.Event())


def cut_off() -> Reply:
    """An answer whose connection ends in the middle."""
    return Reply(body=b'{"choices": [{"mess', missing=100)


def huge(size: int, status: int = 200) -> Reply:
    """A body of `size` bytes."""
    return Reply(status, b"{", more=size - 1)


def raw(body: bytes, **headers: str) -> Reply:
    """Any body."""
    return Reply(body=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


class Scripted:
    """The endpoint, while its `with` lasts. The script is a function of the request, or replies in their order, of
    which the last stays."""

    def __init__(self, script: Script | Sequence[Reply]) -> None:
        self._script = script if callable(script) else _in_order(script)
        self.requests: list[Asked] = []
        self.faults: list[BaseException] = []
        self.under_way = 0  # requests not answered yet
        self.most_at_once = 0
        self.sent = 0  # bytes that the client's system took
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self.base_url = ""

    def access(self, **more: Any) -> Access:
        """A way to it."""
        given: dict[str, Any] = {"base_url": self.base_url, "key": "", "model": "scripted", "timeout_s": PATIENCE_S}
        return Access(**given | more)

    def __enter__(self) -> Scripted:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(PATIENCE_S)
        self.base_url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()
        if self.faults:
            raise self.faults[0]

    async def _listen(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def _stop(self) -> None:
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while asked := await _read(reader):
                self.requests.append(asked)
                self.under_way += 1
                self.most_at_once = max(self.most_at_once, self.under_way)
                try:
                    await self._send(self._reply(asked.body), reader, writer)
                finally:
                    self.under_way -= 1
        writer.close()

    def _reply(self, body: dict[str, Any]) -> Reply:
        try:
            return self._script(body)
        except BaseException as fault:  # shown by the test, whose script it is
            self.faults.append(fault)
            return refusal(500)

    async def _send(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while reply.held and not reply.held.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    if not await reader.read(1):
                        raise ConnectionError
        length = len(reply.body) + reply.more + reply.missing
        headers = {"content-type": "application/json", **reply.headers, "content-length": str(length)}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        await self._write(writer, f"HTTP/1.1 {reply.status} Status\r\n{head}\r\n".encode() + reply.body)
        for at in range(0, reply.more, len(_CHUNK)):
            await self._write(writer, _CHUNK[: reply.more - at])
        if reply.missing:
            raise ConnectionError

    async def _write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        writer.write(data)
        await writer.drain()
        self.sent += len(data)


def _in_order(replies: Sequence[Reply]) -> Script:
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


async def _read(reader: asyncio.StreamReader) -> Asked | None:
    """One request; None at the end of the connection."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.rstrip("\r\n").split("\r\n")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(first.split(" ")[1], headers, cast(dict[str, Any], json.loads(body or b"{}")))


def refused_url() -> str:
    """A port nobody listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


async def until(holds: Callable[[], bool]) -> None:
    """Wait for it to hold, looking often; fails after a while."""
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, "it never came to hold"
        await anyio.sleep(0.005)


if __name__ == "__main__":
    with Scripted([text(sys.argv[1])]) as scripted:
        sys.stdout.write(scripted.base_url + "\n")
        sys.stdout.flush()
        sys.stdin.read()  # until whoever started it goes
