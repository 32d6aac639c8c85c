"""Combined sets: one set of pieces with the boards of all games that it serves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from veier.core.game import Game
from veier.games import all_games
from veier.sheets.piece_faces import Face, faces_of, pieces_of

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Use:
    """A game that is played with some or all of the pieces, with this side up."""

    game: Game
    side: Side


@dataclass(frozen=True, slots=True)
class Combination:
    """The game that has all the pieces, and every game that they serve."""

    largest: Game
    uses: tuple[Use, ...]


@lru_cache(maxsize=32)
def combination_of(game: Game) -> Combination | None:
    """Return the games that the pieces of a game serve, with it in the place of its usual form; None if no other."""
    games = [game if other.name == game.name else other for other in all_games()]
    needed = _needed(game)
    # The first of the largest ones: rather the game itself than another one.
    largest = max(
        (each for each in (game, *all_games()) if needed <= _needed(each)), key=lambda each: _needed(each).total()
    )
    pieces = pieces_of(largest)
    sides: dict[Side, Counter[Face]] = {
        "front": _count(piece.front for piece in pieces),
        "back": _count(piece.back for piece in pieces),
    }
    uses = tuple(use for each in games for use in _uses(each, sides))
    return Combination(largest, uses) if len(uses) > 1 else None


def _uses(game: Game, sides: dict[Side, Counter[Face]]) -> list[Use]:
    needed = _needed(game)
    return [Use(game, side) for side, faces in sides.items() if needed and needed <= faces][:1]


def _needed(game: Game) -> Counter[Face]:
    return _count(faces_of(game.start().view()))


def _count(faces: Iterable[Face | None]) -> Counter[Face]:
    """Count faces that look alike, whatever their number in a tray."""
    return Counter(replace(face, slot=replace(face.slot, left=0, total=0)) for face in faces if face)
