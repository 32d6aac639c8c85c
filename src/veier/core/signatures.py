"""The kernels' signatures as Numba types: games compile to them, searches take them as arguments."""

from __future__ import annotations

from numba import int64, types

from veier.core.state import Tables

WORDS = types.Array(int64, 1, "C")
WORDS_2D = types.Array(int64, 2, "C")
WORDS_3D = types.Array(int64, 3, "C")
TABLES = types.NamedTuple((WORDS, WORDS, WORDS_3D, WORDS_2D, WORDS_2D), Tables)  # type: ignore[no-untyped-call]

MOVES = int64(TABLES, WORDS, WORDS)
COUNT = int64(TABLES, WORDS)
PUSH = int64(TABLES, WORDS, int64)
PLAYOUT = int64(TABLES, WORDS, WORDS, int64)
SETTLE = int64(TABLES, WORDS)

# The same as types of arguments: a function that takes these is compiled once and serves every game.
MOVES_FUNCTION = types.FunctionType(MOVES)
COUNT_FUNCTION = types.FunctionType(COUNT)
PUSH_FUNCTION = types.FunctionType(PUSH)
PLAYOUT_FUNCTION = types.FunctionType(PLAYOUT)
