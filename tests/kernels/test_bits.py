"""The bit operations of kernels, bit 63 with them: there int64 is negative, and arithmetic would overflow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from veier.kernels.bits import (
    count_bits,
    has_bit,
    lowest_bit,
    nth_bit,
    one_bit,
    shift_right,
    without_lowest,
    wrapping_add,
    wrapping_multiply,
)
from veier.kernels.boards import add_cell, board_words, cells_at
from veier.kernels.decorators import kernel
from veier.kernels.types import INT, signature

WORDS = [
    0,
    1,
    0b1011000,
    1 << 62,
    1 << 63,
    1 << 63 | 1,
    (1 << 63) - 1,
    (1 << 64) - 1,
    0xDEADBEEFCAFEF00D,
    0x0123456789ABCDEF,
]


def signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def unsigned(word: int) -> int:
    return int(word) % 2**64


# Each operation as a kernel: run by Numba, and as plain Python.


@kernel(signature(INT))
def _count(word: int) -> int:
    return count_bits(word)


@kernel(signature(INT))
def _lowest(word: int) -> int:
    return lowest_bit(word)


@kernel(signature(INT))
def _rest(word: int) -> int:
    return without_lowest(word)


@kernel(signature(INT))
def _one(place: int) -> int:
    return one_bit(place)


@kernel(signature(INT, INT))
def _sum(one: int, two: int) -> int:
    return wrapping_add(one, two)


@kernel(signature(INT, INT))
def _product(one: int, two: int) -> int:
    return wrapping_multiply(one, two)


@kernel(signature(INT, INT))
def _shifted(word: int, places: int) -> int:
    return shift_right(word, places)


@kernel(signature(INT, INT))
def _nth(word: int, n: int) -> int:
    return nth_bit(word, n)


@kernel(signature(INT, INT, INT))
def _holds(low: int, high: int, cell: int) -> int:
    return has_bit(low, high, cell)


@pytest.fixture(params=["numba", "python"])
def run(request: pytest.FixtureRequest) -> Callable[..., int]:
    """Return a function that runs a kernel with words as arguments."""

    def run_kernel(made: Any, *arguments: int) -> int:
        return int((made if request.param == "numba" else made.function)(*map(np.int64, arguments)))

    return run_kernel


@pytest.mark.parametrize("word", WORDS)
def test_bits_of_a_word(run: Callable[..., int], word: int) -> None:
    assert run(_count, signed(word)) == word.bit_count()
    assert run(_lowest, signed(word)) == ((word & -word).bit_length() - 1 if word else 64)
    assert unsigned(run(_rest, signed(word))) == word & (word - 1)


def test_one_bit_of_a_cell(run: Callable[..., int]) -> None:
    assert [unsigned(run(_one, cell)) for cell in range(128)] == [1 << (cell & 63) for cell in range(128)]


@pytest.mark.parametrize("word", WORDS)
def test_shifting_right_fills_with_zeros(run: Callable[..., int], word: int) -> None:
    for places in (0, 1, 30, 31, 32, 62, 63):
        assert unsigned(run(_shifted, signed(word), places)) == word >> places


@pytest.mark.parametrize("one", WORDS)
def test_sums_and_products_wrap_around(run: Callable[..., int], one: int) -> None:
    for two in WORDS:
        assert unsigned(run(_sum, signed(one), signed(two))) == (one + two) % 2**64
        assert unsigned(run(_product, signed(one), signed(two))) == one * two % 2**64


@pytest.mark.parametrize("word", WORDS)
def test_the_nth_bit_counts_from_zero(run: Callable[..., int], word: int) -> None:
    expected = [cell for cell in range(64) if word >> cell & 1]
    assert [run(_nth, signed(word), n) for n in range(len(expected))] == expected


@pytest.mark.parametrize("word", WORDS)
def test_a_board_of_two_words_holds_cells_0_to_127(run: Callable[..., int], word: int) -> None:
    other = word ^ 0x5555555555555555
    board = word | other << 64
    held = [cell for cell in range(128) if run(_holds, signed(word), signed(other), cell)]
    assert held == [cell for cell in range(128) if board >> cell & 1]


@pytest.mark.parametrize("cells", [[], [0], [63], [64], [127], [0, 62, 63, 64, 65, 120], list(range(128))])
def test_boards_are_written_and_read_from_python(cells: list[int]) -> None:
    low, high = board_words(sum(1 << cell for cell in cells))
    state = np.array([7, low, high, 7], np.int64)
    assert cells_at(state, 1) == cells
    built = np.array([7, 0, 0, 7], np.int64)
    for cell in cells:
        add_cell(built, 1, cell)
    assert np.array_equal(built, state)
