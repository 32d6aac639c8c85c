"""Writes the perft files, one a game. From the folder tests/:

    python -m reference.perftfiles [GAME ...]

The positions come from random walks with fixed seeds: the same code always writes the same files.
"""

import sys
from collections.abc import Sequence
from itertools import product

from . import GAMES, start
from .base import Reference
from .cells import cell_name, cells_in
from .eyes import Eyes
from .perft import line, perft_file
from .plus import Plus
from .wander import first_walk, lasting_moves

HEADER = "# moves from the start, or none ; depth count depth count ... (move sequences of exactly that length)"

START_DEPTH = {game: 4 if game == "hexrows" else 3 for game in GAMES}

# Games without phase 2: plies and depth of the walks into the middle and close to the end.
WALKS = {
    "4eyes-pencil-2p": [(12, 2), (22, 3)],
    "4eyes-pencil-3p": [(15, 2), (30, 3)],
    "4eyes-pencil-2p-7x7": [(8, 3), (15, 4)],
    "4eyes-pencil-3p-7x7": [(10, 3), (18, 4)],
    "hexrows": [(30, 3), (76, 4)],
}

# Other readings of the rules, and the games whose walks they share, each a ply less deep; their files are in the folder
# readings/.
READINGS = {
    "4eyes-plus-2p-7x7?elsewhere=1": "4eyes-plus-2p-7x7",
    "4eyes-plus-3p-7x7?elsewhere=1": "4eyes-plus-3p-7x7",
    "4eyes-beginners?nogifts=1": "4eyes-beginners",
    "4eyes-plus-2p-7x7?nogifts=1": "4eyes-plus-2p-7x7",
    "4eyes-plus-3p-7x7?elsewhere=1&nogifts=1": "4eyes-plus-3p-7x7",
    "4eyes-pencil-2p-7x7?turns=9": "4eyes-pencil-2p-7x7",
    "4eyes-pencil-3p-7x7?turns=7&nogifts=1": "4eyes-pencil-3p-7x7",
    "hexrows?round=1": "hexrows",
}

# Games with phase 2: depth of a walk to the middle of phase 1, to the last placement, into phase 2.
PHASE_DEPTHS = {
    "4eyes": (2, 3, 3),
    "4eyes-beginners": (2, 3, 4),
    "4eyes-plus-2p": (2, 2, 3),
    "4eyes-plus-3p": (2, 2, 3),
    "4eyes-plus-2p-7x7": (2, 2, 3),
    "4eyes-plus-3p-7x7": (2, 2, 3),
}


def undoing(reference: Reference, move: str) -> str:
    """The move of phase 2 that takes back another, given the position before that one."""
    if isinstance(reference, Eyes):
        if move[-1] in "rl":
            return move[:-1] + ("l" if move[-1] == "r" else "r")
        return move[2:] + move[:2]
    assert isinstance(reference, Plus)
    start_cell, own, _ = cells_in(move)
    other = next(d.other for d in reference.dominoes if d.own == start_cell and d.owner == reference.mover)
    return f"{cell_name(own)}-{cell_name(start_cell)}{cell_name(other)}"


def there_and_back(reference: Reference, seat: int) -> list[tuple[str, str]]:
    """Moves of a seat, were it to move now, each with the move that takes it back."""
    twin = reference.copy()
    twin.mover = seat
    return [(move, undoing(twin, move)) for move in lasting_moves(twin)]


def almost_repeated(reference: Reference) -> list[str]:
    """Moves from a position of phase 2 after which one more brings it up for the third time."""
    order = [(reference.mover + i) % reference.seats for i in range(reference.seats)]
    for chosen in product(*(there_and_back(reference, seat) for seat in order)):
        moves = ([there for there, _ in chosen] + [back for _, back in chosen]) * 2
        trial = reference.copy()
        for move in moves:
            if move not in trial.legal():
                break
            trial.play_known(move)
        else:
            if trial.why == "repetition":
                return [*reference.moves, *moves[:-1]]
    raise ValueError(f"{reference.game}: no way to repeat found")


def lines(game: str) -> list[str]:
    """All lines of one game's file."""
    base, less = READINGS.get(game, game), int(game in READINGS)
    found = [line(game, [], START_DEPTH[base] - less)]
    for plies, depth in WALKS.get(base, []):
        found.append(line(game, first_walk(game, plies, 1).moves, depth - less))
    if base in PHASE_DEPTHS:
        pieces = sum(sum(reserve.values()) for reserve in start(game).reserves)
        middle, last, second = (depth - less for depth in PHASE_DEPTHS[base])
        found.append(line(game, first_walk(game, pieces // 2, 1).moves, middle))
        found.append(line(game, first_walk(game, pieces, 2).moves[:-1], last))
        found.append(line(game, first_walk(game, pieces + 4, 2).moves, second))
        found.append(line(game, almost_repeated(first_walk(game, pieces, 2)), 2 - less))
    return found


def main(games: Sequence[str]) -> int:
    """The script: the games named, or all."""
    for game in games or [*GAMES, *READINGS]:
        text = "\n".join([HEADER, *lines(game)]) + "\n"
        perft_file(game).write_text(text, encoding="utf-8")
        print(f"{game}\n{text}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
