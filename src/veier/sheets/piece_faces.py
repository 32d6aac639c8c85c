"""Pieces and their two faces: the same dominoes serve the variants of a game for two and for three players."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil

from veier.core.errors import BadOption
from veier.core.game import Game
from veier.games import all_specs
from veier.view import Colour, Slot, View


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a piece: its owner and its drawing."""

    owner: Colour
    slot: Slot


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece to cut out; `back` is its other side."""

    front: Face | None
    back: Face | None = None


def pieces_of(game: Game) -> list[Piece]:
    """Return all pieces of all players, with backs where another number of players uses the same pieces."""
    fronts = faces_of(game.start().view())
    other = variant_for_other_players(game, len(fronts))
    backs = faces_of(other.start().view()) if other else []
    return [Piece(front, back) for front, back in zip_longest(fronts, backs)]


def faces_of(view: View) -> list[Face]:
    """Return the faces of the pieces that the seats start with."""
    return [Face(tray.colour, slot) for tray in view.trays for slot in tray.slots for _ in range(slot.total)]


def variant_for_other_players(game: Game, pieces: int) -> Game | None:
    """Return the same game for another number of players, with as many pieces on the same board."""
    if not pieces:
        return None
    found = []
    for spec in all_specs().values():
        if spec.group != game.spec.group or spec.colours == game.colours:
            continue
        known = {option.name for option in spec.options}
        chosen = {name: value for name, value in game.options.items() if name in known}
        if "tiles" in known:
            chosen["tiles"] = ceil(pieces / len(spec.colours))
        with suppress(BadOption):
            found.append(spec.game(chosen))
    return min(found, key=lambda other: len(other.changed_options), default=None)
