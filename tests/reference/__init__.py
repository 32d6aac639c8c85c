"""A slow and obvious second implementation of the eleven games, to check the fast kernels against.

It shares no code with the package under test and uses nothing but the standard library.
"""

from .base import Reference
from .eyes import Eyes
from .hexrows import HexRows
from .plus import Pencil, Plus

__all__ = ["GAMES", "Reference", "start"]

# game id -> large fields a side, then the tiles of each type a player, whether gifts are forbidden
_EYES = {
    "4eyes": {"side": 5, "a": 3, "b": 3, "d": 4, "nogifts": 0},
    "4eyes-beginners": {"side": 4, "a": 2, "b": 2, "d": 3, "nogifts": 0},
}

# game id -> players, cells a side, dominoes a player, whether a lifted domino must not touch its old cells, and so on
_PLUS = {
    "4eyes-plus-2p": {"seats": 2, "side": 9, "tiles": 15, "elsewhere": 0, "nogifts": 0},
    "4eyes-plus-3p": {"seats": 3, "side": 9, "tiles": 10, "elsewhere": 0, "nogifts": 0},
    "4eyes-plus-2p-7x7": {"seats": 2, "side": 7, "tiles": 9, "elsewhere": 0, "nogifts": 0},
    "4eyes-plus-3p-7x7": {"seats": 3, "side": 7, "tiles": 6, "elsewhere": 0, "nogifts": 0},
}

# game id -> players, cells a side, turns a player (0: no limit), whether gifts are forbidden
_PENCIL = {
    "4eyes-pencil-2p": {"seats": 2, "side": 9, "turns": 0, "nogifts": 0},
    "4eyes-pencil-3p": {"seats": 3, "side": 9, "turns": 0, "nogifts": 0},
    "4eyes-pencil-2p-7x7": {"seats": 2, "side": 7, "turns": 0, "nogifts": 0},
    "4eyes-pencil-3p-7x7": {"seats": 3, "side": 7, "turns": 0, "nogifts": 0},
}

# game id -> cells a side of the hexagon, stones a player, whether the last round is finished
_HEXROWS = {"hexrows": {"side": 6, "stones": 45, "round": 0}}

GAMES = [*_EYES, *_PLUS, *_PENCIL, *_HEXROWS]


def start(game: str) -> Reference:
    """The start position of a game, given as its id with or without options: `4eyes?a=4&b=4&d=2`.

    The options are taken as they are: whether they are in range is not this module's business.
    """
    name, _, query = game.partition("?")
    given: dict[str, int] = {}
    for part in query.split("&") if query else []:
        key, _, value = part.partition("=")
        given[key] = int(value)

    if name in _EYES:
        o = _EYES[name] | given
        return Eyes(game, o["side"], (o["a"], o["b"], o["d"]), bool(o["nogifts"]))
    if name in _PLUS:
        o = _PLUS[name] | given
        return Plus(game, o["seats"], o["side"], o["tiles"], bool(o["elsewhere"]), bool(o["nogifts"]))
    if name in _PENCIL:
        o = _PENCIL[name] | given
        return Pencil(game, o["seats"], o["side"], o["turns"], bool(o["nogifts"]))
    if name in _HEXROWS:
        o = _HEXROWS[name] | given
        return HexRows(game, o["side"], o["stones"], bool(o["round"]))
    raise ValueError(f"no such game: {game}")
