"""Tianshou's DQN learns a seat against random play, through PettingZoo: python examples/tianshou_dqn.py

pip install 'veier[pettingzoo]' tianshou
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from tianshou.algorithm import DQN, MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

from veier.environments.pettingzoo import env

GAME = "hexrows?side=4&stones=8"
# Games that tell how well it plays.
TRIAL = 100


def learn(rounds: int, games: int) -> tuple[float, float]:
    """Learn for some rounds of games; return what the learner wins on average before and after, from -1 to 1."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    np.random.seed(1)
    environment = PettingZooEnv(env(GAME))
    planes = environment.observation_space["observation"].shape
    net = Net(state_shape=planes, action_shape=environment.action_space.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=environment.action_space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=100)
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(environment.action_space) for _ in environment.agents[1:]]
    players = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=environment)
    boards = DummyVectorEnv([lambda: PettingZooEnv(env(GAME)) for _ in range(4)])
    collector = Collector[CollectStats](players, boards, VectorReplayBuffer(20_000, 4), exploration_noise=True)
    before = average(players, boards)
    for _ in range(rounds):
        collector.reset_env()
        with policy_within_training_step(players.policy):
            collector.collect(n_episode=games)
            for _ in range(100):
                players.update(buffer=collector.buffer, sample_size=64)
    return before, average(players, boards)


def average(players: MultiAgentOffPolicyAlgorithm, boards: DummyVectorEnv) -> float:
    """Return what the learner wins on average over games of trial."""
    trial = Collector[CollectStats](players, boards)
    trial.reset()
    return float(trial.collect(n_episode=TRIAL).returns[:, 0].mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=40)
    options = parser.parse_args()
    before, after = learn(options.rounds, options.games)
    print(f"{GAME} against random play: {before:+.2f} before, {after:+.2f} after")
