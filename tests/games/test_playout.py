"""Random games inside the kernels: fair, repeatable, and leaving positions like any others."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import numpy as np
import pytest
from reference.cells import Cell
from reference.eyes import Eyes
from reference.perft import after
from reference.plus import Pencil, Plus
from reference.squaregame import SquareGame

import veier
from games.playing import GAMES, VARIANTS, both_phases, sample
from games.test_recompute import without_what_follows
from veier import Position
from veier.core.bundles import rules_bundle
from veier.core.rules import Rules
from veier.kernels.playouts import playouts
from veier.kernels.state import MOVER, PASS, PASSES, RESULT, Words

PHASE_2_OF_EYES = (
    "43@A4 31@B2 13@C3 32@C4 34@B3 14@B4 14@D2 23@C1 24@D3 34@D1 34@C2 31@A2 24@A1 13@B1 "  # placed
    "A1r A2r"
)
FULL_BOARD_OF_EYES = "24@A3 31@B4 42@B2 42@C2 24@C4 42@B3 31@D4 24@D1 24@B1 24@A4 31@A1 13@A2 31@D2 24@D3 24@C3 42@C1"

SIGMAS = 5
LIMIT = 100

every_game = pytest.mark.parametrize("game", [*GAMES, *VARIANTS])


def generator(seed: int) -> Words:
    return np.array([seed], np.int64)


def playout(rules: Rules, state: Words, rng: Words, limit: int) -> int:
    return int(rules.kernels.playout(rules.tables, state, rng, limit))


@every_game
def test_a_playout_ends_the_game_or_makes_as_many_moves_as_it_may(game: str) -> None:
    start = veier.game(game).start()
    rules, rng = start.game.rules, generator(1)
    for limit in range(1, 60):
        state = start.state
        plies = playout(rules, state, rng, limit)
        assert plies == limit if state[RESULT] == 0 else 0 < plies <= limit
        assert rules.kernels.count(rules.tables, state) == len(rules.legal_numbers(state))


@every_game
def test_a_cut_playout_leaves_a_sound_position(game: str) -> None:
    """The state is the one that its board, its mover and its reserves call for, as if moves were made singly."""
    start = veier.game(game).start()
    rules, rng = start.game.rules, generator(2)
    sound = 0
    for limit in [*range(40)] * 5:
        state = start.state
        plies = playout(rules, state, rng, limit)
        if state[RESULT] == 0:
            position = Position(start.game, state.tobytes())
            settled = without_what_follows(position)
            assert rules.kernels.recompute(rules.tables, settled) == 0
            assert np.array_equal(settled, state)
            assert state[MOVER] == plies % start.game.players
            sound += 1
    assert sound >= 20


@every_game
def test_each_move_of_a_playout_is_legal(game: str) -> None:
    start = veier.game(game).start()
    rules = start.game.rules
    for seed in range(4):
        rng, state = generator(seed), start.state
        for _ in range(80):
            if state[RESULT]:
                break
            following = children(rules, state)
            assert playout(rules, state, rng, 1) == 1
            assert outcome_key(state) in following


@pytest.mark.parametrize("game", [game for game in [*GAMES, *VARIANTS] if "hexrows" not in game])
def test_a_pass_is_forgotten_with_the_next_move(game: str) -> None:
    rules, rng = veier.game(game).rules, generator(6)
    forgotten = 0
    for position in sample(both_phases(game), 12):
        state = position.state
        if state[RESULT] or position.legal_numbers == (PASS,):
            continue
        state[PASSES] = 1
        following = children(rules, state)
        assert playout(rules, state, rng, 1) == 1
        assert outcome_key(state) in following
        forgotten += state[RESULT] == 0 and state[PASSES] == 0
    assert forgotten > 0


def children(rules: Rules, state: Words) -> Counter[bytes | int]:
    """Give what each legal move leads to: the state, or of a finished game the result alone."""
    found: Counter[bytes | int] = Counter()
    for number in rules.legal_numbers(state):
        child = state.copy()
        rules.kernels.push(rules.tables, child, number)
        found[outcome_key(child)] += 1
    return found


def outcome_key(state: Words) -> bytes | int:
    return int(state[RESULT]) or state.tobytes()


@every_game
def test_the_same_seed_plays_the_same_games(game: str) -> None:
    start = veier.game(game).start()
    assert veier.play_randomly(start, 50, seed=7) == veier.play_randomly(start, 50, seed=7)
    plies = {veier.play_randomly(start, 3, seed=seed).plies for seed in range(40)}
    assert len(plies) > 1


@every_game
def test_playouts_end_as_often_so_or_so_as_games_of_listed_moves(game: str) -> None:
    start = veier.game(game).start()
    rules = start.game.rules
    games, tally = 20_000, np.zeros(64, np.int64)
    plies = playouts(rules_bundle(start.game), start.state, generator(3), games, LIMIT, tally)
    assert tally.sum() == games

    chance = random.Random(4)
    listed, listed_plies, few = Counter[int](), 0, 400
    for _ in range(few):
        state = start.state
        for _ in range(LIMIT):
            if state[RESULT]:
                break
            rules.kernels.push(rules.tables, state, chance.choice(rules.legal_numbers(state)))
            listed_plies += 1
        listed[int(state[RESULT])] += 1
    assert sum(listed.values()) == few
    for result in {*listed, *np.flatnonzero(tally).tolist()}:
        share = (int(tally[result]) + listed[result]) / (games + few)
        sigma = sqrt(share * (1 - share) * (1 / games + 1 / few))
        assert abs(tally[result] / games - listed[result] / few) <= SIGMAS * sigma + 1e-9
    assert 0.8 < (plies / games) / (listed_plies / few) < 1.25


# Positions where each way of drawing a move is used: phase 1 and 2, with banned moves (B) and without.
FAIR = [
    ("4eyes?side=3&a=1&b=1&d=1", ""),
    ("4eyes?side=3&a=1&b=1&d=1", "12@A1 14@C3"),
    ("4eyes", "13@A1 13@B1 13@A2"),  # B
    ("4eyes-beginners", PHASE_2_OF_EYES),  # B
    ("4eyes?side=4&a=0&b=0&d=8", FULL_BOARD_OF_EYES),  # B
    ("4eyes-plus-2p?side=3&tiles=2", ""),
    ("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3"),  # B
    ("4eyes-plus-3p?side=4&tiles=1", "a1a2 d4d3 b4c4"),
    ("4eyes-plus-2p?side=4&tiles=3", "d2d3 c3c2 b1a1 b4c4 c1d1 b2a2"),  # B
    ("4eyes-plus-3p?side=5&tiles=3", "b3b4 e4e5 d5c5 c3d3 a2a3 c4d4 a1b1 d1c1 e2d2"),  # B
    ("4eyes-pencil-2p?side=4", "a1a2 b1c1 c3c4 c2d2"),  # B
    ("hexrows?side=4&stones=9", ""),
    ("hexrows?side=4&stones=9", "d4"),
    ("hexrows?side=4&stones=9", "d4 d5 c3"),
]


@pytest.mark.parametrize(("game", "moves"), FAIR)
def test_every_legal_move_is_as_likely(game: str, moves: str) -> None:
    position = veier.game(game).start().play(*moves.split())
    rules, rng = position.game.rules, generator(5)
    ways = children(rules, position.state)
    games = 150 * ways.total()
    drawn: Counter[bytes | int] = Counter()
    for _ in range(games):
        state = position.state
        playout(rules, state, rng, 1)
        drawn[outcome_key(state)] += 1
    assert drawn.keys() <= ways.keys()
    expected = {key: 150 * number for key, number in ways.items()}
    for key, times in expected.items():
        assert abs(drawn[key] - times) <= SIGMAS * sqrt(times * (1 - times / games))
    # All deviations together: chi square of n degrees has a mean of n and a variance of 2n.
    degrees = len(expected) - 1
    chi_square = sum((drawn[key] - times) ** 2 / times for key, times in expected.items())
    assert degrees > 0
    assert abs(chi_square - degrees) <= SIGMAS * sqrt(2 * degrees)


def test_some_of_these_positions_have_banned_moves_in_each_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    is_double = SquareGame.is_double
    bans: list[bool] = []

    def note_bans(self: SquareGame, stones: dict[Cell, int], own: Cell, other: Cell) -> bool:
        bans.append(is_double(self, stones, own, other))
        return bans[-1]

    monkeypatch.setattr(SquareGame, "is_double", note_bans)
    banned = set()
    for game, moves in FAIR:
        reference = after(game, moves.split())
        bans.clear()
        reference.legal()
        if any(bans):
            banned.add((type(reference), reference.phase()))
    assert banned == {(Eyes, 1), (Eyes, 2), (Plus, 1), (Plus, 2), (Pencil, 1)}
