"""Scores of candidates that say more than an order, and the logit of a draw that is not foreseen."""

from __future__ import annotations

# A move that wins at once; one after which the next player wins at once, where nothing better is left; one by which
# another player wins at once.
WINS, ALLOWS, GIVES = 1e9, -1e9, -2e9

# What a draw is worth to an evaluation that does not foresee any.
NEVER = -1e9
