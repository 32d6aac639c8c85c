"""Records from strangers in every form that people have them: as text, as JSON, as a line of moves, as a position."""

from __future__ import annotations

from veier.core.errors import BadNotation, IllegalMove, UnknownGame
from veier.core.game import Game
from veier.games import game as find_game
from veier.locale import message
from veier.record import Record, parse_position, parse_record, record_from_data
from veier.record.record import NESTING_LIMIT
from veier.server.reading import read_json

_POSITION_PARTS = 6
# A variation lies in a list of lists of moves.
_DEEPEST = 3 * (NESTING_LIMIT + 1)


def read_record(text: str) -> Record:
    """Read a record in any form: what the text is shows itself; raise VeierError or Problem."""
    words = text.split()
    if text.lstrip().startswith("{"):
        return record_from_data(read_json(text, _DEEPEST))
    if not words or not words[0][0].isalnum():
        return parse_record(text)
    if len(words) == _POSITION_PARTS and "/" in words[1]:
        start = parse_position(text.strip())
        return Record(start.game, start=start)
    try:
        game = find_game(words[0])
    except UnknownGame:
        return parse_record(text)
    return _read_line(game, words[1:])


def _read_line(game: Game, moves: list[str]) -> Record:
    position = game.start()
    exact = []
    for number, text in enumerate(moves, 1):
        try:
            position = position.play(text)
        except (BadNotation, IllegalMove) as error:
            raise type(error)(message("cli.error.move", number=number, move=text, reason=error.reason)) from error
        assert position.last_move is not None
        exact.append(position.last_move.text)
    return Record.from_moves(game, exact)
