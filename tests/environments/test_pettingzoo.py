"""PettingZoo: its own tests, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest

import veier
from environments.games import ALL, LINES, SMALL

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

with warnings.catch_warnings():
    # With pygame installed, their tests import one of their games in a way that they call old.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

from veier.environments.pettingzoo import env, raw_env  # noqa: E402

# What their api_test warns of: dicts with a mask, which it knows of its own games by name only, and arrays that may be
# all zeros: the planes of an empty sheet, the mask of who waits or has come to the end.
EXPECTED = [
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation numpy array is all zeros:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]


def random_step(environment: Any, random: Random) -> int:
    """Make a random legal action; return it."""
    mask = environment.observe(environment.agent_selection)["action_mask"]
    action = random.choice(np.flatnonzero(mask).tolist())
    environment.step(action)
    return int(action)


@pytest.mark.filterwarnings(*EXPECTED)
@pytest.mark.parametrize("game", ALL)
def test_their_api_test_passes(game: str) -> None:
    api_test(env(game), num_cycles=40)


@pytest.mark.parametrize("game", ALL)
def test_their_seed_test_passes(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=30)


@pytest.mark.parametrize("game", ["hexrows", "4eyes", "4eyes-plus-3p-7x7"])
def test_their_render_test_passes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    svg = {"svg": lambda picture: picture.startswith("<svg") and picture.rstrip().endswith("</svg>")}
    render_test(lambda render_mode: env(game, render_mode=render_mode), custom_tests=svg)
    assert "a" in capsys.readouterr().out


def test_a_picture_shows_what_happened() -> None:
    made = raw_env("hexrows", render_mode="rgb_array")
    made.reset()
    before = made.render()
    made.step(made.game.action("f6"))
    after = made.render()
    assert before.shape == after.shape
    assert before.shape[1] == 480
    changed = (before != after).any(axis=2)
    assert 0 < changed.mean() < 0.2


def test_unknown_games_and_render_modes_are_refused() -> None:
    with pytest.raises(veier.UnknownGame):
        env("chess")
    with pytest.raises(veier.BadOption):
        env("hexrows?side=3")
    with pytest.raises(veier.VeierError, match="the modes are human, ansi, rgb_array, svg"):
        env("hexrows", render_mode="3d")


@pytest.mark.parametrize("game", ALL)
def test_masks_are_the_legal_moves_and_observations_the_planes(game: str) -> None:
    made, random = raw_env(game), Random(3)
    made.reset()
    position = made.game.start()
    for _ in range(60):
        for seat, agent in enumerate(made.possible_agents):
            seen = made.observe(agent)
            legal = position.action_mask() if seat == position.mover else np.zeros_like(seen["action_mask"])
            assert np.array_equal(seen["action_mask"], legal)
            counts = seen["observation"] * made.game.encoding.plane_limits
            assert np.allclose(counts, position.planes(seat), atol=1e-5)
            assert made.observation_space(agent).contains(seen)
        assert position.mover == made.possible_agents.index(made.agent_selection)
        position = position.play(made.game.action_text(random_step(made, random)))
        assert made.position == position
        if position.is_over:
            break


@pytest.mark.parametrize("game", LINES)
def test_passes_and_the_third_repetition_end_the_game(game: str) -> None:
    made = env(game)
    made.reset()
    position = made.unwrapped.game.start()
    for move in LINES[game].split():
        assert not any(made.terminations.values())
        mask = made.observe(made.agent_selection)["action_mask"]
        if move == "pass":
            assert np.flatnonzero(mask).tolist() == [len(mask) - 1]
        made.step(made.unwrapped.game.action(move))
        position = position.play(move)
    assert position.outcome in (veier.Outcome(None, "repetition"), veier.Outcome(None, "passes"))
    assert made.unwrapped.position == position
    assert all(made.terminations.values())
    assert set(made.rewards.values()) == {0.0}


@pytest.mark.parametrize("game", ["4eyes-plus-3p?side=4&tiles=2", "4eyes-pencil-3p-7x7", "4eyes"])
def test_the_winner_gets_what_the_others_pay(game: str) -> None:
    seen = set()
    for seed in range(40):
        made, random = raw_env(game), Random(seed)
        made.reset()
        while not made.position.is_over:
            random_step(made, random)
        outcome, totals = made.position.outcome, dict.fromkeys(made.possible_agents, 0.0)
        for agent in made.agent_iter():
            _, reward, terminated, _, _ = made.last()
            assert terminated
            totals[agent] = reward
            made.step(None)
        loss = -1 / (made.game.players - 1)
        winner = outcome.winner if outcome else None
        expected = [0.0 if winner is None else 1.0 if seat == winner else loss for seat in range(made.game.players)]
        assert list(totals.values()) == expected
        assert sum(totals.values()) == pytest.approx(0)
        seen.add(winner)
    assert seen >= set(range(made.game.players))


@pytest.mark.parametrize("game", SMALL)
def test_a_copy_in_the_middle_of_a_game_goes_its_own_way(game: str) -> None:
    made, random = raw_env(game), Random(1)
    made.reset()
    for _ in range(3):
        random_step(made, random)
    before = made.position
    for twin in (copy.deepcopy(made), pickle.loads(pickle.dumps(made))):
        assert twin.position == before
        random_step(twin, random)
        assert made.position == before
        assert twin.position != before


@pytest.mark.parametrize("game", SMALL)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    def trajectory(seed: int) -> list[int]:
        made = env(game)
        made.reset(seed=seed)
        actions = []
        for k, agent in enumerate(made.possible_agents):
            made.action_space(agent).seed(seed + k)
        for agent in made.agent_iter(40):
            seen, _, terminated, truncated, _ = made.last()
            if terminated or truncated:
                break
            actions.append(int(made.action_space(agent).sample(seen["action_mask"])))
            made.step(actions[-1])
        return actions

    assert trajectory(1) == trajectory(1)
    assert trajectory(1) != trajectory(2)


def test_an_illegal_action_loses_and_changes_nothing() -> None:
    made = env("hexrows")
    made.reset()
    made.step(made.unwrapped.game.action("a1"))
    assert all(made.terminations.values())
    assert made.rewards["player_0"] == -1
    bare = raw_env("hexrows")
    bare.reset()
    with pytest.raises(veier.IllegalMove, match="edge"):
        bare.step(bare.game.action("a1"))


def test_a_long_game_is_cut_off() -> None:
    made, random = raw_env("hexrows", max_plies=5), Random(1)
    made.reset()
    for _ in range(5):
        assert not any(made.truncations.values())
        random_step(made, random)
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    assert set(made.rewards.values()) == {0.0}
