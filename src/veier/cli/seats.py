"""Seats named on the command line by colour, in English or in the chosen language."""

from __future__ import annotations

from veier.cli.language import Refusal, translate
from veier.core.game import Game


def find_seat(game: Game, colour: str) -> int:
    """Return the seat of a colour."""
    names = [translate(f"colour.{name}").lower() for name in game.colours]
    wanted = colour.strip().lower()
    for seat, known in enumerate(zip(game.colours, names, strict=True)):
        if wanted in known:
            return seat
    raise Refusal(translate("cli.error.word", value=colour, words=", ".join(names)))


def find_seats(game: Game, colours: str) -> frozenset[int]:
    """Return the seats of colours joined by commas, or of `all` or `none`."""
    if colours.lower() == "all":
        return frozenset(range(game.players))
    if colours.lower() == "none":
        return frozenset()
    return frozenset(find_seat(game, colour) for colour in colours.split(","))
