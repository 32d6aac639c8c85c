"""Many boards at once: each is played as the library plays it alone."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import veier
from environments.games import ALL, LINES, SMALL
from veier.environments.vector import VectorGames

BOARDS = 12


def assert_draws(games: VectorGames, positions: list[veier.Position]) -> None:
    """Compare the planes with those of positions, and see that nothing around them is written."""
    around = np.full((len(games) + 2, *games.game.encoding.shape), 99, np.int8)
    assert games.planes(out=around[1:-1]).base is around
    assert np.array_equal(around[1:-1], np.stack([position.planes() for position in positions]))
    assert (around[[0, -1]] == 99).all()


def assert_shows(games: VectorGames, positions: list[veier.Position]) -> None:
    """Compare all that the boards show with positions."""
    masks = np.stack([position.action_mask() for position in positions])
    assert np.array_equal(games.masks(), masks)
    packed = np.unpackbits(games.packed_masks(), axis=1, bitorder="little")[:, : games.game.action_count]
    assert np.array_equal(packed, masks)
    for legal, mask in zip(games.legal_actions(), masks, strict=True):
        assert legal[legal >= 0].tolist() == np.flatnonzero(mask).tolist()
    assert games.choices.tolist() == masks.sum(axis=1).tolist()
    assert games.movers.tolist() == [position.mover for position in positions]
    assert_draws(games, positions)
    assert np.array_equal(games.planes(1), np.stack([position.planes(1) for position in positions]))
    assert [games.position(board) for board in range(len(games))] == positions


@pytest.mark.parametrize("game", ALL)
def test_boards_are_played_as_the_library_plays_them(game: str) -> None:
    games = VectorGames(game, BOARDS, seed=3)
    start = games.game.start()
    positions = [start] * BOARDS
    ended = 0
    for ply in range(130):
        actions = games.random_actions()
        step = games.step(actions)
        for board, action in enumerate(actions.tolist()):
            position = positions[board].play(games.game.action_text(action))
            assert step.terminated[board] == position.is_over
            assert step.rewards[board].tolist() == pytest.approx(expected_rewards(position), abs=1e-6)
            positions[board] = start if position.is_over else position
            ended += position.is_over
        assert not step.truncated.any()
        if ply % 10 == 0:
            assert_shows(games, positions)
        else:
            assert_draws(games, positions)
            assert np.array_equal(games.masks(), np.stack([position.action_mask() for position in positions]))
    assert ended > 0 or "side=11" in game


def expected_rewards(position: veier.Position) -> list[float]:
    players, outcome = position.game.players, position.outcome
    if outcome is None or outcome.winner is None:
        return [0.0] * players
    return [1.0 if seat == outcome.winner else -1 / (players - 1) for seat in range(players)]


@pytest.mark.parametrize("game", LINES)
def test_passes_and_the_third_repetition_end_the_game(game: str) -> None:
    games = VectorGames(game, 3, restart=False)
    positions = [games.game.start()] * 3
    for move in LINES[game].split():
        assert_shows(games, positions)
        # The last board waits.
        step = games.step([games.game.action(move)] * 2 + [-1])
        positions[:2] = [positions[0].play(move)] * 2
    assert step.terminated.tolist() == [True, True, False]
    assert not step.rewards.any()
    assert positions[0].is_over
    assert_shows(games, positions)
    games.reset(step.terminated)
    assert_shows(games, [games.game.start()] * 3)


def test_repeated_positions_are_forgotten_with_their_game() -> None:
    """A second game on the same board may repeat positions of the first."""
    game = "4eyes?side=3&a=1&b=0&d=0"
    games = VectorGames(game, 1)
    for _ in range(3):
        for number, move in enumerate(moves := LINES[game].split(), 1):
            step = games.step([games.game.action(move)])
            assert bool(step.terminated[0]) == (number == len(moves))


@pytest.mark.parametrize("game", SMALL)
def test_the_same_seed_gives_the_same_games(game: str) -> None:
    def play(seed: int) -> list[Any]:
        games = VectorGames(game, 20, seed=seed)
        played = []
        for _ in range(30):
            played.append(games.random_actions().tolist())
            games.step(played[-1])
        return played

    assert play(1) == play(1)
    assert play(1) != play(2)


@pytest.mark.parametrize("game", [*SMALL, "4eyes?side=3&a=1&b=0&d=0"])
def test_copies_in_the_middle_of_a_game_go_their_own_way(game: str) -> None:
    """They know what has stood, and go on with the same chance."""
    games = VectorGames(game, 8, seed=2)
    for _ in range(7):
        games.step(games.random_actions())
    before = [games.position(board) for board in range(8)]
    twins = copy.deepcopy(games), pickle.loads(pickle.dumps(games))
    ends = []
    for each in (*twins, games):
        assert [each.position(board) for board in range(8)] == before
        ended = 0
        for _ in range(20):
            ended += int(each.step(each.random_actions()).terminated.sum())
        ends.append((ended, [each.position(board) for board in range(8)]))
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][1] != before


def test_random_actions_are_equally_likely() -> None:
    games = VectorGames("4eyes-pencil-2p?side=3", 24_000, seed=7)
    counts = np.bincount(games.random_actions(), minlength=games.game.action_count)
    legal = games.masks()[0].astype(bool)
    assert counts[~legal].sum() == 0
    expected = len(games) / legal.sum()
    assert (((counts[legal] - expected) ** 2) / expected).sum() < 2 * legal.sum()


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    games = VectorGames("hexrows", 3)
    good, edge = games.game.action("f6"), games.game.action("a1")
    for bad in (edge, -2, games.game.action_count, 10**12):
        with pytest.raises(veier.IllegalMove, match=f"on board 1 the action {bad} is not legal"):
            games.step([good, bad, good])
        assert games.plies.tolist() == [0, 0, 0]
    for wrong in ([good], [[good] * 3]):
        with pytest.raises(ValueError, match="expected 3 actions"):
            games.step(wrong)
    for boards in (0, "3"):
        with pytest.raises(veier.VeierError):
            VectorGames("hexrows", boards)  # type: ignore[arg-type]
    with pytest.raises(IndexError):
        games.reset([3])


@pytest.mark.parametrize("restart", [True, False])
def test_a_long_game_is_cut_off(restart: bool) -> None:
    games = VectorGames("4eyes", 2, max_plies=4, restart=restart)
    for _ in range(4):
        step = games.step(games.random_actions())
    assert step.truncated.all()
    assert not step.terminated.any()
    assert not step.rewards.any()
    assert games.plies.tolist() == ([0, 0] if restart else [4, 4])
    assert bool(games.choices.all()) == restart
    assert (games.random_actions() >= 0).all() == restart


def test_planes_can_be_written_to_an_array() -> None:
    games = VectorGames("4eyes", 5)
    out = np.full((5, *games.game.encoding.shape), 99, np.int8)
    assert games.planes(out=out) is out
    assert np.array_equal(out, games.planes())


def test_an_array_that_planes_cannot_be_written_to_is_refused() -> None:
    games = VectorGames("4eyes", 5)
    shape = (5, *games.game.encoding.shape)
    fixed = np.zeros(shape, np.int8)
    fixed.flags.writeable = False
    for out in (np.zeros((10, *shape[1:]), np.int8)[::2], np.asfortranarray(np.zeros(shape, np.int8)), fixed):
        before = out.copy()
        with pytest.raises(ValueError, match="C-contiguous array that can be written to"):
            games.planes(out=out)
        assert np.array_equal(out, before)
    others: list[Any] = [np.zeros(shape), np.zeros(shape, np.uint8), np.zeros(shape[1:], np.int8)]
    for wrong in others:
        with pytest.raises(ValueError, match=r"array of int8 of shape \(5, 14, 10, 10\)"):
            games.planes(out=wrong)
    with pytest.raises(veier.BadType, match="out must be of the type"):
        games.planes(out=fixed.tolist())


def test_a_seat_that_does_not_exist_is_refused() -> None:
    games = VectorGames("4eyes", 5)
    for seat in (-1, 2, 7):
        with pytest.raises(veier.VeierError, match=f"there is no seat {seat}"):
            games.planes(seat)
    with pytest.raises(veier.BadType):
        games.planes("red")  # type: ignore[arg-type]
