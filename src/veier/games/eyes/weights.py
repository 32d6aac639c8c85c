"""The evaluation tables of 4EYES: the weights of live squares."""

from __future__ import annotations

from veier.core.level_scale import LevelScale
from veier.games.eyes.layout import cell_points
from veier.games.squares.geometry import find_squares
from veier.games.squares.weights import make_weights, squares_by_cell
from veier.kernels.mcts_params import MctsParams
from veier.kernels.scores import NEVER
from veier.kernels.state import EvalTables, ThreatTables

# Within what logistic regressions on the prototype's games gave for the two-player games.
_WEIGHTS = (
    (0.05, 0.45, 0.70, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0.05, 0.45, 1.0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, NEVER),
)

MCTS_PARAMS = MctsParams(exploration=0.5, width=4.0, growth=1.0, plies=60, minimax_weight=0.0, candidates_suffice=1)

# Found by matches, see docs/levels.md.
LEVEL_SCALE = LevelScale(
    warmest=2.5, coolest=0.3, nodes=300, strengths=(0.0, 0.35, 0.655, 0.875, 1.125, 1.47, 1.8, 2.0)
)
BEGINNERS_LEVEL_SCALE = LevelScale(
    warmest=2.5, coolest=0.3, nodes=300, strengths=(0.0, 0.42, 0.74, 1.0, 1.33, 1.75, 2.3)
)


def make_eval_tables(side: int, threat_tables: ThreatTables) -> EvalTables:
    """Build the evaluation tables for a board of side x side large fields."""
    squares = squares_by_cell(find_squares(cell_points(side)), 4 * side * side)
    return EvalTables(make_weights(_WEIGHTS, _WEIGHTS, 2), squares, threat_tables)
