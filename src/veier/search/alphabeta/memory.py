"""The memory of an alpha-beta search. Kernels get it whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from veier.core.position import Position
from veier.kernels.signatures import REALS, REALS_2D, WORDS, WORDS_2D
from veier.kernels.state import Reals, Words
from veier.kernels.types import named_tuple
from veier.search.limits import UNLIMITED

# Words of `control`: nodes searched, their limit, whether the search was stopped, the number of positions that were
# evaluated (as long as there are none, values are exact), and the number of positions that stood before the root.
NODES, NODE_LIMIT, STOP, EVALUATED, SEEN = range(5)


class AlphaBetaMemory(NamedTuple):
    """What an alpha-beta search works with.

    states   [ply]: the line of play being searched
    digests  those of the positions that stood before the root, then those of the line of play
    moves    [ply, k]: the candidates of each ply
    scores   [ply, k]: their scores
    worths   an evaluation
    table    [place]: the transposition table: digest, and packed bound, depth, move and value
    control  see above
    stop     a word that any thread may set to end the search
    """

    states: Words
    digests: Words
    moves: Words
    scores: Reals
    worths: Reals
    table: Words
    control: Words
    stop: Words


ALPHABETA_MEMORY = named_tuple((WORDS_2D, WORDS, WORDS_2D, REALS_2D, REALS, WORDS_2D, WORDS, WORDS), AlphaBetaMemory)


def make_memory(position: Position, depth: int, megabytes: int, stop: Words) -> AlphaBetaMemory:
    """Allocate memory for a search from a position, at most `depth` plies deep; it has no limit of nodes."""
    rules = position.game.rules
    states = np.zeros((depth + 1, rules.state_size), np.int64)
    states[0] = position.state
    seen = np.array(position.seen, np.uint64).astype(np.int64)
    places = 1 << (megabytes * 2**20 // 16).bit_length() - 1
    control = np.zeros(SEEN + 1, np.int64)
    control[NODE_LIMIT], control[SEEN] = UNLIMITED, len(seen)
    return AlphaBetaMemory(
        states,
        np.concatenate([seen, np.zeros(depth + 1, np.int64)]),
        np.zeros((depth + 1, rules.move_limit), np.int64),
        np.zeros((depth + 1, rules.move_limit)),
        np.zeros(rules.players + 1),
        np.zeros((places, 2), np.int64),
        control,
        stop,
    )
