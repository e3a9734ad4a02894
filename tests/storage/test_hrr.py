"""The laws of the algebra, and how many pairs a trace holds."""

from __future__ import annotations

import hashlib
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.storage import hrr
from simonides.storage.hrr import Spectrum

FLOATS = 512
SEED = "laws"
# Single precision has 24 bits; a few sums and products of numbers of the size of these lose no more than this.
ROUNDING = 1e-4
# Two names are as good as random to each other: deviation 1/sqrt(512) = .044, so 6 of them in all the tests ever run.
UNRELATED = 6 / FLOATS**0.5

names = st.text(min_size=1, max_size=12)
distinct = st.lists(names, min_size=3, max_size=12, unique=True)


def vector(name: str) -> Spectrum:
    return hrr.atom(name, FLOATS, SEED)


@st.composite
def bundles(draw: st.DrawFn) -> Spectrum:
    """Any vector a store may hold: a weighted bundle of atoms, not unitary itself."""
    items = hrr.atoms(draw(st.lists(names, min_size=1, max_size=5)), FLOATS, SEED)
    weights = draw(st.lists(st.floats(-2, 2, width=32), min_size=len(items), max_size=len(items)))
    return hrr.bundle(items, weights)


def close(a: Spectrum, b: Spectrum) -> bool:
    return bool(np.allclose(a, b, atol=ROUNDING))


@given(bundles(), bundles())
def test_binding_is_commutative(a: Spectrum, b: Spectrum) -> None:
    assert close(hrr.bind(a, b), hrr.bind(b, a))


@given(bundles(), bundles(), bundles())
def test_binding_is_associative(a: Spectrum, b: Spectrum, c: Spectrum) -> None:
    left, right = hrr.bind(hrr.bind(a, b), c), hrr.bind(a, hrr.bind(b, c))

    # Values reach 10 ** 3 here, and rounding with them.
    assert np.allclose(left, right, rtol=ROUNDING, atol=ROUNDING * 10)


@given(bundles(), bundles(), bundles())
def test_binding_distributes_over_a_bundle(a: Spectrum, b: Spectrum, c: Spectrum) -> None:
    of_the_sum = hrr.bind(a, hrr.bundle(np.stack([b, c])))
    sum_of_each = hrr.bundle(np.stack([hrr.bind(a, b), hrr.bind(a, c)]))

    assert np.allclose(of_the_sum, sum_of_each, rtol=ROUNDING, atol=ROUNDING * 10)


@given(bundles(), names)
def test_unbinding_a_unitary_cue_is_exact(filler: Spectrum, role: str) -> None:
    assert close(hrr.unbind(hrr.bind(vector(role), filler), vector(role)), filler)


@given(bundles(), names)
def test_binding_a_unitary_vector_keeps_the_norm(a: Spectrum, role: str) -> None:
    bound = hrr.bind(a, vector(role))

    assert np.allclose(hrr.similarity(bound, bound), hrr.similarity(a, a), rtol=ROUNDING, atol=ROUNDING)


@given(bundles(), bundles(), names)
def test_binding_both_to_one_role_keeps_their_similarity(a: Spectrum, b: Spectrum, role: str) -> None:
    bound = hrr.similarity(hrr.bind(a, vector(role)), hrr.bind(b, vector(role)))

    assert abs(bound - hrr.similarity(a, b)) < ROUNDING


@given(distinct)
def test_an_item_removed_leaves_the_bundle_of_the_others(named: list[str]) -> None:
    items = hrr.atoms(named, FLOATS, SEED)

    assert close(hrr.remove(hrr.bundle(items), items[0]), hrr.bundle(items[1:]))


@given(names, names)
def test_an_atom_is_unitary_and_two_are_nearly_orthogonal(one: str, other: str) -> None:
    told = hrr.similarity(vector(one), vector(other))

    assert np.allclose(np.abs(vector(one)), 1, atol=ROUNDING)
    assert told == pytest.approx(1, abs=ROUNDING) if one == other else abs(told) < UNRELATED  # pyright: ignore[reportUnknownMemberType]


@given(distinct)
def test_a_pair_is_similar_to_neither_of_its_parts(named: list[str]) -> None:
    role, filler, _ = hrr.atoms(named[:3], FLOATS, SEED)

    assert abs(hrr.similarity(hrr.bind(role, filler), role)) < UNRELATED
    assert abs(hrr.similarity(hrr.bind(role, filler), filler)) < UNRELATED


@given(distinct)
def test_roles_swapped_are_another_pair(named: list[str]) -> None:
    agent, patient, one, other = hrr.atoms(["agent!", "patient!", *named[:2]], FLOATS, SEED)

    told = hrr.bundle(np.stack([hrr.bind(agent, one), hrr.bind(patient, other)]))
    swapped = hrr.bundle(np.stack([hrr.bind(agent, other), hrr.bind(patient, one)]))

    # Four pairs of vectors, each as good as unrelated.
    assert abs(hrr.similarity(told, swapped)) < 2 * UNRELATED


@given(bundles())
def test_folding_takes_back_what_unfolding_did(a: Spectrum) -> None:
    assert close(hrr.folded(hrr.unfolded(a)), a)


@given(bundles(), bundles())
def test_the_dot_product_of_unfolded_vectors_is_their_similarity(a: Spectrum, b: Spectrum) -> None:
    assert abs(hrr.unfolded(a) @ hrr.unfolded(b) - hrr.similarity(a, b)) < ROUNDING


@given(bundles(), bundles())
def test_similarity_survives_half_precision(a: Spectrum, b: Spectrum) -> None:
    stored = hrr.unfolded(a).astype(np.float16).astype(np.float32)

    # Half precision keeps 11 bits: an error of at most 2 ** -11 of the product of the norms.
    bound = float(np.linalg.norm(hrr.unfolded(a)) * np.linalg.norm(hrr.unfolded(b))) / 2**11 + ROUNDING
    assert abs(stored @ hrr.unfolded(b) - hrr.similarity(a, b)) <= bound


@given(st.lists(names, min_size=2, max_size=6, unique=True))
def test_leading_axes_are_one_call_for_each(named: list[str]) -> None:
    several, cue = hrr.atoms(named, FLOATS, SEED), vector("cue")

    together = hrr.unbind(hrr.bind(several, cue), cue)

    for row, name in zip(together, named, strict=True):
        assert close(row, vector(name))
    assert hrr.similarity(several[:, np.newaxis], several).shape == (len(named), len(named))


@given(distinct)
def test_cleanup_names_each_filler_of_a_bundle(named: list[str]) -> None:
    roles, fillers = hrr.atoms([f"role {n}" for n in named], 2048, SEED), hrr.atoms(named, 2048, SEED)
    trace = hrr.bundle(hrr.bind(roles, fillers))

    index, score = hrr.cleanup(hrr.unbind(trace, roles), fillers)

    assert index.tolist() == list(range(len(named)))
    # Each of the 11 others adds noise of deviation 1/sqrt(2048): five of the whole.
    assert np.abs(score - 1).max() < 5 * (11 / 2048) ** 0.5


def test_weights_scale_the_items_of_a_bundle() -> None:
    one, other = hrr.atoms(["one", "other"], FLOATS, SEED)

    weighted = hrr.bundle(np.stack([one, other]), [0.25, -2])

    assert close(weighted, 0.25 * one - 2 * other)


def test_an_atom_is_the_same_on_every_machine() -> None:
    """By the digest itself, written down anew; a codebook that changes must change its version."""
    digest = hashlib.sha256(b"seed:Mira:0").digest()
    angles = np.array([int.from_bytes(digest[i : i + 2], "little") for i in range(0, 8, 2)]) / 65536 * 2 * np.pi

    atom = hrr.atom("Mira", 8, "seed")

    assert close(atom, np.exp(1j * angles).astype(np.complex64))
    assert hrr.VERSION == 1


def test_another_seed_is_another_codebook() -> None:
    assert abs(hrr.similarity(hrr.atom("Mira", FLOATS, "one"), hrr.atom("Mira", FLOATS, "two"))) < UNRELATED


@pytest.mark.parametrize(("floats", "seed"), [(511, "s"), (0, "s"), (-2, "s"), (512, "a:b")])
def test_what_is_no_width_and_no_seed_is_refused(floats: int, seed: str) -> None:
    with pytest.raises(ValueError, match=r"even number|no colon"):
        hrr.atom("Mira", floats, seed)


@pytest.mark.parametrize(("floats", "pairs"), [(512, 13), (1024, 26), (2048, 52), (4096, 104)])
def test_a_trace_holds_its_known_number_of_pairs(floats: int, pairs: int) -> None:
    assert hrr.capacity(floats, 10_000, 0.99) == pairs


@pytest.mark.parametrize(
    ("vocabulary", "probability", "floats_a_pair"),
    [(100, 0.9, 15.2), (1_000, 0.99, 32.9), (10_000, 0.99, 39.7), (10_000, 0.999, 50.7), (100_000, 0.99, 46.4)],
)
def test_capacity_is_linear_in_the_width(vocabulary: int, probability: float, floats_a_pair: float) -> None:
    floats = 1 << 16

    assert hrr.capacity(floats, vocabulary, probability) == pytest.approx(1 + floats / floats_a_pair, rel=0.005)  # pyright: ignore[reportUnknownMemberType]


@given(st.integers(1, 4096), st.integers(2, 5_000))
def test_between_two_fillers_accuracy_is_that_of_one_comparison(floats: int, pairs: int) -> None:
    """Of two normal scores with the same noise the right one is larger with Phi(s / sqrt(2)): no integral is needed."""
    margin = (floats / (pairs - 1)) ** 0.5

    told = hrr.accuracy(floats, pairs, 2)

    assert abs(told - 0.5 * math.erfc(-margin / 2)) < 1e-9


@pytest.mark.filterwarnings("error::RuntimeWarning")
@given(st.integers(1, 4096), st.integers(1, 5_000))
def test_the_only_filler_is_always_named_rightly(floats: int, pairs: int) -> None:
    assert abs(hrr.accuracy(floats, pairs, 1) - 1) < 1e-9


@given(st.integers(2, 200), st.integers(2, 5_000))
def test_a_trace_of_more_pairs_is_read_back_no_better(pairs: int, vocabulary: int) -> None:
    assert hrr.accuracy(1024, pairs + 1, vocabulary) <= hrr.accuracy(1024, pairs, vocabulary) + 1e-12


@pytest.mark.parametrize(("vocabulary", "probability"), [(0, 0.5), (10, 0.1), (10, 1.0)])
def test_a_probability_no_trace_can_have_is_refused(vocabulary: int, probability: float) -> None:
    with pytest.raises(ValueError, match="between that of a guess and one"):
        hrr.capacity(1024, vocabulary, probability)


VOCABULARY, TRIALS = 2_000, 600


def read_back(pairs: int, trace_of: str) -> float:
    """The share of fillers named rightly, one probe from each of many traces, drawn from a fixed seed."""
    draw = np.random.default_rng(20)
    codebook = np.exp(2j * np.pi * draw.random((VOCABULARY, FLOATS // 2))).astype(np.complex64)
    chosen = draw.integers(0, VOCABULARY, (TRIALS, pairs))
    roles = np.exp(2j * np.pi * draw.random((TRIALS, pairs, FLOATS // 2))).astype(np.complex64)
    bound = hrr.bind(roles, codebook[chosen])
    trace = hrr.bundle(bound)
    if trace_of == "angles only":
        trace = np.exp(1j * np.angle(trace)).astype(np.complex64)
    named, _ = hrr.cleanup(hrr.unbind(trace, roles[:, 0]), codebook)
    return float((named == chosen[:, 0]).mean())


@pytest.mark.parametrize("pairs", [8, 14, 21, 32])
def test_the_capacity_measured_is_the_one_foretold(pairs: int) -> None:
    foretold = hrr.accuracy(FLOATS, pairs, VOCABULARY)

    measured = read_back(pairs, "sums")

    # Four deviations of a share of so many trials; at least four trials.
    assert abs(measured - foretold) <= max(4 * (foretold * (1 - foretold) / TRIALS) ** 0.5, 4 / TRIALS)


def test_a_bundle_of_angles_only_holds_less_than_is_foretold() -> None:
    """Why sums stay linear: with the magnitudes thrown away the law no longer holds, nor can an item be removed."""
    pairs = 32

    measured = read_back(pairs, "angles only")

    foretold = hrr.accuracy(FLOATS, pairs, VOCABULARY)
    assert measured < foretold - 4 * (foretold * (1 - foretold) / TRIALS) ** 0.5


def test_from_a_bundle_of_angles_only_no_item_can_be_removed() -> None:
    items = hrr.atoms(["one", "two", "three"], FLOATS, SEED)
    angles = np.exp(1j * np.angle(hrr.bundle(items))).astype(np.complex64)

    left = hrr.similarity(hrr.remove(angles, items[0]), items)

    exact = hrr.similarity(hrr.remove(hrr.bundle(items), items[0]), items)
    assert np.abs(exact - [0, 1, 1]).max() < 2 * UNRELATED
    assert np.abs(left - [0, 1, 1]).max() > 0.3
