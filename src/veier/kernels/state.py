"""What all kernels agree on: the state vector, lookup tables, move numbers, results and the kernels' signatures.

A position inside the kernels is one vector of int64, its state. The first words mean the same in every game:

    state[MOVER]   seat to move
    state[PHASE]   1 or 2
    state[PASSES]  number of consecutive passes up to now
    state[RESULT]  0 while the game goes on, else why * 8 + winner + 1 (winner + 1 = 0: drawn)

The words from FIRST on belong to the family. Two states are equal exactly when the positions are, except for the
repetition history, which belongs to `Position`. A move is an int; PASS is the same in all games.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

MOVER, PHASE, PASSES, RESULT, FIRST = 0, 1, 2, 3, 4
IDENTITY = 0
PASS = 65535
CONTRADICTION = -1
# A position that stands for the third time with the same player to move draws the game.
OCCURRENCES_TO_DRAW = 3
# Of a square board: its four rotations, each also mirrored.
SYMMETRIES = 8

Words = NDArray[np.int64]
Reals = NDArray[np.float64]


class Why(IntEnum):
    """How a game can end; GOAL is for a game's own way to win that is neither a square nor a score."""

    SQUARE = 1
    SCORE = 2
    REPETITION = 3
    FULL = 4
    PASSES = 5
    GOAL = 6
    TURNS = 7


class Tables(NamedTuple):
    """Lookup tables of a variant; the kernels of a family serve all its variants.

    numbers  numbers[IDENTITY] is the number of leading words of a state that define the position; the words after them
             are derived. The rest are the variant's sizes, named by the family
    lengths  for each cell the length of its part of `masks`
    masks    [cell, word, k]: the k-th square through the cell without that cell, padded with bits never set
    squares  [word, k]: all squares, padded likewise
    steps    [place, direction]: the neighbour, or -1
    """

    numbers: Words
    lengths: Words
    masks: Words
    squares: Words
    steps: Words


class Kernels(NamedTuple):
    """The kernels of a family's rules.

    moves(tables, state, out) -> n
                    write the legal moves, PASS if there is no other; 0 if the game is over
    count(tables, state) -> n
                    return the number of moves that `moves` would write
    push(tables, state, move) -> result
                    make a legal move in place and return state[RESULT]
    playout(tables, state, rng, limit) -> plies
                    make uniformly random legal moves in place until the game ends or `limit` plies are made; of a
                    finished game only state[RESULT] is valid
    recompute(tables, state) -> result
                    recompute the derived words and state[RESULT] from stones and reserves, as far as the board shows
                    it; return the result, or CONTRADICTION if two players have won
    """

    moves: Any
    count: Any
    push: Any
    playout: Any
    recompute: Any


class ThreatTables(NamedTuple):
    """Lookup tables of threat search; the first three are those of `Tables`.

    pairs    [cell, cell]: the squares through two cells, each as its other two cells; see `games/squares/geometry.py`
    zobrist  [feature, symmetry]: random words for hashing; see `games/squares/symmetry.py`
    """

    numbers: Words
    lengths: Words
    steps: Words
    pairs: Words
    zobrist: Words


_NOTHING = np.zeros((1, 1), np.int64)
NO_THREAT_TABLES = ThreatTables(_NOTHING[0], _NOTHING[0], _NOTHING, _NOTHING, _NOTHING)


class ThreatKernels(NamedTuple):
    """Kernels for threat search, of two-player games in the placing phase.

    A placement is numbered for the search's own use. A position has eight hashes, one per symmetry of the board; the
    smallest is its key, the same for all symmetric positions.

    expand(threat_tables, state, hashes, attacker, out, scratch) -> n
                    write the mover's attacks if it is the attacker, else its parries: placement, key; -1 if nobody can
                    win by threats from here, as where the mover must pass and the attacker does not win then
    estimate(threat_tables, state, attacker, placement, scratch) -> n
                    after `expand`, estimate what is left to prove after one of them; 0 decides for the mover
    safe(threat_tables, state, hashes, out, scratch) -> n
                    write the mover's placements that do not lose at once: placement, key; -1 if none is legal
    evaluate_attacks(threat_tables, state, scratch) -> logit
                    return the mover's advantage by the attacks both players have, in thousandths of a logit
    to_move(threat_tables, state, placement, hashes, after) -> move
                    return a placement as a move number and write the hashes after it
    hash_all(threat_tables, state, hashes) -> key
                    compute the hashes of a position from its stones; a pass flips `PASSED` in all of them
    probe_nodes     node limit of the threat search that probes a new position of a proof search
    expansion_nodes
                    node limit of the threat search from a position before its moves are expanded
    """

    expand: Any
    estimate: Any
    safe: Any
    evaluate_attacks: Any
    to_move: Any
    hash_all: Any
    probe_nodes: int
    expansion_nodes: int


class ThreatScratch(NamedTuple):
    """Working memory of the threat kernels; what `expand` leaves there, `estimate` reads.

    gains  [colour * cells + cell]: the cells that a stone of that colour on the cell would newly threaten, two words;
           room for four boards
    cells  [cell]: a list of stones
    """

    gains: Words
    cells: Words


class EvalTables(NamedTuple):
    """Lookup tables of a family's evaluation; each family gives them a meaning.

    weights        [term, k]: weights of the evaluation's terms
    windows        [place, k]: patterns, as numbers
    threat_tables  those of threat search, where it applies
    """

    weights: Reals
    windows: Words
    threat_tables: ThreatTables = NO_THREAT_TABLES


class EvalKernels(NamedTuple):
    """Kernels of static evaluation, move ordering and rollouts.

    evaluate(tables, eval_tables, state, worths) -> 0
                    write a logit per seat for a running game, and one for a draw; their softmax are the
                    probabilities
    candidates(tables, eval_tables, state, moves, scores) -> n
                    write the moves worth searching with their scores, best first: those that neither make the next
                    player's square nor let it win at once, if there are any, else all; a move that wins at once
                    stands alone
    rollout(tables, eval_tables, state, rng, plies) -> plies
                    play on in place by the rollout policy until the game ends or `plies` plies are made
    """

    evaluate: Any
    candidates: Any
    rollout: Any


# A bit that no board of 128 cells has: where a plane shows what is outside the board.
NO_CELL = 127


class EncodingTables(NamedTuple):
    """Lookup tables of a game's encoding as arrays.

    numbers  [action]: its move number; the last action is the pass
    actions  [move number]: its action, or -1
    places   [place]: the cell at each place of a plane, row by row, or NO_CELL
    """

    numbers: Words
    actions: NDArray[np.int32]
    places: Words


class EncodingKernels(NamedTuple):
    """Kernels that show states as arrays.

    mask(tables, encoding_tables, state, moves, words) -> n
                    write the legal actions as bits, action a as bit a & 63 of words[a >> 6], and return their number;
                    `moves` has room for a list of moves
    planes(tables, encoding_tables, state, view, out) -> 0
                    write out[plane, place] as the seat view[SEAT] sees it; view[OCCURRENCES] says how often the
                    position has stood
    """

    mask: Any
    planes: Any


SEAT, OCCURRENCES = 0, 1


def result_code(why: Why, winner: int | None) -> int:
    """Encode an end for state[RESULT]."""
    return why * 8 + (0 if winner is None else winner + 1)


def read_result(code: int) -> tuple[Why, int | None]:
    """Decode state[RESULT] of a finished game: why it ended, and who won."""
    winner = code % 8 - 1
    return Why(code // 8), None if winner < 0 else winner
