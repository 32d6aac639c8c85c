"""4EYES+ by Gérard Pierson: dominoes with a stone of one's own and one of the next player, and its pencil version."""

from __future__ import annotations

from functools import partial

from veier.core.game import Facts, Option
from veier.games.plus.rules import PlusRules
from veier.view.model import Colour

_COLOURS: dict[int, tuple[Colour, ...]] = {2: ("red", "blue"), 3: ("red", "brown", "blue")}
_AUTHOR = "Gérard Pierson"


def _side(side: int) -> Option:
    return Option("side", side, 3, 11, assumed="board" if side == 9 else None)


def _plus(name: str, players: int, side: int, tiles: int) -> Facts:
    options = (_side(side), Option("tiles", tiles, 1, 60 // players))
    return Facts(name, _AUTHOR, None, _COLOURS[players], options, partial(PlusRules, pencil=False))


def _pencil(name: str, players: int, side: int) -> Facts:
    return Facts(name, _AUTHOR, None, _COLOURS[players], (_side(side),), partial(PlusRules, pencil=True))


GAMES = (
    _plus("4eyes-plus-2p", 2, 9, 15),
    _plus("4eyes-plus-3p", 3, 9, 10),
    _plus("4eyes-plus-2p-7x7", 2, 7, 9),
    _plus("4eyes-plus-3p-7x7", 3, 7, 6),
    _pencil("4eyes-pencil-2p", 2, 9),
    _pencil("4eyes-pencil-3p", 3, 9),
    _pencil("4eyes-pencil-2p-7x7", 2, 7),
    _pencil("4eyes-pencil-3p-7x7", 3, 7),
)
