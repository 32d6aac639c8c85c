"""exp and log of kernels: right to the last place but one, and the same bits from Numba and in plain Python."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from random import Random

import numpy as np

from veier.kernels.decorators import kernel
from veier.kernels.reals import exp, log, sqrt
from veier.kernels.signatures import REALS
from veier.kernels.state import Reals
from veier.kernels.types import signature


@kernel(signature(REALS, REALS))
def exp_all(numbers: Reals, out: Reals) -> int:
    for k in range(numbers.size):
        out[k] = exp(numbers[k])
    return 0


@kernel(signature(REALS, REALS))
def log_all(numbers: Reals, out: Reals) -> int:
    for k in range(numbers.size):
        out[k] = log(numbers[k])
    return 0


@kernel(signature(REALS, REALS))
def sqrt_all(numbers: Reals, out: Reals) -> int:
    for k in range(numbers.size):
        out[k] = sqrt(numbers[k])
    return 0


def powers() -> list[float]:
    random = Random(1)
    return [
        *(random.uniform(-700, 700) for _ in range(2000)),
        *(random.uniform(-1, 1) for _ in range(2000)),
        0.0,
        -708.0,
    ]


def positive() -> list[float]:
    random = Random(2)
    spread = [math.exp(random.uniform(-600, 600)) for _ in range(2000)]
    return [*spread, *(random.uniform(0.5, 2) for _ in range(2000)), *map(float, range(1, 100))]


def error(found: float, exact: Decimal) -> float:
    """Return an error in units of the last place."""
    return abs(float((Decimal(found) - exact) / Decimal(math.ulp(float(exact)))))


def test_exp_and_log_are_right_to_a_unit_in_the_last_place() -> None:
    with localcontext() as context:
        context.prec = 50
        assert max(error(exp(number), Decimal(number).exp()) for number in powers()) < 1
        assert max(error(log(number), Decimal(number).ln()) for number in positive() if number != 1) < 1
    assert (exp(0.0), log(1.0), exp(-1e300), exp(1e9)) == (1.0, 0.0, 0.0, math.inf)


def test_compiled_and_in_python_they_are_the_same_to_the_bit() -> None:
    for compiled, plain, numbers in (
        (exp_all, exp, powers()),
        (log_all, log, positive()),
        (sqrt_all, math.sqrt, positive()),
    ):
        given, out = np.array(numbers), np.empty(len(numbers))
        compiled(given, out)
        assert out.tolist() == [plain(number) for number in numbers]
