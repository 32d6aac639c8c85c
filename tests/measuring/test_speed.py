"""The comparison with the C++ yardstick is at equal work."""

from __future__ import annotations

import numpy as np

import veier
from benchmarks.plain_evaluation import GUIDE_TABLES, candidates, evaluate
from benchmarks.speed import ALPHABETA
from veier.core.bundles import eval_bundle
from veier.search.alphabeta.memory import make_memory
from veier.search.alphabeta.search import WIN, alpha_beta


def test_alphabeta_finds_the_values_that_the_yardstick_finds() -> None:
    found = []
    for text, depth in ALPHABETA:
        position = veier.parse_position(text)
        memory = make_memory(position, depth + 1, megabytes=16, stop=np.zeros(1, np.int64))
        own = eval_bundle(position.game)
        plain = own._replace(candidates=candidates, evaluate=evaluate, eval_tables=GUIDE_TABLES)
        found.append(alpha_beta(plain, memory, 0, depth, -WIN, WIN) / 1000)
    assert found == [0, -1, 6]
