"""Training of networks with PyTorch, which is imported here only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.kernels.pattern_network import PLACES, POOL, NetworkTables
from veier.lab.learning.examples import Examples
from veier.lab.learning.inputs import network_inputs
from veier.lab.learning.network import WEIGHTS, Network
from veier.messages import message

INSTALL = "pip install 'veier[train]'"
# Each tenth game is kept for the figures.
_HELD_OUT = 10
_BATCH, _RATE = 256, 3e-3


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is trained: channels of a cell, hidden units, epochs, seed."""

    channels: int = 16
    units: int = 32
    epochs: int = 10
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """How well chances and moves of games are foretold that were not learnt from.

    value, own_value    mean squared error of the points that each seat will have, by the network and by the game's own
                        evaluation; a draw is shared, and what will be is half the result, half what the search saw
    policy, own_policy  share of the moves played that come first, by the network and in the game's own order
    """

    epoch: int
    value: float
    own_value: float
    policy: float
    own_policy: float


def load_torch() -> Any:
    """Import PyTorch; raise VeierError where it is not installed."""
    try:
        return import_module("torch")
    except ImportError as error:
        raise VeierError(message("lab.network.install", command=INSTALL)) from error


def initial_weights(tables: NetworkTables, players: int, plan: Plan) -> dict[str, Any]:
    """Return random weights as tensors that learn."""
    torch = load_torch()
    torch.manual_seed(plan.seed)
    shapes = {
        "embedding": (int(tables.rows.max()) + 2, plan.channels),
        "policy": (2, plan.channels + 1),
        "hidden": (plan.units, plan.channels + len(tables.inputs) + 1),
        "output": (players + 1, plan.units + 1),
    }
    spread = {"embedding": 0.2}
    made = {name: spread.get(name, shape[1] ** -0.5) * torch.randn(shape) for name, shape in shapes.items()}
    return {name: weights.requires_grad_() for name, weights in made.items()}


class Forward:
    """The network as PyTorch computes it: the same as the kernel."""

    def __init__(self, tables: NetworkTables) -> None:
        self._torch = torch = load_torch()
        base = int(tables.board[0, 0]) + 1
        self._powers = torch.tensor([base**place for place in range(PLACES)])
        self._patterns = torch.tensor(tables.patterns)
        self._rows = torch.tensor(tables.rows)
        self._slots = torch.tensor(tables.slots)
        self._none = int(tables.rows.max()) + 1

    def __call__(self, weights: dict[str, Any], colours: Any, inputs: Any) -> tuple[Any, Any]:
        """Return the logits of seats and of a draw, and the policy `[example, cell, stone]`; one cell more is zero."""
        torch = self._torch
        codes = (colours[:, self._patterns] * self._powers).sum(-1)
        slots = self._slots.clamp(min=0)
        rows = self._rows[slots % PLACES, codes[:, slots // PLACES]]
        rows = torch.where((rows < 0) | (self._slots < 0), self._none, rows)
        # The last row is that of every cell; where a pattern counts for nothing, it stands for none.
        table = torch.cat([weights["embedding"][:-1], torch.zeros_like(weights["embedding"][-1:])])
        count, cells, k = rows.shape
        sums = torch.nn.functional.embedding_bag(rows.reshape(-1, k), table, mode="sum").reshape(count, cells, -1)
        features = torch.relu(sums + weights["embedding"][-1])
        policy = features @ weights["policy"][:, :-1].T + weights["policy"][:, -1]
        pooled = torch.cat([POOL * features.sum(1), inputs], 1)
        units = torch.relu(pooled @ weights["hidden"][:, :-1].T + weights["hidden"][:, -1])
        worths = units @ weights["output"][:, :-1].T + weights["output"][:, -1]
        return worths, torch.nn.functional.pad(policy, (0, 0, 0, 1))


def train(game: Game, examples: Examples, plan: Plan) -> Iterator[tuple[Network, Figures]]:
    """Train a network; return it with its figures after each epoch."""
    torch = load_torch()
    tables = network_inputs(game)
    weights, forward = initial_weights(tables, game.players, plan), Forward(tables)
    held_out = examples.games % _HELD_OUT == 0
    learnt, kept = examples.rows(~held_out), examples.rows(held_out)
    if not len(learnt) or not len(kept):
        raise VeierError(message("lab.network.few", games=_HELD_OUT))
    steps = plan.epochs * -(-len(learnt) // _BATCH)
    optimiser = torch.optim.Adam(weights.values(), lr=_RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    random = np.random.default_rng(plan.seed)
    for epoch in range(1, plan.epochs + 1):
        order = random.permutation(len(learnt))
        for first in range(0, len(learnt), _BATCH):
            value, policy = _losses(forward, weights, learnt.rows(order[first : first + _BATCH]))
            optimiser.zero_grad()
            (value + policy).backward()
            optimiser.step()
            schedule.step()
        made = Network.of(game, {name: weights[name].detach().numpy() for name in WEIGHTS})
        yield made, _judge(forward, weights, kept, epoch)


def _losses(forward: Forward, weights: dict[str, Any], some: Examples) -> tuple[Any, Any]:
    """Return the cross-entropies of chances and of moves."""
    torch = load_torch()
    worths, policy = forward(weights, torch.from_numpy(some.colours), torch.from_numpy(some.inputs))
    value = torch.nn.functional.cross_entropy(worths, torch.from_numpy(some.chances))
    had = some.chosen >= 0
    if not had.any():
        return value, torch.zeros(())
    logits = _move_logits(policy[had], some.pairs[had])
    return value, torch.nn.functional.cross_entropy(logits, torch.from_numpy(some.chosen[had]))


def _move_logits(policy: Any, pairs: NDArray[np.int64]) -> Any:
    """Return the policy of each candidate."""
    torch = load_torch()
    cells = torch.from_numpy(pairs)
    each = torch.arange(len(cells))[:, None]
    logits = policy[each, cells[..., 0], 0] + policy[each, cells[..., 1], 1]
    return logits.masked_fill(cells[..., 0] < 0, -1e9)


def _judge(forward: Forward, weights: dict[str, Any], kept: Examples, epoch: int) -> Figures:
    torch = load_torch()
    points, foretold = [], []
    with torch.no_grad():
        for first in range(0, len(kept), _BATCH):
            some = kept.rows(np.arange(first, min(first + _BATCH, len(kept))))
            worths, policy = forward(weights, torch.from_numpy(some.colours), torch.from_numpy(some.inputs))
            points.append(_points(worths.softmax(1).numpy()))
            foretold.append(_move_logits(policy, some.pairs).argmax(1).numpy())
    will_have, had = _points(kept.chances), kept.chosen >= 0
    value, own = (float(((seen - will_have) ** 2).mean()) for seen in (np.concatenate(points), _points(kept.known)))
    policy, own_policy = (
        float((kept.chosen == first)[had].mean()) if had.any() else 0.0 for first in (np.concatenate(foretold), 0)
    )
    return Figures(epoch, value, own, policy, own_policy)


def _points(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the points of each seat that chances promise: a draw is shared."""
    points: NDArray[np.float32] = chances[:, :-1] + chances[:, -1:] / (chances.shape[1] - 1)
    return points
