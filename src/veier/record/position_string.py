"""Position strings: a whole position in one line, in the spirit of chess's FEN. docs/positions.md describes them.

Six parts: game, board, mover, reserves, passes, and the digests that repetition needs. Most of it follows from the
board, so parsing derives the rest by the rules and refuses what does not agree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from veier.core.board_text import COLOUR_LETTERS
from veier.core.errors import BadOption, BadPosition, UnknownGame
from veier.core.game import Game
from veier.core.position import Position
from veier.core.rules import Rules
from veier.core.type_check import check_position, check_text
from veier.games import game as find_game
from veier.kernels.state import (
    CONTRADICTION,
    MOVER,
    OCCURRENCES_TO_DRAW,
    PASS,
    PASSES,
    RESULT,
    Why,
    Words,
    result_code,
)
from veier.messages import Message, message
from veier.record.location import TEXT_LIMIT, line_and_column, shorten

_PARTS = ("game", "board", "mover", "reserves", "passes", "seen")
_NOTHING = "-"
_DIGEST = re.compile(r"[0-9a-f]{16}")


class _Part(NamedTuple):
    text: str
    line: int
    column: int

    def problem(self, reason: Message, column: int = 1) -> BadPosition:
        """Return the error for a column of this part."""
        return BadPosition(reason, self.line, self.column + column - 1)


def format_position(position: Position) -> str:
    """Format a position as one line."""
    check_position(position)
    return " ".join(
        (
            position.game.id,
            position.game.notation.format_board(position.state),
            _letters(position.game)[position.mover],
            _format_reserves(position.reserves),
            str(position.passes),
            ",".join(map(_format_digest, position.seen)) or _NOTHING,
        )
    )


def parse_position(text: str) -> Position:
    """Parse a position string; raise BadPosition, which says where and why."""
    check_text("text", text)
    name, board, mover, reserves, passes, seen = _split(text)
    game = _parse_game(name)
    rules, state = game.rules, game.rules.start_state()
    _parse_mover(mover, game, state)
    _parse_board(board, game, state)
    _check_reserves(reserves, rules, state)
    _parse_passes(passes, rules, state)
    # The board does not show an end by passing or repetition.
    if state[PASSES] == game.players:
        state[RESULT] = result_code(Why.PASSES, None)
    position = Position(game, state.tobytes())
    digests = _parse_seen(seen, position)
    if not position.is_over and digests.count(position.digest) == OCCURRENCES_TO_DRAW:
        state[RESULT] = result_code(Why.REPETITION, None)
    return Position(game, state.tobytes(), digests)


def _letters(game: Game) -> list[str]:
    return [COLOUR_LETTERS[colour] for colour in game.colours]


def _format_reserves(reserves: Iterable[Mapping[str, int]]) -> str:
    seats = [".".join(map(str, held.values())) for held in reserves]
    return "/".join(seats) if any(seats) else _NOTHING


def _format_digest(digest: int) -> str:
    return f"{digest:016x}"


def _split(text: str) -> list[_Part]:
    if len(text) > TEXT_LIMIT:
        raise BadPosition(message("position.long", limit=TEXT_LIMIT), *line_and_column(text, TEXT_LIMIT))
    found = islice(re.finditer(r"\S+", text), len(_PARTS) + 1)
    parts = [_Part(word[0], *line_and_column(text, word.start())) for word in found]
    if len(parts) < len(_PARTS):
        following = message(f"position.part.{_PARTS[len(parts)]}")
        raise BadPosition(message("position.missing", part=following), *line_and_column(text, len(text)))
    if len(parts) > len(_PARTS):
        raise parts[-1].problem(message("position.more", text=shorten(parts[-1].text)))
    return parts


def _parse_game(part: _Part) -> Game:
    try:
        return find_game(part.text)
    except (UnknownGame, BadOption) as error:
        raise part.problem(error.reason) from error


def _parse_mover(part: _Part, game: Game, state: Words) -> None:
    letters = _letters(game)
    if part.text not in letters:
        raise part.problem(message("position.mover", text=shorten(part.text), letters=", ".join(letters)))
    state[MOVER] = letters.index(part.text)


def _parse_board(part: _Part, game: Game, state: Words) -> None:
    try:
        game.notation.parse_board(part.text, state)
    except BadPosition as error:
        raise part.problem(error.problem, error.column) from error
    if game.rules.kernels.recompute(game.rules.tables, state) == CONTRADICTION:
        raise part.problem(message("position.contradiction"))


def _check_reserves(part: _Part, rules: Rules, state: Words) -> None:
    expected = _format_reserves(rules.reserves(state))
    if part.text != expected:
        raise part.problem(message("position.reserves", expected=expected, text=shorten(part.text)))


def _parse_passes(part: _Part, rules: Rules, state: Words) -> None:
    """Parse the number of passes just made, and check that each was forced."""
    numbers = [str(number) for number in range(rules.players + 1)]
    if part.text not in numbers:
        raise part.problem(message("position.passes", text=shorten(part.text), players=rules.players))
    passes = numbers.index(part.text)
    if passes and state[RESULT]:
        raise part.problem(message("position.passed_after_end"))
    for back in range(1, passes + 1):
        seat = int(state[MOVER] - back) % rules.players
        before = state.copy()
        before[MOVER] = seat
        if rules.legal_numbers(before) != [PASS]:
            raise part.problem(message("position.not_passed", colour=rules.seat_message(seat)))
    state[PASSES] = passes


def _parse_seen(part: _Part, position: Position) -> tuple[int, ...]:
    """Parse the digests of the positions that occurred in phase 2, this one included."""
    if position.phase == 1:
        if part.text != _NOTHING:
            raise part.problem(message("position.nothing_seen"))
        return ()
    own = position.digest
    if part.text == _NOTHING:
        # A position set up by hand needs no digests: it occurs for the first time.
        return (own,)
    digests = []
    column = 1
    for word in part.text.split(","):
        if not _DIGEST.fullmatch(word):
            raise part.problem(message("position.digest", text=shorten(word)), column)
        digests.append(int(word, 16))
        column += len(word) + 1
    if own not in digests:
        raise part.problem(message("position.own_digest", digest=_format_digest(own)))
    _check_occurrences(part, digests, own)
    return tuple(sorted(digests))


def _check_occurrences(part: _Part, digests: list[int], own: int) -> None:
    """Check that the game has not ended by repetition before."""
    for digest, count in Counter(digests).items():
        if count >= OCCURRENCES_TO_DRAW + (digest == own):
            raise part.problem(message("position.seen_often", digest=_format_digest(digest), count=count))
