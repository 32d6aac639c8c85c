"""Passes while pieces are placed: proofs go through them, and in a game from the start they end it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import veier
from search.exhaustive import wins
from veier.core.position import Position
from veier.kernels.state import MOVER, PASS
from veier.search.solve.proof_file import read_proof_file, write_strategy
from veier.search.solve.solver import Solver, read_solution
from veier.search.solve.strategy import Strategy


def set_up(game: str, placed: tuple[int, int], count: int) -> list[veier.Position]:
    """Return boards where one player has placed more pieces than the other, so that it runs out before."""
    random, variant = Random(game), veier.game(game)
    found: list[veier.Position] = []
    while len(found) < count:
        position = variant.start()
        for seat in random.sample([0] * placed[0] + [1] * placed[1], sum(placed)):
            if not position.is_over:
                position = with_mover(position, seat)
                position = position.play(random.choice(position.legal_moves))
        if not position.is_over and position.phase == 1:
            found.append(with_mover(position, random.randrange(2)))
    return found


def with_mover(position: veier.Position, seat: int) -> veier.Position:
    state = position.state
    state[MOVER] = seat
    return Position(position.game, state.tobytes())


@pytest.mark.parametrize(
    ("game", "placed"),
    [
        ("4eyes-plus-2p?side=5&tiles=6", (6, 2)),
        ("4eyes-plus-2p?side=5&tiles=5", (2, 5)),
        ("4eyes-plus-2p?side=4&tiles=4", (3, 1)),
        ("4eyes?side=3&a=1&b=1&d=2", (4, 1)),
        ("4eyes?side=3&a=2&b=1&d=1", (1, 3)),
        ("4eyes?side=3&a=1&b=1&d=2", (3, 2)),
    ],
)
def test_proofs_go_through_passes(game: str, placed: tuple[int, int], tmp_path: Path) -> None:
    winners = set()
    for position in set_up(game, placed, 25):
        solver = Solver(position, 16, keep_strategy=True)
        solution = solver.run(60)
        expected = [seat for seat in range(2) if wins(position, seat)]
        assert solution.decided
        assert solution.winner == (expected[0] if expected else None)
        winners.add(solution.winner)
        if solution.winner is None:
            continue
        assert wins(position, solution.winner, solution.plies)
        made = solver.strategy(game, ())
        assert made is not None
        assert made[1].holds
        write_strategy(tmp_path / "a.proof", made[0])
        again = read_proof_file(tmp_path / "a.proof")
        assert isinstance(again, Strategy)
        assert read_solution(again, position).move == solution.move
    assert winners - {None}


def test_who_runs_out_first_loses_to_moves_in_a_row() -> None:
    position = next(p for p in set_up("4eyes-plus-2p?side=5&tiles=6", (6, 2), 50) if p.legal_numbers == (PASS,))
    solution = Solver(position, 16).run(60)
    assert solution.winner == 1
    assert solution.plies > 1


@pytest.mark.parametrize("game", ["4eyes?side=3&a=2&b=1&d=1", "4eyes-beginners", "4eyes-pencil-2p?side=4"])
def test_from_the_start_either_both_can_place_or_nobody(game: str) -> None:
    """A ban is the same for both, so nobody passes while the other still places: two passes end the game."""
    random, blocked = Random(game), 0
    for _ in range(200):
        position = veier.game(game).start()
        while not position.is_over and position.phase == 1:
            pencils = not position.reserves[0]
            if pencils or all(any(held.values()) for held in position.reserves):
                red, blue = (with_mover(position, seat).legal_numbers == (PASS,) for seat in range(2))
                assert red == blue
                blocked += red
            position = position.play(random.choice(position.legal_moves))
    assert blocked or game != "4eyes-pencil-2p?side=4"
