"""What a network sees of a game: patterns of four cells, numbers beside the board, where moves lay stones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.games.hexrows import layout as hexrows
from veier.games.plus import layout as plus
from veier.kernels.pattern_network import CELL_BITS, PLACES, NetworkTables
from veier.kernels.state import FIRST, PASS, PHASE, Words
from veier.messages import message

# A pattern looks the same after these exchanges of its places: a row from behind, a square turned and mirrored.
_ROW = ((0, 1, 2, 3), (3, 2, 1, 0))
_SQUARE = tuple(
    tuple((first + step * k) % PLACES for k in range(PLACES)) for first in range(PLACES) for step in (1, -1)
)


class _Family(NamedTuple):
    """What networks need to know of a family.

    each        words of the state that are one per seat, and what they are divided by
    single      other words, likewise
    placements  a move's number modulo this is that of a placement that lays the same stones
    """

    each: Sequence[tuple[int, int]]
    single: Sequence[tuple[int, int]]
    placements: int


_FAMILIES = {
    "veier.games.hexrows": _Family(((hexrows.LOOSE, 45), (hexrows.POINTS, 4)), (), PASS),
    "veier.games.plus": _Family(((plus.HELD, 8),), ((PHASE, 2),), plus.FROM),
}


def network_inputs(game: Game) -> NetworkTables:
    """Return the tables of a game's networks, the weights being empty; raise VeierError for other games.

    Games with threat search play without a tree, so that a network has no place there.
    """
    family = _FAMILIES.get(game.spec.package)
    if family is None or game.threat_support:
        raise VeierError(message("lab.network.game", game=game.id))
    patterns, symmetries = _patterns(game)
    each = [(word, seat, scale) for word, scale in family.each for seat in range(game.players)]
    inputs = [*each, *((word, -1, scale) for word, scale in family.single)]
    nothing = np.empty((0, 0))
    return NetworkTables(
        board=np.array([[game.players, FIRST]], np.int64),
        patterns=np.array(patterns, np.int64),
        slots=_slots(patterns, len(game.rules.points)),
        rows=_rows(game.players + 1, symmetries),
        inputs=np.array([[word, seat] for word, seat, _ in inputs], np.int64),
        moves=_moves(game, family.placements),
        embedding=nothing,
        policy=nothing,
        scales=np.array([[1 / scale for _, _, scale in inputs]]),
        hidden=nothing,
        output=nothing,
    )


def _patterns(game: Game) -> tuple[Sequence[tuple[int, ...]], Sequence[tuple[int, ...]]]:
    """Return the patterns of a game, and the exchanges of places after which one looks the same."""
    if game.patterns.shapes:
        return game.patterns.shapes, _SQUARE
    cell_at = {point: cell for cell, point in enumerate(game.rules.points)}
    rows = [[(i + k * di, j + k * dj) for k in range(PLACES)] for i, j in cell_at for di, dj in hexrows.ROW_DIRECTIONS]
    return [tuple(cell_at[point] for point in row) for row in rows if cell_at.keys() >= set(row)], _ROW


def _slots(patterns: Sequence[tuple[int, ...]], cells: int) -> Words:
    through: list[list[int]] = [[] for _ in range(cells)]
    for number, pattern in enumerate(patterns):
        for place, cell in enumerate(pattern):
            through[cell].append(PLACES * number + place)
    slots = np.full((cells, max(map(len, through))), -1, np.int64)
    for cell, listed in enumerate(through):
        slots[cell, : len(listed)] = listed
    return slots


def _rows(base: int, symmetries: Sequence[Sequence[int]]) -> Words:
    """Number what can stand on a pattern, as seen from each of its places; symmetric sights have the same row."""
    rows = np.full((PLACES, base**PLACES), -1, np.int64)
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    for place, colours in product(range(PLACES), product(range(base), repeat=PLACES)):
        if len({0, *colours}) > 2:
            continue
        sight = min((images.index(place), tuple(colours[k] for k in images)) for images in symmetries)
        code = sum(colour * base**k for k, colour in enumerate(colours))
        rows[place, code] = known.setdefault(sight, len(known))
    return rows


def _moves(game: Game, placements: int) -> Words:
    """Find the cells on which each move lays stones."""
    rules, state = game.rules, game.rules.start_state()
    numbers = game.encoding.tables.numbers[:-1].tolist()
    beyond = len(rules.points)
    moves = np.full((1, max(numbers) + 1), beyond | beyond << CELL_BITS, np.int64)
    for number in numbers:
        laid = [beyond, beyond]
        for place, (cell, _) in enumerate(rules.describe_move(state, number % placements).stones):
            laid[place] = rules.cell_numbers[cell]
        moves[0, number] = laid[0] | laid[1] << CELL_BITS
    return moves
