"""The evaluation tables of 4EYES+ and its pencil version: the weights of live squares, found by experiments."""

from __future__ import annotations

from veier.core.level_scale import LevelScale
from veier.games.plus.layout import cell_points
from veier.games.squares.geometry import find_squares
from veier.games.squares.weights import make_weights, squares_by_cell
from veier.kernels.mcts_params import MctsParams
from veier.kernels.scores import NEVER
from veier.kernels.state import EvalTables, ThreatTables

# From softmax regressions on the prototype's games of three players on 7x7.
_THREE = (
    (0.05, 0.18, 0.20, 0, 0, 0, 0, 0, 0, 0.16),
    (0, 0, 0, 0.07, 0.14, 0.24, 0, 0, 0, -0.02),
    (0, 0, 0, 0, 0, 0, 0.04, 0.12, 0.83, -0.03),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, NEVER),
)
_TWO = (
    (0.05, 0.45, 0.70, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0.05, 0.45, 1.0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, NEVER),
)

# One seat of three against two on 4eyes-plus-3p. The higher the prior blunder rate, the better against OpenSpiel,
# which blunders, and the worse against players that do not: with 0.2, 0.3 and 0.4, OpenSpiel .67, .67, .71
# and plain UCT .52, .50, .50 (48 games, 0.5 s a move); the search that the first experiments found best .36, .43, .28,
# and .49 with 0.01 (72 to 90 games, 0.1 s a move).
MCTS_PARAMS = MctsParams(
    exploration=0.5, width=4.0, growth=1.0, plies=60, minimax_weight=0.0, candidates_suffice=1, blunder_rate=0.3
)

# Found by matches, see docs/levels.md.
_TWO_PLAYERS = LevelScale(warmest=2.5, coolest=0.3, nodes=300, strengths=(0.0, 0.37, 0.72, 0.92, 1.16, 1.52, 1.85))
_TWO_PLAYERS_7X7 = LevelScale(warmest=2.5, coolest=0.3, nodes=300, strengths=(0.0, 0.38, 0.72, 0.92, 1.13, 1.5, 1.8))
_THREE_PLAYERS = LevelScale(warmest=2.0, coolest=0.2, nodes=100, strengths=(0.0, 0.38, 0.75, 1.36, 2.3))
# Boards up to this side count as small.
_SMALL = 7


def find_level_scale(players: int, side: int) -> LevelScale:
    """Return the levels for a board."""
    if players == 3:
        return _THREE_PLAYERS
    return _TWO_PLAYERS_7X7 if side <= _SMALL else _TWO_PLAYERS


def make_eval_tables(side: int, players: int, threat_tables: ThreatTables) -> EvalTables:
    """Build the evaluation tables for a board."""
    rows = _THREE if players == 3 else _TWO
    squares = squares_by_cell(find_squares(cell_points(side)), side * side)
    return EvalTables(make_weights(rows, rows, players), squares, threat_tables)
