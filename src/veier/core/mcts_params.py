"""How a simulation search treats a game: the settings that come with a game's judgement, tuned by matches."""

from __future__ import annotations

from typing import NamedTuple

# Scores of candidates that say more than an order: a move that wins at once; one after which the next player wins at
# once, where nothing better is left; one that makes the next player's square.
WINS, ALLOWS, GIVES = 1e9, -1e9, -2e9

# What a draw is worth to an evaluation that does not foresee any.
NEVER = -1e9


class Manner(NamedTuple):
    """Settings of `search/uct.py`.

    exploration  how much a move that was seldom tried is preferred
    width        so many candidates are tried at first, ...
    growth       ... and so many more for each root of the visits
    plies        how long a rollout goes before it is evaluated
    trust        the share of the best evaluation found below a move, beside the mean of its simulations
    sure         1 if moves that are no candidates lose at once: then a position can be settled by its candidates
    careless     the chance that another player is one who overlooks that, before it has shown how it plays
    """

    exploration: float
    width: float
    growth: float
    plies: int
    trust: float
    sure: int
    careless: float = 0.0
