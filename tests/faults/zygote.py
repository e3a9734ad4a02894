"""A process that has imported everything and opened nothing, and forks a child for each job.

A child that is spawned takes seconds to import LanceDB, one that is forked a few milliseconds. The zygote is no
part of the pytest process, because a process with threads, or with a table open, is not safe to fork.

A job is a function `job(channel, **arguments)`, named as `module:name`; what it has to say goes over the channel,
a line each way.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[2]
Message = dict[str, Any]
_LONGEST_ORDER = 1 << 16  # bytes
_HEAVY = (
    "lancedb",
    "simonides.server.cli",
    "simonides.server.lifespan",
    "simonides.storage.table.lists",
    "simonides.storage.table.upkeep",
    "simonides.tools.recall",
    "simonides.tools.remember",
    "simonides.tools.forget",
    "tests.faults.quick",
    "tests.faults.load",
)


class Channel:
    """One end of a line to another process: JSON objects, one a line."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self._rest = b""
        self._heard: list[Message] = []
        self.ended = False

    def tell(self, **message: Any) -> None:
        """Send a message, whole, before this returns."""
        self.line.sendall(json.dumps(message).encode() + b"\n")

    @property
    def waiting(self) -> bool:
        """Whether a message was read already and not yet taken."""
        return bool(self._heard)

    def hear(self, timeout_s: float | None = None) -> Message | None:
        """The next message; None when there is none in time, or none will come (`ended`)."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._heard and not self.ended:
            left = None if until is None else max(0.0, until - time.monotonic())
            if not select.select([self.line], [], [], left)[0]:
                return None
            self._take()
        return self._heard.pop(0) if self._heard else None

    def expect(self, timeout_s: float = 60.0) -> Message:
        """The next message, which must come."""
        message = self.hear(timeout_s)
        assert message is not None, "it ended" if self.ended else f"silent for {timeout_s:g} s"
        assert "failed" not in message, message["failed"]
        return message

    def _take(self) -> None:
        try:
            piece = self.line.recv(1 << 16)
        except ConnectionResetError:  # it died with something of ours unread
            piece = b""
        self.ended = not piece
        *lines, self._rest = (self._rest + piece).split(b"\n")
        self._heard += [json.loads(line) for line in lines]


class Child:
    """A forked process and the line to it."""

    def __init__(self, zygote: Zygote, pid: int, channel: Channel) -> None:
        self.pid = pid
        self.channel = channel
        self._zygote = zygote
        self._reaped = False

    def kill(self) -> None:
        """SIGKILL: no handler runs, nothing is flushed."""
        if not self._reaped:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its wait status, once it has ended."""
        self._reaped = True
        return int(self._zygote.order(reap=self.pid)["status"])

    def expect(self, timeout_s: float = 60.0) -> Message:
        """The next message, which must come."""
        return self.channel.expect(timeout_s)

    def ask(self, **message: Any) -> Message:
        """Tell it something and take what it says next."""
        self.channel.tell(**message)
        return self.expect()

    def end(self) -> None:
        """Hang up, which ends a job that listens, and wait for it."""
        self.channel.line.close()
        self.wait()


class Zygote:
    """The zygote as seen from the test: `with Zygote() as zygote: zygote.start("module:name", key=value)`."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._process = _python(f"from tests.faults.zygote import serve; serve({theirs.fileno()})", theirs)
        theirs.close()
        assert self._control.recv(_LONGEST_ORDER), "the zygote did not start"

    def order(self, *, line: socket.socket | None = None, **order: Any) -> Message:
        """Have it do something, perhaps with one end of a line, and take its answer."""
        socket.send_fds(self._control, [json.dumps(order).encode()], [line.fileno()] if line else [])
        return json.loads(self._control.recv(_LONGEST_ORDER))

    def start(self, job: str, **arguments: Any) -> Child:
        """Fork a child that runs `module:name`."""
        ours, theirs = socket.socketpair()
        answer = self.order(line=theirs, job=job, arguments=arguments)
        theirs.close()
        return Child(self, answer["pid"], Channel(ours))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self._control.close()
        self._process.wait(20)


def alone(job: str, **arguments: Any) -> tuple[subprocess.Popen[bytes], Channel]:
    """A process that is spawned, not forked, and runs one job: for measuring what a process takes up."""
    ours, theirs = socket.socketpair()
    command = f"from tests.faults.zygote import work; work({theirs.fileno()}, {job!r}, {arguments!r})"
    process = _python(command, theirs)
    theirs.close()
    return process, Channel(ours)


def _python(command: str, line: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", command],
        cwd=ROOT,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "LANCEDB_LOG": "error"},
        stdin=subprocess.DEVNULL,
        pass_fds=[line.fileno()],
    )


def heard(children: Iterable[Child], timeout_s: float) -> tuple[Child, Message] | None:
    """The next message of any of them, and whose; None when none comes in time.

    A child that ended says `{"ended": True}`, once its last message was taken.
    """
    among = list(children)
    for child in among:
        if child.channel.waiting:
            return child, child.channel.hear(0) or {}
    ready = select.select([c.channel.line for c in among], [], [], max(0.0, timeout_s))[0]
    for child in among:
        if child.channel.line in ready:
            message = child.channel.hear(0)
            if message is not None:
                return child, message
            if child.channel.ended:
                return child, {"ended": True}
    return None


def serve(descriptor: int) -> None:
    """Be the zygote, until the other end of the control line goes."""
    control = socket.socket(fileno=descriptor)
    for name in _HEAVY:
        importlib.import_module(name)
    warnings.filterwarnings("ignore", "lancedb fork support")  # no table is open here, so nothing is mid-operation
    gc.collect()
    gc.freeze()  # what is imported stays shared between all children
    control.send(b"ready")
    while True:
        told, lines, _, _ = socket.recv_fds(control, _LONGEST_ORDER, 1)
        if not told:
            return
        order = json.loads(told)
        if "reap" in order:
            answer = {"status": os.waitpid(order["reap"], 0)[1]}
        else:
            line = socket.socket(fileno=lines[0])
            if (pid := os.fork()) == 0:
                control.close()
                work(line.detach(), order["job"], order["arguments"])
            line.close()
            answer = {"pid": pid}
        control.send(json.dumps(answer).encode())


def work(descriptor: int, job: str, arguments: Message) -> None:
    """Run a job that talks over the line with this descriptor, and end without farewells."""
    channel = Channel(socket.socket(fileno=descriptor))
    try:
        module, name = job.split(":")
        getattr(importlib.import_module(module), name)(channel, **arguments)
    except BrokenPipeError:
        pass  # hung up: the test is over
    except BaseException:  # the outermost edge of a process: the test must hear of it
        channel.tell(failed=traceback.format_exc())
    finally:
        os._exit(0)
