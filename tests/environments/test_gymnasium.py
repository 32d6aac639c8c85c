"""Gymnasium: its own checks, and what they do not look at; one board and many."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

import veier
from environments.games import ALL, LINES, SMALL

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import veier.environments.gymnasium as seat_module  # noqa: E402
from veier.environments.gymnasium import ENV_ID, SeatEnv  # noqa: E402
from veier.environments.gymnasium_vector import SeatVectorEnv  # noqa: E402

DRAWN = ("hexrows", "4eyes", "4eyes-plus-3p-7x7")


class LegalEnv(SeatEnv):
    """Takes the first legal action in place of an illegal one: their checks draw from all."""

    def step(self, action: Any) -> Any:
        mask = self.action_masks()
        return super().step(action if mask[int(action)] else np.flatnonzero(mask)[0])


gymnasium.register("veier/Legal-v0", entry_point=LegalEnv)


@pytest.mark.parametrize("game", ALL)
def test_their_check_passes(game: str) -> None:
    """In every render mode for one game of each family: pictures take most of the time."""
    made = gymnasium.make("veier/Legal-v0", game=game, render_mode="ansi", disable_env_checker=True)
    check_env(made.unwrapped, skip_render_check=game not in DRAWN)


def test_it_can_be_made_by_name_and_rendered() -> None:
    made = gymnasium.make(ENV_ID, game="hexrows", opponent="greedy", render_mode="rgb_array")
    made.reset(seed=1)
    assert made.render().shape[1:] == (480, 3)
    assert made.unwrapped.game.id == "hexrows"


@pytest.mark.parametrize("opponent", ["random", "greedy", 1, 2])
@pytest.mark.parametrize("game", ["hexrows?side=4&stones=12", "4eyes-plus-3p?side=4&tiles=2"])
def test_others_answer_until_it_is_our_turn(game: str, opponent: Any) -> None:
    for seat in range(veier.game(game).players):
        made = SeatEnv(game, opponent, seat)
        seen, info = made.reset(seed=seat)
        while True:
            assert made.position.mover == seat
            assert np.array_equal(info["action_mask"], made.position.action_mask())
            assert np.array_equal(made.action_masks(), info["action_mask"] == 1)
            assert np.allclose(seen * made.game.encoding.plane_limits, made.position.planes(seat), atol=1e-5)
            action = made.np_random.choice(np.flatnonzero(info["action_mask"]))
            seen, reward, terminated, truncated, info = made.step(action)
            if terminated or truncated:
                break
            assert reward == 0
        outcome = made.position.outcome
        assert outcome is not None
        lost = -1 / (made.game.players - 1)
        assert reward == (0 if outcome.winner is None else 1 if outcome.winner == seat else lost)


@pytest.mark.parametrize("game", SMALL)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    def play(seed: int) -> list[bytes]:
        made = SeatEnv(game, 1, seat=None)
        _, info = made.reset(seed=seed)
        positions, over = [made.position.packed], False
        while not over:
            action = np.flatnonzero(info["action_mask"])[0]
            _, _, terminated, truncated, info = made.step(action)
            positions.append(made.position.packed)
            over = terminated or truncated
        return positions

    assert play(5) == play(5)
    assert len({tuple(play(seed)) for seed in range(6)}) > 1


@pytest.mark.parametrize("game", LINES)
def test_passes_and_the_third_repetition_end_the_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponents follow the line."""
    moves = iter(LINES[game].split())
    monkeypatch.setattr(seat_module, "_choose", lambda *_: next(moves))
    made = SeatEnv(game)
    _, info = made.reset(seed=1)
    over = False
    while not over:
        action = made.game.action(next(moves))
        if action == made.game.action_count - 1:
            assert np.flatnonzero(info["action_mask"]).tolist() == [action]
        _, reward, over, truncated, info = made.step(np.int64(action))
        assert (reward, truncated) == (0.0, False)
    assert next(moves, None) is None
    assert made.position.outcome in (veier.Outcome(None, "repetition"), veier.Outcome(None, "passes"))


@pytest.mark.parametrize("game", SMALL)
def test_a_copy_goes_its_own_way(game: str) -> None:
    made = SeatEnv(game, "random")
    made.reset(seed=1)
    made.step(np.flatnonzero(made.action_masks())[0])
    twin, before = copy.deepcopy(made), made.position
    twin.step(np.flatnonzero(twin.action_masks())[0])
    assert made.position == before != twin.position
    # The opponents' chance is copied as well.
    made.step(np.flatnonzero(made.action_masks())[0])
    assert made.position == twin.position


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(veier.VeierError, match="level from 1 to"):
        SeatEnv("hexrows", 99)
    with pytest.raises(veier.VeierError, match="there is no seat 2"):
        SeatEnv("hexrows", seat=2)
    made = SeatEnv("hexrows")
    made.reset(seed=1)
    with pytest.raises(veier.IllegalMove):
        made.step(np.int64(0))


# Many boards.


def assert_shows(made: SeatVectorEnv, seen: Any, info: Any) -> None:
    """Compare what is observed of the first ten boards with their positions."""
    for board in range(10):
        position = made.games.position(board)
        assert position.is_over or position.mover == made.seat
        assert np.array_equal(info["action_mask"][board], position.action_mask())
        counts = seen[board] * position.game.encoding.plane_limits
        assert np.allclose(counts, position.planes(made.seat), atol=1e-5)
    assert np.array_equal(made.action_masks(), info["action_mask"] == 1)


def play_all(made: SeatVectorEnv, steps: int, seed: int) -> tuple[Any, ...]:
    """Play random legal actions; return all that was observed, as arrays over the steps."""
    chance = np.random.default_rng(seed)
    seen, info = made.reset(seed=seed)
    history = []
    for _ in range(steps):
        mask = info["action_mask"].astype(bool)
        mask[:, -1] |= ~mask.any(axis=1)
        actions = (chance.random(mask.shape) * mask).argmax(axis=1)
        seen, rewards, terminated, truncated, info = made.step(actions)
        assert made.observation_space.contains(seen)
        assert_shows(made, seen, info)
        history.append((seen, rewards, terminated, truncated, info["action_mask"]))
    return tuple(map(np.stack, zip(*history, strict=True)))


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("seat", [0, 1])
def test_many_boards_play_whole_games(game: str, seat: int) -> None:
    made = SeatVectorEnv(num_envs=50, game=game, seat=seat)
    _, rewards, terminated, truncated, masks = play_all(made, 60, 1)
    assert terminated.sum() >= 50
    assert not truncated.any()
    lost = -1 / (veier.game(game).players - 1)
    assert set(np.unique(rewards)) <= {np.float32(1), np.float32(0), np.float32(lost)}
    assert (rewards[~terminated] == 0).all()
    assert {1.0, lost} <= set(np.unique(rewards[terminated]).tolist())
    # After the end the board waits, and the step after that starts a new game.
    assert not masks[terminated].any()
    assert masks[~terminated].any(axis=1).all()
    assert not (terminated[1:] & terminated[:-1]).any()


def test_many_boards_repeat_with_the_seed() -> None:
    one, two, other = (play_all(SeatVectorEnv(20, "4eyes?side=3&a=1&b=1&d=1"), 30, seed) for seed in (4, 4, 5))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert not np.array_equal(one[0], other[0])


@pytest.mark.parametrize("game", LINES)
def test_passes_and_the_third_repetition_end_the_game_on_many_boards(game: str) -> None:
    moves = iter(LINES[game].split())

    def follow(planes: Any, masks: Any) -> Any:
        return np.full(len(planes), played.action(next(moves)))

    played = veier.game(game)
    made = SeatVectorEnv(2, game, policy=follow)
    made.reset(seed=1)
    over = np.zeros(2, bool)
    while not over.any():
        _, rewards, over, truncated, _ = made.step(np.full(2, played.action(next(moves))))
        assert not rewards.any()
        assert not truncated.any()
    assert over.all()
    assert next(moves, None) is None


def test_a_copy_of_many_boards_goes_its_own_way() -> None:
    made = SeatVectorEnv(10, "4eyes-plus-3p?side=4&tiles=2")
    _, info = made.reset(seed=3)
    twin, before = copy.deepcopy(made), made.games.planes()
    actions = info["action_mask"].argmax(axis=1)
    theirs = twin.step(actions)
    assert np.array_equal(made.games.planes(), before)
    assert np.array_equal(made.step(actions)[0], theirs[0])


def test_opponents_may_have_a_policy() -> None:
    asked = []

    def first_legal(planes: Any, masks: Any) -> Any:
        asked.append(len(planes))
        assert planes.shape[1:] == (6, 7, 7)
        return masks.argmax(axis=1)

    made = SeatVectorEnv(10, "hexrows?side=4&stones=12", seat=1, policy=first_legal)
    made.reset(seed=1)
    first = made.games.game.action_text(int(made.games.game.start().action_mask().argmax()))
    assert {cell for board in range(10) for cell in made.games.position(board).stones} == {first}
    assert asked == [10]


def test_it_is_made_by_name() -> None:
    made = gymnasium.make_vec(ENV_ID, num_envs=3, vectorization_mode="vector_entry_point", game="hexrows")
    seen, _ = made.reset(seed=2)
    assert seen.shape == (3, 6, 11, 11)
