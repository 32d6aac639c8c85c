"""Strategies: gathered from proofs, checked by the rules alone, kept in files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import veier
from veier.search.solve.book import look_up
from veier.search.solve.check import CheckResult, check_strategy
from veier.search.solve.proof_file import UnfinishedSearch, read_proof_file, write_strategy, write_unfinished
from veier.search.solve.solver import Solver
from veier.search.solve.strategy import Strategy

DOMINOES = ("4eyes-pencil-2p?side=5", ("b1a1", "d4d3"))
TILES = ("4eyes-beginners", ("21@B4", "13@D2", "42@C2", "12@C1", "21@A3", "32@A1", "24@B3", "14@A4", "34@C3", "42@B2"))


def solved(start: tuple[str, tuple[str, ...]]) -> tuple[veier.Position, Strategy, CheckResult]:
    position = veier.game(start[0]).start().play(*start[1])
    solver = Solver(position, 32, keep_strategy=True)
    assert solver.run(120).winner is not None
    made = solver.strategy(*start)
    assert made is not None
    return position, *made


@pytest.fixture(scope="module")
def dominoes() -> tuple[veier.Position, Strategy, CheckResult]:
    return solved(DOMINOES)


Shape = frozenset[tuple[int, int, str]]


def images(position: veier.Position) -> list[Shape]:
    """Return the board from its eight sides, as columns, ranks and what lies there: keys are not used."""
    side = max(ord(name[0]) for name in position.game.rules.cell_names) - 96
    owners = {cell: str(plate.owner) for plate in position.view().plates for cell in plate.cells}
    stones = [
        (ord(name[0]) - 97, int(name[1:]) - 1, f"{seat}{owners.get(name, '')}")
        for name, seat in position.stones.items()
    ]
    found = []
    for turns in range(4):
        for mirrored in (False, True):
            moved = set()
            for x, y, what in stones:
                for _ in range(turns):
                    x, y = side - 1 - y, x
                moved.add((side - 1 - x if mirrored else x, y, what))
            found.append(frozenset(moved))
    return found


class PlainWalk:
    """The same check with positions instead of kernels, and a symmetry of its own."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.plies: dict[Shape, int] = {}
        self.replies = 0

    def needed(self, position: veier.Position) -> int:
        """Return the most plies that the winner needs; a win of the other player fails the test."""
        winner = self.strategy.winner
        if position.outcome:
            assert position.outcome.winner == winner
            return 0
        if position.mover != winner:
            after = [position.play(move) for move in position.legal_moves]
            self.replies += len(after)
            return 1 + max(self.needed(reached) for reached in after)
        shapes = images(position)
        known = next((self.plies[shape] for shape in shapes if shape in self.plies), None)
        if known:
            return known
        chosen = look_up(self.strategy, position)
        if chosen is None:
            ends = [position.play(move).outcome for move in position.legal_moves]
            assert any(end and end.winner == winner for end in ends)
            return 1
        needed = self.plies[shapes[0]] = 1 + self.needed(position.play(chosen.move))
        assert needed == chosen.plies
        return needed


def test_a_plain_walk_finds_the_same(dominoes: tuple[veier.Position, Strategy, CheckResult]) -> None:
    position, strategy, checked = dominoes
    walk = PlainWalk(strategy)
    assert walk.needed(position) == checked.plies
    assert checked.holds
    assert len(walk.plies) == checked.positions == strategy.keys.size > 5
    assert walk.replies == checked.replies


def test_wins_with_the_first_move_of_phase_2() -> None:
    position, strategy, checked = solved(TILES)
    assert checked.holds
    assert checked.in_phase_2 > 0
    walk = PlainWalk(strategy)
    assert walk.needed(position) == checked.plies
    assert len(walk.plies) == checked.positions


@pytest.mark.parametrize("problem", ["missing", "illegal", "slow"])
def test_what_is_wrong_is_found(dominoes: tuple[veier.Position, Strategy, CheckResult], problem: str) -> None:
    position, strategy, _ = dominoes
    keep = np.ones(strategy.keys.size, bool)
    chosen, plies = strategy.chosen.copy(), strategy.plies.copy()
    if problem == "missing":
        keep[3] = False
    elif problem == "illegal":
        chosen[3] = 60_000
    else:
        plies[3] -= 1
    checked = check_strategy(
        replace(strategy, keys=strategy.keys[keep], chosen=chosen[keep], plies=plies[keep]), position
    )
    assert (checked.holds, checked.problem) == (False, problem)
    if problem != "slow":
        assert position.play(*checked.line).mover == strategy.winner


def test_the_other_player_has_no_strategy(dominoes: tuple[veier.Position, Strategy, CheckResult]) -> None:
    position, strategy, _ = dominoes
    assert not check_strategy(replace(strategy, winner=1 - strategy.winner), position).holds


def test_files_keep_a_strategy(dominoes: tuple[veier.Position, Strategy, CheckResult], tmp_path: Path) -> None:
    strategy = dominoes[1]
    write_strategy(tmp_path / "a.proof", strategy)
    again = read_proof_file(tmp_path / "a.proof")
    assert isinstance(again, Strategy)
    assert (again.game, again.moves, again.winner) == (*DOMINOES, strategy.winner)
    for name in ("keys", "chosen", "plies"):
        assert np.array_equal(getattr(again, name), getattr(strategy, name))


def test_damaged_files_are_refused(dominoes: tuple[veier.Position, Strategy, CheckResult], tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    write_strategy(path, dominoes[1])
    good = path.read_bytes()
    for bad, text in [
        (b"", "no proof"),
        (good[1:], "no proof"),
        (good[:-1], "damaged"),
        (good[:-30] + bytes(30), "damaged"),
        (good.replace(b'"winner": 0', b'"winner": 7').replace(b'"winner": 1', b'"winner": 7'), "damaged"),
        (good.replace(b'"positions"', b'"position_"'), "damaged"),
        (good.replace(b'"rules": 1', b'"rules": 0'), "version 0 of the rules"),
    ]:
        path.write_bytes(bad)
        with pytest.raises(veier.VeierError, match=text):
            read_proof_file(path)


def test_a_search_goes_on_from_its_file(tmp_path: Path) -> None:
    position = veier.game("4eyes-pencil-2p-7x7").start()
    first = Solver(position, 32)
    begun = first.run(0.3)
    assert not begun.decided
    write_unfinished(tmp_path / "a.proof", UnfinishedSearch(position.game.id, (), first.known_proofs(), begun.seconds))
    state = read_proof_file(tmp_path / "a.proof")
    assert isinstance(state, UnfinishedSearch)
    second = Solver(position, 32, keep_strategy=True)
    second.add_proofs(state.found, state.seconds)
    for attacker, found in first.known_proofs().items():
        assert np.array_equal(np.sort(found, axis=0), np.sort(second.known_proofs()[attacker], axis=0))
    solution = second.run(120)
    assert (solution.winner, solution.seconds > begun.seconds) == (0, True)
    made = second.strategy(position.game.id, ())
    assert made is not None
    assert made[1].holds
