"""The search for one attacker, with its own memory: which positions does it win, and how? Threads run one each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veier.core.position import Position
from veier.kernels.state import Words
from veier.search.limits import UNLIMITED
from veier.search.pn.memory import HORIZON, NODE_LIMIT, NODES, PROOFS, STOP, THREAT_NODES, make_workspace
from veier.search.pn.numbers import INFINITE
from veier.search.pn.prove import add_proofs, prove
from veier.search.solve.strategy import gather, make_strategy_table, winning_placement
from veier.search.solve.symmetry import make_mirrors


class Prover:
    """Asks for one player of a position: does it win?

    deadline  when whoever watches the clock should call `interrupt`
    """

    def __init__(self, position: Position, attacker: int, megabytes: int, within: int = 0) -> None:
        """Ask for wins within so many plies, two at least, or with 0 for any."""
        support = position.game.threat_support
        assert support is not None
        doors = support.kernels
        self.attacker = attacker
        self.deadline = math.inf
        self.incomplete = False
        self._finished = False
        self._doors, self._rules, self._game = doors, position.game.rules, position.game
        self._threat_tables = support.tables
        kernels = (
            doors.expand,
            doors.estimate,
            doors.safe,
            doors.evaluate_attacks,
            doors.to_move,
            self._rules.kernels.push,
        )
        self._shared: tuple[Any, ...] = (*kernels, self._rules.tables, self._threat_tables)
        self._looks = doors.first_look, doors.later_look
        self._space = make_workspace(position, megabytes)
        self._space.control[HORIZON] = within
        self._key = int(doors.hash_all(self._threat_tables, self._space.states[0], self._space.hashes[0]))
        self._places = 1 << (megabytes * 2**20 // 64).bit_length() - 1
        self._strategy: Words | None = None
        self._filled = 0

    @property
    def nodes(self) -> int:
        """How many positions the outer search looked at."""
        return int(self._space.control[NODES])

    @property
    def threat_nodes(self) -> int:
        """How many positions threat searches looked at."""
        return int(self._space.control[THREAT_NODES])

    @property
    def is_full(self) -> bool:
        """Whether the memory for proofs is used up."""
        return 2 * int(self._space.control[PROOFS]) > len(self._space.proofs)

    @property
    def is_stopped(self) -> bool:
        """Whether it was interrupted for good."""
        return self._finished

    def begin(self) -> None:
        """Forget that it was interrupted."""
        self._finished = self.incomplete = False

    def interrupt(self, for_good: bool = False) -> None:
        """Ask a running search to give what it knows."""
        self._finished |= for_good
        self._space.control[STOP] = 1

    def openings(self) -> list[tuple[int, int]]:
        """List the placements of the position that do not lose at once, one for each key: placement, key."""
        space = self._space
        out = space.lists[0]
        n = self._doors.safe(self._threat_tables, space.states[0], space.hashes[0], out, space.gains, space.cells)
        found: dict[int, int] = {}
        for placement, key in out[: max(n, 0), :2].tolist():
            found.setdefault(key, placement)
        return [(placement, key) for key, placement in found.items()]

    def ask(self, opening: tuple[int, int] | None = None) -> int | None:
        """Search until it is known in how many plies the attacker wins at most, 0 for not at all; None: interrupted.

        Asks for the position itself, or for the position after one of its openings.
        """
        control = self._space.control
        ply, key = self._stand(opening)
        control[NODE_LIMIT] = UNLIMITED
        control[STOP] = self._finished
        limits = INFINITE, INFINITE, *self._looks
        numbers = int(prove(*(*self._shared, self._space, ply, self.attacker, key, *limits)))
        proof, disproof = numbers & INFINITE, numbers >> 24
        if proof and disproof:
            return None
        return 0 if proof else INFINITE - disproof

    def winning_move(self) -> int | None:
        """Give the number of a move that wins, in a position where the attacker is to move and was found to win."""
        self._space.control[STOP] = 0
        placement = int(winning_placement(*(*self._shared, self._space, 0, self.attacker, *self._looks)))
        return None if placement < 0 else self._to_move(placement)

    def gather(self, opening: tuple[int, int] | None = None) -> None:
        """Add the winning moves from a position that was found to be won to the strategy."""
        control = self._space.control
        if self._strategy is None:
            self._strategy = make_strategy_table(self._places)
        ply, _ = self._stand(opening)
        control[STOP] = self._finished
        places = make_mirrors(self._game), self._space, self._strategy
        filled = int(gather(*(*self._shared, *places, ply, self.attacker, self._filled, *self._looks)))
        self.incomplete |= filled < 0 or bool(control[STOP])
        self._filled = max(self._filled, filled)

    def strategy(self) -> Words:
        """Give what was gathered: key and chosen move of each position."""
        if self._strategy is None:
            return np.zeros((0, 2), np.int64)
        return self._strategy[self._strategy[:, 1] != 0] - np.array([0, 1])

    def found(self) -> Words:
        """Give what the outer search has found, for another one to go on with: keys and numbers."""
        proofs = self._space.proofs
        return proofs[proofs[:, 1] != 0]

    def learn(self, found: Words) -> None:
        """Take over what another search has found."""
        self._space.control[PROOFS] += add_proofs(self._space.proofs, found)

    def _stand(self, opening: tuple[int, int] | None) -> tuple[int, int]:
        """Set up the position to search; give its ply and key."""
        if opening is None:
            return 0, self._key
        space = self._space
        space.states[1] = space.states[0]
        self._rules.kernels.push(self._rules.tables, space.states[1], self._to_move(opening[0]))
        return 1, opening[1]

    def _to_move(self, placement: int) -> int:
        """Give a placement of the position as a move, and write the hashes after it."""
        space = self._space
        return int(
            self._doors.to_move(self._threat_tables, space.states[0], placement, space.hashes[0], space.hashes[1])
        )
