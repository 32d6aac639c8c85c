"""Proofs from Python: solve a position, keep the winner's strategy in a file, and check it by the rules alone.

    solution = veier.solve(position, veier.Limits(movetime=60, megabytes=256, threads=2))
    solution.winner, solution.plies, solution.strategy.move(position)
    veier.write_proof("my.proof", solution.strategy)
    veier.check_proof("my.proof").holds

`search/solve/` does the work; here positions become text, which proof files need, and text becomes positions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from veier.core.errors import VeierError
from veier.core.position import Position
from veier.core.type_check import wrong_type
from veier.messages import message
from veier.record.input_formats import read_line
from veier.record.position_string import format_position
from veier.search.limits import Limits, Stop
from veier.search.solve import knowledge
from veier.search.solve.book import BookMove
from veier.search.solve.check import CheckResult, check_strategy
from veier.search.solve.proof_file import UnfinishedSearch, read_proof_file, write_strategy
from veier.search.solve.solver import Solution, Solver
from veier.search.solve.strategy import Strategy

Watch = Callable[[int, int], None]


def solve(
    position: Position, limits: Limits | None = None, *, watch: Watch | None = None, stop: Stop | None = None
) -> Solution:
    """Find out who wins by force while pieces are placed, and how.

    All limits count: `depth` is the number of plies within which the win must come, `nodes` is kept to a twentieth of
    a second. They are those of the search: where it finds a winner, the strategy is then completed and checked, which
    takes up to about as long again; `stop` ends that too.
    `watch` is called now and then with the numbers of positions searched, in the proofs and in their threat searches.
    """
    if not isinstance(position, Position):
        raise wrong_type("position", "Position", position)
    if not isinstance(limits, Limits | None):
        raise wrong_type("limits", "Limits", limits)
    limits = limits or Limits()
    solver = Solver(position, limits.megabytes, keep_strategy=True, within=limits.depth or 0, threads=limits.threads)
    solution = solver.run(limits.seconds, watch, stop, limits.nodes)
    if solution.winner is None:
        return solution
    is_start = position == position.game.start()
    made = solver.strategy(position.game.id if is_start else format_position(position), (), stop=stop)
    return replace(solution, strategy=made[0]) if made and made[1].holds else solution


def book_move(position: Position) -> BookMove | None:
    """Return the move of the game's book, a strategy that comes with the package, in a position that it reaches.

    None elsewhere.
    """
    if not isinstance(position, Position):
        raise wrong_type("position", "Position", position)
    return knowledge.book_move(position)


def check_proof(
    proof: Strategy | str | os.PathLike[str],
    game: str | None = None,
    *,
    watch: Watch | None = None,
    stop: Stop | None = None,
) -> CheckResult:
    """Play a strategy, or the one in a file, against every legal reply by the rules alone, without a search.

    It is checked for its own game, or for another one with the same board. `watch` is called now and then with the
    numbers of positions and of replies.
    """
    strategy = proof if isinstance(proof, Strategy) else read_proof(proof)
    return check_strategy(strategy, first_position(strategy, game), watch, stop)


def read_proof(path: str | os.PathLike[str]) -> Strategy:
    """Read the strategy in a proof file; raise VeierError if there is none, or if the file is damaged."""
    place = _as_path(path)
    proof = read_proof_file(place)
    if isinstance(proof, UnfinishedSearch):
        raise VeierError(message("proof.unfinished", file=place.name))
    return proof


def write_proof(path: str | os.PathLike[str], strategy: Strategy) -> None:
    """Write a strategy to a proof file, which `read_proof` and `veier check-proof` read."""
    if not isinstance(strategy, Strategy):
        raise wrong_type("strategy", "Strategy", strategy)
    write_strategy(_as_path(path), strategy)


def first_position(strategy: Strategy, game: str | None = None) -> Position:
    """Return the position that a strategy's moves lead to, in its own game or in another one with the same board."""
    position = read_line(strategy.game if game is None else game, strategy.moves)[-1]
    if position.game.threat_support is None:
        raise VeierError(message("solve.game", game=position.game.id))
    return position


def _as_path(path: object) -> Path:
    if not isinstance(path, str | os.PathLike):
        raise wrong_type("path", "str | PathLike", path)
    return Path(path)
