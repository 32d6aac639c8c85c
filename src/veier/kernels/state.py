"""What all kernels agree on: the state row, the tables, move numbers, results and signatures.

A position inside the kernels is one row of int64. Its first words mean the same in every game:

    row[MOVER]   seat whose turn it is
    row[PHASE]   1 or 2
    row[PASSES]  how many players in a row have just passed
    row[RESULT]  0 while the game goes on, else why * 8 + winner + 1 (winner + 1 = 0: drawn)

The words from FIRST on belong to the family. Two rows are equal exactly when the positions are the same but
for what repetition remembers, which belongs to `Position`. A move is an int; PASS is the same in all games.
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
# Of a square board: its four rotations, each also mirrored.
SYMMETRIES = 8

Words = NDArray[np.int64]
Reals = NDArray[np.float64]


class Why(IntEnum):
    """How a game can end."""

    SQUARE = 1
    SCORE = 2
    REPETITION = 3
    FULL = 4
    PASSES = 5


class Tables(NamedTuple):
    """What a variant's kernels look up; the kernels of a family serve all its variants.

    numbers  numbers[IDENTITY] counts the words of a row that make the position; the others follow from them and come
             last. The rest are the variant's sizes, named by the family
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
    """The doors of a family's rules, as searches see them.

    moves(tables, row, out) -> n        write the legal moves, PASS if there is no other; 0 if the game is over
    count(tables, row) -> n             how many `moves` would write
    push(tables, row, move) -> result   make a legal move in place and give row[RESULT]
    playout(tables, row, rng, limit) -> plies
                                        make random moves, each legal one as likely, in place until the game ends
                                        or `limit` plies are made; of a finished game only row[RESULT] is kept up
    settle(tables, row) -> result       of a board and reserves that hold what is not on it, find the words that follow
                                        and row[RESULT] as far as the board shows it; give it, or CONTRADICTION if two
                                        players have won
    """

    moves: Any
    count: Any
    push: Any
    playout: Any
    settle: Any


class ThreatTables(NamedTuple):
    """What threat search looks up; the first three are those of `Tables`.

    pairs    [cell, cell]: the squares through two cells, each as its other two cells; see `squares`
    zobrist  [feature, symmetry]: random words for hashing; see `zobrist`
    """

    numbers: Words
    lengths: Words
    steps: Words
    pairs: Words
    zobrist: Words


_NOTHING = np.zeros((1, 1), np.int64)
NO_GROUND = ThreatTables(_NOTHING[0], _NOTHING[0], _NOTHING, _NOTHING, _NOTHING)


class ThreatKernels(NamedTuple):
    """More doors, of games that threat search understands: two players, in the placing phase.

    `ground` are ThreatTables. A placement is numbered for the search's own use. A position has eight hashes, one for
    each symmetry of the board; the smallest is its key, the same for positions that are alike.

    expand(ground, row, hashes, attacker, out, gains, cells) -> n
                    write the mover's attacks, if it is the attacker, else its parries: placement, key
    estimate(ground, row, attacker, placement, gains, cells) -> n
                    after `expand`, estimate what is left to prove after one of them; 0 decides for the mover
    safe(ground, row, hashes, out, gains, cells) -> n
                    write the mover's placements that do not lose at once: placement, key; -1 if none is legal
    outlook(ground, row, gains, cells) -> worth
                    judge who will win: how far the mover is ahead, in thousandths of a logit
    to_move(ground, row, placement, hashes, after) -> move
                    give a placement as a move, and the hashes after it
    hash_all(ground, row, hashes) -> key
                    find the hashes of a position from its stones
    first_look, later_look
                    how many nodes of threat search a new position is worth, and one whose moves are looked at
    """

    expand: Any
    estimate: Any
    safe: Any
    outlook: Any
    to_move: Any
    hash_all: Any
    first_look: int
    later_look: int


class GuideTables(NamedTuple):
    """What a family's judgement looks up; each family gives it a meaning.

    weights  [row, k]: what the terms of an evaluation count for
    windows  [place, k]: patterns to look at, as numbers
    ground   what threat search looks up, where it applies
    """

    weights: Reals
    windows: Words
    ground: ThreatTables = NO_GROUND


class GuideKernels(NamedTuple):
    """More doors: what moves and positions are worth at a glance. Searches that cannot prove everything follow them.

    evaluate(tables, guide, row, worths) -> 0
                    write what a running game is worth to each seat; the softmax of these are chances to win
    candidates(tables, guide, row, moves, scores) -> n
                    write the moves worth looking at and how promising they look: those that neither give the game
                    away nor let the next player win at once, if there are any, else all; a move that wins at once
                    stands alone. Best first
    rollout(tables, guide, row, rng, plies) -> plies
                    play on in place by taste and chance, until the game ends or so many plies are made
    """

    evaluate: Any
    candidates: Any
    rollout: Any


def result_code(why: Why, winner: int | None) -> int:
    """Write an end as the number that stands in row[RESULT]."""
    return why * 8 + (0 if winner is None else winner + 1)


def read_result(code: int) -> tuple[Why, int | None]:
    """Read row[RESULT] of a finished game: why it ended, and who won."""
    winner = code % 8 - 1
    return Why(code // 8), None if winner < 0 else winner
