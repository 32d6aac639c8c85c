"""Reading and writing the two-word boards of a row from Python; kernels do it with `bits`."""

from __future__ import annotations

import numpy as np

from veier.kernels.state import Words


def board_words(cells: int) -> tuple[int, int]:
    """Split a board of bits into its two signed words."""
    low, high = np.array([cells & (2**64 - 1), cells >> 64], np.uint64).view(np.int64).tolist()
    return low, high


def cells_at(row: Words, word: int) -> list[int]:
    """List the cells of the board that starts at a word of the row."""
    low, high = row[word : word + 2].view(np.uint64).tolist()
    board = low | high << 64
    cells = []
    while board:
        lowest = board & -board
        cells.append(lowest.bit_length() - 1)
        board ^= lowest
    return cells


def add_cell(row: Words, word: int, cell: int) -> None:
    """Add a cell to the board that starts at a word of the row."""
    row.view(np.uint64)[word + (cell >> 6)] |= np.uint64(1 << (cell & 63))
