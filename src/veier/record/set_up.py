"""Setting up positions: pieces on a board in any order, and whether what stands there is a position, and if not why.

    found = set_up(veier.game("4eyes"), [(0, "13@C3"), (1, "24@B2")], mover=0)
    print(found.problems, found.notes, found.text)

What is on the board decides what is left in the reserves, and that decides the phase. `problems` say why it is no
position; `notes` say of one that is what no game would come to, or that it is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from veier.core.descriptions import describe_outcome
from veier.core.errors import BadPosition, VeierError
from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.core.type_check import check_whole_number
from veier.kernels.state import CONTRADICTION, MOVER, PASS, RESULT, Words
from veier.messages import Message, message
from veier.record.location import shorten
from veier.record.position_string import format_position, parse_position

# A piece as it lies: whose it is, and the move that would place it.
Piece = tuple[int, str]

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_MAX_CODE = 200


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was set up.

    shown     the board to look at, also of what is no position
    pieces    what lies there, without what could not be laid
    problems  why it is no position; none if it is one
    notes     what is to be said of a position
    """

    shown: Position
    pieces: tuple[Piece, ...]
    problems: tuple[Message, ...]
    notes: tuple[Message, ...]

    @property
    def text(self) -> str | None:
        """The position string; None if it is no position."""
        return None if self.problems else format_position(self.shown)

    @property
    def code(self) -> str | None:
        """A short name of the position for links; None if it is none."""
        return None if self.problems else _encode(self.shown.game, self.pieces, self.shown.mover)


def set_up(game: Game, pieces: Iterable[Piece], mover: int = 0) -> SetUp:
    """Lay pieces on an empty board and judge what stands there."""
    check_whole_number("mover", mover, 0, game.players - 1)
    state, laid, problems = game.rules.start_state(), list[Piece](), list[Message]()
    for seat, text in pieces:
        try:
            laid.append((seat, _lay(game, state, seat, text)))
        except VeierError as error:
            problems.append(error.reason)
    state[MOVER] = mover
    problems += _why_impossible(game, state, laid)
    shown = Position(game, state.tobytes())
    if not problems:
        # In phase 2 a position has a history, in which it stands for the first time.
        shown = parse_position(format_position(shown).rsplit(" ", 1)[0] + " -")
    return SetUp(shown, tuple(laid), tuple(problems), tuple(_notes(shown, laid)) if not problems else ())


def take_apart(position: Position) -> SetUp:
    """Return a position as pieces that can be taken up."""
    game, rules = position.game, position.game.rules
    pieces = [(seat, game.notation.move_text(number)) for seat, number in rules.laid(position.state)]
    found = set_up(game, pieces, position.mover)
    lost = sorted(position.stones.keys() - found.shown.stones.keys())
    missing = tuple(message("position.pair", cell=cell) for cell in lost)
    return SetUp(found.shown, found.pieces, found.problems + missing, found.notes if not missing else ())


def placements(game: Game, seat: int, shown: Position) -> list[Move]:
    """List the placements of a seat that fit on a board, whoever is to move and whatever they complete."""
    found = []
    for number, moves in _all_placements(game).items():
        try:
            game.rules.lay(shown.state.copy(), seat, number)
        except VeierError:
            continue
        found.append(moves[seat])
    return found


def describe_piece(game: Game, piece: Piece) -> Move:
    """Describe a piece as the move that would place it."""
    seat, text = piece
    return _all_placements(game)[game.notation.parse_move(text)][seat]


def read_code(game: Game, code: str) -> SetUp:
    """Return what `SetUp.code` names; raise BadPosition."""
    value = 0
    if not code or len(code) > _MAX_CODE or any(digit not in _DIGITS for digit in code):
        raise BadPosition(message("position.code", text=shorten(code)), 1, 1)
    for digit in code:
        value = value * len(_DIGITS) + _DIGITS.index(digit)
    numbers, cells = list(_all_placements(game)), len(game.rules.cell_names)
    value, mover = divmod(value, game.players)
    value, count = divmod(value, cells + 1)
    pieces = []
    for key in _unrank(value, count, len(numbers) * game.players):
        place, seat = divmod(key, game.players)
        pieces.append((seat, game.notation.move_text(numbers[place])))
    found = set_up(game, pieces, mover)
    if found.problems or found.code != code:
        raise BadPosition(message("position.code", text=shorten(code)), 1, 1)
    return found


# Laying and judging.


@lru_cache(maxsize=32)
def _all_placements(game: Game) -> dict[int, tuple[Move, ...]]:
    """Describe the placements of a game by number, for each seat."""
    found = {}
    for number in range(game.rules.placements):
        try:
            text = game.notation.move_text(number)
            if game.notation.parse_move(text) != number:
                continue
        except (VeierError, IndexError):
            # Not every number stands for a placement on a board of this size.
            continue
        found[number] = tuple(game.rules.describe_move(_start(game, seat), number) for seat in range(game.players))
    return found


def _start(game: Game, seat: int) -> Words:
    state = game.rules.start_state()
    state[MOVER] = seat
    return state


def _lay(game: Game, state: Words, seat: int, text: str) -> str:
    check_whole_number("seat", seat, 0, game.players - 1)
    number = game.notation.parse_move(shorten(text))
    if number == PASS or number not in _all_placements(game):
        raise VeierError(message("position.no_placement", move=shorten(text)))
    after = state.copy()
    game.rules.lay(after, seat, number)
    state[:] = after
    return game.notation.move_text(number)


def _why_impossible(game: Game, state: Words, pieces: Sequence[Piece]) -> list[Message]:
    """Say why a board is no position; afterwards the state has its derived words."""
    if game.rules.kernels.recompute(game.rules.tables, state) == CONTRADICTION:
        return [message("position.contradiction")]
    if state[RESULT] and pieces and not any(_runs_without(game, pieces, piece) for piece in pieces):
        return [message("position.over_before")]
    return []


def _runs_without(game: Game, pieces: Sequence[Piece], piece: Piece) -> bool:
    """Return whether the game was not over yet without a piece, which then was the last one."""
    state = game.rules.start_state()
    for each in pieces:
        if each != piece:
            _lay(game, state, *each)
    state[MOVER] = piece[0]
    return not game.rules.kernels.recompute(game.rules.tables, state)


def _notes(position: Position, pieces: Sequence[Piece]) -> list[Message]:
    if position.is_over:
        return [describe_outcome(position)]
    notes = []
    if position.phase == 1 and (reason := _why_not_in_turn(position, pieces)):
        notes.append(reason)
    if position.legal_numbers == (PASS,):
        notes.append(message("setup.must_pass", colour=position.game.rules.seat_message(position.mover)))
    return notes


def _why_not_in_turn(position: Position, pieces: Sequence[Piece]) -> Message | None:
    """Say why taking turns does not lead here."""
    game = position.game
    expected = len(pieces) % game.players
    counts = Counter(seat for seat, _ in pieces)
    turns = [(len(pieces) - seat + game.players - 1) // game.players for seat in range(game.players)]
    if any(counts[seat] != turns[seat] for seat in range(game.players)) and any(position.reserves):
        return message("setup.uneven")
    if expected != position.mover:
        return message("setup.turn", colour=game.rules.seat_message(expected))
    return None


# Codes: the rank of the pieces among all sets of as many, then their number, then who moves, in base 62.


def _encode(game: Game, pieces: Sequence[Piece], mover: int) -> str:
    places = {number: place for place, number in enumerate(_all_placements(game))}
    keys = sorted(places[game.notation.parse_move(text)] * game.players + seat for seat, text in pieces)
    rank = sum(comb(key, index + 1) for index, key in enumerate(keys))
    value = (rank * (len(game.rules.cell_names) + 1) + len(keys)) * game.players + mover
    code = ""
    while value or not code:
        value, digit = divmod(value, len(_DIGITS))
        code = _DIGITS[digit] + code
    return code


def _unrank(rank: int, count: int, keys: int) -> list[int]:
    """Return the set of a number of keys that has a rank, the highest first."""
    found = []
    key = keys
    for size in range(count, 0, -1):
        key -= 1
        while key >= 0 and comb(key, size) > rank:
            key -= 1
        if key < 0:
            break
        found.append(key)
        rank -= comb(key, size)
    return found
