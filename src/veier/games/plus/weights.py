"""The tables of judgement for 4EYES+ and its pencil version: what live squares count for, found by experiments."""

from __future__ import annotations

from veier.core.manner import NEVER, Manner
from veier.core.square_weights import make_weights, squares_by_cell
from veier.core.squares import find_squares
from veier.core.state import GuideTables
from veier.games.plus.layout import cell_points

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

# Slips: one seat of three against two of plain UCT scores .20 without and .54 with them (4eyes-plus-3p, 0.1 s a move),
# against two that do not expect slips .32 and .33.
MANNER = Manner(exploration=0.5, width=4.0, growth=1.0, plies=60, trust=0.0, sure=1, slips=0.4)


def make_guide_tables(side: int, players: int) -> GuideTables:
    """Build the tables of judgement for a board."""
    rows = _THREE if players == 3 else _TWO
    squares = squares_by_cell(find_squares(cell_points(side)), side * side)
    return GuideTables(make_weights(rows, rows, players), squares)
