"""Proof search as an object: threat searches and proofs from one position, with their memory.

The two-player search, the solver and explanations use it. Each thread needs its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from veier.core.bundles import threat_bundle
from veier.core.position import Position
from veier.kernels.state import Words
from veier.search.limits import UNLIMITED, Stop
from veier.search.pn import root, variations
from veier.search.pn.memory import (
    HORIZON,
    NODE_LIMIT,
    NODES,
    PROOFS,
    STOP,
    THREAT_NODES,
    TOTAL_LIMIT,
    ProofMemory,
    make_memory,
)
from veier.search.pn.numbers import NO_LIMITS
from veier.search.pn.prove import add_proofs, prove

_LONGEST_VARIATION = 64

# A safe placement of the root: its number and its key.
Opening = tuple[int, int]


class ProofSearch:
    """Searches from a position in which pieces are placed; what was found once is remembered.

    bundle      the game, for kernels
    placements  what is known of each safe placement; see `root.py`
    openings    the safe placements but for symmetry
    """

    def __init__(self, position: Position, megabytes: int, within: int = 0) -> None:
        """Ask for proofs of wins within a number of plies, two at least, or with 0 for any."""
        threats = position.game.threat_support
        assert threats is not None
        self.bundle, self.within = threat_bundle(position.game), within
        self.memory = make_memory(position, megabytes)
        # By attacker, the table of the outer search and the number of its entries.
        self._proofs: dict[int, tuple[Words, int]] = {}
        self._key = int(threats.kernels.hash_all(threats.tables, self.memory.states[0], self.memory.hashes[0]))
        placements = np.zeros((self.memory.lists.shape[1], root.COLUMNS), np.int64)
        n = max(root.list_placements(self.bundle, self.memory, placements), 0)
        self.placements: Words = placements[:n]
        by_key: dict[int, int] = {}
        for placement, key in self.memory.lists[0, :n, :2].tolist():
            by_key.setdefault(key, placement)
        self.openings: list[Opening] = [(placement, key) for key, placement in by_key.items()]

    # What was searched, and how searches are stopped.

    @property
    def nodes(self) -> int:
        """The number of positions that proofs have searched."""
        return int(self.memory.control[NODES])

    @property
    def threat_nodes(self) -> int:
        """The number of positions that threat searches have searched."""
        return int(self.memory.control[THREAT_NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether the searches were interrupted or have reached their limit of nodes."""
        return bool(self.memory.control[STOP]) or self.threat_nodes >= self.memory.control[TOTAL_LIMIT]

    def interrupt(self) -> None:
        """Make a running search return what it knows."""
        self.memory.control[STOP] = 1

    def resume(self) -> None:
        """Allow searches again after an interruption."""
        self.memory.control[STOP] = 0

    @contextmanager
    def until(self, stop: Stop, moment: float | None, nodes: int | None, *others: Stop) -> Iterator[None]:
        """Let searches run until any flag is set, a moment of the clock, or a total of threat search nodes."""
        control = self.memory.control
        control[TOTAL_LIMIT] = UNLIMITED if nodes is None else nodes
        control[STOP] = 0
        word = control[STOP : STOP + 1]
        stage = Stop()
        for flag in (stop, stage, *others):
            flag.tie(word)
        with stage.after(None if moment is None else max(moment - time.monotonic(), 0)):
            yield

    # Threat search.

    def attack(self, horizon: int, nodes: int) -> int:
        """Search for a win of the mover by threats within a horizon; return the numbers."""
        return int(root.attack(self.bundle, self.memory, self._key, horizon, nodes))

    def refute(self, horizon: int, nodes: int) -> int:
        """Search after each root move for a win of the opponent by threats; return how many are not lost."""
        return int(root.refute(self.bundle, self.memory, self.placements, horizon, nodes))

    def winning_replies(self, index: int, nodes: int) -> list[int]:
        """List the opponent's replies to the root's safe placement of that index that win by threats."""
        out = np.empty(self.memory.lists.shape[1], np.int64)
        moves: list[int] = out[: root.list_winning_replies(self.bundle, self.memory, index, nodes, out)].tolist()
        return moves

    def attack_variation(self, attacker: int) -> list[int]:
        """Return the attack that the last search has proved, as move numbers."""
        out = np.empty(_LONGEST_VARIATION, np.int64)
        moves: list[int] = out[: variations.write_attack(self.bundle, self.memory, attacker, out)].tolist()
        return moves

    # Proofs.

    def prove(self, attacker: int, opening: Opening | None = None) -> int:
        """Search until it is known whether a seat wins by force; return the numbers.

        The position is the root or the one after an opening. The numbers of the root's moves are written to
        `placements`. A search that was stopped goes on where it was.
        """
        with self.memory_for(attacker) as memory:
            ply, key = self.enter(opening)
            memory.control[NODE_LIMIT] = UNLIMITED
            numbers = int(prove(self.bundle, memory, ply, attacker, key, NO_LIMITS))
            root.read_proofs(memory, self.placements, attacker)
        return numbers

    def proof_variation(self, attacker: int, first: int) -> list[int]:
        """Return the expected moves after a safe root move, as far as an attacker's proof without a horizon knows."""
        index = int((self.placements[:, root.MOVE] == first).argmax())
        out = np.empty(_LONGEST_VARIATION, np.int64)
        with self.memory_for(attacker) as memory:
            n = variations.write_proof(self.bundle, memory, attacker, index, out)
        moves: list[int] = out[:n].tolist()
        return moves

    @contextmanager
    def memory_for(self, attacker: int) -> Iterator[ProofMemory]:
        """Return the memory with the table of an attacker's proofs, for kernels that search or read them."""
        control = self.memory.control
        proofs, count = self._proofs.get(attacker) or (np.zeros(self.memory.threats.shape, np.int64), 0)
        control[PROOFS], control[HORIZON] = count, self.within
        try:
            yield self.memory._replace(proofs=proofs)
        finally:
            self._proofs[attacker] = proofs, int(control[PROOFS])

    def enter(self, opening: Opening | None) -> tuple[int, int]:
        """Set up the root or the position after an opening; return its ply and key."""
        if opening is None:
            return 0, self._key
        memory = self.memory
        memory.states[1] = memory.states[0]
        self.bundle.push(self.bundle.tables, memory.states[1], self.to_move(opening[0]))
        return 1, opening[1]

    def to_move(self, placement: int) -> int:
        """Return a placement of the root as a move, and write the hashes after it."""
        memory, tables = self.memory, self.bundle.threat_tables
        return int(self.bundle.to_move(tables, memory.states[0], placement, memory.hashes[0], memory.hashes[1]))

    # The table of proofs, for proof files.

    def is_full(self, attacker: int) -> bool:
        """Return whether the table of an attacker's proofs is used up."""
        proofs, count = self._proofs.get(attacker) or (self.memory.threats, 0)
        return 2 * count > len(proofs)

    def known_proofs(self, attacker: int) -> Words:
        """Return the keys and numbers of all positions that an attacker's proof has searched."""
        proofs, _ = self._proofs.get(attacker) or (np.zeros((0, 2), np.int64), 0)
        return proofs[proofs[:, 1] != 0]

    def add_proofs(self, attacker: int, found: Words) -> None:
        """Add the keys and numbers of another search."""
        with self.memory_for(attacker) as memory:
            memory.control[PROOFS] += add_proofs(memory.proofs, found)
