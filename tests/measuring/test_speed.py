"""The comparison with the C++ yardstick is at equal work."""

from __future__ import annotations

from typing import Any

import numpy as np

import veier
from benchmarks.plain_evaluation import GUIDE_TABLES, candidates, evaluate
from benchmarks.speed import ALPHABETA
from veier.search.alphabeta.search import NODE_LIMIT, WIN, alpha_beta, make_notebook
from veier.search.limits import UNLIMITED


def test_alphabeta_finds_the_values_that_the_yardstick_finds() -> None:
    found = []
    for text, depth in ALPHABETA:
        position = veier.parse_position(text)
        rules = position.game.rules
        notebook = make_notebook(position, depth + 1, megabytes=16, stop=np.zeros(1, np.int64))
        notebook.control[NODE_LIMIT] = UNLIMITED
        common: tuple[Any, ...] = (candidates, rules.kernels.push, evaluate, rules.tables, GUIDE_TABLES, notebook)
        arguments = (*common, 0, 0, depth, -WIN, WIN)
        found.append(alpha_beta(*arguments) / 1000)
    assert found == [0, -1, 6]
