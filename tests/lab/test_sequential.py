"""The sequential test: its formula, and by simulation how often it errs and how soon it ends."""

from __future__ import annotations

import math
from random import Random

import pytest

from veier.core.errors import VeierError
from veier.lab.sequential import SequentialTest

# Scores of a block of two games with draws, and how likely each is at a mean of 1/2.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
EVEN = (0.1, 0.2, 0.4, 0.2, 0.1)
RUNS = 300


def weights_of_mean(mean: float) -> list[float]:
    """Return probabilities of the scores with that mean: the even ones, tilted."""
    low, high = -50.0, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        weights = [share * math.exp(middle * score) for share, score in zip(EVEN, SCORES, strict=True)]
        found = sum(score * weight for score, weight in zip(SCORES, weights, strict=True)) / sum(weights)
        low, high = (middle, high) if found < mean else (low, middle)
    return weights


def run(test: SequentialTest, mean: float, random: Random, longest: int = 2000) -> tuple[str, int]:
    """Return the verdict on blocks of that mean, and the number of blocks."""
    weights, scores = weights_of_mean(mean), []
    for _ in range(longest):
        scores += random.choices(SCORES, weights)
        verdict = test.verdict(scores)
        if verdict != "open":
            return verdict, len(scores)
    return "open", longest


@pytest.mark.parametrize(("mean", "wrong"), [(0.45, "better"), (0.55, "not_better")])
def test_errors_are_as_rare_as_asked_for(mean: float, wrong: str) -> None:
    test = SequentialTest(0.45, 0.55, alpha=0.05, beta=0.05)
    ended = [run(test, mean, Random(f"{mean} {number}")) for number in range(RUNS)]
    assert all(verdict != "open" for verdict, _ in ended)
    errors = sum(verdict == wrong for verdict, _ in ended)
    # Within three standard deviations of 5 % and below.
    assert errors <= RUNS * 0.05 + 3 * math.sqrt(RUNS * 0.05 * 0.95)
    # A test of fixed length with these errors takes 81 blocks of this variance.
    assert sum(length for _, length in ended) / RUNS < 60


def test_other_errors_give_other_bounds() -> None:
    test = SequentialTest(0.45, 0.55, alpha=0.01, beta=0.2)
    assert test.bounds == (math.log(0.2 / 0.99), math.log(0.8 / 0.01))
    errors = sum(run(test, 0.45, Random(number))[0] == "better" for number in range(100))
    assert errors <= 4


def test_a_player_who_is_clearly_better_is_found_soon() -> None:
    test = SequentialTest(0.5, 0.55)
    lengths = [run(test, 0.8, Random(number)) for number in range(20)]
    assert {verdict for verdict, _ in lengths} == {"better"}
    assert max(length for _, length in lengths) < 60


def test_the_ratio_of_plain_wins_and_losses_is_that_of_the_classic_test() -> None:
    # With two possible scores the most likely distribution of a mean is the only one: Wald's test.
    test = SequentialTest(0.5, 0.6)
    scores = [1.0] * 30 + [0.0] * 20
    classic = 30 * math.log(0.6 / 0.5) + 20 * math.log(0.4 / 0.5)
    assert test.ratio(scores) == pytest.approx(classic, abs=0.01)


def test_hypotheses_must_be_shares_in_order() -> None:
    for low, high in ((0.6, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0)):
        with pytest.raises(VeierError, match="between 0 and 1"):
            SequentialTest(low, high)
