"""Positions of three players that promise a forced win, one random move away from a game.

Players who look ahead leave nobody such a win. Two others can parry two threats, so it takes three at once; or the
others have hardly any moves left; or pieces can be moved by the time of the next move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random

from veier.core.game import Game
from veier.core.position import Position
from veier.kernels.state import PASS
from veier.search.one_ply import winning_numbers

# With no more moves than that a position promises something without threats.
_FEW_MOVES = 30
# In half of the games only positions from that ply on are looked at: most of the others are wins of Brown after four.
_LATER = 4
# Threats that two others cannot parry.
_THREATS = 3

Pair = tuple[int, int]


def promising_positions(line: Sequence[Position], random: Random) -> Iterator[tuple[Position, int]]:
    """List promising positions after a random move from a position of a game, with the plies to them."""
    first = random.choice((1, _LATER))
    tries = [(ply, number) for ply in range(first, len(line) - 1) for number in line[ply].legal_numbers]
    random.shuffle(tries)
    for ply, number in tries:
        position = line[ply].play(line[ply].game.notation.move_text(number))
        if not position.is_over and _is_promising(position):
            yield position, ply + 1


def _is_promising(position: Position) -> bool:
    wins = len(winning_numbers(position))
    return wins == 1 if wins else bool(promising_moves(position))


def promising_moves(position: Position) -> frozenset[int]:
    """Find the moves with which the mover may have won by force."""
    moves_next = position.phase == 1 and sum(position.reserves[position.mover].values()) == 1
    if moves_next or len(position.legal_numbers) <= _FEW_MOVES:
        return frozenset(position.legal_numbers)
    cells = {cell for cell, threats in _threats_by_stone(position).items() if len(threats) >= _THREATS}
    if not cells:
        return frozenset()
    game, numbers = position.game, position.legal_numbers
    if position.phase == 1:
        return frozenset(number for number in numbers if _placed_cell(game, number) in cells)
    return frozenset(number for number in numbers if _own_cell(position, number) in cells)


def _threats_by_stone(position: Position) -> Mapping[str, set[int]]:
    """Return for each cell what the mover would lack of a square after a stone there: the numbers of cells."""
    stones, completions = position.game.rules.stones(position.state), _completions(position.game)
    names = position.game.rules.cell_names
    own = sorted(cell for cell, seat in stones.items() if seat == position.mover)
    threats: defaultdict[str, set[int]] = defaultdict(set)
    for pair in combinations(own, 2):
        for one, other in completions.get(pair, ()):
            if one not in stones and other not in stones:
                threats[names[one]].add(other)
                threats[names[other]].add(one)
    return threats


@cache
def _placed_cell(game: Game, number: int) -> str:
    """Return where a placement puts the mover's own stone, which does not depend on the position."""
    return _own_cell(game.start(), number)


def _own_cell(position: Position, number: int) -> str:
    return "" if number == PASS else position.describe(number).stones[0][0]


@cache
def _completions(game: Game) -> Mapping[Pair, Sequence[Pair]]:
    """Return for each two cells the other two of every shape through them."""
    found: defaultdict[Pair, list[Pair]] = defaultdict(list)
    for shape in game.patterns.shapes:
        for pair in combinations(sorted(shape), 2):
            one, other = (cell for cell in shape if cell not in pair)
            found[pair].append((one, other))
    return found
