"""Planes are written many bytes at a time: the right ones, on boards of any size, and nothing after the last."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from veier.kernels.decorators import intrinsic, kernel
from veier.kernels.encoding import draw_board, fill_plane, store_in_order, storing_bits
from veier.kernels.signatures import BYTES_2D
from veier.kernels.state import Words
from veier.kernels.types import INT, Array, signature

UNTOUCHED = 99


_ORDER = [63, 0, 5, 5, 31, 32, 7, 62]


@intrinsic("qbqq", storing_bits(_ORDER))
def _store_some(out: Any, place: int, bits: int) -> int:
    return store_in_order(out, place, bits, _ORDER)


@kernel(signature(BYTES_2D, INT, INT))
def _store(out: Any, place: int, bits: int) -> int:
    return _store_some(out, place, bits)


@kernel(signature(BYTES_2D, Array(INT, 2), INT))
def _draw_planes(out: Any, boards: Words, value: int) -> int:
    """Draw a board on each plane, and fill the last."""
    for plane in range(boards.shape[0]):
        draw_board(out, plane, boards[plane, 0], boards[plane, 1])
    fill_plane(out[boards.shape[0]], value)
    return 0


@pytest.fixture(params=["numba", "python"])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def run(backend: str, made: Any, planes: int, size: int, *arguments: Any) -> NDArray[np.int8]:
    """Run a kernel on planes in the middle of a larger array, and see that nothing around them was written."""
    around = np.full(planes * size + 128, UNTOUCHED, np.int8)
    out = around[64:-64].reshape(planes, size)
    numbers = [np.int64(argument) if isinstance(argument, int) else argument for argument in arguments]
    (made if backend == "numba" else made.function)(out, *numbers)
    assert (around[:64] == UNTOUCHED).all()
    assert (around[-64:] == UNTOUCHED).all()
    return out


@pytest.mark.parametrize("size", [9, 16, 25, 31, 32, 33, 49, 64, 81, 100, 121, 128])
def test_boards_of_every_size(backend: str, size: int) -> None:
    boards = np.random.default_rng(size).integers(-(2**63), 2**63, (5, 2))
    out = run(backend, _draw_planes, 6, size, boards, 7)
    cells = np.unpackbits(boards.view(np.uint8), axis=1, bitorder="little")
    assert np.array_equal(out[:5], cells[:, :size])
    assert (out[5] == 7).all()


@pytest.mark.parametrize("place", [0, 7, 24])
@pytest.mark.parametrize("bits", [0, -1, -(2**63), 0x123456789ABCDEF0])
def test_bits_are_stored_in_any_order(backend: str, place: int, bits: int) -> None:
    out = run(backend, _store, 2, 16, place, bits).reshape(-1)
    assert out[place : place + 8].tolist() == [bits >> bit & 1 for bit in _ORDER]
    assert (np.delete(out, np.arange(place, place + 8)) == UNTOUCHED).all()
