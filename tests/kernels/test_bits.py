"""The bit operations of kernels, bit 63 with them: there int64 is negative, and arithmetic would overflow."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from veier.kernels.bits import (
    count_bits,
    has_bit,
    lowest_bit,
    nth_bit,
    shift_right,
    without_lowest,
    wrapping_add,
    wrapping_multiply,
)
from veier.kernels.boards import add_cell, board_words, cells_at

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


@numba.njit(error_model="numpy")
def of_one(word: int) -> tuple[int, int, int]:
    return count_bits(word), lowest_bit(word), without_lowest(word)


@numba.njit(error_model="numpy")
def of_two(one: int, two: int) -> tuple[int, int]:
    return wrapping_add(one, two), wrapping_multiply(one, two)


@numba.njit(error_model="numpy")
def shifted(word: int, places: int) -> int:
    return shift_right(word, places)


@numba.njit(error_model="numpy")
def nth(word: int, n: int) -> int:
    return nth_bit(word, n)


@numba.njit(error_model="numpy")
def holds(low: int, high: int, cell: int) -> int:
    return has_bit(low, high, cell)


@pytest.mark.parametrize("word", WORDS)
def test_bits_of_a_word(word: int) -> None:
    count, lowest, rest = of_one(signed(word))
    assert count == word.bit_count()
    assert lowest == ((word & -word).bit_length() - 1 if word else 64)
    assert unsigned(rest) == word & (word - 1)


@pytest.mark.parametrize("word", WORDS)
def test_shifting_right_fills_with_zeros(word: int) -> None:
    for places in (0, 1, 30, 31, 32, 62, 63):
        assert unsigned(shifted(signed(word), places)) == word >> places


@pytest.mark.parametrize("one", WORDS)
def test_sums_and_products_wrap_around(one: int) -> None:
    for two in WORDS:
        added, multiplied = of_two(signed(one), signed(two))
        assert unsigned(added) == (one + two) % 2**64
        assert unsigned(multiplied) == one * two % 2**64


@pytest.mark.parametrize("word", WORDS)
def test_the_nth_bit_counts_from_zero(word: int) -> None:
    expected = [cell for cell in range(64) if word >> cell & 1]
    assert [nth(signed(word), n) for n in range(len(expected))] == expected


@pytest.mark.parametrize("word", WORDS)
def test_a_board_of_two_words_holds_cells_0_to_127(word: int) -> None:
    other = word ^ 0x5555555555555555
    board = word | other << 64
    held = [cell for cell in range(128) if holds(signed(word), signed(other), cell)]
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
