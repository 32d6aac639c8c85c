"""sb3-contrib's MaskablePPO learns hex rows on a small board against random play: python examples/maskable_ppo.py

pip install 'veier[gymnasium]' sb3-contrib
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from veier.environments.gymnasium import SeatEnv

GAME = "hexrows?side=4&stones=15"


def score(model: Any, games: int) -> float:
    """Return the share of points against random play: 1 for a win, 1/2 for a draw."""
    environment, total = SeatEnv(GAME), 0.0
    for number in range(games):
        seen, _ = environment.reset(seed=1000 + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=environment.action_masks(), deterministic=True)
            seen, reward, terminated, truncated, _ = environment.step(action)
            over = terminated or truncated
        total += (reward + 1) / 2
    return total / games


def learn(steps: int, games: int) -> tuple[float, float]:
    """Return the score before and after so many steps of learning."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        SeatEnv(GAME),
        n_steps=1024,
        batch_size=256,
        learning_rate=1e-3,
        gamma=1.0,
        seed=1,
        device="cpu",
    )
    before = score(model, games)
    model.learn(steps)
    return before, score(model, games)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=16_384)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    before, after = learn(options.steps, options.games)
    print(f"{GAME} against random play: {before:.3f} before, {after:.3f} after {options.steps} steps")
