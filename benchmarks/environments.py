"""The speed of the environments, beside other libraries in the same run: python -m benchmarks.environments

Random play, with everything that an agent needs at each step: legal actions, an observation, rewards, new games where
one has ended. A step is a move on one board. What counts is CPU time of all threads, so that a busy machine changes
little; the fastest of several rounds is reported. Other libraries are measured where they are installed.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np

from veier.environments.vector import VectorGames

# The one that others are compared with.
YARDSTICK = "pgx connect_four"


class Measured(NamedTuple):
    """A measured environment: what it is, its boards, and steps in a CPU second."""

    name: str
    boards: int
    steps: float


# Makes some steps and returns their number.
Steps = Callable[[], int]


def measure(steps: Steps, seconds: float, rounds: int) -> float:
    """Return the steps in a CPU second, in the best of some rounds of so many seconds each."""
    steps()
    best = 0.0
    for _ in range(rounds):
        begun, made = time.process_time(), 0
        while (spent := time.process_time() - begun) < seconds:
            made += steps()
        best = max(best, made / spent)
    return best


def vector_steps(game: str, boards: int, planes: bool) -> Steps:
    """Our own boards: random actions, packed masks, and planes if they are asked for."""
    games = VectorGames(game, boards, seed=1)
    out = np.empty((boards, *games.game.encoding.shape), np.int8)

    def run() -> int:
        for _ in range(10):
            games.step(games.random_actions())
            if planes:
                games.planes(out=out)
        return 10 * boards

    return run


def pgx_steps(name: str, boards: int) -> Steps:
    """pgx: one compiled call makes random actions, the step, masks, observations and new games."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    environment = pgx.make(name)
    start, step = environment.init, auto_reset(environment.step, environment.init)

    def play(state: Any, key: Any) -> tuple[Any, Any]:
        key, for_actions, for_steps = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(for_actions, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(for_steps, boards)), key

    compiled = jax.jit(play)
    key = jax.random.PRNGKey(1)
    held = [jax.jit(jax.vmap(start))(jax.random.split(key, boards)), key]

    def run() -> int:
        for _ in range(10):
            held[:] = compiled(*held)
        held[0].observation.block_until_ready()
        return 10 * boards

    return run


def pettingzoo_steps(environment: Any) -> Steps:
    """A PettingZoo environment, one step after the other."""
    random = Random(1)

    def run() -> int:
        environment.reset()
        made = 0
        for _ in environment.agent_iter():
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            made += 1
        return made

    return run


def openspiel_steps(game: Any) -> Steps:
    """An OpenSpiel game, with the observation of each state."""
    random = Random(1)

    def run() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            _ = state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
        return made

    return run


def _pettingzoo(name: str) -> Steps:
    from veier.environments.pettingzoo import env

    return pettingzoo_steps(env(name))


def _openspiel(name: str) -> Steps:
    from veier.environments.openspiel import load

    return openspiel_steps(load(name))


def _their_connect_four() -> Steps:
    from pettingzoo.classic import connect_four_v3

    return pettingzoo_steps(connect_four_v3.env())


def _their_spiel_game(name: str) -> Steps:
    import pyspiel

    return openspiel_steps(pyspiel.load_game(name))


GAMES = ("hexrows", "4eyes", "4eyes-pencil-3p-7x7", "4eyes-plus-3p-7x7")


def _candidates(boards: int) -> dict[tuple[str, int], Callable[[], Steps]]:
    """Return what can be measured: name and boards, and what makes the steps; it may raise ImportError."""
    found: dict[tuple[str, int], Callable[[], Steps]] = {
        (YARDSTICK, boards): lambda: pgx_steps("connect_four", boards),
        ("pgx hex", boards): lambda: pgx_steps("hex", boards),
    }
    for name in GAMES:
        found[f"veier {name}", boards] = lambda name=name: vector_steps(name, boards, True)  # type: ignore[misc]
        found[f"veier {name}, no planes", boards] = lambda name=name: vector_steps(name, boards, False)  # type: ignore[misc]
        found[f"PettingZoo veier {name}", 1] = lambda name=name: _pettingzoo(name)  # type: ignore[misc]
        found[f"OpenSpiel veier {name}", 1] = lambda name=name: _openspiel(name)  # type: ignore[misc]
    found["PettingZoo connect_four", 1] = _their_connect_four
    found["OpenSpiel connect_four", 1] = lambda: _their_spiel_game("connect_four")
    found["OpenSpiel hex", 1] = lambda: _their_spiel_game("hex")
    return found


def measure_all(boards: int, seconds: float, rounds: int, only: str = "") -> list[Measured]:
    """Measure everything whose name contains `only`, leaving out what is not installed."""
    results = []
    for (name, count), make in _candidates(boards).items():
        if only not in name:
            continue
        try:
            steps = make()
        except ImportError as error:
            print(f"{name}: left out ({error})")
            continue
        results.append(Measured(name, count, measure(steps, seconds, rounds)))
    return results


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="boards that are stepped at once")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="measure what has this in its name")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    results = measure_all(options.boards, options.seconds, options.rounds, options.only)
    if options.json:
        print(json.dumps([result._asdict() for result in results], indent=1))
        return
    print(f"load average {os.getloadavg()[0]:.1f}")
    yardstick = next((result.steps for result in results if result.name == YARDSTICK), None)
    for result in results:
        ratio = f"{result.steps / yardstick:9.2f} x" if yardstick else ""
        print(f"{result.name:42} {result.boards:5} boards {result.steps:12,.0f} steps per CPU second {ratio}")


if __name__ == "__main__":
    main()
