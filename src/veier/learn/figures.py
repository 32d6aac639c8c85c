"""Figures: positions that show a rule, from `figures.json` in the folder of a family.

The file lists figures by page and id. A figure is a game, moves from its start, and what `kind` of thing it shows; one
that shows a forbidden move names it as `tried`. Tests ask the rules whether each figure shows what its kind says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from veier.core.data import to_plain
from veier.core.game import Game
from veier.core.move import Move
from veier.core.position import Position
from veier.games import game as find_game
from veier.learn.rules_text import page_name
from veier.messages import Message
from veier.view import SquareMark, View

Kind = Literal[
    "straight",  # a square is won that stands upright,
    "diamond",  # stands on a corner,
    "tilted",  # or leans in between
    "forbidden",  # a move that would finish a square of two colours
    "gift",  # a player finished an opponent's square
    "no-gift",  # a move that would, where that is forbidden
    "pieces",  # one piece of each kind has been laid
    "laid",  # every player has laid one piece
    "ready",  # all pieces lie, and now they are moved
    "slide",  # a tile was slid,
    "turn",  # or turned where it lies
    "move",  # a domino was lifted and put down elsewhere
    "opening",  # the first two stones
    "run",  # a run of stones and the points it is worth
    "crossing",  # two rows that share a stone
    "end",  # a player has no loose stone left
]


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that the rules forbid, as a screen shows it: the stones as they would stand, and why not."""

    move: Move
    reason: Message


@dataclass(frozen=True, slots=True)
class Figure:
    """A position to look at and to play with: `moves` lead to it from the start of its game."""

    id: str
    kind: Kind
    position: Position
    view: View
    moves: tuple[str, ...]
    refused: Refused | None = None

    def to_data(self) -> dict[str, Any]:
        """Return it as data that JSON can hold; a board shows `view`, and `refused` as a move held over it."""
        return {
            "id": self.id,
            "game": self.position.game.id,
            "moves": list(self.moves),
            "view": to_plain(self.view),
            "refused": refused_data(self.refused, self.view) if self.refused else None,
        }


def figure(game: Game, name: str) -> Figure:
    """Make a figure of a game's page; what the page has not of its own, it has from a page with a shorter name."""
    family, page = game.spec.package, page_name(game)
    owners = [owner for owner, figures in _read(family).items() if page.startswith(owner) and name in figures]
    return _make(family, max(owners, key=len), name)


@cache
def _read(family: str) -> dict[str, dict[str, Any]]:
    """Read the figures of a family's folder, by page and id."""
    text = files(family).joinpath("figures.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


@cache
def _make(family: str, page: str, name: str) -> Figure:
    found = _read(family)[page][name]
    moves = tuple(found.get("moves", "").split())
    position = find_game(found["game"]).start().play(*moves)
    view, tried = position.view(), found.get("tried")
    if tried is None:
        return Figure(name, found["kind"], position, view, moves)
    refused = refuse(position, tried)
    view = replace(view, squares=squares_of(position, refused.move))
    return Figure(name, found["kind"], position, view, moves, refused)


def refuse(position: Position, tried: str) -> Refused:
    """Describe a move that the rules forbid: what it would do, and why it is illegal."""
    reason = position.why_illegal(tried)
    if reason is None:
        raise ValueError(f"{tried} is a legal move")
    game = position.game
    return Refused(game.rules.describe_move(position.state, game.notation.parse_move(tried)), reason)


def squares_of(position: Position, move: Move) -> tuple[SquareMark, ...]:
    """Mark the squares that a forbidden move would finish by the corners that they lack, the mover's own first."""
    laid = {cell for cell, _ in move.stones}
    made = sorted(
        position.game.patterns.made_by(position.state, move), key=lambda square: square.seat != position.mover
    )
    return tuple(
        SquareMark(
            "threat",
            position.game.colours[square.seat],
            square.cells,
            square.step,
            next(cell for cell in square.cells if cell in laid),
        )
        for square in made
    )


def refused_data(refused: Refused, view: View) -> dict[str, Any]:
    """Return a forbidden move as data that JSON can hold."""
    return {
        "text": refused.move.text,
        "piece": refused.move.piece,
        "stones": [[cell, view.colours[seat]] for cell, seat in refused.move.stones],
        "reason": refused.reason.to_data(),
    }
