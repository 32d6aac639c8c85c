"""Proofs: never wrong against exhaustive search, and right about what is known of the games."""

from __future__ import annotations

from random import Random

import pytest

import veier
from search.exhaustive import wins
from veier.search.limits import Stop
from veier.search.simple_players import safest_moves
from veier.search.solve.solver import Solver

MEMORY = 64
LIMITS = veier.Limits(movetime=120, megabytes=MEMORY, threads=2)


def careful_positions(game: str, plies: int, count: int) -> list[veier.Position]:
    """Reach running positions by moves that do not lose at once, where that is possible."""
    random = Random(game)
    found: list[veier.Position] = []
    while len(found) < count:
        position = veier.game(game).start()
        while not position.is_over and len(position.stones) < 2 * plies:
            position = position.play(random.choice(safest_moves(position)))
        if not position.is_over and position.phase == 1:
            found.append(position)
    return found


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4eyes-pencil-2p?side=4", 4),
        ("4eyes-pencil-2p?side=5", 8),
        ("4eyes-plus-2p?side=4&tiles=4", 3),
        ("4eyes-plus-2p?side=5&tiles=6", 8),
        ("4eyes?side=3&a=1&b=1&d=2", 5),
        ("4eyes?side=3&a=2&b=1&d=1", 5),
        ("4eyes?side=3&a=1&b=1&d=1", 3),
        ("4eyes?side=3&a=3&b=0&d=1", 4),
        ("4eyes-beginners", 11),
        ("4eyes-beginners", 12),
        ("4eyes-pencil-2p?side=5&turns=5", 6),
        ("4eyes-pencil-2p?side=4&nogifts=1", 4),
        ("4eyes-pencil-2p?side=4&turns=4&nogifts=1", 3),
        ("4eyes-plus-2p?side=4&tiles=4&nogifts=1", 3),
        ("4eyes-plus-2p?side=5&tiles=6&nogifts=1", 8),
        ("4eyes?side=3&a=1&b=1&d=2&nogifts=1", 5),
    ],
)
def test_proofs_agree_with_exhaustive_search(game: str, plies: int) -> None:
    winners = set()
    for number, position in enumerate(careful_positions(game, plies, 25)):
        solution = veier.solve(position, veier.Limits(movetime=60, megabytes=MEMORY, threads=1 + number % 2))
        expected = [seat for seat in range(2) if wins(position, seat)]
        assert solution.decided
        assert len(expected) < 2
        assert solution.winner == (expected[0] if expected else None)
        winners.add(solution.winner)
        if solution.winner is not None:
            assert wins(position, solution.winner, solution.plies)
        if solution.winner == position.mover:
            assert solution.move is not None
            assert wins(position.play(solution.move), position.mover)
    assert len(winners) > 1


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4eyes-pencil-2p?side=5", 7),
        ("4eyes-pencil-2p?side=5&turns=5", 6),
        ("4eyes-plus-2p?side=5&tiles=6", 7),
        ("4eyes-plus-2p?side=5&tiles=6&nogifts=1", 7),
        ("4eyes?side=3&a=1&b=1&d=2", 4),
    ],
)
def test_wins_within_so_many_plies_agree_with_exhaustive_search(game: str, plies: int) -> None:
    lengths = set()
    for position in careful_positions(game, plies, 12):
        for within in range(1, 7):
            solution = veier.solve(position, veier.Limits(movetime=60, depth=within, megabytes=MEMORY))
            # What counts is the winner's last own move within them.
            own = [within - (within % 2 != (seat == position.mover)) for seat in range(2)]
            expected = [seat for seat in range(2) if wins(position, seat, own[seat])]
            assert solution.decided
            assert solution.winner == (expected[0] if expected else None)
            assert solution.plies <= within
            lengths.add(solution.plies)
    assert len(lengths) > 2


def test_the_quickest_win_takes_eleven_plies() -> None:
    start = veier.game("4eyes-pencil-2p?side=5").start()
    found = veier.solve(start, veier.Limits(depth=11, megabytes=MEMORY, threads=2))
    assert (found.winner, found.plies) == (0, 11)
    none = veier.solve(start, veier.Limits(depth=10, megabytes=MEMORY, threads=2))
    assert (none.decided, none.winner) == (True, None)


@pytest.mark.parametrize("side", [3, 4])
def test_nobody_wins_on_tiny_sheets(side: int) -> None:
    solution = veier.solve(veier.game(f"4eyes-pencil-2p?side={side}").start(), LIMITS)
    assert (solution.decided, solution.winner, solution.move) == (True, None, None)


@pytest.mark.parametrize("game", ["4eyes-pencil-2p?side=5", "4eyes-pencil-2p-7x7", "4eyes-plus-2p-7x7"])
def test_the_first_player_wins_from_the_corner(game: str) -> None:
    solution = veier.solve(veier.game(game).start(), LIMITS)
    assert solution.winner == 0
    assert solution.move is not None
    # The opponent's stone in the very corner, one's own beside it: the only winning opening but for symmetry.
    corners = {"a1", f"a{_side(game)}", f"{chr(96 + _side(game))}1", f"{chr(96 + _side(game))}{_side(game)}"}
    assert solution.move.stones[1][0] in corners


def _side(game: str) -> int:
    return veier.game(game).options["side"]


def test_a_proved_win_is_won_against_any_play() -> None:
    game = veier.game("4eyes-pencil-2p?side=5")
    for seed in range(12):
        random, position = Random(seed), game.start()
        while not position.is_over:
            if position.mover == 0:
                solution = veier.solve(position, veier.Limits(movetime=60, megabytes=16))
                assert solution.winner == 0
                assert solution.move is not None
                position = position.play(solution.move)
            else:
                position = position.play(random.choice(safest_moves(position)))
        assert position.outcome is not None
        assert position.outcome.winner == 0


def test_every_other_opening_on_7x7_is_no_win() -> None:
    start = veier.game("4eyes-pencil-2p-7x7").start()
    for opening in ("d4d5", "a1a2", "a1b1", "c3c4"):
        solution = veier.solve(start.play(opening), LIMITS)
        assert solution.decided
        assert solution.winner != 0


def test_who_cannot_stop_the_next_move_has_lost_and_the_search_may_be_interrupted_there_too() -> None:
    positions = careful_positions("4eyes-pencil-2p?side=5", 8, 50)
    position = next(position for position in positions if wins(position, 1 - position.mover, 2))
    solver, stop = Solver(position, MEMORY), Stop()
    assert solver.strategy(position.game.id, ()) is None
    stop.set()
    solver.run(60, stop=stop)
    solution = solver.run(60)
    assert (solution.winner, solution.plies) == (1 - position.mover, 2)


def test_time_is_kept() -> None:
    for threads in (1, 2):
        limits = veier.Limits(movetime=0.5, megabytes=MEMORY, threads=threads)
        solution = veier.solve(veier.game("4eyes").start(), limits)
        assert not solution.decided
        assert solution.strategy is None
        assert solution.seconds < 5
        assert solution.nodes > 0


@pytest.mark.parametrize("game", ["hexrows", "4eyes-plus-3p"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(veier.VeierError, match="two players and squares"):
        veier.solve(veier.game(game).start())


def test_a_finished_game_is_refused() -> None:
    position = veier.game("4eyes-pencil-2p?side=3").start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    with pytest.raises(veier.VeierError, match="over"):
        veier.solve(position)
