"""Reading and writing the two-word boards of a state from Python; kernels do it with `bits`."""

from __future__ import annotations

import numpy as np

from veier.kernels.state import Words


def board_words(cells: int) -> tuple[int, int]:
    """Split a board of bits into its two signed words."""
    low, high = np.array([cells & (2**64 - 1), cells >> 64], np.uint64).view(np.int64).tolist()
    return low, high


def cells_at(state: Words, word: int) -> list[int]:
    """List the cells of the board that starts at a word of the state."""
    low, high = state[word : word + 2].view(np.uint64).tolist()
    board = low | high << 64
    cells = []
    while board:
        lowest = board & -board
        cells.append(lowest.bit_length() - 1)
        board ^= lowest
    return cells


def add_cell(state: Words, word: int, cell: int) -> None:
    """Add a cell to the board that starts at a word of the state."""
    state.view(np.uint64)[word + (cell >> 6)] |= np.uint64(1 << (cell & 63))
