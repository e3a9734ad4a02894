"""Holographic reduced representations (Plate 1995) in the frequency domain: names bound, summed and read back.

A vector of n floats is kept as its spectrum, D = n/2 phasors in complex64. An atom is unitary: every phasor has length
one, so that unbinding by its conjugate is exact. Sums stay linear: angles alone could not be taken apart again.
Leading axes broadcast everywhere; the last axis is D.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Spectrum = npt.NDArray[np.complex64]
"""One vector, shape (D,), or an array of them, shape (..., D)."""
Spectra = npt.NDArray[np.complex64]
"""A codebook or a list, shape (m, D)."""
Floats = npt.NDArray[np.float32]

VERSION = 1
"""Of the codebook: it grows when `atom` gives other phases for the same name and seed. Traces of two never mix."""

_STEPS = 1 << 16  # an angle is one of so many, two bytes of a digest
_DIGEST_ANGLES = hashlib.sha256().digest_size // 2
_TAIL = 9.0  # the normal density beyond so many deviations is below 1e-18
_GRID = 3601  # points of the integral; a step of 0.005
_ALL_BUT_ONE = float(np.nextafter(1.0, 0.0))  # the largest double below one


def atom(name: str, floats: int, seed: str) -> Spectrum:
    """The unitary vector of a name, shape (floats // 2,); the same on every machine.

    The angles are the little-endian 16-bit words of SHA-256 of `seed:name:0`, `seed:name:1` and so on.
    Raises ValueError for an odd or non-positive width, and for a colon in the seed, which would let two names collide.
    """
    if floats < 2 or floats % 2:
        raise ValueError(f"a vector has an even number of floats, 2 or more; {floats} were asked for")
    if ":" in seed:
        raise ValueError("a seed holds no colon")
    blocks = math.ceil(floats / 2 / _DIGEST_ANGLES)
    digests = b"".join(hashlib.sha256(f"{seed}:{name}:{i}".encode()).digest() for i in range(blocks))
    angles = np.frombuffer(digests, "<u2")[: floats // 2] * (2 * np.pi / _STEPS)
    return np.exp(1j * angles).astype(np.complex64)


def atoms(names: Sequence[str], floats: int, seed: str) -> Spectra:
    """The unitary vectors of names, shape (len(names), floats // 2). Raises what `atom` raises."""
    made = np.empty((len(names), floats // 2), np.complex64)
    for row, name in zip(made, names, strict=True):
        row[:] = atom(name, floats, seed)
    return made


def bind(a: Spectrum, b: Spectrum) -> Spectrum:
    """Circular convolution: one vector for the pair, similar to neither."""
    return a * b


def unbind(trace: Spectrum, cue: Spectrum) -> Spectrum:
    """What was bound to the cue, by its conjugate: exact for a unitary cue, but for the noise of the rest of a bundle."""
    return trace * np.conj(cue)


def bundle(items: Spectra, weights: npt.ArrayLike | None = None) -> Spectrum:
    """The sum of items, shape (..., k, D) to (..., D); `weights` of shape (..., k), all one unless given."""
    if weights is None:
        return items.sum(axis=-2, dtype=np.complex64)
    scaled = np.asarray(weights, np.float32)[..., np.newaxis] * items
    return scaled.sum(axis=-2, dtype=np.complex64)


def remove(trace: Spectrum, item: Spectrum) -> Spectrum:
    """The bundle without one of its items: exact but for rounding, since bundles are linear."""
    return trace - item


def similarity(a: Spectrum, b: Spectrum) -> Floats:
    """Re<a, b> / D, shape (...): 1 of an atom with itself; of two names, normal around 0 with deviation 1/sqrt(2 D)."""
    return np.asarray((a * np.conj(b)).real.mean(axis=-1), np.float32)


def cleanup(noisy: Spectrum, codebook: Spectra) -> tuple[npt.NDArray[np.intp], Floats]:
    """The row of the codebook, shape (m, D), most similar to each noisy vector, and that similarity; both shape (...)."""
    scores = unfolded(noisy) @ unfolded(codebook).T
    best = scores.argmax(axis=-1)
    return best, np.take_along_axis(scores, best[..., np.newaxis], axis=-1)[..., 0]


def unfolded(spectrum: Spectrum) -> Floats:
    """As real floats, shape (..., D) to (..., 2 D), whose dot product is the similarity: what a vector index stores."""
    parts = np.concatenate([spectrum.real, spectrum.imag], axis=-1)
    return np.asarray(parts / np.float32(math.sqrt(spectrum.shape[-1])), np.float32)


def folded(floats: npt.ArrayLike) -> Spectrum:
    """The spectrum again from what `unfolded` gave, of any float type, shape (..., 2 D) to (..., D)."""
    real, imaginary = np.split(np.asarray(floats, np.float32), 2, axis=-1)
    spectrum = real + np.complex64(1j) * imaginary
    return np.asarray(spectrum * np.float32(math.sqrt(spectrum.shape[-1])), np.complex64)


def accuracy(floats: int, pairs: int, vocabulary: int) -> float:
    """How likely cleanup names the right one of `vocabulary` fillers after unbinding one of `pairs` unit pairs.

    The right score is 1, each score has noise of variance (pairs - 1) / floats, so with s = sqrt(floats / (pairs - 1))
    it is the integral of phi(z) Phi(z + s)^(vocabulary - 1) dz (Frady, Kleyko and Sommer 2018).
    Raises ValueError for counts below one.
    """
    if min(floats, pairs, vocabulary) < 1:
        raise ValueError("floats, pairs and vocabulary are at least one")
    if pairs == 1:
        return 1.0
    z = np.linspace(-_TAIL, _TAIL, _GRID)
    margin = math.sqrt(floats / (pairs - 1))
    # By the logarithm of the upper tail: Phi itself is one in floats long before its power is. Far below, the tail
    # rounds to one, whose logarithm would be infinite, and with a vocabulary of one undefined.
    above = np.array([0.5 * math.erfc((x + margin) / math.sqrt(2)) for x in z]).clip(max=_ALL_BUT_ONE)
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return float((density * np.exp((vocabulary - 1) * np.log1p(-above))).sum() * (z[1] - z[0]))


def capacity(floats: int, vocabulary: int, probability: float) -> int:
    """The most unit pairs one trace holds with `accuracy` of at least `probability`.

    Raises ValueError unless 1 / vocabulary < probability < 1: guessing alone reaches the one, no trace the other.
    """
    if vocabulary < 1 or not 1 / vocabulary < probability < 1:
        raise ValueError("the probability lies between that of a guess and one")
    enough, too_many = 1, 2
    while accuracy(floats, too_many, vocabulary) >= probability:
        enough, too_many = too_many, 2 * too_many
    while too_many - enough > 1:
        middle = (enough + too_many) // 2
        if accuracy(floats, middle, vocabulary) >= probability:
            enough = middle
        else:
            too_many = middle
    return enough
