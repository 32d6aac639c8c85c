"""Lines of moves that clients name, played in a process beside the server: shown, drawn, or prepared for a review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veier.core.position import Position
from veier.games import game as find_game
from veier.record import format_position, parse_position
from veier.server.compact_json import dump_json
from veier.table import board_data
from veier.view import to_svg

# Plies before and after the position of a running game that belong to it.
_NEAR_PLIES = 2
# Where no stone stands.
_NOBODY = -1
_SVG_WIDTH = 800

Stones = NDArray[np.int8]


class Line(NamedTuple):
    """A line of moves as a client names it: the game, the first position if it is not the usual one, and the moves."""

    game: str
    start: str | None
    moves: Sequence[str]


class LiveGame(NamedTuple):
    """A running game without aids: its position, and the number of moves so far."""

    position: Position
    moves: int


def play(line: Line) -> list[Position]:
    """Return the positions of a line; raise VeierError."""
    game = find_game(line.game)
    positions = [parse_position(line.start) if line.start else game.start()]
    for move in line.moves:
        positions.append(positions[-1].play(move))
    return positions


def write_board(line: Line, live: Sequence[LiveGame]) -> str:
    """Write the board at the end of a line as JSON, without aids if it belongs to a live game; raise VeierError."""
    positions = play(line)
    return dump_json(board_data(positions[-1], aids=not _belongs_to_any(positions, live)))


def write_exploration(line: Line) -> str:
    """Write what is proved of the moves at the end of a line as JSON; raise VeierError."""
    from veier.explain.explorer import explore

    return dump_json(explore(play(line)[-1]).to_data())


def write_end(line: Line) -> str:
    """Write the position at the end of a line as a position string; raise VeierError."""
    return format_position(play(line)[-1])


def draw_svg(line: Line) -> str:
    """Draw the position at the end of a line as SVG; raise VeierError."""
    return to_svg(play(line)[-1].view(), width=_SVG_WIDTH)


def check_line(line: Line, live: Sequence[LiveGame]) -> Line | None:
    """Return a line with its game's id and exact notation; None if it belongs to a live game. Raise VeierError."""
    positions = play(line)
    if _belongs_to_any(positions, live):
        return None
    made = [position.last_move.text for position in positions[1:] if position.last_move]
    return Line(positions[0].game.id, line.start, made)


# Live games: see `live_games.py`.


def _belongs_to_any(positions: Sequence[Position], live: Sequence[LiveGame]) -> bool:
    if not live:
        return False
    boards = np.array([_stones(position) for position in positions])
    return any(_belongs_to(boards, game) for game in live)


def _belongs_to(boards: Stones, live: LiveGame) -> bool:
    stones, cells = _stones(live.position), _cells_near(live)
    for images in live.position.game.rules.symmetries:
        image = np.empty_like(stones)
        image[list(images)] = stones
        if ((boards != image).sum(axis=1) <= cells).any():
            return True
    return False


def _cells_near(live: LiveGame) -> int:
    """Return the number of cells that the plies near a live game's position can change; fewer in the opening."""
    position = live.position
    moves = [move for move in (position.last_move, *position.legal_moves[:1]) if move]
    changed = max((len(move.stones) + len(move.lifted) for move in moves), default=0)
    return changed * min(_NEAR_PLIES, live.moves // 2)


def _stones(position: Position) -> Stones:
    stones = np.full(len(position.game.rules.cell_names), _NOBODY, np.int8)
    for cell, seat in position.game.rules.stones(position.state).items():
        stones[cell] = seat
    return stones
