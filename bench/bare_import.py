# pyright: reportUnknownMemberType=false
"""The least an import can be: encode all texts of a JSON list, write their rows at once. Prints the seconds it took.

A process of its own, so that its settings are those of the import it is compared with.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import lancedb
import numpy as np

from .bare_store import rows
from .embedding import encode

_TOGETHER = 256  # texts encoded by one call: more are no faster


def seconds(texts: Sequence[str]) -> float:
    """How long it takes, the encoder loaded and the engine imported before."""
    encode(["warm"])
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        began = time.perf_counter()
        vectors = np.concatenate([encode(texts[at : at + _TOGETHER]) for at in range(0, len(texts), _TOGETHER)])
        lancedb.connect(folder).create_table("texts", rows(texts, vectors, 0))
        return time.perf_counter() - began


if __name__ == "__main__":
    print(seconds(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
