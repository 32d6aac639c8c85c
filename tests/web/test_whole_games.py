"""A whole game of each family, to its end, by mouse, by touch and by keys alone; also the moves of phase 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

import veier
from veier.record import format_position
from web.gestures import WAYS, Way, make_move
from web.visiting import Visitor


class Game(NamedTuple):
    """A game: moves that lead to where the table begins, moves to make, and what the table says in the end."""

    game: str
    before: str
    moves: str
    end: str


GAMES = {
    "hex rows": Game("hexrows?side=4&stones=5", "", "e3 f4 e5 d3 e6 g5 e4", "Red wins"),
    "pencil": Game("4eyes-pencil-2p-7x7", "", "b2a2 g7g6 d2e2 g5g4 d4e4 e7e6 b4a4", "Red wins"),
    "4EYES+": Game("4eyes-plus-2p-7x7", "", "b2a2 g7g6 d2e2 g5g4 d4e4 e7e6 b4a4", "Red wins"),
    "4EYES, first steps": Game("4eyes-beginners", "", "41@C1 24@C3 14@B2 34@D2", "Red wins"),
    "4EYES, phase 2": Game(
        "4eyes?side=3&a=1&b=1&d=1", "21@A2 21@A3 34@A1 12@B3 13@C3 42@C2", "A2B2 A3l B2C1 A3l", "Red wins"
    ),
    "4EYES+, phase 2": Game(
        "4eyes-plus-2p?side=5&tiles=5",
        "a4b4 d4d3 b1c1 d2d1 e5e4 c4c5 a3b3 c2c3 e2e3 a2a1",
        "a4-a4a5 d2-d1e1 a3-b2b3",
        "Red wins",
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str, way: Way, visit: Callable[..., Visitor]) -> None:
    game, before, moves, end = GAMES[name]
    player = visit(width=360, height=740, touch=True) if way == "touch" else visit()
    start = format_position(veier.game(game).start().play(*before.split())) if before else None
    player.open_table(game, {"kind": "me"}, {"kind": "device"}, start=start)
    for move in moves.split():
        make_move(player, move, way)
    expect(player.page.get_by_role("region", name="Result")).to_contain_text(end)
    assert player.moves() == moves.split()
