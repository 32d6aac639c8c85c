"""Where all is lost by force, the search plays on so that the win is hard to find."""

from __future__ import annotations

import pytest

import veier
from benchmarks.lost import read_lost
from veier.core.position import Position
from veier.search.levels import think_at_level
from veier.search.limits import Limits, Stop
from veier.search.pn.proof_search import ProofSearch
from veier.search.pn.root import MOVE
from veier.search.resistance import find_probability
from veier.search.think import think

LIMITS = Limits(nodes=2000)
# Every move loses at once.
LOST = veier.game("4eyes-pencil-2p-7x7").start().play(*["b4a4", "d3d4", "e5d5", "b7a7", "e6e7", "b5a5"])


def wins_at_once(position: Position) -> list[int]:
    """List the winning moves by the plain rules."""
    after = {number: position.play(number) for number in position.legal_numbers}
    return [number for number, then in after.items() if then.outcome and then.outcome.winner == position.mover]


def replies_that_win(position: Position, number: int) -> list[int]:
    """List the replies that win at once; after a move that gives the game away there is no need of one."""
    after = position.play(number)
    return [-1] * 1000 if after.is_over else wins_at_once(after)


def test_a_move_that_leaves_the_fewest_wins_is_played() -> None:
    counts = {number: len(replies_that_win(LOST, number)) for number in LOST.legal_numbers}
    assert min(counts.values()) == 2
    assert counts[think(LOST, LIMITS).best.move.number] == 2


def test_of_these_the_one_whose_wins_are_seen_least() -> None:
    chosen = think(LOST, LIMITS).best.move
    others = [number for number in LOST.legal_numbers if len(replies_that_win(LOST, number)) == 2]
    others.remove(chosen.number)
    assert others
    assert found_by_level(LOST, chosen.number, 2) < min(found_by_level(LOST, number, 2) for number in others)


def found_by_level(position: Position, number: int, level: int) -> float:
    """Return how often a level plays a reply that wins at once."""
    after, wins = position.play(number), set(replies_that_win(position, number))
    return sum(think_at_level(after, level, seed=seed).best.move.number in wins for seed in range(40)) / 40


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-pencil-2p-7x7"])
def test_positions_lost_in_two_plies(game: str) -> None:
    for position in [position for kind, position in read_lost(game) if kind == 2][::8]:
        counts = {number: len(replies_that_win(position, number)) for number in position.legal_numbers}
        assert counts[think(position, LIMITS).best.move.number] == min(counts.values())


@pytest.mark.parametrize("game", ["4eyes-beginners", "4eyes-pencil-2p-7x7"])
def test_replies_that_are_said_to_win_do_and_short_wins_are_all_seen(game: str) -> None:
    for position in [position for kind, position in read_lost(game) if kind == 4][::13]:
        search = ProofSearch(position, 4)
        for index, move in enumerate(search.placements[:, MOVE].tolist()[:2]):
            with search.until(Stop(), None, None):
                replies = search.winning_replies(index, 200)
            after = position.play(move)
            for reply in replies[:2]:
                assert veier.solve(after.play(reply), veier.Limits(movetime=60)).winner == after.mover
            # After a reply that leaves only moves that lose at once, everything is lost.
            for reply in after.legal_numbers:
                then = after.play(reply)
                if (
                    not then.is_over
                    and not wins_at_once(then)
                    and all(replies_that_win(then, n) for n in then.legal_numbers)
                ):
                    assert reply in replies


def test_later_losses_are_harder_to_find_than_others() -> None:
    chosen = others = 0.0
    for position in [position for kind, position in read_lost("4eyes-beginners") if kind == 6][::6]:
        analysis = think(position, LIMITS)
        search = ProofSearch(position, 4)
        found = []
        with search.until(Stop(), None, None):
            for index, number in enumerate(search.placements[:, MOVE].tolist()):
                found.append(find_probability(position, number, search.winning_replies(index, 200)))
                chosen += found[-1] if number == analysis.best.move.number else 0.0
        others += sum(found) / len(found)
    assert chosen < 0.6 * others


def test_what_is_proved_of_a_position_is_its_longest_line() -> None:
    for _, position in read_lost("4eyes-beginners")[5::24]:
        analysis = think(position, LIMITS)
        assert analysis.proven
        assert analysis.proven.winner == 1 - position.mover
        assert analysis.proven.plies == max(line.proven.plies for line in analysis.variations if line.proven)
