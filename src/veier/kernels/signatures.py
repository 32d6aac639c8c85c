"""The kernels' signatures: games are written to them, searches take such kernels as arguments."""

from __future__ import annotations

from veier.kernels.bundles import EncodingBundle, EvalBundle, RulesBundle, ThreatBundle
from veier.kernels.state import EncodingTables, EvalTables, Tables, ThreatScratch, ThreatTables
from veier.kernels.types import INT, REAL, Array, KernelType, Number, named_tuple, signature

WORDS = Array(INT, 1)
WORDS_2D = Array(INT, 2)
WORDS_3D = Array(INT, 3)
HALF_WORDS = Array(Number("int32"), 1)
BYTES_2D = Array(Number("int8"), 2)
BYTES_3D = Array(Number("int8"), 3)
REALS = Array(REAL, 1)
REALS_2D = Array(REAL, 2)


TABLES = named_tuple((WORDS, WORDS, WORDS_3D, WORDS_2D, WORDS_2D), Tables)
MOVES = signature(TABLES, WORDS, WORDS)
COUNT = signature(TABLES, WORDS)
PUSH = signature(TABLES, WORDS, INT)
PLAYOUT = signature(TABLES, WORDS, WORDS, INT)
RECOMPUTE = signature(TABLES, WORDS)

THREAT_TABLES = named_tuple((WORDS, WORDS, WORDS_2D, WORDS_2D, WORDS_2D), ThreatTables)
THREAT_SCRATCH = named_tuple((WORDS_2D, WORDS), ThreatScratch)
EXPAND = signature(THREAT_TABLES, WORDS, WORDS, INT, WORDS_2D, THREAT_SCRATCH)
ESTIMATE = signature(THREAT_TABLES, WORDS, INT, INT, THREAT_SCRATCH)
SAFE = signature(THREAT_TABLES, WORDS, WORDS, WORDS_2D, THREAT_SCRATCH)
EVALUATE_ATTACKS = signature(THREAT_TABLES, WORDS, THREAT_SCRATCH)
TO_MOVE = signature(THREAT_TABLES, WORDS, INT, WORDS, WORDS)
HASH_ALL = signature(THREAT_TABLES, WORDS, WORDS)

EVAL_TABLES = named_tuple((REALS_2D, WORDS_2D, THREAT_TABLES), EvalTables)
EVALUATE = signature(TABLES, EVAL_TABLES, WORDS, REALS)
CANDIDATES = signature(TABLES, EVAL_TABLES, WORDS, WORDS, REALS)
ROLLOUT = signature(TABLES, EVAL_TABLES, WORDS, WORDS, INT)

ENCODING_TABLES = named_tuple((WORDS, HALF_WORDS, WORDS), EncodingTables)
MASK = signature(TABLES, ENCODING_TABLES, WORDS, WORDS, WORDS)
PLANES = signature(TABLES, ENCODING_TABLES, WORDS, WORDS, BYTES_2D)


# The same as types of arguments.
RULES_BUNDLE = named_tuple((*map(KernelType, (MOVES, COUNT, PUSH, PLAYOUT)), TABLES), RulesBundle)
EVAL_BUNDLE = named_tuple(
    (*map(KernelType, (COUNT, PUSH, EVALUATE, CANDIDATES, ROLLOUT)), TABLES, EVAL_TABLES), EvalBundle
)
THREAT_BUNDLE = named_tuple(
    (
        *map(KernelType, (EXPAND, ESTIMATE, SAFE, EVALUATE_ATTACKS, TO_MOVE, PUSH)),
        *(TABLES, THREAT_TABLES, INT, INT),
    ),
    ThreatBundle,
)
ENCODING_BUNDLE = named_tuple((*map(KernelType, (PUSH, MASK, PLANES)), TABLES, ENCODING_TABLES), EncodingBundle)
