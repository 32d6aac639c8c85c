"""Parameters of Monte Carlo tree search for a game, tuned by matches; they come with the game's evaluation."""

from __future__ import annotations

from typing import NamedTuple


class MctsParams(NamedTuple):
    """Parameters of `search/mcts/uct.py`.

    exploration         exploration constant
    width               number of candidates tried at first, ...
    growth              ... and how many more per square root of the visits (progressive widening)
    plies               length of a rollout before the position is evaluated
    minimax_weight      share of the best evaluation found below a move, beside the mean of its simulations
    candidates_suffice  1 if moves that are no candidates lose at once: then candidates alone can prove a result
    blunder_rate        prior probability that an opponent overlooks that, before it has shown how it plays
    """

    exploration: float
    width: float
    growth: float
    plies: int
    minimax_weight: float
    candidates_suffice: int
    blunder_rate: float = 0.0
