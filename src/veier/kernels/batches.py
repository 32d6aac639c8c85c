"""Many games at once, for any game: moves on all boards, masks, planes and random choices, each in one call.

The draw by the third occurrence of a position is exact: each board keeps the digests of its positions of phase 2.
"""

from __future__ import annotations

from typing import NamedTuple

from veier.kernels.arrays import copy_words, count_equal
from veier.kernels.bits import count_bits, lowest_bit, nth_bit, one_bit, without_lowest
from veier.kernels.bundles import EncodingBundle
from veier.kernels.decorators import inner, kernel
from veier.kernels.encoding import Bytes
from veier.kernels.hashing import digest
from veier.kernels.rng import below
from veier.kernels.signatures import BYTES_3D, ENCODING_BUNDLE, WORDS, WORDS_2D
from veier.kernels.state import MOVER, OCCURRENCES, PHASE, RESULT, SEAT, Why, Words
from veier.kernels.types import INT, named_tuple, signature

# Columns of Batch.counters: plies made, digests kept, how often the position has stood, legal actions.
PLIES, KNOWN, STOOD, CHOICES, COUNTERS = 0, 1, 2, 3, 4
# A game that is ended because it has gone on for too long.
CUT_OFF = -1
# The action that leaves a board as it is.
NO_ACTION = -1
_TIMES_TO_DRAW = 3
_DRAWN_BY_REPETITION = int(Why.REPETITION) * 8


class Batch(NamedTuple):
    """The boards; the first index of arrays is the board.

    start     the state that games start from
    states    [board, word]: the states
    seen      [board, k]: digests of the positions that have stood in phase 2, with room for one per ply
    counters  [board, column]: see above
    ended     [board]: the result of the game that the last step ended: a result code, CUT_OFF, or 0
    masks     [board, word]: the legal actions as bits
    moves     room for a list of moves
    viewer    room for who looks at a board: SEAT and OCCURRENCES
    """

    start: Words
    states: Words
    seen: Words
    counters: Words
    ended: Words
    masks: Words
    moves: Words
    viewer: Words


BATCH = named_tuple((WORDS, WORDS_2D, WORDS_2D, WORDS_2D, WORDS, WORDS_2D, WORDS, WORDS), Batch)


@inner
def _is_legal(batch: Batch, board: int, action: int, actions: int) -> bool:
    if action < 0 or action >= actions:
        return action == NO_ACTION
    return (batch.masks[board, action >> 6] & one_bit(action)) != 0


@inner
def _restart(batch: Batch, board: int) -> None:
    copy_words(batch.start, batch.states[board])
    for column in range(COUNTERS):
        batch.counters[board, column] = 0


@inner
def _count_occurrence(game: EncodingBundle, batch: Batch, board: int) -> None:
    """Note that a position of phase 2 stands, and draw the game when it does so for the third time."""
    state, seen, counters = batch.states[board], batch.seen[board], batch.counters[board]
    known = counters[KNOWN]
    seen[known] = digest(game.tables, state)
    counters[STOOD] = 1 + count_equal(seen, known, seen[known])
    counters[KNOWN] = known + 1
    if state[RESULT] == 0 and counters[STOOD] == _TIMES_TO_DRAW:
        state[RESULT] = _DRAWN_BY_REPETITION


@inner
def _find_actions(game: EncodingBundle, batch: Batch, board: int) -> None:
    batch.counters[board, CHOICES] = game.mask(
        game.tables, game.encoding_tables, batch.states[board], batch.moves, batch.masks[board]
    )


@kernel(signature(ENCODING_BUNDLE, BATCH, WORDS))
def restart(game: EncodingBundle, batch: Batch, boards: Words) -> int:
    """Start new games on some boards, given by number."""
    for k in range(boards.size):
        _restart(batch, boards[k])
        batch.ended[boards[k]] = 0
        _find_actions(game, batch, boards[k])
    return boards.size


@kernel(signature(ENCODING_BUNDLE, BATCH, WORDS, INT, INT))
def step(game: EncodingBundle, batch: Batch, actions: Words, limit: int, again: int) -> int:
    """Make an action on each board; where a game ends, start `again` or leave it; return how many have ended.

    A game of `limit` plies is cut off. If an action is not legal, nothing is done; return -1 - board.
    """
    for board in range(actions.size):
        if not _is_legal(batch, board, actions[board], game.encoding_tables.numbers.size):
            return -1 - board
    ended = 0
    for board in range(actions.size):
        counters, state = batch.counters[board], batch.states[board]
        batch.ended[board] = 0
        if actions[board] == NO_ACTION:
            continue
        game.push(game.tables, state, game.encoding_tables.numbers[actions[board]])
        counters[PLIES] += 1
        if state[PHASE] == 2:
            _count_occurrence(game, batch, board)
        result = state[RESULT]
        if result == 0 and counters[PLIES] >= limit:
            result = CUT_OFF
        if result:
            batch.ended[board] = result
            ended += 1
            if again:
                _restart(batch, board)
        _find_actions(game, batch, board)
        if result == CUT_OFF and not again:
            batch.masks[board, :] = 0
            counters[CHOICES] = 0
    return ended


@kernel(signature(ENCODING_BUNDLE, BATCH, WORDS, BYTES_3D))
def draw_planes(game: EncodingBundle, batch: Batch, seats: Words, out: Bytes) -> int:
    """Write the planes of all boards, each as a seat sees it, or as the mover does where the seat is -1."""
    view = batch.viewer
    for board in range(seats.size):
        state = batch.states[board]
        view[SEAT] = seats[board] if seats[board] >= 0 else state[MOVER]
        view[OCCURRENCES] = batch.counters[board, STOOD]
        game.planes(game.tables, game.encoding_tables, state, view, out[board])
    return 0


@kernel(signature(BATCH, WORDS, WORDS))
def choose_randomly(batch: Batch, rng: Words, actions: Words) -> int:
    """Write a random legal action for each board, every one as likely as the others; NO_ACTION where there is none."""
    for board in range(actions.size):
        actions[board] = NO_ACTION
        n = batch.counters[board, CHOICES]
        if n == 0:
            continue
        n = below(rng, n)
        word = 0
        here = count_bits(batch.masks[board, 0])
        while n >= here:
            n -= here
            word += 1
            here = count_bits(batch.masks[board, word])
        actions[board] = 64 * word + nth_bit(batch.masks[board, word], n)
    return 0


@kernel(signature(BATCH, WORDS_2D))
def list_actions(batch: Batch, out: Words) -> int:
    """Write the legal actions of each board in ascending order, and NO_ACTION after them."""
    for board in range(out.shape[0]):
        n = 0
        for word in range(batch.masks.shape[1]):
            bits = batch.masks[board, word]
            while bits:
                out[board, n] = 64 * word + lowest_bit(bits)
                bits = without_lowest(bits)
                n += 1
        out[board, n:] = NO_ACTION
    return 0
