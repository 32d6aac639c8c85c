"""`recompute` finds the words of a state that follow from the others: position strings depend on it."""

from __future__ import annotations

import numpy as np
import pytest

import veier
from games.playing import GAMES, VARIANTS, random_game
from veier import Position
from veier.games.eyes import layout as eyes
from veier.games.hexrows import layout as hexrows
from veier.games.plus import layout as plus
from veier.kernels.state import CONTRADICTION, RESULT, Words

RUBBISH = 0x5A5A5A5A5A5A5A5A


def without_what_follows(position: Position) -> Words:
    """Give the state with rubbish where `recompute` should put what follows from the board."""
    state = position.state
    state[RESULT] = RUBBISH
    if position.game.name == "hexrows":
        state[hexrows.LINES : hexrows.LOOSE] = RUBBISH
        state[hexrows.POINTS : hexrows.POINTS + 2] = RUBBISH
        for seat in range(2):
            standing = sum(owner == seat for owner in position.stones.values())
            state[hexrows.LOOSE + seat] = position.game.pieces["stone"] - standing
    elif "plus" in position.game.name or "pencil" in position.game.name:
        state[plus.THREATS : plus.THREATS + 6] = RUBBISH
    else:
        state[eyes.THREATS : eyes.THREATS + 4] = RUBBISH
    return state


def shown_by_the_board(position: Position) -> bool:
    return position.outcome is None or position.outcome.why in ("square", "score", "full")


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS])
def test_what_follows_from_the_board_is_found_again(game: str) -> None:
    rules = veier.game(game).rules
    ends = 0
    for seed in range(12):
        for position in random_game(game, seed, 80, lasting=60 * (seed % 2)):
            if shown_by_the_board(position):
                state = without_what_follows(position)
                assert rules.kernels.recompute(rules.tables, state) == position.state[RESULT]
                assert np.array_equal(state, position.state)
                ends += position.is_over
    assert ends > 0 or "?" in game


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("4eyes?side=4&a=8&b=0&d=0", "r12r12../r12r12../..../...."),
        ("4eyes-plus-2p-7x7", "......./......./......./......./R>bR>b.../......./R>bR>b..."),
        ("4eyes-pencil-2p?side=4", "rrbb/rrbb/..../...."),
        ("4eyes-pencil-3p?side=4", "rrnn/rrnn/..../...."),
    ],
)
def test_squares_of_two_players_contradict_each_other(game: str, board: str) -> None:
    rules = veier.game(game).rules
    state = rules.start_state()
    veier.game(game).notation.parse_board(board, state)
    assert rules.kernels.recompute(rules.tables, state) == CONTRADICTION
