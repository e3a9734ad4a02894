"""Real server processes, spoken to line by line or through a real client."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MODERN: dict[str, Any] = {
    "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
}


class Wire:
    """A server process, its stdin and stdout held line by line."""

    def __init__(self, home: Path, *more: str, **environ: str) -> None:
        env = {k: v for k, v in os.environ.items() if not k.startswith("SIMONIDES_")}
        env |= {"SIMONIDES_HOME": str(home), "PYTHONUNBUFFERED": "1"} | environ
        self.process = subprocess.Popen(
            [sys.executable, *(more or ("-m", "simonides", "serve"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
        )
        self.number = 0
        self.seen: list[bytes] = []

    def write(self, raw: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def send(self, method: str, params: dict[str, Any] | None = None, *, notify: bool = False) -> int:
        """Send a request (or a notification); its number."""
        self.number += 1
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if not notify:
            message["id"] = self.number
        self.write(json.dumps(message).encode() + b"\n")
        return self.number

    def read(self, number: int) -> dict[str, Any]:
        """The answer to a request. Every line on stdout must be JSON-RPC."""
        assert self.process.stdout
        while True:
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read().decode() if self.process.stderr else "gone"
            self.seen.append(line)
            message = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == number:
                return message

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """Send and wait."""
        return self.read(self.send(method, params))

    def hello(self) -> dict[str, Any]:
        """The handshake of the older era."""
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "0"}}
        result = self.ask("initialize", client)["result"]
        self.send("notifications/initialized", notify=True)
        return result

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; its result."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def end(self) -> tuple[int, str]:
        """Close stdin; exit code and what was logged."""
        assert self.process.stdin
        assert self.process.stderr
        self.process.stdin.close()
        code = self.process.wait(20)
        return code, self.process.stderr.read().decode()
