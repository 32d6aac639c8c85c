"""One-ply tactics by the plain rules: what each move comes to at once, and who threatens what.

A threat here is a pattern that a seat's next move would really complete, were it that seat's turn: bans, reserves and
the pieces that a move lifts are all taken into account, because the rules' own kernels find the moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from veier.core.patterns import Patterns, Square, Threat
from veier.core.position import Position
from veier.kernels.one_ply import NO_MOVE
from veier.kernels.state import MOVER, OCCURRENCES_TO_DRAW, PASS
from veier.search.one_ply import look_at_moves, winning_numbers


@dataclass(frozen=True, slots=True)
class MoveOutcomes:
    """What the mover's moves come to, by number.

    wins    win at once
    gives   let another player win at once, by completing its square or by ending the game
    allows  let the next player win, with the move that does it
    safe    all others, also those that draw
    """

    wins: tuple[int, ...]
    gives: tuple[int, ...]
    allows: dict[int, int]
    safe: tuple[int, ...]

    @property
    def is_lost(self) -> bool:
        """Whether every move loses at once."""
        return not self.wins and not self.safe


def move_outcomes(position: Position) -> MoveOutcomes:
    """Try every move of the mover, and every answer of the next player."""
    wins, gives, safe = [], [], []
    allows: dict[int, int] = {}
    for number, result, reply in look_at_moves(position):
        if result % 8 == position.mover + 1:
            wins.append(number)
        elif result % 8:
            gives.append(number)
        elif result or reply == NO_MOVE or _repeats(position, number):
            safe.append(number)
        else:
            allows[number] = reply
    return MoveOutcomes(tuple(wins), tuple(gives), allows, tuple(safe))


def _repeats(position: Position, number: int) -> bool:
    """Return whether a move draws because the position stands for the last time; kernels do not know that."""
    if OCCURRENCES_TO_DRAW - 1 not in Counter(position.seen).values():
        return False
    return position.play(position.game.notation.move_text(number)).is_over


def turned(position: Position, seat: int) -> Position:
    """Return the position as if it were another seat's turn."""
    state = position.state
    state[MOVER] = seat
    return replace(position, packed=state.tobytes())


def can_move(position: Position, seat: int) -> bool:
    """Return whether a seat had a move other than a pass, if it were its turn."""
    return any(number != PASS for number in turned(position, seat).legal_numbers)


def find_threats(position: Position, seat: int) -> tuple[Threat, ...]:
    """List what a seat would complete with its next move, were it its turn, with the moves that do it."""
    patterns = position.game.patterns
    if not patterns.shapes:
        return position.threats(seat)
    rules, there = position.game.rules, turned(position, seat)
    state = there.state
    stones = rules.stones(state)
    found: dict[tuple[tuple[int, ...], str], list[str]] = {}
    for number in winning_numbers(there):
        move = rules.describe_move(state, number)
        after = dict(stones)
        for name in move.lifted:
            del after[rules.cell_numbers[name]]
        after |= {rules.cell_numbers[name]: laid for name, laid in move.stones}
        own = move.stones[0][0]
        for shape in _shapes_through(patterns)[rules.cell_numbers[own]]:
            if all(after.get(cell) == seat for cell in shape):
                found.setdefault((shape, own), []).append(move.text)
    return tuple(
        Threat(seat, tuple(rules.cell_names[cell] for cell in shape), own, tuple(moves), patterns.step(shape))
        for (shape, own), moves in found.items()
    )


def to_square(threat: Threat) -> Square:
    """Return the square that a threat would complete."""
    one, two, three, four = threat.cells
    return Square(threat.seat, (one, two, three, four), (threat.missing,), threat.step or (0, 0))


@lru_cache(maxsize=64)
def _shapes_through(patterns: Patterns) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """List the shapes through each cell."""
    through: list[list[tuple[int, ...]]] = [[] for _ in patterns.rules.cell_names]
    for shape in patterns.shapes:
        for cell in shape:
            through[cell].append(shape)
    return tuple(tuple(shapes) for shapes in through)
