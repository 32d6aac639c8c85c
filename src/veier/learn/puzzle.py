"""A puzzle: a position, what to find in it, the move that is right, and why. A value; files keep one a line.

The kinds, each with a number of moves n:

    win    the mover wins with its n-th move at the latest, whatever the others do; one first move does it, and nothing
           wins faster
    only   all moves but one lose: the opponent wins with its n-th move at the latest; that one never does
    score  the mover makes a point with its n-th move at the latest, whatever the opponent does (hex rows)
    stop   all moves but one let the opponent make a point with its n-th move (hex rows)

In hex rows, "win" and "only" are about the end of the game, which n moves bring about. Games of three have wins only.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from veier.core.game import Game
from veier.core.patterns import Row, Square
from veier.core.position import Position
from veier.explain.remark import Remark
from veier.games import game as find_game
from veier.messages import Message, message
from veier.record import parse_position

Kind = Literal["win", "only", "score", "stop"]
# Kinds in which the mover brings something about; in the others it prevents something.
ATTACKS: tuple[Kind, ...] = ("win", "score")
HARDEST = 5


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle as it is shipped.

    id          the game's name and six hexadecimal digits made from position and kind
    position    a position string
    kind        see above
    moves       the n of the kind
    line        the right move, and how the game goes on with the best defence; empty if the rules alone are to judge
    difficulty  from 1 to 5
    remarks     what the right move does, with the squares concerned
    levels      whose game the position is from: the level of each seat
    ply         how many plies of that game had been played
    """

    id: str
    game: str
    position: str
    kind: Kind
    moves: int
    line: tuple[str, ...]
    difficulty: int
    remarks: tuple[Remark, ...]
    levels: tuple[int, ...]
    ply: int

    @property
    def solution(self) -> str:
        """The one right move."""
        return self.line[0]

    @property
    def attacks(self) -> bool:
        """Whether something is to be brought about, and not prevented."""
        return self.kind in ATTACKS

    def start(self) -> Position:
        """Return the position to solve."""
        return parse_position(self.position)

    def to_data(self) -> dict[str, Any]:
        """Return the puzzle as data that JSON can hold, with its solution."""
        return {
            "id": self.id,
            "game": self.game,
            "position": self.position,
            "kind": self.kind,
            "moves": self.moves,
            "line": list(self.line),
            "difficulty": self.difficulty,
            "remarks": [remark.to_data() for remark in self.remarks],
            "levels": list(self.levels),
            "ply": self.ply,
        }


def won_by_points(game: Game) -> bool:
    """Return whether points decide a game: where there are shapes, the first one that is completed does."""
    return not game.patterns.shapes


def make_id(game: str, position: str, kind: Kind) -> str:
    """Name a puzzle so that it keeps its name when others come and go."""
    return f"{game}-{hashlib.sha256(f'{position} {kind}'.encode()).hexdigest()[:6]}"


def format_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as a line of a file."""
    return json.dumps(puzzle.to_data(), ensure_ascii=False, separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """Read a line of a file."""
    data = json.loads(line)
    remarks = tuple(map(_read_remark, data.pop("remarks")))
    return Puzzle(**data | {"line": tuple(data["line"]), "levels": tuple(data["levels"]), "remarks": remarks})


def seat_names(position: Position, solver: int) -> dict[str, Message]:
    """Name the solver's colour, the other that moves after it and, among three, the last one."""
    name, players = position.game.rules.seat_message, position.game.players
    seats = {"colour": solver, "other": (solver + 1) % players}
    if players == 3:
        seats["last"] = (solver + 2) % players
    return {word: name(seat) for word, seat in seats.items()}


def describe_puzzle(puzzle: Puzzle) -> Message:
    """Say what is to be found."""
    position = puzzle.start()
    words = seat_names(position, position.mover) | {"count": puzzle.moves}
    match puzzle.kind:
        case "win" if "last" in words:
            return message("puzzle.task.win_of_three", **words)
        case "win":
            return message("puzzle.task.win_end" if _by_points(puzzle) else "puzzle.task.win", **words)
        case "only":
            return message("puzzle.task.only_end" if _by_points(puzzle) else "puzzle.task.only", **words)
        case "score":
            return message("puzzle.task.score", **words)
        case "stop":
            return message("puzzle.task.stop", **words)


def describe_kind(puzzle: Puzzle) -> Message:
    """Name the kind of a puzzle in a few words."""
    match puzzle.kind:
        case "win":
            return message("puzzle.kind.win_end" if _by_points(puzzle) else "puzzle.kind.win", count=puzzle.moves)
        case "only":
            return message("puzzle.kind.only_end" if _by_points(puzzle) else "puzzle.kind.only")
        case "score":
            return message("puzzle.kind.score", count=puzzle.moves)
        case "stop":
            return message("puzzle.kind.stop")


def describe_difficulty(puzzle: Puzzle) -> Message:
    """Say how hard it is."""
    return message("puzzle.difficulty", level=puzzle.difficulty, most=HARDEST)


def describe_origin(puzzle: Puzzle) -> Message:
    """Say whose game the position is from."""
    if len(puzzle.levels) == 3:
        red, brown, blue = puzzle.levels
        return message("puzzle.from_three", red=red, brown=brown, blue=blue, count=puzzle.ply)
    red, blue = puzzle.levels
    return message("puzzle.from", red=red, blue=blue, count=puzzle.ply)


def _by_points(puzzle: Puzzle) -> bool:
    """Return whether the game is won by points, so that the puzzle is about its end."""
    return won_by_points(find_game(puzzle.game))


def _read_remark(data: Mapping[str, Any]) -> Remark:
    squares = tuple(map(_read_square, data["squares"]))
    return Remark(Message.from_data(data["message"]), tuple(data["cells"]), squares, tuple(data["line"]))


def _read_square(data: Mapping[str, Any]) -> Square | Row:
    if "points" in data:
        return Row(data["seat"], tuple(data["cells"]), data["points"])
    one, two, three, four = data["cells"]
    along, across = data["step"]
    return Square(data["seat"], (one, two, three, four), tuple(data["missing"]), (along, across))
