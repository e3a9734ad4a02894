"""An embedder that costs nothing, for tests of the store rather than of meaning."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simonides.storage.text.embedding import DEFAULT, known_identity

if TYPE_CHECKING:
    from simonides.storage.memory import Matrix


class QuickEmbedder:
    """A unit vector seeded by the text, under the name of the built-in model, so that a store accepts it."""

    def __init__(self) -> None:
        known = known_identity(DEFAULT)
        assert known is not None
        self.name, self.dimension, self.fingerprint = known

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """Unit vectors, float32; equal texts have equal ones, others are all but orthogonal."""
        import numpy as np

        seeds = [int.from_bytes(hashlib.sha256(t.encode()).digest()[:8], "big") for t in texts]
        made = [np.random.default_rng(seed).standard_normal(self.dimension) for seed in seeds]
        return np.stack([v / np.linalg.norm(v) for v in made]).astype(np.float32)
