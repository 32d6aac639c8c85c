"""The kernels' random numbers: SplitMix64 to the bit, and fair draws from it."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest

from veier.kernels.decorators import kernel
from veier.kernels.rng import below, next_word
from veier.kernels.signatures import WORDS
from veier.kernels.state import Words
from veier.kernels.types import INT, signature

# The first numbers of the generator for seed 0, as its authors' code prints them.
FROM_ZERO = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@kernel(signature(WORDS, WORDS))
def draw_words(state: Words, out: Words) -> int:
    for k in range(out.size):
        out[k] = next_word(state)
    return 0


@kernel(signature(WORDS, INT, WORDS))
def draw_below(state: Words, limit: int, out: Words) -> int:
    for k in range(out.size):
        out[k] = below(state, limit)
    return 0


def words_from(seed: int, count: int) -> list[int]:
    out = np.empty(count, np.int64)
    draw_words(np.array([seed], np.uint64).view(np.int64), out)
    return [int(word) for word in out.view(np.uint64)]


def split_mix(seed: int, count: int) -> list[int]:
    """The generator as published (Steele, Lea and Flood, 2014), in plain integers."""
    found = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        word = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        found.append(word ^ word >> 31)
    return found


def test_the_known_first_numbers() -> None:
    assert words_from(0, 3) == FROM_ZERO
    assert split_mix(0, 3) == FROM_ZERO


@pytest.mark.parametrize("seed", [1, 42, 2**63 - 1, 2**63, 2**64 - 1])
def test_any_seed_gives_the_published_numbers(seed: int) -> None:
    assert words_from(seed, 1000) == split_mix(seed, 1000)


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 300, 2**31 - 1])
def test_draws_stay_below_their_limit_and_are_fair(limit: int) -> None:
    out = np.empty(20_000, np.int64)
    draw_below(np.array([5], np.int64), limit, out)
    assert out.min() >= 0
    assert out.max() < limit
    shares = Counter((out * 10 // limit).tolist()) if limit > 300 else Counter(out.tolist())
    share = 1 / (10 if limit > 300 else limit)
    assert len(shares) == round(1 / share)
    for count in shares.values():
        assert abs(count - 20_000 * share) <= 5 * sqrt(20_000 * share * (1 - share))


def test_draws_use_the_upper_half_of_each_word() -> None:
    out = np.empty(100, np.int64)
    draw_below(np.array([9], np.int64), 1000, out)
    assert out.tolist() == [(word >> 32) * 1000 >> 32 for word in split_mix(9, 100)]
