"""OpenSpiel: its own tests, golden playthroughs, and what they do not look at."""

from __future__ import annotations

import copy
import pickle
import unittest
from pathlib import Path
from random import Random

import numpy as np
import pytest
from games.playing import GAMES

import veier
from environments.games import ALL, LINES, SMALL

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from open_spiel.python.bots.uniform_random import UniformRandomBot  # noqa: E402

from veier.environments.openspiel import load  # noqa: E402

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def test_their_api_test_passes() -> None:
    module = pytest.importorskip("open_spiel.integration_tests.api_test")
    ours = "|".join(GAMES)
    flags.FLAGS(["test", f"--test_only_games=({ours})$"])
    suite = module.load_tests(unittest.TestLoader(), None, None)
    result = unittest.TestResult()
    suite.run(result)
    # Unless games are found, it runs nothing and passes.
    assert result.testsRun >= 3 * len(GAMES)
    assert not result.failures
    assert not result.errors


@pytest.mark.parametrize("game", ALL)
def test_their_simulation_passes(game: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest("test_pig").sim_game(load(game))


@pytest.mark.parametrize("file", sorted(PLAYTHROUGHS.glob("*.txt")), ids=lambda file: file.stem)
def test_playthroughs_are_as_they_were(file: Path) -> None:
    """Files that OpenSpiel's generator wrote: `generate_playthrough.playthrough(game, actions)`."""
    flags.FLAGS(["test"])
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual


def test_there_is_a_playthrough_of_each_family() -> None:
    games = [veier.game(file.stem) for file in PLAYTHROUGHS.glob("*.txt")]
    assert {game.spec.package for game in games} == {game.spec.package for game in veier.all_games()}
    assert {game.players for game in games} == {2, 3}


@pytest.mark.parametrize("game", ALL)
def test_a_game_goes_as_in_the_library(game: str) -> None:
    loaded, random = load(game), Random(5)
    assert loaded.num_players() == veier.game(game).players
    for _ in range(2):
        position, state = veier.game(game).start(), loaded.new_initial_state()
        for _ in range(150):
            if position.is_over:
                break
            assert not state.is_terminal()
            assert state.current_player() == position.mover
            assert state.legal_actions() == np.flatnonzero(position.action_mask()).tolist()
            assert state.legal_actions_mask() == position.action_mask().tolist()
            assert str(state) == veier.format_position(position)
            action = random.choice(state.legal_actions())
            assert state.action_to_string(action) == position.game.action_text(action)
            state.apply_action(action)
            position = position.play(position.game.action_text(action))
        winner, seats = position.outcome and position.outcome.winner, range(position.game.players)
        assert state.is_terminal() is position.is_over
        assert bool(state.legal_actions()) is not position.is_over
        lost = -1 / (len(seats) - 1)
        assert state.returns() == [0.0 if winner is None else 1.0 if seat == winner else lost for seat in seats]


@pytest.mark.parametrize("game", LINES)
def test_passes_and_the_third_repetition_end_the_game(game: str) -> None:
    loaded = load(game)
    state, played = loaded.new_initial_state(), veier.game(game)
    for move in LINES[game].split():
        assert not state.is_terminal()
        state.apply_action(played.action(move))
    assert state.is_terminal()
    assert state.returns() == [0.0] * played.players


@pytest.mark.parametrize("game", SMALL)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    """Played by OpenSpiel's own random player."""

    def play(seed: int) -> list[int]:
        loaded = load(game)
        state, random = loaded.new_initial_state(), np.random.RandomState(seed)
        bots = [UniformRandomBot(seat, random) for seat in range(loaded.num_players())]
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        history: list[int] = state.history()
        return history

    assert play(1) == play(1)
    assert play(1) != play(2)


@pytest.mark.parametrize("game", SMALL)
def test_copies_in_the_middle_of_a_game_go_their_own_way(game: str) -> None:
    state, random = load(game).new_initial_state(), Random(2)
    for _ in range(4):
        state.apply_action(random.choice(state.legal_actions()))
    before = str(state)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert str(twin) == before
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before != str(twin)


def test_a_copy_knows_what_has_stood() -> None:
    """Also through OpenSpiel's own format, which replays the moves."""
    game = "4eyes?side=3&a=1&b=0&d=0"
    loaded, played = load(game), veier.game(game)
    state = loaded.new_initial_state()
    *line, last = LINES[game].split()
    for move in line:
        state.apply_action(played.action(move))
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))
    for twin in (state.clone(), pickle.loads(pickle.dumps(state)), restored):
        twin.apply_action(played.action(last))
        assert twin.is_terminal()


@pytest.mark.parametrize("game", ["hexrows", "4eyes", "4eyes-plus-3p-7x7"])
def test_tensors_show_the_planes_and_the_history(game: str) -> None:
    loaded, random = load(game), Random(1)
    state, position = loaded.new_initial_state(), veier.game(game).start()
    histories = set()
    for _ in range(6):
        for seat in range(position.game.players):
            seen = np.array(state.observation_tensor(seat)).reshape(loaded.observation_tensor_shape())
            assert np.allclose(seen * position.game.encoding.plane_limits, position.planes(seat), atol=1e-5)
            known = state.information_state_tensor(seat)
            assert known[: position.game.players] == [float(seat == other) for other in range(position.game.players)]
            actions = np.rint(np.array(known[position.game.players :]) * position.game.action_count).astype(int)
            assert actions[actions > 0].tolist() == [action + 1 for action in state.history()]
            histories.add(tuple(known))
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        position = position.play(position.game.action_text(action))
    assert len(histories) == 6 * position.game.players


def test_games_have_their_names_and_options() -> None:
    assert set(GAMES) <= set(pyspiel.registered_names())
    loaded = pyspiel.load_game("hexrows(side=4,stones=15)")
    assert loaded.game == veier.game("hexrows?side=4&stones=15")
    assert loaded.num_distinct_actions() == loaded.game.action_count == 38
    assert str(load("hexrows?side=4&stones=15")) == str(loaded)
    assert str(load("hexrows")) == "hexrows(round=0,side=6,stones=45)"


def test_a_state_can_be_that_of_any_position() -> None:
    position = veier.game("4eyes").start().play("13@C3", "24@B2")
    state = load("4eyes").state_at(position)
    assert str(state.clone()) == veier.format_position(position)
    assert state.current_player() == 0


def test_a_long_game_is_cut_off_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veier.environments.openspiel.MAX_PLIES", 3)
    state = load("4eyes").new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert state.returns() == [0.0, 0.0]
