"""A small policy-and-value network over patterns of four cells, played by a kernel.

What stands on a pattern decides a row of the embedding for each of its cells; a pattern with stones of two players
counts for nothing. A cell's features are the sum of the rows of the patterns through it, cut off at zero. Two numbers
of a cell are its policy: how good it is to lay an own stone there, and the next player's. The sum of all cells'
features, with numbers such as the stones left, goes through a hidden layer to a logit for each seat and one for a draw.

Everything is seen from the mover, and symmetric patterns share their rows, so symmetric positions are worth the same.
`lab/learning/` trains such networks and puts them into the search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from veier.kernels.bits import lowest_bit, without_lowest
from veier.kernels.decorators import allocating, inner, kernel
from veier.kernels.scores import ALLOWS, WINS
from veier.kernels.signatures import CANDIDATES, EVAL_TABLES, EVALUATE, REALS, REALS_2D, WORDS, WORDS_2D
from veier.kernels.state import MOVER, EvalTables, Reals, Tables, Words
from veier.kernels.types import INT, named_tuple, signature

# Words of `board`: the number of players, the word of the state where stones begin, two words per seat.
PLAYERS, STONES = range(2)
# The cells of a pattern.
PLACES = 4
# The bits of a cell in `moves`.
CELL_BITS = 8
# What is made of the sum of all cells' features.
POOL = 1 / 16
# The policy orders only so many of the candidates, the best by their own scores.
_ORDERED = 32


class NetworkTables(NamedTuple):
    """What a network looks up, and its weights.

    board         [0, word]: see above
    patterns      [pattern, place]: its cells
    slots         [cell, k]: the patterns through the cell, as PLACES * pattern + place; -1 where there are no more
    rows          [place, code]: the row of the embedding, -1 for none; code is the sum of colour * (players + 1) **
                  place, a colour being 0 on a free cell, 1 for the mover, 2 for the next player
    inputs        [k]: a word of the state, and whose: seats from the mover on, for words that are one per seat; else -1
    moves         [0, move number]: the cell of its own stone, and above CELL_BITS that of the next player's; one beyond
                  the board where it lays none
    embedding     [row, channel], with a last row that is added for every cell; channels by fours
    policy        [own or next player's stone, channel]
    scales        [0, k]: what inputs are multiplied by
    hidden        [unit, channel or input or constant]
    output        [seat from the mover on or draw, unit or constant]
    """

    board: Words
    patterns: Words
    slots: Words
    rows: Words
    inputs: Words
    moves: Words
    embedding: Reals
    policy: Reals
    scales: Reals
    hidden: Reals
    output: Reals


WORD_TABLES, REAL_TABLES = 6, 5
NETWORK_TABLES = named_tuple((WORDS_2D,) * WORD_TABLES + (REALS_2D,) * REAL_TABLES, NetworkTables)


@inner
def _colour_cells(network: NetworkTables, state: Words, colours: Words) -> None:
    """Write the colour of each cell, as the mover sees it."""
    players = network.board[0, PLAYERS]
    colours[:] = 0
    for offset in range(players):
        seat = _seat(state, offset, players)
        for half in range(2):
            cells = state[network.board[0, STONES] + 2 * seat + half]
            while cells:
                colours[64 * half + lowest_bit(cells)] = 1 + offset
                cells = without_lowest(cells)


@inner
def _seat(state: Words, offset: int, players: int) -> int:
    seat = state[MOVER] + offset
    return seat if seat < players else seat - players


@inner
def _read_patterns(network: NetworkTables, colours: Words, codes: Words) -> None:
    """Write the code of what stands on each pattern."""
    base, patterns = network.board[0, PLAYERS] + 1, network.patterns
    for k in range(codes.size):
        code = colours[patterns[k, 3]]
        for place in range(PLACES - 2, -1, -1):
            code = base * code + colours[patterns[k, place]]
        codes[k] = code


@inner
def _dot(weights: Reals, features: Reals) -> float:
    """Return the weighted sum of features; one more weight is a constant."""
    total = weights[features.size]
    for k in range(features.size):
        total += weights[k] * features[k]
    return total


@inner
def _find_rows(network: NetworkTables, codes: Words, cell: int, rows: Words) -> int:
    """Write the rows of the embedding that a cell adds up, as places in the flat table; return their number."""
    channels = network.embedding.shape[1]
    rows[0] = (network.embedding.shape[0] - 1) * channels
    n = 1
    for k in range(network.slots.shape[1]):
        slot = network.slots[cell, k]
        if slot < 0:
            break
        row = network.rows[slot & 3, codes[slot >> 2]]
        rows[n] = row * channels
        n += row >= 0
    return n


@inner
def _add_rows(embedding: Reals, rows: Words, n: int, features: Reals) -> None:
    """Write the features of a cell: four channels at a time, which a processor adds at once."""
    for channel in range(0, features.size, 4):
        one = two = three = four = 0.0
        for k in range(n):
            place = rows[k] + channel
            one += embedding[place]
            two += embedding[place + 1]
            three += embedding[place + 2]
            four += embedding[place + 3]
        features[channel], features[channel + 1] = max(one, 0.0), max(two, 0.0)
        features[channel + 2], features[channel + 3] = max(three, 0.0), max(four, 0.0)


@kernel(signature(NETWORK_TABLES, WORDS, REALS, REALS_2D), allocates=True)
def forward(network: NetworkTables, state: Words, worths: Reals, priors: Reals) -> int:
    """Write a logit for each seat and one for a draw; and the policy of each cell, for both kinds of stones.

    Either array may be empty: then it is left out.
    """
    cells, channels, players = network.slots.shape[0], network.embedding.shape[1], network.board[0, PLAYERS]
    colours, codes = np.empty(128, np.int64), np.empty(network.patterns.shape[0], np.int64)
    rows, embedding = np.empty(1 + network.slots.shape[1], np.int64), network.embedding.reshape(-1)
    features, pooled = np.empty(channels), np.zeros(channels + network.inputs.shape[0])
    _colour_cells(network, state, colours)
    _read_patterns(network, colours, codes)
    for cell in range(cells):
        _add_rows(embedding, rows, _find_rows(network, codes, cell, rows), features)
        if priors.size:
            priors[cell, 0], priors[cell, 1] = _dot(network.policy[0], features), _dot(network.policy[1], features)
        for channel in range(channels):
            pooled[channel] += POOL * features[channel]
    if worths.size == 0:
        return 0
    for k in range(network.inputs.shape[0]):
        word, offset = network.inputs[k, 0], network.inputs[k, 1]
        word += _seat(state, offset, players) if offset >= 0 else 0
        pooled[channels + k] = network.scales[0, k] * state[word]
    units = np.empty(network.hidden.shape[0])
    for unit in range(units.size):
        units[unit] = max(_dot(network.hidden[unit], pooled), 0.0)
    for offset in range(players):
        worths[_seat(state, offset, players)] = _dot(network.output[offset], units)
    worths[players] = _dot(network.output[players], units)
    return 0


# In a search: the tables of a network are below those of the game's own evaluation. Numbers of a table: rows, columns.


@allocating
def _words(eval_tables: EvalTables, first: int, table: int) -> Words:
    flat = eval_tables.windows.reshape(-1)[first:]
    begin, rows, columns = flat[3 * table], flat[3 * table + 1], flat[3 * table + 2]
    return flat[begin : begin + rows * columns].reshape(rows, columns)


@allocating
def _reals(eval_tables: EvalTables, first: int, table: int) -> Reals:
    head = eval_tables.windows.reshape(-1)[first:]
    begin, rows, columns = head[3 * table], head[3 * table + 1], head[3 * table + 2]
    return eval_tables.weights.reshape(-1)[begin : begin + rows * columns].reshape(rows, columns)


@allocating
def _unpack(eval_tables: EvalTables, first: int) -> NetworkTables:
    return NetworkTables(
        _words(eval_tables, first, 0),
        _words(eval_tables, first, 1),
        _words(eval_tables, first, 2),
        _words(eval_tables, first, 3),
        _words(eval_tables, first, 4),
        _words(eval_tables, first, 5),
        _reals(eval_tables, first, 6),
        _reals(eval_tables, first, 7),
        _reals(eval_tables, first, 8),
        _reals(eval_tables, first, 9),
        _reals(eval_tables, first, 10),
    )


def pack(own: EvalTables, network: NetworkTables) -> tuple[EvalTables, int]:
    """Return a game's evaluation tables with those of a network below, and where these begin in the flat windows.

    The last row of the windows stays the last, where the square games count their squares.
    """
    words, reals = network[:WORD_TABLES], network[WORD_TABLES:]
    heads, begin = [], 3 * len(network)
    for table in words:
        heads += [begin, *table.shape]
        begin += table.size
    begin = own.weights.size
    for table in reals:
        heads += [begin, *table.shape]
        begin += table.size
    windows = np.concatenate([np.array(heads, np.int64), *(table.reshape(-1) for table in words)])
    weights = np.concatenate([table.reshape(-1) for table in reals])
    below = _fold(windows, own.windows), own.windows[-1:]
    packed = own._replace(
        weights=np.concatenate([own.weights, _fold(weights, own.weights)]),
        windows=np.concatenate([own.windows, *below]),
    )
    return packed, own.windows.size


def _fold(flat: Words | Reals, like: Words | Reals) -> Words | Reals:
    """Return numbers as rows as long as those of a table."""
    columns = like.shape[1]
    return np.resize(np.append(flat, np.zeros(-flat.size % columns, flat.dtype)), (-(-flat.size // columns), columns))


@kernel(signature(EVAL_TABLES, INT, WORDS, REALS), allocates=True)
def evaluate_packed(eval_tables: EvalTables, first: int, state: Words, worths: Reals) -> int:
    """Write the logits of a packed network."""
    return forward(_unpack(eval_tables, first), state, worths, np.empty((0, 2)))


@kernel(signature(EVAL_TABLES, INT, WORDS, WORDS, REALS, INT), allocates=True)
def order_by_policy(eval_tables: EvalTables, first: int, state: Words, moves: Words, scores: Reals, n: int) -> int:
    """Put the best of n candidates in the order of a packed network's policy, unless they decide; return n."""
    if n < 2 or scores[0] == WINS or scores[0] <= ALLOWS:
        return n
    network = _unpack(eval_tables, first)
    cells = network.slots.shape[0]
    priors = np.zeros((cells + 1, 2))
    forward(network, state, np.empty(0), priors)
    for k in range(min(n, _ORDERED)):
        move = moves[k]
        # A pass has no place in the table.
        laid = network.moves[0, move] if move < network.moves.shape[1] else cells | (cells << CELL_BITS)
        score = priors[laid & 255, 0] + priors[laid >> CELL_BITS, 1]
        place = k
        while place > 0 and scores[place - 1] < score:
            moves[place], scores[place] = moves[place - 1], scores[place - 1]
            place -= 1
        moves[place], scores[place] = move, score
    return n


def make_evaluate(first: int) -> Any:
    """Return evaluation by a network whose packed tables begin there; compiled on each call."""

    @kernel(EVALUATE, cached=False)
    def evaluate(tables: Tables, eval_tables: EvalTables, state: Words, worths: Reals) -> int:
        """Write the logits of the network."""
        return evaluate_packed(eval_tables, first, state, worths)

    return evaluate


def make_candidates(own_candidates: Any, first: int) -> Any:
    """Return the candidates of a game in the order of such a network's policy; compiled on each call."""

    @kernel(CANDIDATES, cached=False)
    def candidates(tables: Tables, eval_tables: EvalTables, state: Words, moves: Words, scores: Reals) -> int:
        """Write the game's own candidates, the best of them in the order of the policy."""
        n = own_candidates(tables, eval_tables, state, moves, scores)
        return order_by_policy(eval_tables, first, state, moves, scores, n)

    return candidates
