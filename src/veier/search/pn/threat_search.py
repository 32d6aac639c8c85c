"""Threat search and proofs at one root, as an object: what `duel` and explanations ask of the kernels."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from veier.core.position import Position
from veier.kernels.state import Words
from veier.search.limits import UNLIMITED, Stop
from veier.search.pn import memory, root
from veier.search.pn.memory import make_workspace
from veier.search.pn.numbers import INFINITE
from veier.search.pn.prove import prove

_LONGEST_LINE = 64


class ThreatSearch:
    """The threats of a position in which pieces are placed; what was found out once is remembered.

    fates  what is known of each safe placement; see `attack`
    """

    def __init__(self, position: Position, megabytes: int) -> None:
        rules, support = position.game.rules, position.game.threat_support
        assert support is not None
        doors, threat_tables = support.kernels, support.tables
        self.space = space = make_workspace(position, megabytes)
        self._doors = doors
        last: tuple[Any, ...] = (doors.to_move, rules.kernels.push, rules.tables, threat_tables)
        self._attack_doors: tuple[Any, ...] = (doors.expand, doors.estimate, *last, space)
        self._trial_doors: tuple[Any, ...] = (doors.expand, doors.estimate, doors.safe, *last)
        self._proof_doors: tuple[Any, ...] = (doors.expand, doors.estimate, doors.safe, doors.evaluate_attacks, *last)
        # What the outer search remembers of each question, attacker and horizon, and how many positions that is.
        self._proofs: dict[tuple[int, int], tuple[Words, int]] = {}
        self._key = int(doors.hash_all(threat_tables, space.states[0], space.hashes[0]))
        fates = np.zeros((space.lists.shape[1], root.COLUMNS), np.int64)
        n = root.list_fates(doors.safe, doors.to_move, threat_tables, space, fates)
        self.fates: Words = fates[: max(n, 0)]

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""
        return int(self.space.control[memory.THREAT_NODES])

    @property
    def is_stopped(self) -> bool:
        """Whether a limit of `until` was reached."""
        control = self.space.control
        return bool(control[memory.STOP]) or self.nodes >= control[memory.TOTAL_LIMIT]

    @contextmanager
    def until(self, stop: Stop, moment: float | None, nodes: int | None, *others: Stop) -> Iterator[None]:
        """Let searches go on until any flag stops them, a moment of the clock, or so many nodes in all."""
        control = self.space.control
        control[memory.TOTAL_LIMIT] = UNLIMITED if nodes is None else nodes
        control[memory.STOP] = 0
        word = control[memory.STOP : memory.STOP + 1]
        stage = Stop()
        for flag in (stop, stage, *others):
            flag.tie(word)
        with stage.after(None if moment is None else max(moment - time.monotonic(), 0)):
            yield

    def attack(self, horizon: int, limit: int) -> int:
        """Search for a win of the mover within a horizon; give the numbers."""
        return int(root.attack(*(*self._attack_doors, self._key, horizon, limit)))

    def refute(self, horizon: int, limit: int) -> int:
        """Search after each move that is not lost yet for a win of the opponent; give how many are left."""
        return int(root.refute(*(*self._trial_doors, self.space, self.fates, horizon, limit)))

    def line(self, attacker: int) -> list[int]:
        """Read the attack that the last search has proved, as numbers of moves."""
        out = np.empty(_LONGEST_LINE, np.int64)
        moves: list[int] = out[: root.write_line(*(*self._attack_doors, 0, attacker, out))].tolist()
        return moves

    def proof_line(self, attacker: int, first: int) -> list[int]:
        """Read how the game may go on after a safe move, as far as an attacker's proof without a horizon knows."""
        proofs, _ = self._proofs.get((attacker, 0)) or (self.space.proofs, 0)
        space = self.space._replace(proofs=proofs)
        index = int((self.fates[:, root.MOVE] == first).argmax())
        out = np.empty(_LONGEST_LINE, np.int64)
        n = root.write_proof_line(*(*self._trial_doors, space, attacker, index, out))
        moves: list[int] = out[:n].tolist()
        return moves

    def prove(self, attacker: int, horizon: int = 0) -> int:
        """Ask whether a seat wins by force, within a horizon if there is one.

        Gives the numbers, and those of each move in `fates`. Asked again, it goes on where it was stopped.
        """
        question = attacker, horizon
        proofs, count = self._proofs.get(question) or (np.zeros_like(self.space.proofs), 0)
        space = self.space._replace(proofs=proofs)
        space.control[memory.PROOFS], space.control[memory.HORIZON] = count, horizon
        space.control[memory.NODE_LIMIT] = UNLIMITED
        looks = self._doors.first_look, self._doors.later_look
        numbers = int(prove(*(*self._proof_doors, space, 0, attacker, self._key, INFINITE, INFINITE, *looks)))
        root.read_proofs(space, self.fates, len(self.fates), attacker)
        self._proofs[question] = proofs, int(space.control[memory.PROOFS])
        return numbers
