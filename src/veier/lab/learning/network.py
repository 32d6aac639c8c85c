"""Networks as files, and games that are searched with one."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from veier.core.errors import VeierError
from veier.core.evaluation import Evaluation
from veier.core.game import Game, GameParts
from veier.games import game as find_game
from veier.kernels.pattern_network import NetworkTables, make_candidates, make_evaluate, pack
from veier.kernels.state import EvalKernels, Reals
from veier.lab.learning.inputs import network_inputs
from veier.messages import message

# What a search takes of a network: its value in place of the evaluation, its policy in place of the order, or both.
Use = Literal["both", "value", "policy"]
# The tables that are trained, by their names in files, which hold them as float32.
WEIGHTS = ("embedding", "policy", "hidden", "output")


@dataclass(frozen=True)
class Network:
    """A network for a game: the tables that its kernel looks up."""

    game: Game
    tables: NetworkTables

    @classmethod
    def of(cls, game: Game, weights: Mapping[str, Any]) -> Network:
        """Return a network with these weights; raise VeierError if their sizes do not fit the game."""
        inputs = network_inputs(game)
        made: dict[str, Any] = {name: np.array(weights[name], np.float64, order="C") for name in WEIGHTS}
        tables = inputs._replace(**made)
        channels, units = made["policy"].shape[1] - 1, len(made["hidden"])
        expected = {
            "embedding": (int(inputs.rows.max()) + 2, channels),
            "policy": (2, channels + 1),
            "hidden": (units, channels + len(inputs.inputs) + 1),
            "output": (game.players + 1, units + 1),
        }
        if any(made[name].shape != shape for name, shape in expected.items()):
            raise VeierError(message("lab.network.game", game=game.id))
        return cls(game, tables)

    def save(self, path: Path) -> None:
        """Write the weights as an .npz file."""
        weights = {name: getattr(self.tables, name).astype(np.float32) for name in WEIGHTS}
        with path.open("wb") as file:
            np.savez_compressed(file, game=np.array(self.game.id), **weights)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a file that `save` has written; raise VeierError for any other."""
        try:
            with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
                return cls.of(find_game(str(file["game"])), file)
        except (OSError, TypeError, ValueError, KeyError, IndexError, EOFError, zipfile.BadZipFile) as error:
            raise VeierError(message("lab.network.file", file=path)) from error

    @property
    def size(self) -> int:
        """The number of weights."""
        return sum(getattr(self.tables, name).size for name in WEIGHTS)

    def forward(self, state: Any) -> tuple[Reals, Reals]:
        """Return a logit for each seat and one for a draw, and for each cell the policy of both kinds of stones."""
        from veier.kernels.pattern_network import forward

        worths, priors = np.empty(self.game.players + 1), np.zeros((len(self.tables.slots), 2))
        forward(self.tables, state, worths, priors)
        return worths, priors

    def searched(self, use: Use = "both", plies: int | None = None) -> Game:
        """Return the game as a search with this network sees it; `plies` is the length of rollouts, if not the game's.

        It is equal to the game, so histories and positions of either fit.
        """
        own, spec = self.game.evaluation, self.game.spec
        tables, first = pack(own.tables, self.tables)

        def load_kernels() -> EvalKernels:
            evaluate, candidates, rollout = own.kernels
            return EvalKernels(
                evaluate if use == "policy" else make_evaluate(first),
                candidates if use == "value" else make_candidates(candidates, first),
                rollout,
            )

        params = own.mcts_params if plies is None else own.mcts_params._replace(plies=plies)
        evaluation = Evaluation(load_kernels, lambda: tables, params, own.level_scale, own.overlook)

        def make_parts(colours: Any, options: Mapping[str, int]) -> GameParts:
            return replace(spec.make_parts(colours, options), evaluation=evaluation)

        return Game(replace(spec, make_parts=make_parts), self.game.values)
