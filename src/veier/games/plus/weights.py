"""The tables of judgement for 4EYES+ and its pencil version: what live squares count for, found by experiments."""

from __future__ import annotations

from veier.core.ladder import Ladder
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

# One seat of three against two, 1 s a move, 24 to 72 games each. The more others are thought to overlook, the better
# against OpenSpiel, who does, and the worse against plain UCT, who does not: on 4eyes-plus-3p, with slips of 0.0013,
# 0.002, 0.003 and 0.006, OpenSpiel .53, .69, .83, .86, and UCT .69, .53, .44, .22; the .69 is from other openings than
# the rest. From others again, with 0.002: OpenSpiel .83 on 4eyes-plus-3p, .79 on 4eyes-pencil-3p, .60 and .64 on their
# 7x7 boards; UCT .56, .58, .60 and .68.
MANNER = Manner(exploration=0.5, width=4.0, growth=1.0, plies=60, trust=0.0, sure=1, slips=0.002)

# Found by matches, see docs/levels.md.
_DUEL_LADDER = Ladder(warm=2.5, cool=0.3, nodes=300, rungs=(0.0, 0.37, 0.72, 0.92, 1.16, 1.52, 1.85, 2.65, 3.4))
_DUEL_LADDER_SMALL = Ladder(warm=2.5, cool=0.3, nodes=300, rungs=(0.0, 0.38, 0.72, 0.92, 1.13, 1.53, 2.0, 3.1))
_LADDER = Ladder(warm=2.0, cool=0.2, nodes=100, rungs=(0.0, 0.31, 0.61, 0.86, 1.25))
# Boards up to this side count as small.
_SMALL = 7


def find_ladder(players: int, side: int) -> Ladder:
    """Give the levels for a board."""
    if players == 3:
        return _LADDER
    return _DUEL_LADDER_SMALL if side <= _SMALL else _DUEL_LADDER


def make_guide_tables(side: int, players: int) -> GuideTables:
    """Build the tables of judgement for a board."""
    rows = _THREE if players == 3 else _TWO
    squares = squares_by_cell(find_squares(cell_points(side)), side * side)
    return GuideTables(make_weights(rows, rows, players), squares)
