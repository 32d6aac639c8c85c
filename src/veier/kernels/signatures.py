"""The kernels' signatures as Numba types: games compile to them, searches take them as arguments."""

from __future__ import annotations

from numba import float64, int64, types

from veier.kernels.arguments import KernelType, bundle, named_tuple
from veier.kernels.bundles import EvalBundle, RulesBundle, ThreatBundle
from veier.kernels.state import EvalTables, Tables, ThreatScratch, ThreatTables

WORDS = types.Array(int64, 1, "C")
WORDS_2D = types.Array(int64, 2, "C")
WORDS_3D = types.Array(int64, 3, "C")
REALS = types.Array(float64, 1, "C")
REALS_2D = types.Array(float64, 2, "C")


TABLES = named_tuple((WORDS, WORDS, WORDS_3D, WORDS_2D, WORDS_2D), Tables)
MOVES = int64(TABLES, WORDS, WORDS)
COUNT = int64(TABLES, WORDS)
PUSH = int64(TABLES, WORDS, int64)
PLAYOUT = int64(TABLES, WORDS, WORDS, int64)
RECOMPUTE = int64(TABLES, WORDS)

THREAT_TABLES = named_tuple((WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D), ThreatTables)
THREAT_SCRATCH = named_tuple((WORDS_2D, WORDS), ThreatScratch)
EXPAND = int64(THREAT_TABLES, WORDS, WORDS, int64, WORDS_2D, THREAT_SCRATCH)
ESTIMATE = int64(THREAT_TABLES, WORDS, int64, int64, THREAT_SCRATCH)
SAFE = int64(THREAT_TABLES, WORDS, WORDS, WORDS_2D, THREAT_SCRATCH)
EVALUATE_ATTACKS = int64(THREAT_TABLES, WORDS, THREAT_SCRATCH)
TO_MOVE = int64(THREAT_TABLES, WORDS, int64, WORDS, WORDS)
HASH_ALL = int64(THREAT_TABLES, WORDS, WORDS)

EVAL_TABLES = named_tuple((REALS_2D, WORDS_2D, THREAT_TABLES), EvalTables)
EVALUATE = int64(TABLES, EVAL_TABLES, WORDS, REALS)
CANDIDATES = int64(TABLES, EVAL_TABLES, WORDS, WORDS, REALS)
ROLLOUT = int64(TABLES, EVAL_TABLES, WORDS, WORDS, int64)


# The same as types of arguments.
RULES_BUNDLE = bundle((*map(KernelType, (MOVES, COUNT, PUSH, PLAYOUT)), TABLES), RulesBundle)
EVAL_BUNDLE = bundle((*map(KernelType, (COUNT, PUSH, EVALUATE, CANDIDATES, ROLLOUT)), TABLES, EVAL_TABLES), EvalBundle)
THREAT_BUNDLE = bundle(
    (
        *map(KernelType, (EXPAND, ESTIMATE, SAFE, EVALUATE_ATTACKS, TO_MOVE, PUSH)),
        *(TABLES, THREAT_TABLES, int64, int64),
    ),
    ThreatBundle,
)
