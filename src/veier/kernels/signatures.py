"""The kernels' signatures as Numba types: games compile to them, searches take them as arguments."""

from __future__ import annotations

from numba import float64, int64, types

from veier.kernels.state import EvalTables, Tables, ThreatTables

WORDS = types.Array(int64, 1, "C")
WORDS_2D = types.Array(int64, 2, "C")
WORDS_3D = types.Array(int64, 3, "C")
REALS = types.Array(float64, 1, "C")
REALS_2D = types.Array(float64, 2, "C")
TABLES = types.NamedTuple((WORDS, WORDS, WORDS_3D, WORDS_2D, WORDS_2D), Tables)  # type: ignore[no-untyped-call]

MOVES = int64(TABLES, WORDS, WORDS)
COUNT = int64(TABLES, WORDS)
PUSH = int64(TABLES, WORDS, int64)
PLAYOUT = int64(TABLES, WORDS, WORDS, int64)
RECOMPUTE = int64(TABLES, WORDS)

THREAT_TABLES = types.NamedTuple((WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D), ThreatTables)  # type: ignore[no-untyped-call]
EXPAND = int64(THREAT_TABLES, WORDS, WORDS, int64, WORDS_2D, WORDS_2D, WORDS)
ESTIMATE = int64(THREAT_TABLES, WORDS, int64, int64, WORDS_2D, WORDS)
SAFE = int64(THREAT_TABLES, WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS)
EVALUATE_ATTACKS = int64(THREAT_TABLES, WORDS, WORDS_2D, WORDS)
TO_MOVE = int64(THREAT_TABLES, WORDS, int64, WORDS, WORDS)
HASH_ALL = int64(THREAT_TABLES, WORDS, WORDS)

EVAL_TABLES = types.NamedTuple((REALS_2D, WORDS_2D, THREAT_TABLES), EvalTables)  # type: ignore[no-untyped-call]
EVALUATE = int64(TABLES, EVAL_TABLES, WORDS, REALS)
CANDIDATES = int64(TABLES, EVAL_TABLES, WORDS, WORDS, REALS)
ROLLOUT = int64(TABLES, EVAL_TABLES, WORDS, WORDS, int64)

# The same as types of arguments: a function that takes these is compiled once and serves every game.
MOVES_FUNCTION = types.FunctionType(MOVES)
COUNT_FUNCTION = types.FunctionType(COUNT)
PUSH_FUNCTION = types.FunctionType(PUSH)
PLAYOUT_FUNCTION = types.FunctionType(PLAYOUT)
EXPAND_FUNCTION = types.FunctionType(EXPAND)
ESTIMATE_FUNCTION = types.FunctionType(ESTIMATE)
EVALUATE_ATTACKS_FUNCTION = types.FunctionType(EVALUATE_ATTACKS)
TO_MOVE_FUNCTION = types.FunctionType(TO_MOVE)
SAFE_FUNCTION = types.FunctionType(SAFE)
EVALUATE_FUNCTION = types.FunctionType(EVALUATE)
CANDIDATES_FUNCTION = types.FunctionType(CANDIDATES)
ROLLOUT_FUNCTION = types.FunctionType(ROLLOUT)
