"""OpenSpiel's AlphaZero learns from games against itself: python examples/openspiel_alpha_zero.py

    pip install 'veier[openspiel]' jax flax optax chex orbax-checkpoint

It starts a process for each actor and evaluator, and writes logs and checkpoints to a folder.
"""

from __future__ import annotations

import argparse
import tempfile

from open_spiel.python.algorithms.alpha_zero import alpha_zero

from veier.environments.openspiel import load


def learn(game_id: str, path: str, steps: int, simulations: int) -> None:
    """Learn for so many steps; a step plays games until a third of the buffer is new."""
    config = alpha_zero.Config(
        game=str(load(game_id)),
        path=path,
        learning_rate=0.01,
        weight_decay=1e-4,
        decouple_weight_decay=False,
        train_batch_size=64,
        replay_buffer_size=192,
        replay_buffer_reuse=3,
        max_steps=steps,
        checkpoint_freq=10,
        actors=1,
        evaluators=1,
        evaluation_window=10,
        # With a single level, it divides by zero.
        eval_levels=2,
        uct_c=1.0,
        max_simulations=simulations,
        policy_alpha=0.5,
        policy_epsilon=0.25,
        temperature=1.0,
        temperature_drop=4,
        nn_model="mlp",
        nn_width=64,
        nn_depth=2,
        observation_shape=None,
        output_size=None,
        verbose=False,
        quiet=True,
    )
    alpha_zero.alpha_zero(config)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="hexrows?side=4&stones=8")
    parser.add_argument("--path", default=None, help="where logs and checkpoints are written")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=16)
    options = parser.parse_args()
    learn(options.game, options.path or tempfile.mkdtemp(prefix="veier-"), options.steps, options.simulations)
