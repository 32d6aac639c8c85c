"""Notakto, a small game of another package: three in a row lose, whatever their colours; with wins=1 they win."""

from __future__ import annotations

from collections.abc import Mapping

from toy.notakto.encoding import NotaktoEncoding
from toy.notakto.notation import NotaktoNotation
from toy.notakto.rules import NotaktoDrawing, NotaktoRules
from veier.core.game import GameParts, GameSpec, Group, Option, Sample
from veier.view.model import Colour


def _make_parts(colours: tuple[Colour, ...], options: Mapping[str, int]) -> GameParts:
    rules = NotaktoRules(colours, options)
    return GameParts(rules, NotaktoNotation(rules), NotaktoDrawing(rules), encoding=NotaktoEncoding(rules))


GAMES = (
    GameSpec(
        name="notakto",
        package=__name__,
        group=Group("notakto", "game.notakto.title"),
        author="Bob Koca",
        year=2010,
        colours=("red", "blue"),
        options=(Option("side", 3, 3, 5), Option("wins", 0, 0, 1)),
        make_parts=_make_parts,
        minutes=2,
        sample=Sample("r.b/.b./..r", 0),
    ),
)
