"""OpenSpiel's Monte Carlo tree search plays against random moves: python examples/openspiel_mcts.py

pip install 'veier[openspiel]'
"""

from __future__ import annotations

import argparse

import numpy as np
from open_spiel.python.algorithms import mcts

from veier.environments.openspiel import load


def play(game_id: str, simulations: int, seed: int) -> float:
    """Return what a game is worth to the search, which plays the first seat."""
    game = load(game_id)
    chance = np.random.RandomState(seed)
    bot = mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return float(state.returns()[0])


def total(game_id: str, simulations: int, games: int) -> float:
    """Return what the search wins in some games, less what it loses."""
    return sum(play(game_id, simulations, seed) for seed in range(games))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="4eyes-plus-3p?side=5&tiles=2")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    won = total(options.game, options.simulations, options.games)
    print(f"{options.game}: {won:+.1f} in {options.games} games against random moves")
