"""No piece is lost or made from nothing: board, reserves, scores and what is set aside add up in every position."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import veier
from games.playing import random_game
from veier import Position

EYES = ["4eyes", "4eyes-beginners", "4eyes?a=4&b=4&d=2", "4eyes?side=4&a=0&b=0&d=8", "4eyes?side=3&a=1&b=0&d=0"]
PLUS = ["4eyes-plus-2p", "4eyes-plus-3p", "4eyes-plus-2p-7x7", "4eyes-plus-3p-7x7", "4eyes-plus-3p?side=4&tiles=2"]
PENCIL = ["4eyes-pencil-2p", "4eyes-pencil-3p", "4eyes-pencil-2p-7x7", "4eyes-pencil-3p-7x7", "4eyes-pencil-2p?side=3"]
HEXROWS = ["hexrows", "hexrows?side=4&stones=18", "hexrows?side=7&stones=63", "hexrows?stones=5"]


def all_positions(game: str) -> list[Position]:
    return [position for seed in range(4) for position in random_game(game, seed, lasting=60 * (seed % 2))]


def test_every_game_is_looked_at() -> None:
    assert {game.id for game in veier.all_games()} <= {*EYES, *PLUS, *PENCIL, *HEXROWS}


def types_on_the_board(position: Position) -> Counter[tuple[str, str]]:
    """Count the tiles that lie on the board by owner and type, from the picture: A turns clockwise from red to blue."""
    found: Counter[tuple[str, str]] = Counter()
    for plate in position.view().plates:
        clockwise = [position.stones.get(cell) for cell in plate.cells]
        step = (clockwise.index(1) - clockwise.index(0)) % 4
        found[plate.owner, {1: "A", 3: "B", 2: "D"}[step]] += 1
    return found


@pytest.mark.parametrize("game", EYES)
def test_tiles_lie_on_the_board_or_are_held(game: str) -> None:
    pieces = veier.game(game).pieces
    for position in all_positions(game):
        lying = types_on_the_board(position)
        for colour, held in zip(position.game.colours, position.reserves, strict=True):
            assert {kind: lying[colour, kind] + held[kind] for kind in held} == pieces
        assert Counter(position.stones.values()) == Counter({0: lying.total(), 1: lying.total()})


@pytest.mark.parametrize("game", PLUS)
def test_dominoes_lie_on_the_board_or_are_held(game: str) -> None:
    start = veier.game(game).start()
    players, each = start.game.players, start.game.pieces["domino"]
    for position in all_positions(game):
        laid = [each - held["domino"] for held in position.reserves]
        assert min(laid) >= 0
        stones = Counter(position.stones.values())
        assert [stones[seat] for seat in range(players)] == [laid[seat] + laid[seat - 1] for seat in range(players)]
        lying = Counter(plate.owner for plate in position.view().plates)
        assert [lying[colour] for colour in position.game.colours] == laid


@pytest.mark.parametrize("game", PENCIL)
def test_each_turn_with_pencils_adds_two_stones(game: str) -> None:
    for seed in range(4):
        positions = list(random_game(game, seed, lasting=60 * (seed % 2)))
        for before, after in pairwise(positions):
            passed = str(after.last_move) == "pass"
            assert len(after.stones) == len(before.stones) + (0 if passed else 2)
            assert after.stones.items() >= before.stones.items()
            assert after.reserves == ({},) * after.game.players


@pytest.mark.parametrize("game", HEXROWS)
def test_stones_stand_on_the_board_or_are_loose_or_set_aside(game: str) -> None:
    stones = veier.game(game).pieces["stone"]
    scored = 0
    for position in all_positions(game):
        standing = Counter(position.stones.values())
        for seat, tray in enumerate(position.view().trays):
            loose, points = position.reserves[seat]["stone"], position.scores[seat]
            assert standing[seat] + loose + tray.aside == stones
            assert tray.score == points
            # A point is a stone set aside, unless none were left; then the game is over.
            assert tray.aside == points or (loose == 0 and 0 <= tray.aside < points)
            assert position.is_over or loose > 0
            scored += points
    assert scored > 0 or stones == 5


@pytest.mark.parametrize("game", [*EYES, *PLUS, *PENCIL])
def test_a_square_stands_exactly_when_the_game_was_won_by_one(game: str) -> None:
    won = 0
    for position in all_positions(game):
        outcome = position.outcome
        if outcome and outcome.why == "square":
            won += 1
            assert outcome.winner is not None
            assert position.scores[outcome.winner] > 0
            assert sum(position.scores) == position.scores[outcome.winner]
        else:
            assert sum(position.scores) == 0
            assert outcome is None or outcome.drawn
    assert won > 0 or game in ("4eyes?side=3&a=1&b=0&d=0", "4eyes-pencil-2p?side=3")
