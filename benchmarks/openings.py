"""Openings for matches: short random beginnings after which nobody can win at once, all of them different."""

from __future__ import annotations

from random import Random
from typing import Any

from veier.core.game import Game
from veier.core.position import Position
from veier.core.state import MOVER

# How many nodes of threat search decide that an opening is not balanced.
_LOOK = 3000
_PLIES = (2, 4)
# How many tries in a row may bring nothing new.
_PATIENCE = 200


def make_openings(game: Game, count: int, seed: int, *, balanced: bool = False) -> list[Position]:
    """Make different openings of two to four moves; `balanced` leaves out those that threats alone would win."""
    random = Random(seed)
    found: dict[bytes, Position] = {}
    tries = 0
    while len(found) < count:
        position = wander(game.start(), random.randint(*_PLIES), random)
        tries += 1
        if position and position.state not in found and not (balanced and wins_by_threats(position)):
            found[position.state] = position
            tries = 0
        if tries == _PATIENCE:
            raise ValueError(f"{game.id} has too few such openings: {len(found)} of {count} found")
    return list(found.values())


def wander(position: Position, plies: int, random: Random) -> Position | None:
    """Play random moves that leave nobody a win at once; None where there is none before the plies are made."""
    for _ in range(plies):
        numbers = list(position.legal_numbers)
        random.shuffle(numbers)
        tried = (position.play(position.game.rules.move_text(number)) for number in numbers)
        calm = next((after for after in tried if not after.is_over and is_calm(after)), None)
        if calm is None:
            return None
        position = calm
    return position


def is_calm(position: Position) -> bool:
    """Tell whether no seat could win at once if it were its turn."""
    return not any(_can_win(position, seat) for seat in range(position.game.players))


def _can_win(position: Position, seat: int) -> bool:
    rules, row = position.game.rules, position.row
    row[MOVER] = seat
    return any(rules.kernels.push(rules.tables, row.copy(), move) % 8 == seat + 1 for move in rules.legal_numbers(row))


def wins_by_threats(position: Position) -> bool:
    """Tell whether the player to move is seen to win by threats alone, where threat search applies."""
    from veier.search.numbers import INFINITE, proof_of
    from veier.search.threats import search_threats
    from veier.search.workspace import THREAT_LIMIT, make_workspace

    rules = position.game.rules
    doors = rules.threat_kernels
    if not doors or position.phase != 1:
        return False
    space = make_workspace(position, megabytes=2)
    space.control[THREAT_LIMIT] = _LOOK
    mover, ground = position.mover, rules.threat_tables
    key = doors.hash_all(ground, space.rows[0], space.hashes[0])
    kernels = (doors.expand, doors.estimate, doors.to_move, rules.kernels.push)
    arguments: tuple[Any, ...] = (rules.tables, ground, space, 0, mover, key ^ mover, INFINITE, INFINITE)
    return bool(proof_of(search_threats(*kernels, *arguments)) == 0)
