"""A language model that knows the answers: an endpoint that speaks OpenAI's protocol and answers from a table of gold.

What it is asked it reads as any model would; it knows statements by their text alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

_MARKED = re.compile(r"<data-(\w+)>\n(.*)\n</data-\1>", re.DOTALL)
_SURE = 0.95


@dataclass(frozen=True)
class Gold:
    """What is known: of a statement its claim (subject, relation, object), of a pair of texts, the earlier first, what
    the later does; and, where given, a summary sentence for each statement. Anything else is nothing."""

    claims: Mapping[str, Sequence[Any]] = field(default_factory=dict[str, Sequence[Any]])
    pairs: Callable[[str, str], str] = lambda earlier, later: "unrelated"
    importance: Callable[[str], float] = lambda text: 0.5
    sentences: Callable[[str], str] = lambda text: ""

    def answer(self, wanted: Container[str], data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to the material of a question; `wanted`: the fields of its form."""
        shown: Sequence[Mapping[str, Any]] = data.get("statements", [])
        if "judgements" in wanted:
            return {"judgements": [self._judged(p) for p in data["pairs"]]}
        if "claims" in wanted:
            return {"claims": [self._claim(s["id"], self.claims[s["text"]]) for s in shown if s["text"] in self.claims]}
        if "ratings" in wanted:
            return {"ratings": [{"id": s["id"], "importance": self.importance(s["text"])} for s in shown]}
        if "sentences" in wanted:
            told = [(s["id"], self.sentences(s["text"])) for s in shown]
            return {"sentences": [{"text": t, "sources": [i]} for i, t in told if t][:40]}
        return {"goal": "", "succeeded": [], "steps": []}

    def _judged(self, pair: Mapping[str, Any]) -> Mapping[str, Any]:
        verdict = self.pairs(pair["earlier"]["text"], pair["later"]["text"])
        return {"id": pair["id"], "reason": "gold", "verdict": verdict, "confidence": _SURE}

    @staticmethod
    def _claim(id_: str, claim: Sequence[Any]) -> Mapping[str, Any]:
        subject, relation, value, *exclusive = claim
        slots = {"subject": subject, "relation": relation, "object": str(value)[:200]}
        return {"id": id_, **slots, "exclusive": (exclusive or [True])[0], "when": "", "confidence": _SURE}


@dataclass(slots=True)
class Consulted:
    """An endpoint that answers from gold, and how often it was asked."""

    url: str
    questions: int = 0


@contextlib.asynccontextmanager
async def consulted(gold: Gold) -> AsyncGenerator[Consulted]:
    """The endpoint, on a port of its own."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        there = Consulted(f"http://127.0.0.1:{listening.getsockname()[1]}/v1")

        async def complete(request: Request) -> JSONResponse:
            there.questions += 1
            asked = await request.json()
            said = next(m["content"] for m in asked["messages"] if m["role"] == "user")
            found = _MARKED.search(said)
            wanted = asked["response_format"]["json_schema"]["schema"]["properties"]
            told: Mapping[str, Any] = gold.answer(wanted, json.loads(found[2])) if found else {}
            message = {"role": "assistant", "content": json.dumps(told, ensure_ascii=False)}
            choice = {"index": 0, "finish_reason": "stop", "message": message}
            return JSONResponse(
                {"id": "x", "object": "chat.completion", "created": 0, "model": "gold", "choices": [choice]}
            )

        app = Starlette(routes=[Route("/v1/chat/completions", complete, methods=["POST"])])
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server.serve, [listening])
            try:
                yield there
            finally:
                server.should_exit = True


def reaching(model: Consulted) -> dict[str, str]:
    """The settings that name it."""
    return {"SIMONIDES_LLM_BASE_URL": model.url, "SIMONIDES_LLM_MODEL": "gold", "SIMONIDES_LLM_TOKENS_PER_DAY": "0"}


async def consolidate(
    home: str, model: Consulted, settings: Mapping[str, str], passes: int = 200
) -> list[dict[str, Any]]:
    """Have the command line tidy a store until nothing is left; what each pass did."""
    command = [sys.executable, "-m", "simonides", "consolidate", "--passes", str(passes), "--json"]
    done = await anyio.run_process(
        command,
        env={**os.environ, **settings, **reaching(model)},
        check=False,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    if done.returncode:
        failed = [r["failed"] for r in json.loads(done.stdout or b"[]")]
        raise RuntimeError(f"{done.stderr.decode().strip()[-2000:]} {failed}")
    return json.loads(done.stdout)
