"""The evaluation of a game: what searches and levels need to play it well. Games without one use `plain_evaluation`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from veier.core.level_scale import LevelScale
from veier.core.rules import Rules
from veier.kernels.mcts_params import MctsParams
from veier.kernels.state import EvalKernels, EvalTables, Tables, ThreatKernels, ThreatTables, Words

# The tables of rules and evaluation as a player sees them who overlooks patterns, and the state recomputed for them.
BlindTables = tuple[Tables, EvalTables, Words]


@dataclass(frozen=True)
class Evaluation:
    """Static evaluation, move ordering and rollouts of one variant, with the parameters that were tuned for them.

    load_kernels  loads the kernels, which may compile them
    make_tables   builds the tables that they look up
    overlook      leaves out a share of the patterns, from 0 to 1, as weak players do: given these tables, a state, the
                  share and a random generator
    """

    load_kernels: Callable[[], EvalKernels]
    make_tables: Callable[[], EvalTables]
    mcts_params: MctsParams
    level_scale: LevelScale
    overlook: Callable[[EvalTables, Words, float, Random], BlindTables]

    @cached_property
    def kernels(self) -> EvalKernels:
        """The kernels of static evaluation, move ordering and rollouts."""
        return self.load_kernels()

    @cached_property
    def tables(self) -> EvalTables:
        """The tables that they look up."""
        return self.make_tables()

    def blind_tables(self, state: Words, blindness: float, random: Random) -> BlindTables:
        """Return the tables without a share of the patterns, which weak players overlook: none at 0, most at 1."""
        return self.overlook(self.tables, state, blindness, random)


@dataclass(frozen=True)
class ThreatSupport:
    """What threat search and proofs need of a two-player game.

    sees_phase_2  whether threats include the first move of phase 2
    """

    load_kernels: Callable[[], ThreatKernels]
    make_tables: Callable[[], ThreatTables]
    sees_phase_2: bool = False

    @cached_property
    def kernels(self) -> ThreatKernels:
        """The kernels of threat search; loading them may compile them."""
        return self.load_kernels()

    @cached_property
    def tables(self) -> ThreatTables:
        """The tables that they look up."""
        return self.make_tables()


# All moves that do not lose at once are tried, and rollouts are random games to the end.
_PLAIN_PARAMS = MctsParams(exploration=1.0, width=64.0, growth=8.0, plies=500, minimax_weight=0.0, candidates_suffice=1)
# The lowest level sees one move ahead and no more; the others search a growing share of their moves.
_PLAIN_LEVELS = LevelScale(warmest=1.0, coolest=1.0, nodes=50, strengths=(1.0, 1.5, 2.0, 3.0))


def plain_evaluation(rules: Rules) -> Evaluation:
    """Return the evaluation of a game that has none of its own: it sees wins in one move, and is even otherwise."""

    def load_kernels() -> EvalKernels:
        from veier.kernels.plain_evaluation import make_eval_kernels

        return make_eval_kernels(rules.kernels)

    def make_tables() -> EvalTables:
        return EvalTables(np.zeros((1, rules.players)), np.zeros((1, rules.move_limit), np.int64))

    def overlook(tables: EvalTables, state: Words, blindness: float, random: Random) -> BlindTables:
        return rules.tables, tables, state.copy()

    return Evaluation(load_kernels, make_tables, _PLAIN_PARAMS, _PLAIN_LEVELS, overlook)
