"""The tables of judgement for 4EYES: what live squares count for."""

from __future__ import annotations

from veier.core.level_scale import Ladder
from veier.core.mcts_params import NEVER, Manner
from veier.games.eyes.layout import cell_points
from veier.games.squares.geometry import find_squares
from veier.games.squares.weights import make_weights, squares_by_cell
from veier.kernels.state import GuideTables, ThreatTables

# Within what logistic regressions on the prototype's games gave for the two-player games.
_WEIGHTS = (
    (0.05, 0.45, 0.70, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0.05, 0.45, 1.0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, NEVER),
)

MANNER = Manner(exploration=0.5, width=4.0, growth=1.0, plies=60, trust=0.0, sure=1)

# Found by matches, see docs/levels.md.
LADDER = Ladder(warm=2.5, cool=0.3, nodes=300, rungs=(0.0, 0.35, 0.655, 0.875, 1.125, 1.47, 1.8, 2.0))
BEGINNERS_LADDER = Ladder(warm=2.5, cool=0.3, nodes=300, rungs=(0.0, 0.42, 0.74, 1.0, 1.33, 1.75, 2.3))


def make_guide_tables(side: int, ground: ThreatTables) -> GuideTables:
    """Build the tables of judgement for a board of side x side large fields."""
    squares = squares_by_cell(find_squares(cell_points(side)), 4 * side * side)
    return GuideTables(make_weights(_WEIGHTS, _WEIGHTS, 2), squares, ground)
